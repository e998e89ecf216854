import { Button, Drawer } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client, toFailure } from '../../api/client.ts';
import { useBytes } from '../../ui/use-bytes.ts';
import classes from './pending-purges.module.css';

/** Purges within their days of grace; each can be taken back. */
export function PendingPurgesDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const bytes = useBytes();
  const queries = useQueryClient();
  const purges = useQuery({ queryKey: ['memory', 'purges'], queryFn: () => client.memory.purges() });
  const takeBack = useMutation({
    mutationFn: (id: string) => client.memory.takeBackPurge({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['memory'] }),
  });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const all = purges.data?.purges ?? [];
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={t('memory.pendingPurges', { count: all.length })}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t('shell.close'), size: 44 }}
    >
      {takeBack.isError ? (
        <p role="alert" className={classes.failure}>
          {toFailure(takeBack.error).message}
        </p>
      ) : null}
      {all.length === 0 ? <p className="soft">{t('memory.noPurges')}</p> : null}
      {all.map((purge) => (
        <div key={purge.id} className={classes.item}>
          <div>
            <strong>
              {t('memory.casesCount', { count: purge.units })}, {t('memory.photosCount', { count: purge.photos })}
            </strong>
            <div className="soft">{t('memory.goneOn', { when: date.format(new Date(purge.dueAt)), bytes: bytes(purge.bytes) })}</div>
          </div>
          <Button
            variant="default"
            loading={takeBack.isPending && takeBack.variables === purge.id}
            onClick={() => takeBack.mutate(purge.id)}
          >
            {t('memory.takeBack')}
          </Button>
        </div>
      ))}
    </Drawer>
  );
}
