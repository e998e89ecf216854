import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Pencil, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemoryUnit } from '../../../preload/contract/vocabulary.ts';
import { client } from '../../api/client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { MaskedText } from '../../ui/masked-text.tsx';
import { StoredPhoto } from '../../ui/stored-photo.tsx';
import { CaseEditForm } from './case-edit-form.tsx';
import { CaseHistory } from './case-history.tsx';
import { SelectionActions } from './selection-actions.tsx';
import classes from './case-detail.module.css';

function Facts({ unit }: { unit: MemoryUnit }) {
  const { t, i18n } = useTranslation();
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const sources = [unit.source, ...unit.mergedSources].map((source) => `${source.system} ${source.id}`);
  const facts: [string, string, mono?: boolean][] = [
    [t('memory.equipment'), unit.equipment],
    [t('diagnose.field.asset'), unit.asset, true],
    [t('memory.columns.codes'), unit.codes.join('  '), true],
    [t('memory.workOrder'), unit.workOrder, true],
    [t('memory.columns.standing'), t(`diagnose.standing.${unit.standing}`)],
    [t('memory.status'), t(`memory.statuses.${unit.status}`)],
    [t('memory.kind'), t(`memory.kinds.${unit.kind}`)],
    [t('memory.columns.importance'), t('memory.importanceOf', { importance: unit.importance })],
    [t('memory.columns.madeAt'), date.format(new Date(unit.madeAt))],
    [
      t('memory.used'),
      unit.useCount === 0
        ? t('memory.neverUsed')
        : t('memory.usedTimes', { count: unit.useCount, when: date.format(new Date(unit.lastUsedAt)) }),
    ],
    [t('memory.source'), sources.join('; ')],
  ];
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value, mono]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={mono ? 'mono' : undefined}>
              <MaskedText text={value} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** Cases that contradict this one or stand in its place. */
function Links({ unit, onOpen }: { unit: MemoryUnit; onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const links = [
    ...unit.conflictsWith.map((id) => ({ id, how: t('memory.conflictsWith') })),
    ...(unit.supersededBy ? [{ id: unit.supersededBy, how: t('memory.supersededBy') }] : []),
  ];
  if (links.length === 0) return null;
  return (
    <>
      <h3>{t('memory.links')}</h3>
      {links.map(({ id, how }) =>
        // A document may stand in a case's place; it is named, but is no case to open.
        id.startsWith('C-') ? (
          <Button
            key={id}
            variant="default"
            fullWidth
            justify="space-between"
            rightSection={<ArrowRight size={16} />}
            onClick={() => onOpen(id)}
          >
            <span>
              {how} <span className="mono">{id}</span>
            </span>
          </Button>
        ) : (
          <p key={id}>
            {how} <span className="mono">{id}</span>
          </p>
        ),
      )}
    </>
  );
}

/** One case: photo, text with its placeholders explained, history and links; edited in place. */
export function CaseDetail({ id, onClose, onOpen }: { id: string; onClose: () => void; onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const close = useRef<HTMLButtonElement>(null);
  const unit = useQuery({ queryKey: ['memory', 'unit', id], queryFn: ({ signal }) => client.memory.get({ id }, { signal }) });
  useHotkeys([['Escape', () => !editing && onClose()]]);
  const stopEditing = () => {
    setEditing(false);
    close.current?.focus({ preventScroll: true });
  };
  // Whoever opened it by keyboard goes on in it, and comes back to the row when it closes.
  useEffect(() => {
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    close.current?.focus({ preventScroll: true });
    return () => {
      // The table may have drawn its rows anew meanwhile: then it is the row of the same case.
      const row = before?.isConnected ? before : document.querySelector<HTMLElement>(`[data-case="${CSS.escape(id)}"]`);
      row?.focus({ preventScroll: true });
    };
  }, [id]);
  return (
    <aside className={classes.detail} aria-label={t('memory.caseLabel', { id })}>
      <div className={classes.head}>
        <strong className="mono">{id}</strong>
        {unit.data && !editing ? (
          <Tooltip label={t('memory.edit')}>
            <ActionIcon color="gray" aria-label={t('memory.edit')} onClick={() => setEditing(true)}>
              <Pencil size={18} strokeWidth={1.75} />
            </ActionIcon>
          </Tooltip>
        ) : null}
        <ActionIcon ref={close} color="gray" aria-label={t('shell.close')} onClick={onClose}>
          <X size={20} strokeWidth={1.75} />
        </ActionIcon>
      </div>
      {unit.isPending ? (
        <div role="status" aria-label={t('shell.loading')} className={classes.waiting}>
          <Skeleton height={24} width="80%" />
          <Skeleton height={200} radius="lg" />
          <Skeleton height={16} />
          <Skeleton height={16} width="60%" />
        </div>
      ) : null}
      {unit.isError ? <ErrorState error={unit.error} onRetry={() => void unit.refetch()} /> : null}
      {unit.data && editing ? <CaseEditForm unit={unit.data} onDone={stopEditing} /> : null}
      {unit.data && !editing ? (
        <div className={classes.body}>
          <h2>
            <MaskedText text={unit.data.title} />
          </h2>
          {unit.data.photos.map((photo) => (
            <figure key={photo.file}>
              <StoredPhoto
                file={photo.file}
                size="full"
                alt={photo.description || t(`diagnose.role.${photo.role}`)}
                className={classes.photo ?? ''}
              />
              <figcaption className="soft">{t(`diagnose.role.${photo.role}`)}</figcaption>
            </figure>
          ))}
          <h3>{t('diagnose.symptom')}</h3>
          <p>
            <MaskedText text={unit.data.text} />
          </p>
          <h3>{t('diagnose.resolution')}</h3>
          <p className={unit.data.resolution ? undefined : 'soft'}>
            {unit.data.resolution ? <MaskedText text={unit.data.resolution} /> : t('memory.noResolution')}
          </p>
          <Facts unit={unit.data} />
          <Links unit={unit.data} onOpen={onOpen} />
          <CaseHistory id={id} />
          <div className={classes.actions}>
            <SelectionActions ids={[id]} status={unit.data.status} onDone={onClose} />
          </div>
        </div>
      ) : null}
    </aside>
  );
}
