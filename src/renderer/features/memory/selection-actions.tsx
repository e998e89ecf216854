import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Download, Pencil, Trash2, X } from 'lucide-react';
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
  /** Given where a selection stands in the place of the filters. */
  readonly onClear?: () => void;
  readonly onEdit?: (id: string) => void;
}

/** What can be done with one case or many. */
export function SelectionActions({ ids, status, onDone, onClear, onEdit }: Props) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [purging, setPurging] = useState(false);
  const refresh = () => {
    // Lists that are not shown now must not come back with what is gone.
    void queries.resetQueries({ queryKey: ['memory'], type: 'inactive' });
    void queries.invalidateQueries({ queryKey: ['memory'] });
    void queries.invalidateQueries({ queryKey: ['status'] });
  };
  const fail = (error: unknown) => notifications.show({ message: toFailure(error).message || t('shell.failed'), color: 'yellow' });

  const move = useMutation({
    mutationFn: (to: 'archive' | 'restore') =>
      to === 'archive' ? client.memory.archive({ ids: [...ids] }) : client.memory.restore({ ids: [...ids] }),
    onSuccess: (result, to) => {
      const moved = [...ids];
      const back = to === 'archive' ? client.memory.restore : client.memory.archive;
      const note = crypto.randomUUID();
      notifications.show({
        id: note,
        autoClose: 10_000,
        closeButtonProps: { 'aria-label': t('shell.close') },
        message: (
          <span>
            {t(`memory.done.${to}`, { count: result.changed })}{' '}
            <Button
              variant="subtle"
              px="sm"
              onClick={() => {
                notifications.hide(note);
                back({ ids: moved }).then(refresh, fail);
              }}
            >
              {t('shell.undo')}
            </Button>
          </span>
        ),
      });
      refresh();
      onDone();
    },
    onError: fail,
  });
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'json') =>
      saveBlob(await client.memory.export({ ids: [...ids], format }), `fixlore-cases.${format}`),
    onError: fail,
  });
  const only = ids.length === 1 ? ids[0] : undefined;

  return (
    <div className={classes.row} role="toolbar" aria-label={t('memory.actions')}>
      {onClear ? (
        <ActionIcon color="gray" aria-label={t('memory.clearSelection')} title={t('memory.clearSelection')} onClick={onClear}>
          <X size={20} strokeWidth={1.75} />
        </ActionIcon>
      ) : null}
      {onClear ? (
        <strong role="status" className={classes.chosen}>
          {t('memory.selected', { count: ids.length, shown: new Intl.NumberFormat(i18n.language).format(ids.length) })}
        </strong>
      ) : null}
      {status === 'archived' ? (
        <Button
          variant="default"
          leftSection={<ArchiveRestore size={18} strokeWidth={1.75} />}
          loading={move.isPending}
          onClick={() => move.mutate('restore')}
        >
          {t('memory.restore')}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<Archive size={18} strokeWidth={1.75} />}
          loading={move.isPending}
          onClick={() => move.mutate('archive')}
        >
          {t('memory.archive')}
        </Button>
      )}
      {onEdit && only !== undefined ? (
        <Button variant="default" leftSection={<Pencil size={18} strokeWidth={1.75} />} onClick={() => onEdit(only)}>
          {t('memory.openCase')}
        </Button>
      ) : null}
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<Download size={18} strokeWidth={1.75} />} loading={save.isPending}>
            {t('memory.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item mih={44} onClick={() => save.mutate('csv')}>
            CSV
          </Menu.Item>
          <Menu.Item mih={44} onClick={() => save.mutate('json')}>
            JSON
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        className={classes.purge}
        leftSection={<Trash2 size={18} strokeWidth={1.75} />}
        onClick={() => setPurging(true)}
      >
        {t('memory.purge')}
      </Button>
      {purging ? (
        <PurgeDialog
          ids={ids}
          onClose={() => setPurging(false)}
          onPurged={() => {
            setPurging(false);
            refresh();
            onDone();
          }}
        />
      ) : null}
    </div>
  );
}
