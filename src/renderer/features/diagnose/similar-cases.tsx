import { Badge, Skeleton } from '@mantine/core';
import { Check, Clock, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SimilarCase } from '../../../preload/contract/vocabulary.ts';
import { StoredPhoto } from '../../ui/stored-photo.tsx';
import { useAge } from '../../ui/use-age.ts';
import classes from './similar-cases.module.css';

const warnings = new Set(['withdrawn-unsafe', 'defeats-protection', 'did-not-hold', 'superseded', 'conflict']);

function CaseCard({ item, onOpen }: { item: SimilarCase; onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const age = useAge(item.madeAt);
  const warned = item.cautions.filter((caution) => warnings.has(caution));
  const photo = item.photos[0];
  return (
    <button type="button" className={classes.card} data-warned={warned.length > 0} onClick={() => onOpen(item.id)}>
      <span className={classes.top}>
        <strong className="mono">{item.id}</strong>
        <span className="soft">{age}</span>
      </span>
      {photo ? <StoredPhoto file={photo.file} size="thumbnail" alt="" className={classes.photo} /> : null}
      <span className={classes.title}>{item.equipment ? `${item.equipment} · ` : ''}{item.title}</span>
      <span className={classes.fix}>{item.resolution || item.text}</span>
      <span className={classes.why}>{item.matchedBy.map((reason) => t(`diagnose.reason.${reason}`)).join(' · ')}</span>
      <span className={classes.marks}>
        {warned.map((caution) => (
          <Badge key={caution} variant="light" color="yellow" leftSection={caution === 'withdrawn-unsafe' || caution === 'defeats-protection' ? <OctagonAlert size={13} /> : <TriangleAlert size={13} />} className={classes.badge}>
            {t(`diagnose.caution.${caution}`)}
          </Badge>
        ))}
        {warned.length === 0 ? (
          <Badge variant="light" color={item.standing === 'confirmed' ? 'leaf' : 'gray'} leftSection={item.standing === 'confirmed' ? <Check size={13} /> : <Clock size={13} />} className={classes.badge}>
            {t(`diagnose.standing.${item.standing}`)}
          </Badge>
        ) : null}
      </span>
    </button>
  );
}

interface Props {
  /** Null while they are looked for. */
  readonly cases: readonly SimilarCase[] | null;
  readonly otherModels: readonly SimilarCase[];
  readonly ms: number;
  readonly onOpen: (id: string) => void;
}

/** Cases first: they keep their place while the answer grows below them. */
export function SimilarCases({ cases, otherModels, ms, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const seconds = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ms / 1000);
  return (
    <section aria-busy={cases === null}>
      <h2 className={classes.heading}>
        {t('diagnose.similarCases')}
        {cases ? <span> · {t('diagnose.seconds', { seconds })}</span> : null}
      </h2>
      <div className={classes.cards}>
        {cases === null ? [0, 1, 2].map((key) => <Skeleton key={key} height={176} radius="lg" />) : null}
        {cases?.map((item) => <CaseCard key={item.id} item={item} onOpen={onOpen} />)}
      </div>
      {cases?.length === 0 ? <p className="soft">{t('diagnose.noCases')}</p> : null}
      {otherModels.length > 0 ? (
        <>
          <h2 className={classes.heading}>{t('diagnose.otherModels')}</h2>
          <div className={classes.cards}>{otherModels.map((item) => <CaseCard key={item.id} item={item} onOpen={onOpen} />)}</div>
        </>
      ) : null}
    </section>
  );
}
