import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Progress as Fetched } from '../../../preload/contract/index.ts';
import { useBytes } from '../../ui/use-bytes.ts';
import classes from './models-page.module.css';

/** Bytes, rate and time left of what is being fetched. */
export function FetchProgress({ progress }: { progress: Fetched }) {
  const { t, i18n } = useTranslation();
  const bytes = useBytes();
  const { done, total, rate, secondsLeft, what } = progress;
  const minutes = secondsLeft !== null && secondsLeft > 90;
  const time =
    secondsLeft === null
      ? null
      : new Intl.NumberFormat(i18n.language, {
          style: 'unit',
          unit: minutes ? 'minute' : 'second',
          unitDisplay: 'long',
          maximumFractionDigits: 0,
        }).format(minutes ? secondsLeft / 60 : secondsLeft);
  const words = [
    t('house.bytesOf', { done: bytes(done), total: bytes(total) }),
    rate > 0 ? t('house.rate', { rate: bytes(rate) }) : '',
    time === null ? '' : t('house.timeLeft', { time }),
  ].filter(Boolean);
  return (
    <div className={classes.progress}>
      <Progress value={(done / Math.max(1, total)) * 100} aria-label={what} />
      <span className="soft">
        {what} · {words.join(' · ')}
      </span>
    </div>
  );
}
