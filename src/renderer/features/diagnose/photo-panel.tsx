import { ActionIcon, Button, Loader, Menu, Tooltip } from '@mantine/core';
import { Camera, ChevronDown, ImagePlus, ShieldCheck, X } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { photoRoles, type PhotoReading } from '../../../preload/contract/vocabulary.ts';
import { MaskedText } from '../../ui/masked-text.tsx';
import { PhotoView } from './photo-view.tsx';
import { ReadFields } from './read-fields.tsx';
import type { Correction, DroppedPhoto } from './use-photos.ts';
import classes from './photo-panel.module.css';

interface Props {
  readonly photos: readonly DroppedPhoto[];
  readonly current: DroppedPhoto | null;
  readonly corrections: readonly Correction[];
  /** What a job of before had read, when its photos are not here. */
  readonly earlier: readonly PhotoReading[];
  readonly onPick: () => void;
  readonly onSelect: (key: string) => void;
  readonly onRemove: (key: string) => void;
  readonly onRole: (key: string, role: DroppedPhoto['role']) => void;
  readonly onCorrect: (correction: Correction) => void;
}

/** Left half of the page: the photo, its parts, and what was read. */
export function PhotoPanel({ photos, current, corrections, earlier, onPick, onSelect, onRemove, onRole, onCorrect }: Props) {
  const { t } = useTranslation();
  const [pointed, setPointed] = useState<number | null>(null);
  if (!current) {
    const read = earlier.flatMap((reading) => reading.fields);
    return (
      <div className={classes.panel}>
        <button type="button" className={classes.drop} data-small={earlier.length > 0} onClick={onPick}>
          <Camera size={36} strokeWidth={1.5} aria-hidden className={classes.camera} />
          <strong>{t('diagnose.dropTitle')}</strong>
          <span className="soft">{t('diagnose.dropHint')}</span>
        </button>
        {read.length > 0 ? (
          <section>
            <h2 className={classes.heading}>{t('diagnose.readThen')}</h2>
            <dl className={classes.then}>
              {read.map((field, index) => (
                <Fragment key={index}>
                  <dt>{t(`diagnose.field.${field.name}`)}</dt>
                  <dd className="mono">
                    <MaskedText text={field.value} />
                  </dd>
                </Fragment>
              ))}
            </dl>
            <p className="soft">{t('diagnose.photoNotKept')}</p>
          </section>
        ) : null}
      </div>
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
            <button
              type="button"
              aria-label={`${photo.name}, ${t(`diagnose.role.${photo.role}`)}`}
              aria-pressed={photo.key === current.key}
              onClick={() => onSelect(photo.key)}
            >
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
            <Button
              variant="default"
              rightSection={<ChevronDown size={16} strokeWidth={1.75} />}
              aria-label={t('diagnose.photoRole', { role: t(`diagnose.role.${current.role}`) })}
            >
              {t(`diagnose.role.${current.role}`)}
            </Button>
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
      {failure ? (
        <p className={classes.failure} role="alert">
          {failure.message}
        </p>
      ) : null}
      {!preview && !failure ? (
        <p className="soft" aria-live="polite">
          {t('diagnose.reading')}
        </p>
      ) : null}
      {preview ? (
        <>
          {preview.reading.quality.problems.length > 0 || preview.reading.partial ? (
            <p className={classes.caution} role="status">
              {[
                ...preview.reading.quality.problems.map((problem) => t(`diagnose.quality.${problem}`)),
                ...(preview.reading.partial ? [t('diagnose.partial')] : []),
              ].join(' ')}
            </p>
          ) : null}
          <ReadFields preview={preview} url={current.url} corrections={corrections} onPoint={setPointed} onCorrect={onCorrect} />
          {maskedCount > 0 || preview.painted.length > 0 ? (
            <p className={classes.masked}>
              <ShieldCheck size={18} strokeWidth={1.75} aria-hidden />{' '}
              {t('diagnose.willMask', { count: maskedCount, painted: preview.painted.length })}
            </p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
