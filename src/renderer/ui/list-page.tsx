import { Skeleton } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './list-page.module.css';

/** A plain list: models, privacy, settings. */
export function ListPage({ loading, children }: { loading: boolean; children: ReactNode }) {
  return (
    <div className={classes.page}>
      {loading ? (
        <div className={classes.section} aria-busy>
          {Array.from({ length: 6 }, (_, key) => (
            <div key={key} className={classes.row}>
              <Skeleton height={20} width="40%" />
              <Skeleton height={20} width={96} />
            </div>
          ))}
        </div>
      ) : (
        children
      )}
    </div>
  );
}

/** Rows that belong together, under their own heading. */
export function ListSection({
  title,
  note,
  action,
  children,
}: {
  title: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {note ? <p className="soft">{note}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A state, a meaning and one action. `below` takes the whole width under them. */
export function ListRow({ title, note, below, children }: { title: ReactNode; note?: ReactNode; below?: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <strong>{title}</strong>
        {note ? <div className="soft">{note}</div> : null}
      </div>
      <div className={classes.side}>{children}</div>
      {below ? <div className={classes.below}>{below}</div> : null}
    </div>
  );
}
