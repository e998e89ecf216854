import { Button, Checkbox, Loader, Modal, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, toFailure } from '../../api/client.ts';
import { useBytes } from '../../ui/use-bytes.ts';
import classes from './purge-dialog.module.css';

/** Says exactly what goes, and asks for the word. */
export function PurgeDialog({ ids, onClose, onPurged }: { ids: readonly string[]; onClose: () => void; onPurged: () => void }) {
  const { t } = useTranslation();
  const bytes = useBytes();
  const queries = useQueryClient();
  const [word, setWord] = useState('');
  const [now, setNow] = useState(false);
  const preview = useQuery({ queryKey: ['memory', 'purge-preview', ids], queryFn: () => client.memory.purgePreview({ ids: [...ids] }) });
  const purge = useMutation({
    mutationFn: () => client.memory.purge({ ids: [...ids], word, now }),
    onSuccess: (result) => {
      const planned = result.purge;
      const note = `purged-${ids[0]}`;
      const takeBack = async () => {
        if (!planned) return;
        notifications.hide(note);
        await client.memory.takeBackPurge({ id: planned.id });
        await queries.invalidateQueries({ queryKey: ['memory'] });
      };
      notifications.show({
        id: note,
        autoClose: 12_000,
        message: result.gone ? (
          t('memory.gone', { count: ids.length })
        ) : (
          <span>
            {t('memory.purgePlanned', { count: ids.length, when: planned?.dueAt.slice(0, 10) })}{' '}
            <Button size="compact-md" variant="subtle" onClick={() => void takeBack()}>{t('shell.undo')}</Button>
          </span>
        ),
      });
      onPurged();
    },
  });
  const wanted = t('memory.purgeWord');
  return (
    <Modal opened onClose={onClose} title={t('memory.purgeTitle')} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      {preview.isPending ? <Loader size={20} /> : null}
      {preview.isError ? <p role="alert">{toFailure(preview.error).message}</p> : null}
      {preview.data ? (
        <form className={classes.form} onSubmit={(event) => { event.preventDefault(); purge.mutate(); }}>
          <p className={classes.what}>
            {t('memory.purgeWhat', { cases: t('memory.casesCount', { count: preview.data.units }), photos: t('memory.photosCount', { count: preview.data.photos }), bytes: bytes(preview.data.bytes) })}
          </p>
          <p className="soft">{now || preview.data.graceDays === 0 ? t('memory.purgeNowMeans') : t('memory.purgeGrace', { count: preview.data.graceDays })}</p>
          {preview.data.graceDays > 0 ? <Checkbox label={t('memory.purgeNow')} checked={now} onChange={(event) => setNow(event.currentTarget.checked)} /> : null}
          <TextInput label={t('memory.typeWord', { word: wanted })} value={word} autoComplete="off" data-autofocus onChange={(event) => setWord(event.currentTarget.value)} />
          {purge.isError ? <p role="alert" className={classes.failure}>{toFailure(purge.error).message}</p> : null}
          <div className={classes.buttons}>
            <Button type="submit" color="red" disabled={word.trim().toLowerCase() !== wanted} loading={purge.isPending}>{t('memory.purge')}</Button>
            <Button variant="default" onClick={onClose}>{t('shell.cancel')}</Button>
          </div>
        </form>
      ) : null}
    </Modal>
  );
}
