import { Loader } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRunning, type DiagnosisState } from './diagnosis-state.ts';
import { HowFound } from './how-found.tsx';
import classes from './answer.module.css';

const citation = /\[([A-Z]-[^\]\s]{1,80})\]/g;
// Codes, part numbers and figures with their units stand out; each has its source chip beside it.
const figure =
  /(?<![\w-])(?:(?!\d{4}-\d\d-\d\d)\d{2,}(?:-\d{2,})+|\d+(?:[.,]\d+)?\s?(?:°C|℃|%|Nm|N·m|bar|MPa|kPa|mm|kW|kV|mV|mA|Hz|rpm|VDC|VAC|V|A|Ω|L|ml|h|min|s)\b|(?=[A-Z0-9/-]*\d)(?=[A-Z0-9/-]*[A-Z])[A-Z0-9]+(?:[-/][A-Z0-9]+)*)(?![\w-])/g;

function withFigures(text: string): ReactNode[] {
  const out: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(figure)) {
    out.push(text.slice(at, match.index), <strong key={match.index}>{match[0]}</strong>);
    at = match.index + match[0].length;
  }
  out.push(text.slice(at));
  return out;
}

/** A sentence with its citations as chips that open the source. */
export function CitedText({
  text,
  titles,
  onOpen,
}: {
  text: string;
  titles: Readonly<Record<string, { readonly title: string }>>;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation();
  const out: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(citation)) {
    const id = match[1] ?? '';
    out.push(<Fragment key={`t${match.index}`}>{withFigures(text.slice(at, match.index))}</Fragment>);
    out.push(
      <button
        key={`c${match.index}`}
        type="button"
        className={classes.chip}
        title={titles[id]?.title ?? id}
        aria-label={t('diagnose.openSource', { id })}
        onClick={() => onOpen(id)}
      >
        {id}
      </button>,
    );
    at = match.index + match[0].length;
  }
  out.push(<Fragment key="rest">{withFigures(text.slice(at))}</Fragment>);
  return <>{out}</>;
}

interface Props {
  readonly state: DiagnosisState;
  readonly onOpen: (id: string) => void;
  readonly children?: ReactNode;
}

/** The streamed answer: the safety step first where there is one, sentence by sentence, what was left out in one line. */
export function Answer({ state, onOpen, children }: Props) {
  const { t } = useTranslation();
  const running = isRunning(state);
  if (state.phase === 'idle') return null;
  return (
    <article className={classes.answer} aria-busy={running} aria-label={t('diagnose.answer')}>
      <div aria-live="polite">
        {state.sentences.map((sentence, index) =>
          sentence.part === 'safety' ? (
            <p key={index} className={classes.safety}>
              <ShieldAlert size={20} strokeWidth={1.75} aria-label={t('diagnose.safetyFirst')} className={classes.icon} />
              <span>
                <CitedText text={sentence.text} titles={state.evidence} onOpen={onOpen} />
              </span>
            </p>
          ) : (
            sentence.text
              .split(/\n+/)
              .filter((line) => line.trim() !== '')
              .map((line, part) => (
                <p
                  key={`${index}-${part}`}
                  className={sentence.part === 'warning' ? classes.warning : sentence.part === 'left-out' ? classes.leftOut : undefined}
                >
                  <CitedText text={line} titles={state.evidence} onOpen={onOpen} />
                </p>
              ))
          ),
        )}
        {running ? (
          <p className={classes.waiting}>
            <Loader size={16} /> {t(`diagnose.phase.${state.phase}`)}
          </p>
        ) : null}
      </div>
      {state.phase === 'stopped' ? <p className="soft">{t('diagnose.stopped')}</p> : null}
      {state.budget ? (
        <p className="soft">
          {t('diagnose.budget', {
            used: Math.round(state.budget.used),
            budget: state.budget.budget,
            unit: t(`diagnose.unit.${state.budget.unit}`),
          })}
        </p>
      ) : null}
      {children}
      <HowFound state={state} />
    </article>
  );
}
