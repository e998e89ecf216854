import { ActionIcon, Button, Loader, Menu, Tooltip } from '@mantine/core';
import { Camera, ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { photoRoles } from '../../../preload/contract/vocabulary.ts';
import { PhotoView } from './photo-view.tsx';
import { ReadFields } from './read-fields.tsx';
import type { Correction, DroppedPhoto } from './use-photos.ts';
import classes from './photo-panel.module.css';

interface Props {
  readonly photos: readonly DroppedPhoto[];
  readonly current: DroppedPhoto | null;
  readonly corrections: readonly Correction[];
  readonly onPick: () => void;
  readonly onSelect: (key: string) => void;
  readonly onRemove: (key: string) => void;
  readonly onRole: (key: string, role: DroppedPhoto['role']) => void;
  readonly onCorrect: (correction: Correction) => void;
}

/** Left half of the page: the photo, its parts, and what was read. */
export function PhotoPanel({ photos, current, corrections, onPick, onSelect, onRemove, onRole, onCorrect }: Props) {
  const { t } = useTranslation();
  const [pointed, setPointed] = useState<number | null>(null);
  if (!current) {
    return (
      <button type="button" className={classes.drop} onClick={onPick}>
        <Camera size={36} strokeWidth={1.5} aria-hidden />
        <strong>{t('diagnose.dropTitle')}</strong>
        <span className="soft">{t('diagnose.dropHint')}</span>
      </button>
    );
  }
  const { preview, failure } = current;
  const maskedCount = preview?.masked.reduce((sum, item) => sum + item.count, 0) ?? 0;
  return (
    <div className={classes.panel}>
      <PhotoView photo={current} pointed={pointed} />
      <div className={classes.strip} role="group" aria-label={t('diagnose.photos')}>
        {photos.map((photo) => (
          <div key={photo.key} className={classes.thumbnail} data-on={photo.key === current.key}>
            <button type="button" aria-label={`${photo.name}, ${t(`diagnose.role.${photo.role}`)}`} aria-pressed={photo.key === current.key} onClick={() => onSelect(photo.key)}>
              <img src={photo.url} alt="" />
            </button>
            {photo.preview || photo.failure ? null : <Loader size={16} className={classes.busy} />}
          </div>
        ))}
        {photos.length < 8 ? (
          <Tooltip label={t('diagnose.addPhoto')}>
            <ActionIcon variant="default" size={48} aria-label={t('diagnose.addPhoto')} onClick={onPick}>
              <ImagePlus size={20} strokeWidth={1.75} />
            </ActionIcon>
          </Tooltip>
        ) : null}
        <span className={classes.grow} />
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default">{t(`diagnose.role.${current.role}`)}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {photoRoles.map((role) => (
              <Menu.Item key={role} mih={44} onClick={() => onRole(current.key, role)}>
                {t(`diagnose.role.${role}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Tooltip label={t('diagnose.removePhoto')}>
          <ActionIcon variant="default" aria-label={t('diagnose.removePhoto')} onClick={() => onRemove(current.key)}>
            <X size={20} strokeWidth={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
      {failure ? <p className={classes.failure} role="alert">{failure.message}</p> : null}
      {!preview && !failure ? <p className="soft" aria-live="polite">{t('diagnose.reading')}</p> : null}
      {preview ? (
        <>
          {preview.reading.quality.problems.length > 0 || preview.reading.partial ? (
            <p className={classes.caution} role="status">
              {[...preview.reading.quality.problems.map((problem) => t(`diagnose.quality.${problem}`)), ...(preview.reading.partial ? [t('diagnose.partial')] : [])].join(' ')}
            </p>
          ) : null}
          <ReadFields preview={preview} url={current.url} corrections={corrections} onPoint={setPointed} onCorrect={onCorrect} />
          {maskedCount > 0 || preview.painted.length > 0 ? (
            <p className={classes.caution}>{t('diagnose.willMask', { count: maskedCount, painted: preview.painted.length })}</p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
