import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../api/client.ts';
import classes from './states.module.css';

/** What happened and what to do, with one action. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const failure = toFailure(error);
  return (
    <div className={classes.state} role="alert">
      <TriangleAlert size={28} strokeWidth={1.75} aria-hidden className={classes.caution} />
      <p>{failure.code === 'unreachable' ? t('shell.unreachable') : failure.message || t('shell.failed')}</p>
      {onRetry ? (
        <Button variant="default" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      ) : null}
    </div>
  );
}
