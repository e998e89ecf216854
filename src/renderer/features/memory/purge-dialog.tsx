import { Button, Checkbox, Modal, Skeleton, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurgePreview } from '../../../preload/contract/index.ts';
import { client, toFailure } from '../../api/client.ts';
import { useBytes } from '../../ui/use-bytes.ts';
import classes from './purge-dialog.module.css';

interface Props {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onPurged: () => void;
}

/** Says exactly what goes, and asks for the word. */
export function PurgeDialog({ ids, onClose, onPurged }: Props) {
  const { t, i18n } = useTranslation();
  const bytes = useBytes();
  const queries = useQueryClient();
  const [word, setWord] = useState('');
  const [now, setNow] = useState(false);
  const preview = useQuery({
    queryKey: ['purge-preview', ids],
    queryFn: () => client.memory.purgePreview({ ids: [...ids] }),
    staleTime: 0,
    gcTime: 0,
  });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const purge = useMutation({
    mutationFn: () => client.memory.purge({ ids: [...ids], word, now }),
    onSuccess: (result) => {
      const planned = result.purge;
      const count = planned?.units ?? preview.data?.units ?? ids.length;
      const note = crypto.randomUUID();
      const takeBack = async () => {
        if (!planned) return;
        notifications.hide(note);
        await client.memory
          .takeBackPurge({ id: planned.id })
          .catch((error: unknown) => notifications.show({ message: toFailure(error).message || t('shell.failed'), color: 'yellow' }));
        await queries.invalidateQueries({ queryKey: ['memory'] });
      };
      notifications.show({
        id: note,
        autoClose: 12_000,
        closeButtonProps: { 'aria-label': t('shell.close') },
        message: result.gone ? (
          t('memory.gone', { count })
        ) : (
          <span>
            {t('memory.purgePlanned', { count, when: planned ? date.format(new Date(planned.dueAt)) : '' })}{' '}
            <Button variant="subtle" px="sm" onClick={() => void takeBack()}>
              {t('shell.undo')}
            </Button>
          </span>
        ),
      });
      onPurged();
    },
  });
  const wanted = t('memory.purgeWord');
  const what = ({ units, photos, bytes: size }: PurgePreview) =>
    t('memory.purgeWhat', {
      cases: t('memory.casesCount', { count: units }),
      photos: t('memory.photosCount', { count: photos }),
      bytes: bytes(size),
    });
  const atOnce = now || preview.data?.graceDays === 0;
  return (
    <Modal opened onClose={onClose} title={t('memory.purgeTitle')} closeButtonProps={{ 'aria-label': t('shell.close'), size: 44 }}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (preview.data) purge.mutate();
        }}
      >
        {preview.isError ? (
          <p role="alert" className={classes.failure}>
            {toFailure(preview.error).message}
          </p>
        ) : null}
        <p className={classes.what} role="status">
          {preview.data ? what(preview.data) : <Skeleton component="span" display="block" height={27} visible={preview.isPending} />}
        </p>
        <p className={atOnce ? classes.caution : 'soft'}>
          {atOnce ? t('memory.purgeNowMeans') : t('memory.purgeGrace', { count: preview.data?.graceDays ?? 7 })}
        </p>
        {preview.data?.graceDays === 0 ? null : (
          <Checkbox
            classNames={{ body: classes.check ?? '' }}
            label={t('memory.purgeNow')}
            checked={now}
            onChange={(event) => setNow(event.currentTarget.checked)}
          />
        )}
        <TextInput
          label={t('memory.typeWord', { word: wanted })}
          value={word}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        {purge.isError ? (
          <p role="alert" className={classes.failure}>
            {toFailure(purge.error).message}
          </p>
        ) : null}
        <div className={classes.buttons}>
          <Button type="submit" color="red" disabled={!preview.data || word.trim().toLowerCase() !== wanted} loading={purge.isPending}>
            {t('memory.purge')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
