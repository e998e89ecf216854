import { Tooltip } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './masked-text.module.css';

const placeholder = /\[([A-Z_]{2,20}):([0-9a-f]{4,16})\]/g;

/** Stored text; each placeholder is short and says on hover and focus what it stands for. */
export function MaskedText({ text }: { text: string }) {
  const { t } = useTranslation();
  const out: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(placeholder)) {
    const [whole, kind = '', digest = ''] = match;
    out.push(<Fragment key={`t${match.index}`}>{text.slice(at, match.index)}</Fragment>);
    out.push(
      <Tooltip
        key={match.index}
        multiline
        w={260}
        label={t('shell.placeholder', { kind: t(`diagnose.pii.${kind}`, { defaultValue: kind }) })}
      >
        <span tabIndex={0} className={classes.placeholder}>
          {t(`diagnose.pii.${kind}`, { defaultValue: kind })}&nbsp;{digest.slice(0, 4)}
        </span>
      </Tooltip>,
    );
    at = match.index + whole.length;
  }
  out.push(<Fragment key="rest">{text.slice(at)}</Fragment>);
  return <>{out}</>;
}
