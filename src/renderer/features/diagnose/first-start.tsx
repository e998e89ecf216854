import { Button, Progress, UnstyledButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Boxes, Camera, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppStatus } from '../../../preload/contract/index.ts';
import { client, toFailure } from '../../api/client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import classes from './first-start.module.css';

interface Props {
  readonly status: AppStatus;
  readonly photoRead: boolean;
  /** Questions that fit what was read; one press asks. */
  readonly suggestions: readonly string[];
  readonly onAsk: (question: string) => void;
}

/** What is needed next: weights, then a memory, then a photo, then a question. */
export function FirstStart({ status, photoRead, suggestions, onAsk }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  // The first cases are there long before the last: progress stays until all are.
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const openSample = useMutation({
    mutationFn: async () => {
      for await (const event of await client.openSample()) if (event.type === 'progress') setProgress(event.progress);
    },
    onSettled: () => {
      setProgress(null);
      void queries.invalidateQueries();
    },
  });
  const sample = (
    <>
      {progress ? (
        <Progress value={(progress.done / Math.max(1, progress.total)) * 100} w={240} aria-label={t('diagnose.openSample')} />
      ) : null}
      {openSample.isError ? <p role="alert">{toFailure(openSample.error).message}</p> : null}
    </>
  );
  return (
    <div className={classes.first}>
      {status.missingModels.length > 0 ? (
        <EmptyState icon={Download} title={t('diagnose.modelsMissing', { count: status.missingModels.length })}>
          <Button component={Link} to="/models">
            {t('diagnose.getModels')}
          </Button>
        </EmptyState>
      ) : null}
      {status.units === 0 || openSample.isPending ? (
        <EmptyState icon={Boxes} title={openSample.isPending ? t('diagnose.openingSample') : t('diagnose.memoryEmpty')}>
          <div className={classes.actions}>
            <Button loading={openSample.isPending} onClick={() => openSample.mutate()}>
              {t('diagnose.openSample')}
            </Button>
            <Button variant="default" component={Link} to="/memory">
              {t('diagnose.importCases')}
            </Button>
          </div>
          {sample}
        </EmptyState>
      ) : null}
      {status.missingModels.length === 0 && status.units > 0 && !openSample.isPending && !photoRead ? (
        <EmptyState icon={Camera} title={t('diagnose.ready', { count: status.units })} />
      ) : null}
      {status.missingModels.length === 0 && suggestions.length > 0 ? (
        <div className={classes.suggestions} role="group" aria-label={t('diagnose.suggestions')}>
          <p className={classes.next}>{t('diagnose.askNext')}</p>
          {suggestions.map((suggestion, index) => (
            <UnstyledButton key={suggestion} className={classes.suggestion} data-first={index === 0} onClick={() => onAsk(suggestion)}>
              <span>{suggestion}</span>
              <ArrowRight size={18} strokeWidth={1.75} aria-hidden className={classes.arrow} />
            </UnstyledButton>
          ))}
        </div>
      ) : null}
    </div>
  );
}
