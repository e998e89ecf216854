import { useTranslation } from 'react-i18next';
import type { DiagnosisState } from './diagnosis-state.ts';
import classes from './how-found.module.css';

/** Steps, kept tools, arguments, observations, tokens, time, cache hits: there for who wants them. */
export function HowFound({ state }: { state: DiagnosisState }) {
  const { t, i18n } = useTranslation();
  if (state.steps.length === 0) return null;
  const number = new Intl.NumberFormat(i18n.language);
  const usage = state.diagnosis?.usage;
  const summary = usage
    ? t('diagnose.howFoundDone', {
        steps: state.steps.length,
        tokens: number.format(usage.tokensIn + usage.tokensOut),
        cached: number.format(usage.tokensCached),
        seconds: number.format(Math.round(usage.ms / 100) / 10),
      })
    : t('diagnose.howFound', { steps: state.steps.length });
  return (
    <details className={classes.details}>
      <summary>{summary}</summary>
      <ol className={classes.steps}>
        {state.steps.map((step) => (
          <li key={`${step.step}-${step.tool}`}>
            <div className={classes.line}>
              <span>
                {t(`diagnose.tool.${step.tool}`, { defaultValue: step.tool })}{' '}
                <span className="mono">
                  {Object.entries(step.args)
                    .map(([name, value]) => `${name}=${String(value)}`)
                    .join(' ')}
                </span>
              </span>
              <span className={classes.figures}>
                {step.result ? `${number.format(Math.round(step.result.ms))} ms` : '…'}
                {step.result && step.result.tokensIn + step.result.tokensOut > 0
                  ? ` · ${t('diagnose.tokens', { count: step.result.tokensIn + step.result.tokensOut })}`
                  : ''}
                {step.result?.cached ? ` · ${t('diagnose.cached')}` : ''}
              </span>
            </div>
            {step.kept.length > 1 ? (
              <div>
                {t('diagnose.kept')} {step.kept.map((tool) => t(`diagnose.tool.${tool}`, { defaultValue: tool })).join(', ')}
              </div>
            ) : null}
            {step.result?.summary ? <div className={classes.observation}>{step.result.summary}</div> : null}
          </li>
        ))}
      </ol>
    </details>
  );
}
