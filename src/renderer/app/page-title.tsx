import { useEffect, useSyncExternalStore, type ReactNode } from 'react';

let current: ReactNode = null;
const listeners = new Set<() => void>();

/** What the header says about the page; a page calls it while it is shown. */
export function usePageTitle(title: ReactNode): void {
  useEffect(() => {
    current = title;
    for (const listener of listeners) listener();
  }, [title]);
}

export function PageTitle() {
  const title = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  return <>{title}</>;
}
