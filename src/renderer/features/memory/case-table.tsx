import { Checkbox, Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseRow } from './case-row.ts';
import { box, CaseTableRow } from './case-table-row.tsx';
import type { MemoryFilterState, MemorySort } from './memory-filter-state.ts';
import type { PickHow } from './use-case-selection.ts';
import classes from './case-table.module.css';

interface Props {
  readonly rowAt: (index: number) => CaseRow | undefined;
  readonly total: number;
  readonly loading: boolean;
  /** Rows of the filter before are still shown. */
  readonly stale: boolean;
  readonly filters: MemoryFilterState;
  readonly sortable: boolean;
  readonly opened: string | null;
  readonly selected: ReadonlySet<string>;
  readonly allSelected: boolean;
  /** Changes when the list is another one; it is then shown from its top. */
  readonly listKey: string;
  readonly onSort: (sort: MemorySort, descending: boolean) => void;
  readonly onOpen: (id: string) => void;
  readonly onPick: (index: number, id: string, how: PickHow) => void;
  readonly onPickAll: () => void;
  readonly onClear: () => void;
  readonly onSight: (first: number, last: number) => void;
}

export const rowHeight = 56;
const columns: readonly { readonly key: string; readonly sort?: MemorySort }[] = [
  { key: 'title', sort: 'title' },
  { key: 'equipment', sort: 'equipment' },
  { key: 'codes' },
  { key: 'standing' },
  { key: 'importance', sort: 'importance' },
  { key: 'madeAt', sort: 'madeAt' },
];
const newestFirst: ReadonlySet<MemorySort> = new Set(['madeAt', 'importance']);

/** Rows of the memory; only those in sight exist in the page, so that a hundred thousand scroll like ten. */
export function CaseTable(props: Props) {
  const {
    rowAt,
    total,
    loading,
    stale,
    filters,
    sortable,
    opened,
    selected,
    allSelected,
    listKey,
    onSort,
    onOpen,
    onPick,
    onPickAll,
    onClear,
    onSight,
  } = props;
  const { t, i18n } = useTranslation();
  const date = useMemo(() => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }), [i18n.language]);
  const scroll = useRef<HTMLDivElement>(null);
  // The one row that Tab reaches; the arrow keys move it.
  const [current, setCurrent] = useState(0);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollPaddingStart: 44,
    paddingStart: 0,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onSight(first, last), [first, last, onSight]);
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
    setCurrent(0);
  }, [listKey]);

  const moveTo = (index: number) => {
    const target = Math.min(Math.max(0, index), total - 1);
    setCurrent(target);
    virtual.scrollToIndex(target);
    // The row may only come to be after the scroll.
    let tries = 0;
    const focus = () => {
      const row = scroll.current?.querySelector<HTMLElement>(`[data-row="${target}"]`);
      if (row) row.focus({ preventScroll: true });
      else if (tries++ < 20) requestAnimationFrame(focus);
    };
    requestAnimationFrame(focus);
    return target;
  };
  const onKey = (index: number, row: CaseRow, event: React.KeyboardEvent<HTMLElement>) => {
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? rowHeight) / rowHeight) - 2);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -total, End: total };
    const step = steps[event.key];
    if (step !== undefined) {
      const target = moveTo(index + step);
      const landed = rowAt(target);
      if (event.shiftKey && landed) {
        if (!selected.has(row.id)) onPick(index, row.id, 'toggle');
        onPick(target, landed.id, 'range');
      }
    } else if (event.key === 'Enter') onOpen(row.id);
    else if (event.key === ' ') onPick(index, row.id, event.shiftKey ? 'range' : 'toggle');
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onPickAll();
    else return;
    event.preventDefault();
  };

  // What the lines call stays the same from one drawing to the next.
  const latest = useRef({ onOpen, onPick, onKey });
  useEffect(() => {
    latest.current = { onOpen, onPick, onKey };
  });
  const calls = useMemo(
    () => ({
      onOpen: (id: string) => latest.current.onOpen(id),
      onPick: (index: number, id: string, how: PickHow) => latest.current.onPick(index, id, how),
      onKey: (index: number, row: CaseRow, event: React.KeyboardEvent<HTMLElement>) => latest.current.onKey(index, row, event),
    }),
    [],
  );

  if (loading)
    return (
      <div className={classes.loading} role="status" aria-label={t('shell.loading')}>
        {Array.from({ length: 10 }, (_, key) => (
          <Skeleton key={key} height={40} />
        ))}
      </div>
    );
  if (total === 0)
    return (
      <p className={classes.none} role="status">
        {t('memory.noMatch')}
      </p>
    );
  return (
    <div
      ref={scroll}
      className={classes.scroll}
      data-stale={stale}
      role="grid"
      aria-multiselectable
      aria-rowcount={total + 1}
      aria-label={t('shell.memory')}
    >
      <div className={classes.head} role="row" aria-rowindex={1}>
        <span role="columnheader">
          <Checkbox
            classNames={box}
            aria-label={t('memory.selectAll')}
            checked={allSelected}
            indeterminate={selected.size > 0 && !allSelected}
            onChange={() => (allSelected ? onClear() : onPickAll())}
          />
        </span>
        {columns.map(({ key, sort }) => {
          const sorted = sortable && sort !== undefined && filters.sort === sort;
          const Arrow = filters.descending ? ArrowDown : ArrowUp;
          return (
            <span key={key} role="columnheader" aria-sort={sorted ? (filters.descending ? 'descending' : 'ascending') : undefined}>
              {sort && sortable ? (
                <button
                  type="button"
                  className={classes.sort}
                  data-sorted={sorted}
                  onClick={() => onSort(sort, sorted ? !filters.descending : newestFirst.has(sort))}
                >
                  {t(`memory.columns.${key}`)}
                  {sorted ? <Arrow size={14} aria-hidden /> : null}
                </button>
              ) : (
                t(`memory.columns.${key}`)
              )}
            </span>
          );
        })}
      </div>
      <div className={classes.body} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rowAt(item.index);
          return (
            <CaseTableRow
              key={item.key}
              index={item.index}
              start={item.start}
              row={row}
              tabbable={item.index === Math.min(Math.max(first, current), last, total - 1)}
              opened={row !== undefined && opened === row.id}
              chosen={row !== undefined && selected.has(row.id)}
              date={date}
              {...calls}
              onFocus={setCurrent}
            />
          );
        })}
      </div>
    </div>
  );
}
