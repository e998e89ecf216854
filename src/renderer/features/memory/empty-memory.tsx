import { Button, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, toFailure } from '../../api/client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import classes from './memory-page.module.css';

/** Nothing is remembered yet: import cases, or look around in the sample workspace. */
export function EmptyMemory({ onImport }: { onImport: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const sample = useMutation({
    mutationFn: async () => {
      for await (const event of await client.openSample()) if (event.type === 'progress') setProgress(event.progress);
    },
    onSettled: () => {
      setProgress(null);
      void queries.invalidateQueries();
    },
  });
  return (
    <EmptyState icon={Boxes} title={t('memory.empty')}>
      <div className={classes.row}>
        <Button onClick={onImport} disabled={sample.isPending}>
          {t('memory.importTitle')}
        </Button>
        <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
          {t('memory.openSample')}
        </Button>
      </div>
      {progress ? (
        <Progress value={(progress.done / Math.max(1, progress.total)) * 100} w={240} aria-label={t('memory.openSample')} />
      ) : null}
      {sample.isError ? <p role="alert">{toFailure(sample.error).message}</p> : null}
    </EmptyState>
  );
}
