import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CsvImportResult } from '../../../preload/contract/index.ts';
import classes from './import-cases.module.css';

const mostShown = 200;

/** What became of the rows, and which were refused and why. */
export function ImportResult({ result, onClose }: { result: CsvImportResult; onClose: () => void }) {
  const { t } = useTranslation();
  const { stored, merged, replaced, rejected } = result;
  const sums = [
    ['stored', stored],
    ['merged', merged],
    ['replaced', replaced],
    ['rejected', rejected.length],
  ] as const;
  return (
    <div className={classes.stack}>
      <dl className={classes.sums} role="status">
        {sums.map(([name, count]) => (
          <div key={name} data-warned={name === 'rejected' && count > 0}>
            <dt>{t(`memory.imported.${name}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {rejected.length > 0 ? (
        <ul className={classes.rejected} tabIndex={0} aria-label={t('memory.imported.rejected')}>
          {rejected.slice(0, mostShown).map((item) => (
            <li key={item.row}>
              <span className={classes.line}>{t('memory.rejectedRow', { row: item.row })}</span> {item.reason}
            </li>
          ))}
          {rejected.length > mostShown ? <li>{t('memory.rejectedMore', { count: rejected.length - mostShown })}</li> : null}
        </ul>
      ) : null}
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('shell.close')}
        </Button>
      </div>
    </div>
  );
}
