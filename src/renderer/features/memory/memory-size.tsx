import { BarChart } from '@mantine/charts';
import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useBytes } from '../../ui/use-bytes.ts';
import { fillMonths } from './fill-months.ts';
import '@mantine/charts/styles.css';

/** What the memory takes on disk, and how it grew. */
export function MemorySize({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const bytes = useBytes();
  const size = useQuery({ queryKey: ['memory', 'size'], queryFn: () => client.memory.size() });
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(i18n.language);
  const growth = fillMonths(size.data?.growth ?? []).map((point) => ({
    month: month.format(new Date(`${point.month}-15T00:00:00Z`)),
    units: point.units,
  }));
  return (
    <Modal opened onClose={onClose} size="lg" title={t('memory.size')} closeButtonProps={{ 'aria-label': t('shell.close'), size: 44 }}>
      {size.isPending ? (
        <div role="status" aria-label={t('shell.loading')}>
          <Skeleton height={24} mb="lg" />
          <Skeleton height={240} />
        </div>
      ) : null}
      {size.isError ? <ErrorState error={size.error} onRetry={() => void size.refetch()} /> : null}
      {size.data ? (
        <>
          <p>
            {t('memory.sizeWords', {
              cases: t('memory.casesCount', { count: size.data.units, shown: number.format(size.data.units) }),
              table: bytes(size.data.bytes),
              photos: bytes(size.data.photoBytes),
            })}
          </p>
          {growth.length > 0 ? (
            <figure style={{ margin: 0 }}>
              <figcaption className="soft">{t('memory.growth')}</figcaption>
              <div
                role="img"
                aria-label={t('memory.growthWords', { from: growth[0]?.month, to: growth.at(-1)?.month, count: growth.at(-1)?.units })}
              >
                <BarChart
                  h={240}
                  data={growth}
                  dataKey="month"
                  series={[{ name: 'units', label: t('memory.casesThen'), color: 'leaf.7' }]}
                  barProps={{ isAnimationActive: false }}
                  valueFormatter={(value) => number.format(value)}
                  tickLine="none"
                  gridAxis="x"
                  xAxisProps={{ minTickGap: 24, interval: 'equidistantPreserveStart' }}
                />
              </div>
            </figure>
          ) : null}
        </>
      ) : null}
    </Modal>
  );
}
