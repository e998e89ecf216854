import { Button, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SimilarCase } from '../../../preload/contract/vocabulary.ts';
import type { Outcome } from '../../../preload/contract/index.ts';
import type { MemoryUnit } from '../../../preload/contract/vocabulary.ts';
import { client, toFailure } from '../../api/client.ts';
import { MaskedText } from '../../ui/masked-text.tsx';
import classes from './outcome-bar.module.css';

interface Props {
  readonly jobId: string;
  /** Proposed fixes, best first. */
  readonly cases: readonly SimilarCase[];
  /** The outcome of a job that was settled before. */
  readonly earlier: { readonly outcome: Outcome; readonly caseId: string | null } | null;
}

/** The job stays open until its outcome is known; what is written is shown as it was stored, with undo. */
export function OutcomeBar({ jobId, cases, earlier }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Outcome | null>(null);
  const [opened, { open, close }] = useDisclosure(false);
  const [caseId, setCaseId] = useState<string | null>(cases[0]?.id ?? null);
  const [part, setPart] = useState('');
  const [note, setNote] = useState('');
  const [now, setNow] = useState<{ outcome: Outcome; stored: MemoryUnit | null } | null | undefined>(undefined);
  const before = useQuery({
    queryKey: ['case', earlier?.caseId],
    queryFn: () => client.memory.get({ id: earlier?.caseId ?? '' }),
    enabled: now === undefined && typeof earlier?.caseId === 'string',
  });
  const settled = now === undefined ? (earlier === null ? null : { outcome: earlier.outcome, stored: before.data ?? null }) : now;

  const settle = useMutation({
    mutationFn: (outcome: Outcome) =>
      client.diagnose.outcome({
        jobId,
        outcome,
        ...(outcome === 'this-fixed-it' && caseId ? { caseId } : {}),
        ...(part.trim() ? { part: part.trim() } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
      }),
    onSuccess: (result, outcome) => {
      setNow({ outcome, stored: result.stored });
      close();
      void queries.invalidateQueries({ queryKey: ['jobs'] });
    },
  });
  const undo = useMutation({
    mutationFn: () => client.diagnose.undoOutcome({ jobId }),
    onSuccess: () => {
      setNow(null);
      void queries.invalidateQueries({ queryKey: ['jobs'] });
    },
  });
  const ask = (outcome: Outcome) => {
    setAsked(outcome);
    if (outcome === 'not-yet' || outcome === 'different-fault') settle.mutate(outcome);
    else open();
  };
  const failure = settle.error ?? undo.error;
  // What was just stored is shown, also where the answer fills the page.
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    if (now) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [now]);

  if (settled) {
    return (
      <section ref={shown} className={classes.settled} aria-live="polite">
        <p>
          <Check size={18} aria-hidden /> {t(`diagnose.settled.${settled.outcome}`)}
        </p>
        {settled.stored ? (
          <div className={classes.stored}>
            <span className="soft">{t('diagnose.asStored', { standing: t(`diagnose.standing.${settled.stored.standing}`) })}</span>
            <p>
              <strong className="mono">{settled.stored.id}</strong> <MaskedText text={settled.stored.title} />
            </p>
            <p>
              <MaskedText text={settled.stored.text} />
            </p>
            <p>
              <MaskedText text={settled.stored.resolution} />
            </p>
          </div>
        ) : null}
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          {t('shell.undo')}
        </Button>
        {failure ? (
          <p role="alert" className={classes.failure}>
            {toFailure(failure).message}
          </p>
        ) : null}
      </section>
    );
  }
  return (
    <>
      <div className={classes.actions} role="group" aria-label={t('diagnose.outcome')}>
        <Button color="leaf" disabled={cases.length === 0} onClick={() => ask('this-fixed-it')}>
          {t('diagnose.outcomes.this-fixed-it')}
        </Button>
        <Button variant="default" onClick={() => ask('something-else')}>
          {t('diagnose.outcomes.something-else')}
        </Button>
        <Button variant="default" onClick={() => ask('different-fault')}>
          {t('diagnose.outcomes.different-fault')}
        </Button>
        <Button variant="default" onClick={() => ask('not-yet')}>
          {t('diagnose.outcomes.not-yet')}
        </Button>
      </div>
      {failure && !opened ? (
        <p role="alert" className={classes.failure}>
          {toFailure(failure).message}
        </p>
      ) : null}
      <Modal
        opened={opened}
        onClose={close}
        title={asked ? t(`diagnose.outcomes.${asked}`) : ''}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (asked) settle.mutate(asked);
          }}
        >
          {asked === 'this-fixed-it' ? (
            <Select
              label={t('diagnose.whichFix')}
              value={caseId}
              onChange={setCaseId}
              allowDeselect={false}
              data={cases.map((item) => ({ value: item.id, label: `${item.id} · ${item.title}` }))}
            />
          ) : null}
          <TextInput label={t('diagnose.whichPart')} value={part} maxLength={60} onChange={(event) => setPart(event.currentTarget.value)} />
          <Textarea
            label={asked === 'something-else' ? t('diagnose.whatFixed') : t('diagnose.anyNote')}
            required={asked === 'something-else'}
            autosize
            minRows={3}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <p className="soft">{t('diagnose.maskedBeforeSaved')}</p>
          {failure ? (
            <p role="alert" className={classes.failure}>
              {toFailure(failure).message}
            </p>
          ) : null}
          <Button type="submit" color="leaf" loading={settle.isPending}>
            {t('shell.save')}
          </Button>
        </form>
      </Modal>
    </>
  );
}
