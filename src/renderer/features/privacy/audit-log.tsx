import { Button, Skeleton, Table } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AuditEntryView } from '../../../preload/contract/index.ts';
import { client, toFailure } from '../../api/client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListSection } from '../../ui/list-page.tsx';
import classes from './privacy-page.module.css';

const pageSize = 50;
const idsShown = 2;

function useCounts(): (entry: AuditEntryView) => string {
  const { t } = useTranslation();
  // A count bears either a name of its own or that of a kind of personal data.
  return (entry) =>
    Object.entries(entry.counts ?? {})
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${t([`house.count.${name}`, `diagnose.pii.${name}`], { defaultValue: name })} ${count}`)
      .join(', ');
}

/** What was done, newest first, and whether the chain of lines is whole. */
export function AuditLog() {
  const { t, i18n } = useTranslation();
  const countsOf = useCounts();
  const verify = useMutation({ mutationFn: () => client.privacy.verifyAudit() });
  const audit = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) => client.privacy.audit({ offset: pageParam, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length * pageSize : undefined),
  });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  const entries = audit.data?.pages.flatMap((page) => page.entries) ?? [];
  const broken = verify.data?.firstBroken ?? null;
  return (
    <ListSection
      title={t('house.audit')}
      note={t('house.auditHint')}
      action={
        <Button
          variant="default"
          leftSection={<ShieldCheck size={18} strokeWidth={1.75} />}
          loading={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {t('house.verifyAudit')}
        </Button>
      }
    >
      {verify.isSuccess ? (
        <p role="status" className={broken === null ? classes.good : classes.failure}>
          {broken === null ? t('house.auditWhole', { count: verify.data.entries }) : t('house.auditBroken', { seq: broken })}
        </p>
      ) : null}
      {verify.isError ? (
        <p role="alert" className={classes.failure}>
          {toFailure(verify.error).message || t('shell.failed')}
        </p>
      ) : null}
      {audit.isPending ? Array.from({ length: 6 }, (_, key) => <Skeleton key={key} height={20} my="lg" />) : null}
      {audit.isError ? <ErrorState error={audit.error} onRetry={() => void audit.refetch()} /> : null}
      {audit.isSuccess && entries.length === 0 ? <p className="soft">{t('house.auditEmpty')}</p> : null}
      {entries.length > 0 ? (
        <>
          <div className={classes.table} tabIndex={0} role="region" aria-label={t('house.auditEntries')}>
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
                    <Table.Td className={classes.figure}>{entry.seq}</Table.Td>
                    <Table.Td className={classes.figure}>{date.format(new Date(entry.time))}</Table.Td>
                    <Table.Td>{t(`house.action.${entry.action}`, { defaultValue: entry.action })}</Table.Td>
                    <Table.Td>{countsOf(entry)}</Table.Td>
                    <Table.Td className="mono">
                      {(entry.ids ?? []).slice(0, idsShown).join(' ')}
                      {(entry.ids?.length ?? 0) > idsShown ? ` +${(entry.ids?.length ?? 0) - idsShown}` : ''}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          {audit.hasNextPage ? (
            <div className={classes.buttons}>
              <Button variant="default" loading={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
                {t('house.auditMore', { count: (audit.data?.pages[0]?.total ?? 0) - entries.length })}
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
    </ListSection>
  );
}
