import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client.ts';
import classes from './case-detail.module.css';

/** What was done to a case and when, as the audit log tells it. */
export function CaseHistory({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const history = useQuery({ queryKey: ['memory', 'history', id], queryFn: () => client.privacy.audit({ id, limit: 20 }) });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  if (!history.data || history.data.entries.length === 0) return null;
  return (
    <>
      <h3>{t('memory.history')}</h3>
      <ul className={classes.history}>
        {history.data.entries.map((entry) => (
          <li key={entry.seq}>
            <time dateTime={entry.time}>{date.format(new Date(entry.time))}</time>{' '}
            {t(`house.action.${entry.action}`, { defaultValue: entry.action })}
          </li>
        ))}
      </ul>
    </>
  );
}
