import { BarChart } from '@mantine/charts';
import { Loader, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useBytes } from '../../ui/use-bytes.ts';
import '@mantine/charts/styles.css';

/** What the memory takes on disk, and how it grew. */
export function MemorySize({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const bytes = useBytes();
  const size = useQuery({ queryKey: ['memory', 'size'], queryFn: () => client.memory.size() });
  return (
    <Modal opened onClose={onClose} size="lg" title={t('memory.size')} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      {size.isPending ? <Loader size={20} /> : null}
      {size.isError ? <ErrorState error={size.error} onRetry={() => void size.refetch()} /> : null}
      {size.data ? (
        <>
          <p>{t('memory.sizeWords', { cases: t('memory.casesCount', { count: size.data.units }), table: bytes(size.data.bytes), photos: bytes(size.data.photoBytes) })}</p>
          <BarChart h={240} data={size.data.growth.map(({ month, units }) => ({ month, units }))} dataKey="month" series={[{ name: 'units', label: t('memory.casesThen'), color: 'leaf.7' }]} barProps={{ isAnimationActive: false }} aria-label={t('memory.growth')} role="img" />
        </>
      ) : null}
    </Modal>
  );
}
