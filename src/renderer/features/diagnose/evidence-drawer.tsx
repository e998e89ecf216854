import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SimilarCase } from '../../../preload/contract/vocabulary.ts';
import type { Evidence } from '../../../preload/contract/vocabulary.ts';
import { MaskedText } from '../../ui/masked-text.tsx';
import { StoredPhoto } from '../../ui/stored-photo.tsx';
import { useAge } from '../../ui/use-age.ts';
import classes from './evidence-drawer.module.css';

function isCase(item: Evidence): item is SimilarCase {
  return item.kind === 'case' && 'resolution' in item;
}

function Case({ item }: { item: SimilarCase }) {
  const { t } = useTranslation();
  const age = useAge(item.madeAt);
  return (
    <>
      <dl className={classes.facts}>
        {item.equipment ? (
          <>
            <dt>{t('diagnose.field.equipment')}</dt>
            <dd>{item.equipment}</dd>
          </>
        ) : null}
        {item.asset ? (
          <>
            <dt>{t('diagnose.field.asset')}</dt>
            <dd className="mono">{item.asset}</dd>
          </>
        ) : null}
        <dt>{t('diagnose.age')}</dt>
        <dd>{age}</dd>
        <dt>{t('diagnose.standingLabel')}</dt>
        <dd>{t(`diagnose.standing.${item.standing}`)}</dd>
      </dl>
      {item.cautions.length > 0 ? (
        <p className={classes.caution}>{item.cautions.map((caution) => t(`diagnose.caution.${caution}`)).join(' · ')}</p>
      ) : null}
      {item.photos.map((photo) => (
        <figure key={photo.file} className={classes.figure}>
          <StoredPhoto file={photo.file} size="full" alt={t(`diagnose.role.${photo.role}`)} className={classes.photo} />
          <figcaption className="soft">{t(`diagnose.role.${photo.role}`)}</figcaption>
        </figure>
      ))}
      <h3>{t('diagnose.symptom')}</h3>
      <p className={classes.text}>
        <MaskedText text={item.text} />
      </p>
      {item.resolution ? (
        <>
          <h3>{t('diagnose.resolution')}</h3>
          <p className={classes.text}>
            <MaskedText text={item.resolution} />
          </p>
        </>
      ) : null}
      <Link to="/memory" search={{ case: item.id }} className={classes.link}>
        {t('diagnose.openInMemory')}
      </Link>
    </>
  );
}

/** The case, page or record behind a citation, beside the answer. */
export function EvidenceDrawer({
  id,
  evidence,
  onClose,
}: {
  id: string | null;
  evidence: Readonly<Record<string, Evidence>>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const item = id === null ? undefined : evidence[id];
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size="lg"
      classNames={{ content: classes.drawer }}
      title={
        item ? (
          <>
            <span className="mono">{item.id}</span> · {t(`diagnose.kind.${item.kind}`)}
          </>
        ) : (
          (id ?? '')
        )
      }
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t('shell.close'), size: 44 }}
    >
      {item ? (
        <div className={classes.body}>
          <h2>{item.title}</h2>
          {isCase(item) ? (
            <Case item={item} />
          ) : (
            <p className={classes.text}>
              <MaskedText text={item.text} />
            </p>
          )}
        </div>
      ) : (
        <p className="soft">{t('diagnose.sourceGone')}</p>
      )}
    </Drawer>
  );
}
