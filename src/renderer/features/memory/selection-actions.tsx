import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnitStatus } from '../../../preload/contract/vocabulary.ts';
import { client, toFailure } from '../../api/client.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { PurgeDialog } from './purge-dialog.tsx';
import classes from './memory-page.module.css';

interface Props {
  readonly ids: readonly string[];
  /** Of those that are selected: archived ones can be restored, others archived. */
  readonly status: UnitStatus;
  readonly onDone: () => void;
}

/** What can be done with one case or many. */
export function SelectionActions({ ids, status, onDone }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [purging, setPurging] = useState(false);
  const refresh = () => void queries.invalidateQueries({ queryKey: ['memory'] });
  const fail = (error: unknown) => notifications.show({ message: toFailure(error).message || t('shell.failed'), color: 'yellow' });

  const move = useMutation({
    mutationFn: (to: 'archive' | 'restore') => (to === 'archive' ? client.memory.archive({ ids: [...ids] }) : client.memory.restore({ ids: [...ids] })),
    onSuccess: (result, to) => {
      const moved = [...ids];
      const back = to === 'archive' ? client.memory.restore : client.memory.archive;
      const note = `moved-${moved[0]}`;
      notifications.show({
        id: note,
        message: (
          <span>
            {t(`memory.done.${to}`, { count: result.changed })}{' '}
            <Button size="compact-md" variant="subtle" onClick={() => { notifications.hide(note); back({ ids: moved }).then(refresh, fail); }}>{t('shell.undo')}</Button>
          </span>
        ),
      });
      refresh();
      onDone();
    },
    onError: fail,
  });
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'json') => saveBlob(await client.memory.export({ ids: [...ids], format }), `fixlore-cases.${format}`),
    onError: fail,
  });

  return (
    <div className={classes.row} role="toolbar" aria-label={t('memory.actions')}>
      {ids.length > 1 ? <strong>{t('memory.selected', { count: ids.length })}</strong> : null}
      {status === 'archived' ? (
        <Button variant="default" leftSection={<ArchiveRestore size={18} strokeWidth={1.75} />} loading={move.isPending} onClick={() => move.mutate('restore')}>{t('memory.restore')}</Button>
      ) : (
        <Button variant="default" leftSection={<Archive size={18} strokeWidth={1.75} />} loading={move.isPending} onClick={() => move.mutate('archive')}>{t('memory.archive')}</Button>
      )}
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<Download size={18} strokeWidth={1.75} />} loading={save.isPending}>{t('memory.export')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item mih={44} onClick={() => save.mutate('csv')}>CSV</Menu.Item>
          <Menu.Item mih={44} onClick={() => save.mutate('json')}>JSON</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" color="red" leftSection={<Trash2 size={18} strokeWidth={1.75} />} onClick={() => setPurging(true)}>{t('memory.purge')}</Button>
      {purging ? <PurgeDialog ids={ids} onClose={() => setPurging(false)} onPurged={() => { setPurging(false); refresh(); onDone(); }} /> : null}
    </div>
  );
}
