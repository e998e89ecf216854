import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

/** One sentence and one action where there is nothing yet. */
export function EmptyState({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children?: ReactNode }) {
  return (
    <div className={classes.state}>
      <Icon size={32} strokeWidth={1.5} aria-hidden className="soft" />
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  );
}
