import { ActionIcon, Button, Popover, TextInput, Tooltip } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Box, PhotoField } from '../../../preload/contract/vocabulary.ts';
import type { PhotoPreview } from '../../../preload/contract/index.ts';
import { MaskedText } from '../../ui/masked-text.tsx';
import type { Correction } from './use-photos.ts';
import classes from './read-fields.module.css';

interface Props {
  readonly preview: PhotoPreview;
  readonly url: string;
  readonly corrections: readonly Correction[];
  readonly onPoint: (index: number | null) => void;
  readonly onCorrect: (correction: Correction) => void;
}

/** The part of the photo that a field was read from. */
function Crop({ url, box, width, height, turned }: { url: string; box: Box; width: number; height: number; turned: boolean }) {
  if (turned || box[2] <= 0 || box[3] <= 0) return <span className={classes.place} aria-hidden />;
  const scale = Math.min(36 / box[3], 108 / box[2]);
  const [shownWidth, shownHeight] = [box[2] * scale, box[3] * scale];
  return (
    <span className={classes.place} aria-hidden>
      <span
        className={classes.crop}
        style={{
          width: shownWidth,
          height: shownHeight,
          backgroundImage: `url(${url})`,
          backgroundSize: `${width * scale}px ${height * scale}px`,
          backgroundPosition: `${-box[0] * scale}px ${-box[1] * scale}px`,
        }}
      />
    </span>
  );
}

function EditField({ field, onSave }: { field: PhotoField; onSave: (value: string) => void }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [value, setValue] = useState<string>(field.value);
  const save = (wanted: string) => {
    onSave(wanted);
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus width={280} position="bottom-start">
      <Popover.Target>
        <Tooltip label={t('diagnose.correct')}>
          <ActionIcon
            color="gray"
            className={classes.pencil}
            aria-label={t('diagnose.correctField', { name: t(`diagnose.field.${field.name}`), value: field.value })}
            onClick={() => {
              setValue(field.value);
              setOpened((now) => !now);
            }}
          >
            <Pencil size={16} strokeWidth={1.75} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('diagnose.correctField', { name: t(`diagnose.field.${field.name}`), value: field.value })}>
        <form
          className={classes.edit}
          onSubmit={(event) => {
            event.preventDefault();
            if (value.trim()) save(value.trim());
          }}
        >
          {field.lookAlikes.length > 0 ? (
            <div className={classes.choices} role="group" aria-label={t('diagnose.lookAlikes')}>
              {field.lookAlikes.slice(0, 4).map((other) => (
                <Button key={other} variant="default" className="mono" onClick={() => save(other)}>
                  {other}
                </Button>
              ))}
            </div>
          ) : null}
          <TextInput
            aria-label={t(`diagnose.field.${field.name}`)}
            value={value}
            maxLength={60}
            className="mono"
            onChange={(event) => setValue(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" disabled={value.trim() === ''}>
            {t('diagnose.useThis')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Doubtful characters underlined; the mark is named for those who do not see it. */
function Value({ field, doubtful, corrected }: { field: PhotoField; doubtful: ReadonlySet<number>; corrected: string | undefined }) {
  const { t } = useTranslation();
  if (corrected !== undefined) {
    return (
      <span className={`mono ${classes.value}`}>
        {corrected} <span className={classes.note}>{t('diagnose.corrected')}</span>
      </span>
    );
  }
  return (
    <span className={`mono ${classes.value}`}>
      {[...field.value].map((character, index) =>
        doubtful.has(index) ? (
          <u key={index} className={classes.doubtful} title={t('diagnose.doubtful')}>
            {character}
          </u>
        ) : (
          <Fragment key={index}>{character}</Fragment>
        ),
      )}
      {doubtful.size > 0 ? <span className={classes.note}> {t('diagnose.doubtful')}</span> : null}
    </span>
  );
}

/** Where in the field's value the doubtful characters of its line stand. */
function doubtfulIn(field: PhotoField, preview: PhotoPreview): ReadonlySet<number> {
  const line = preview.reading.ocr.find((item) => item.text.includes(field.value) && item.doubtful.length > 0);
  if (!line) return new Set();
  const start = line.text.indexOf(field.value);
  return new Set(line.doubtful.map((at) => at - start).filter((at) => at >= 0 && at < field.value.length && field.value[at] !== ' '));
}

/** Fields beside their crops, codes, all lines, labels. */
export function ReadFields({ preview, url, corrections, onPoint, onCorrect }: Props) {
  const { t } = useTranslation();
  const { reading } = preview;
  const nothing = reading.fields.length === 0 && reading.ocr.length === 0 && preview.barcodes.length === 0;
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('diagnose.readFrom')}</h2>
      {nothing ? <p className="soft">{t('diagnose.noText')}</p> : null}
      <dl className={classes.fields}>
        {reading.fields.map((field, index) => (
          <Fragment key={`${field.name}-${index}`}>
            <dt>{t(`diagnose.field.${field.name}`)}</dt>
            <dd
              onMouseEnter={() => onPoint(index)}
              onMouseLeave={() => onPoint(null)}
              onFocus={() => onPoint(index)}
              onBlur={() => onPoint(null)}
            >
              <Crop url={url} box={field.box} width={reading.width} height={reading.height} turned={reading.rotation !== 0} />
              <Value
                field={field}
                doubtful={doubtfulIn(field, preview)}
                corrected={corrections.find((item) => item.handle === preview.handle && item.index === index)?.value}
              />
              <EditField field={field} onSave={(value) => onCorrect({ handle: preview.handle, name: field.name, index, value })} />
            </dd>
          </Fragment>
        ))}
        {preview.barcodes.map((code, index) => (
          <Fragment key={`code-${index}`}>
            <dt>{code.format}</dt>
            <dd>
              <span className="mono">
                <MaskedText text={code.text} />
              </span>
              {code.asset ? <span className={classes.note}>{t('diagnose.knownAsset', { equipment: code.asset.equipment })}</span> : null}
            </dd>
          </Fragment>
        ))}
        {reading.labels.length > 0 ? (
          <>
            <dt>{t('diagnose.looksLike')}</dt>
            <dd>
              {reading.labels
                .slice(0, 2)
                .map((label) => label.name)
                .join(', ')}
            </dd>
          </>
        ) : null}
      </dl>
      {reading.ocr.length > 0 ? (
        <details className={classes.lines}>
          <summary>{t('diagnose.allLines', { count: reading.ocr.length })}</summary>
          <ul>
            {reading.ocr.map((line, index) => (
              <li key={index} className="mono">
                <MaskedText text={line.text} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
