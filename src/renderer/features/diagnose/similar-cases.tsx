import { Button, Skeleton } from '@mantine/core';
import { Check, Clock, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MatchReason, SimilarCase } from '../../../preload/contract/vocabulary.ts';
import { StoredPhoto } from '../../ui/stored-photo.tsx';
import { useAge } from '../../ui/use-age.ts';
import classes from './similar-cases.module.css';

/** Height of a card and of the skeleton that holds its place; the style sheet says the same. */
const cardHeight = 224;
const atFirst = 3;

const warnings = new Set(['withdrawn-unsafe', 'defeats-protection', 'did-not-hold', 'superseded', 'conflict']);

/** The strongest reasons first; a same machine is a same model, and same words are alike in meaning. */
const strongest: readonly MatchReason[] = [
  'same-code',
  'look-alike-code',
  'same-part',
  'same-asset',
  'same-model',
  'photo',
  'meaning',
  'words',
];

function shownReasons(matchedBy: readonly MatchReason[]): readonly MatchReason[] {
  const implied = (reason: MatchReason) =>
    (reason === 'same-model' && matchedBy.includes('same-asset')) || (reason === 'words' && matchedBy.includes('meaning'));
  return strongest.filter((reason) => matchedBy.includes(reason) && !implied(reason)).slice(0, 3);
}

function CaseCard({ item, onOpen }: { item: SimilarCase; onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const age = useAge(item.madeAt);
  const warned = item.cautions.filter((caution) => warnings.has(caution)).slice(0, 2);
  const photo = item.photos[0];
  const named = item.equipment === '' || item.title.includes(item.equipment);
  return (
    <button type="button" className={classes.card} data-warned={warned.length > 0} onClick={() => onOpen(item.id)}>
      <span className={classes.top}>
        <strong className="mono">{item.id}</strong>
        <span className="soft">{age}</span>
      </span>
      <span className={classes.head}>
        <span className={classes.title} title={item.title}>
          {named ? '' : `${item.equipment} · `}
          {item.title}
        </span>
        {photo ? <StoredPhoto file={photo.file} size="thumbnail" alt="" className={classes.photo} /> : null}
      </span>
      <span className={classes.fix}>{item.resolution || item.text}</span>
      <span className={classes.why}>
        {shownReasons(item.matchedBy)
          .map((reason) => t(`diagnose.reason.${reason}`))
          .join(' · ')}
      </span>
      <span className={classes.marks}>
        {warned.map((caution) => (
          <span key={caution} className={classes.mark} data-kind="caution">
            {caution === 'withdrawn-unsafe' || caution === 'defeats-protection' ? (
              <OctagonAlert size={14} aria-hidden />
            ) : (
              <TriangleAlert size={14} aria-hidden />
            )}
            {t(`diagnose.caution.${caution}`)}
          </span>
        ))}
        {warned.length === 0 ? (
          <span className={classes.mark} data-kind={item.standing === 'confirmed' ? 'evidence' : 'plain'}>
            {item.standing === 'confirmed' ? <Check size={14} aria-hidden /> : <Clock size={14} aria-hidden />}
            {t(`diagnose.standing.${item.standing}`)}
          </span>
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

/**
 * Cases first: they keep their place while the answer grows below them. The best three are shown, so that the answer
 * stays in sight; the others, and those of other models, are one press away.
 */
export function SimilarCases({ cases, otherModels, ms, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const [all, setAll] = useState(false);
  const seconds = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ms / 1000);
  return (
    <section aria-busy={cases === null} className={classes.section}>
      <div className={classes.line}>
        <h2 className={classes.heading}>
          {t('diagnose.similarCases')}
          {cases && ms > 0 ? <span> · {t('diagnose.seconds', { seconds })}</span> : null}
        </h2>
        {cases && cases.length > 2 ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={classes.more}
            data-few={cases.length <= atFirst}
            aria-expanded={all}
            onClick={() => setAll((now) => !now)}
          >
            {all ? t('diagnose.fewerCases') : t('diagnose.allCases', { count: cases.length })}
          </Button>
        ) : null}
      </div>
      <div className={classes.cards} data-all={all}>
        {cases === null ? [0, 1, 2].map((key) => <Skeleton key={key} height={cardHeight} radius="lg" />) : null}
        {cases?.slice(0, all ? undefined : atFirst).map((item) => (
          <CaseCard key={item.id} item={item} onOpen={onOpen} />
        ))}
      </div>
      {cases?.length === 0 ? <p className={classes.none}>{t('diagnose.noCases')}</p> : null}
      {otherModels.length > 0 ? (
        <details className={classes.others}>
          <summary>{t('diagnose.otherModelsCount', { count: otherModels.length })}</summary>
          <div className={classes.cards} data-all>
            {otherModels.map((item) => (
              <CaseCard key={item.id} item={item} onOpen={onOpen} />
            ))}
          </div>
        </details>
      ) : null}
    </section>
  );
}
