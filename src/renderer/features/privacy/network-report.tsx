import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link2, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListRow, ListSection } from '../../ui/list-page.tsx';
import classes from './privacy-page.module.css';

const attemptsShown = 10;

/** How many connections this process opened or was kept from opening; never where to. */
export function NetworkReport() {
  const { t, i18n } = useTranslation();
  const network = useQuery({ queryKey: ['network'], queryFn: () => client.privacy.network(), refetchInterval: 5_000 });
  if (network.isError)
    return (
      <ListSection title={t('house.network')}>
        <ErrorState error={network.error} onRetry={() => void network.refetch()} />
      </ListSection>
    );
  if (!network.data)
    return (
      <ListSection title={t('house.network')}>
        <Skeleton height={48} mb="md" />
      </ListSection>
    );
  const { connections, refused, since, attempts } = network.data;
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium' });
  const Icon = connections === 0 ? WifiOff : Link2;
  return (
    <ListSection title={t('house.network')} note={t('house.connectionsNote')}>
      <ListRow title={t('house.connections', { count: connections })} note={t('house.since', { since: date.format(new Date(since)) })}>
        <span className={classes.state} data-online={connections > 0}>
          <Icon size={16} strokeWidth={2} aria-hidden />
          {connections === 0 ? t('house.offline') : t('house.wasOnline')}
        </span>
      </ListRow>
      {refused > 0 ? <ListRow title={t('house.refused', { count: refused })} note={t('house.refusedNote')} /> : null}
      {attempts.length > 0 ? (
        <ul className={classes.attempts} aria-label={t('house.attempts')}>
          {attempts
            .slice(-attemptsShown)
            .reverse()
            .map((attempt, at) => (
              <li key={at}>
                <span className={classes.figure}>{time.format(new Date(attempt.when))}</span> {t(`house.attempt.${attempt.outcome}`)} ·{' '}
                {t(`house.via.${attempt.via}`)}
              </li>
            ))}
        </ul>
      ) : null}
    </ListSection>
  );
}
