import { Badge, Button, Table, TagsInput } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, ShieldCheck, WifiOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, toFailure } from '../../api/client.ts';
import { usePageTitle } from '../../app/page-title.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListPage, ListRow } from '../../ui/list-page.tsx';
import classes from './privacy-page.module.css';

const pageSize = 50;

function OwnWords() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => client.settings.describe() });
  const stored = settings.data?.settings.find((setting) => setting.key === 'ownWords')?.value as string[] | undefined;
  const [words, setWords] = useState<string[] | null>(null);
  const save = useMutation({
    mutationFn: (value: string[]) => client.settings.set({ key: 'ownWords', value }),
    onSuccess: (result) => {
      queries.setQueryData(['settings'], result);
      setWords(null);
    },
  });
  const shown = words ?? stored ?? [];
  return (
    <section>
      <h2 className={classes.section}>{t('house.ownWords')}</h2>
      <p className="soft">{t('house.ownWordsHint')}</p>
      <TagsInput aria-label={t('house.ownWords')} value={shown} onChange={setWords} placeholder={t('house.ownWordsPlaceholder')} splitChars={[',', '，', ';']} />
      {save.isError ? <p role="alert">{toFailure(save.error).message}</p> : null}
      {words ? (
        <div className={classes.buttons}>
          <Button loading={save.isPending} onClick={() => save.mutate(words)}>{t('shell.save')}</Button>
          <Button variant="default" onClick={() => setWords(null)}>{t('shell.cancel')}</Button>
        </div>
      ) : null}
    </section>
  );
}

function AuditLog() {
  const { t, i18n } = useTranslation();
  const verify = useMutation({ mutationFn: () => client.privacy.verifyAudit() });
  const audit = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) => client.privacy.audit({ offset: pageParam, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length * pageSize : undefined),
  });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'medium' });
  const entries = audit.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section>
      <div className={classes.head}>
        <h2 className={classes.section}>{t('house.audit')}</h2>
        <Button variant="default" leftSection={<ShieldCheck size={18} />} loading={verify.isPending} onClick={() => verify.mutate()}>{t('house.verifyAudit')}</Button>
      </div>
      <p className="soft">{t('house.auditHint')}</p>
      {verify.isSuccess ? <p role="status">{verify.data.firstBroken === null ? t('house.auditWhole', { count: verify.data.entries }) : t('house.auditBroken', { seq: verify.data.firstBroken })}</p> : null}
      {audit.isError ? <ErrorState error={audit.error} onRetry={() => void audit.refetch()} /> : null}
      {audit.isSuccess && entries.length === 0 ? <p className="soft">{t('house.auditEmpty')}</p> : null}
      {entries.length > 0 ? (
        <div className={classes.table}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('house.auditSeq')}</Table.Th>
                <Table.Th>{t('house.auditTime')}</Table.Th>
                <Table.Th>{t('house.auditAction')}</Table.Th>
                <Table.Th>{t('house.auditCounts')}</Table.Th>
                <Table.Th>{t('house.auditIds')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map((entry) => (
                <Table.Tr key={entry.seq}>
                  <Table.Td>{entry.seq}</Table.Td>
                  <Table.Td className={classes.nowrap}>{date.format(new Date(entry.time))}</Table.Td>
                  <Table.Td>{t(`house.action.${entry.action}`, { defaultValue: entry.action })}</Table.Td>
                  <Table.Td>{Object.entries(entry.counts ?? {}).filter(([, count]) => count > 0).map(([name, count]) => `${t(`house.count.${name}`, { defaultValue: name })} ${count}`).join(', ')}</Table.Td>
                  <Table.Td className="mono">{(entry.ids ?? []).slice(0, 3).join(' ')}{(entry.ids?.length ?? 0) > 3 ? ` +${(entry.ids?.length ?? 0) - 3}` : ''}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {audit.hasNextPage ? <Button variant="default" loading={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>{t('diagnose.moreJobs')}</Button> : null}
        </div>
      ) : null}
    </section>
  );
}

/** What was masked lately, the user's own words, the audit log, the network report. */
export function PrivacyPage() {
  const { t, i18n } = useTranslation();
  usePageTitle(useMemo(() => <h1 className={classes.title}>{t('shell.privacy')}</h1>, [t]));
  const network = useQuery({ queryKey: ['network'], queryFn: () => client.privacy.network(), refetchInterval: 5_000 });
  const recent = useQuery({ queryKey: ['recently-masked'], queryFn: () => client.privacy.recent() });
  if (network.isError) return <ErrorState error={network.error} onRetry={() => void network.refetch()} />;
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const { connections = 0, refused = 0, since = '' } = network.data ?? {};
  return (
    <ListPage loading={network.isPending}>
      <ListRow title={t('house.connections', { count: connections })} note={since ? t('house.connectionsNote', { since: date.format(new Date(since)) }) : ''}>
        <Badge variant="light" color={connections === 0 ? 'leaf' : 'yellow'} leftSection={connections === 0 ? <WifiOff size={14} /> : <Link2 size={14} />} className={classes.badge}>{connections === 0 ? t('house.offline') : t('house.wasOnline')}</Badge>
      </ListRow>
      {refused > 0 ? <ListRow title={t('house.refused', { count: refused })} note={t('house.refusedNote')} /> : null}
      <h2 className={classes.section}>{t('house.masked')}</h2>
      {recent.data?.masked.length === 0 ? <p className="soft">{t('house.maskedNone')}</p> : null}
      <div className={classes.kinds}>
        {recent.data?.masked.map((item) => (
          <span key={item.kind} className={classes.kind}>{t(`diagnose.pii.${item.kind}`)} <strong>{item.count}</strong></span>
        ))}
      </div>
      <OwnWords />
      <AuditLog />
    </ListPage>
  );
}
