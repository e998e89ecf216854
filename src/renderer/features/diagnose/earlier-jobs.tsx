import { Badge, Button, Drawer, Loader, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FolderClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { JobSummary } from '../../../preload/contract/index.ts';
import { client } from '../../api/client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useAge } from '../../ui/use-age.ts';
import classes from './earlier-jobs.module.css';

const pageSize = 20;

/** The answer in short: without the safety step that many answers share, and without the marks of its sources. */
function gistOf(answer: string): string {
  return answer.replace(/^(?:Safety first|安全第一)[:：][^\]]*\][.。]?\s*/, '').replace(/\s*\[[A-Z]-[^\]\s]+\]/g, '');
}

function JobRow({ job, onOpen }: { job: JobSummary; onOpen: () => void }) {
  const { t } = useTranslation();
  const age = useAge(job.openedAt);
  return (
    <UnstyledButton className={classes.job} onClick={onOpen}>
      <span className={classes.top}>
        <span className="soft">{age}</span>
        <Badge variant="light" color={job.outcome === 'open' ? 'ember' : 'gray'} className={classes.badge}>
          {t(`diagnose.outcomes.${job.outcome}`)}
        </Badge>
      </span>
      <strong>
        {job.equipment ? `${job.equipment} · ` : ''}
        {job.question || t('diagnose.defaultQuestion')}
      </strong>
      <span className={classes.answer}>{gistOf(job.answer)}</span>
    </UnstyledButton>
  );
}

/** Earlier jobs, newest first; an open one can be taken up again. */
export function EarlierJobs({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure(false);
  const jobs = useInfiniteQuery({
    queryKey: ['jobs'],
    queryFn: ({ pageParam }) => client.diagnose.jobs({ offset: pageParam, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length * pageSize : undefined),
    enabled: opened,
  });
  const all = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  return (
    <>
      <Button variant="default" leftSection={<FolderClock size={18} strokeWidth={1.75} />} onClick={open}>
        {t('diagnose.earlierJobs')}
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        size="md"
        classNames={{ content: classes.drawer }}
        title={t('diagnose.earlierJobs')}
        transitionProps={{ duration: 120 }}
        closeButtonProps={{ 'aria-label': t('shell.close'), size: 44 }}
      >
        {jobs.isPending ? <Loader size={20} /> : null}
        {jobs.isError ? <ErrorState error={jobs.error} onRetry={() => void jobs.refetch()} /> : null}
        {jobs.isSuccess && all.length === 0 ? <p className="soft">{t('diagnose.noJobs')}</p> : null}
        {all.map((job) => (
          <JobRow
            key={job.id}
            job={job}
            onOpen={() => {
              onOpen(job.id);
              close();
            }}
          />
        ))}
        {jobs.hasNextPage ? (
          <Button variant="default" fullWidth loading={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
            {t('diagnose.moreJobs')}
          </Button>
        ) : null}
      </Drawer>
    </>
  );
}
