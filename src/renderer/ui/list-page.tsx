import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list-page.module.css';

/** A plain list: models, privacy, settings. */
export function ListPage({ loading, children }: { loading: boolean; children: ReactNode }) {
  return (
    <div className={classes.page}>
      {loading ? Array.from({ length: 6 }, (_, key) => <Skeleton key={key} height={64} mb="md" radius="lg" />) : children}
    </div>
  );
}

/** A state, a meaning and one action. */
export function ListRow({ title, note, children }: { title: ReactNode; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <strong>{title}</strong>
        {note ? <div className="soft">{note}</div> : null}
      </div>
      <div className={classes.side}>{children}</div>
    </div>
  );
}
