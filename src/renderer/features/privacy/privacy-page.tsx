import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client.ts';
import { usePageTitle } from '../../app/page-title.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListPage, ListSection } from '../../ui/list-page.tsx';
import { AuditLog } from './audit-log.tsx';
import { NetworkReport } from './network-report.tsx';
import { OwnWords } from './own-words.tsx';
import classes from './privacy-page.module.css';

/** What was masked lately, the user's own words, the audit log, the network report. */
export function PrivacyPage() {
  const { t, i18n } = useTranslation();
  usePageTitle(useMemo(() => <h1 className={classes.title}>{t('shell.privacy')}</h1>, [t]));
  const recent = useQuery({ queryKey: ['recently-masked'], queryFn: () => client.privacy.recent() });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  return (
    <ListPage loading={false}>
      <NetworkReport />
      <ListSection
        title={t('house.masked')}
        note={recent.data ? t('house.maskedSince', { since: date.format(new Date(recent.data.since)) }) : null}
      >
        {recent.isPending ? <Skeleton height={40} mb="md" /> : null}
        {recent.isError ? <ErrorState error={recent.error} onRetry={() => void recent.refetch()} /> : null}
        {recent.data?.masked.length === 0 ? <p className="soft">{t('house.maskedNone')}</p> : null}
        <ul className={classes.kinds}>
          {recent.data?.masked.map((item) => (
            <li key={item.kind} className={classes.kind}>
              {t(`diagnose.pii.${item.kind}`)} <strong>{item.count}</strong>
            </li>
          ))}
        </ul>
      </ListSection>
      <OwnWords />
      <AuditLog />
    </ListPage>
  );
}
