import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DroppedPhoto } from './use-photos.ts';
import classes from './photo-view.module.css';

/**
 * The photo with what was read on it: a frame around each line, fields in the accent colour, painted-over regions
 * as they will be kept. Boxes are in pixels of the upright photo; a photo that was turned to be read is turned here too.
 */
export function PhotoView({ photo, pointed }: { photo: DroppedPhoto; pointed: number | null }) {
  const { t } = useTranslation();
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null);
  const reading = photo.preview?.reading;
  const turn = reading?.rotation ?? 0;
  const width = reading?.width ?? natural?.width ?? 3;
  const height = reading?.height ?? natural?.height ?? 2;
  const across = turn === 90 || turn === 270;
  return (
    <div className={classes.frame} style={{ aspectRatio: `${width} / ${height}` }}>
      <img
        src={photo.url}
        alt={photo.name}
        className={classes.photo}
        style={
          turn === 0
            ? undefined
            : {
                transform: `translate(-50%, -50%) rotate(${turn}deg)`,
                left: '50%',
                top: '50%',
                width: across ? `${(height / width) * 100}%` : '100%',
                height: across ? `${(width / height) * 100}%` : '100%',
              }
        }
        onLoad={(event) => setNatural({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })}
      />
      {reading ? (
        <svg className={classes.overlay} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
          {reading.ocr.map((line, index) => (
            <polygon key={`l${index}`} points={line.corners.map((point) => point.join(',')).join(' ')} className={classes.line} />
          ))}
          {reading.fields.map((field, index) => (
            <rect
              key={`f${index}`}
              x={field.box[0]}
              y={field.box[1]}
              width={field.box[2]}
              height={field.box[3]}
              className={classes.field}
              data-pointed={pointed === index}
            />
          ))}
          {photo.preview?.barcodes.map((code, index) => (
            <rect key={`b${index}`} x={code.box[0]} y={code.box[1]} width={code.box[2]} height={code.box[3]} className={classes.field} />
          ))}
        </svg>
      ) : null}
      {photo.preview?.painted.map((item, index) => (
        <span
          key={index}
          className={classes.painted}
          style={{
            left: `${(item.box[0] / width) * 100}%`,
            top: `${(item.box[1] / height) * 100}%`,
            width: `${(item.box[2] / width) * 100}%`,
            height: `${(item.box[3] / height) * 100}%`,
          }}
        >
          {t('diagnose.painted', { kind: t(`diagnose.pii.${item.kind}`) })}
        </span>
      ))}
    </div>
  );
}
