import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListRow, ListSection } from '../../ui/list-page.tsx';
import { ModelStateMark } from './model-state.tsx';

/** Which native parts were tried on this machine, and what they said. */
export function NativeParts() {
  const { t } = useTranslation();
  const parts = useQuery({ queryKey: ['native-parts'], queryFn: () => client.models.nativeParts(), staleTime: Infinity });
  return (
    <ListSection title={t('house.nativeParts')} note={t('house.nativeNote')}>
      {parts.isPending ? (
        <div role="status" aria-label={t('house.probing')}>
          {Array.from({ length: 4 }, (_, key) => (
            <Skeleton key={key} height={20} my="lg" width="50%" />
          ))}
        </div>
      ) : null}
      {parts.isError ? <ErrorState error={parts.error} onRetry={() => void parts.refetch()} /> : null}
      {parts.data?.nativeParts.map((part) => (
        <ListRow
          key={part.library}
          title={<span className="mono">{part.library}</span>}
          note={part.ok ? t('house.nativeOk') : part.message}
        >
          <ModelStateMark state={part.ok ? 'ready' : 'damaged'} />
        </ListRow>
      ))}
    </ListSection>
  );
}
