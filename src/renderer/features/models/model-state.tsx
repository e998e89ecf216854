import { CircleAlert, CircleCheck, CircleDashed, CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ModelState } from '../../../preload/contract/index.ts';
import classes from './models-page.module.css';

const icons = { ready: CircleCheck, unchecked: CircleDashed, missing: CloudOff, damaged: CircleAlert } as const;

/** The state of a file in a word and a sign; colour only goes with them. */
export function ModelStateMark({ state }: { state: ModelState['state'] }) {
  const { t } = useTranslation();
  const Icon = icons[state];
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={16} strokeWidth={2} aria-hidden />
      {t(`house.modelState.${state}`)}
    </span>
  );
}
