import { Checkbox, Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseRow } from './case-row.ts';
import type { MemoryFilterState, MemorySort } from './memory-filter-state.ts';
import classes from './case-table.module.css';

interface Props {
  readonly rows: readonly CaseRow[];
  readonly total: number;
  readonly loading: boolean;
  readonly filters: MemoryFilterState;
  readonly sortable: boolean;
  readonly opened: string | null;
  readonly selected: ReadonlySet<string>;
  readonly onSort: (sort: MemorySort, descending: boolean) => void;
  readonly onOpen: (id: string) => void;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onNearEnd: () => void;
}

const rowHeight = 56;
const columns: readonly { readonly key: string; readonly sort?: MemorySort }[] = [
  { key: 'title', sort: 'title' },
  { key: 'equipment', sort: 'equipment' },
  { key: 'codes' },
  { key: 'standing' },
  { key: 'importance', sort: 'importance' },
  { key: 'madeAt', sort: 'madeAt' },
];

/** Rows of the memory; only those in sight exist in the page, so that a hundred thousand scroll like ten. */
export function CaseTable({ rows, total, loading, filters, sortable, opened, selected, onSort, onOpen, onSelect, onNearEnd }: Props) {
  const { t, i18n } = useTranslation();
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: Math.max(rows.length, Math.min(total, rows.length + 50)), getScrollElement: () => scroll.current, estimateSize: () => rowHeight, overscan: 12 });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && rows.length < total && last >= rows.length - 40) onNearEnd();
  }, [last, rows.length, total, onNearEnd]);
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const allSelected = rows.length > 0 && rows.every((row) => selected.has(row.id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const move = (index: number, event: React.KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    virtual.scrollToIndex(Math.max(0, index + step));
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-row="${index + step}"]`)?.focus());
  };

  if (loading && rows.length === 0) return <div className={classes.loading}>{Array.from({ length: 10 }, (_, key) => <Skeleton key={key} height={40} />)}</div>;
  if (rows.length === 0) return <p className={classes.none}>{t('memory.noMatch')}</p>;
  return (
    <div ref={scroll} className={classes.scroll} role="table" aria-rowcount={total} aria-label={t('shell.memory')}>
      <div className={classes.head} role="row">
        <span role="columnheader" className={classes.check}>
          <Checkbox aria-label={t('memory.selectAll')} checked={allSelected} indeterminate={selected.size > 0 && !allSelected} onChange={() => onSelect(allSelected ? new Set() : new Set(rows.map((row) => row.id)))} />
        </span>
        {columns.map(({ key, sort }) => {
          const sorted = sortable && sort !== undefined && filters.sort === sort;
          return (
            <span key={key} role="columnheader" className={classes[key]} aria-sort={sorted ? (filters.descending ? 'descending' : 'ascending') : undefined}>
              {sort && sortable ? (
                <button type="button" className={classes.sort} onClick={() => onSort(sort, sorted ? !filters.descending : sort === 'madeAt' || sort === 'importance')}>
                  {t(`memory.columns.${key}`)}
                  {sorted ? (filters.descending ? <ArrowDown size={14} aria-hidden /> : <ArrowUp size={14} aria-hidden />) : null}
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
          const row = rows[item.index];
          if (!row) return <div key={item.key} className={classes.row} style={{ transform: `translateY(${item.start}px)` }}><Skeleton height={20} /></div>;
          return (
            <div
              key={item.key}
              role="row"
              tabIndex={0}
              data-row={item.index}
              aria-rowindex={item.index + 2}
              aria-selected={selected.has(row.id)}
              className={classes.row}
              data-opened={opened === row.id}
              data-selected={selected.has(row.id)}
              style={{ transform: `translateY(${item.start}px)` }}
              onClick={() => onOpen(row.id)}
              onKeyDown={(event) => {
                if (event.target !== event.currentTarget) return;
                if (event.key === 'Enter') onOpen(row.id);
                else if (event.key === ' ') { event.preventDefault(); toggle(row.id); }
                else move(item.index, event);
              }}
            >
              <span role="cell" className={classes.check} onClick={(event) => event.stopPropagation()}>
                <Checkbox aria-label={t('memory.select', { id: row.id })} checked={selected.has(row.id)} onChange={() => toggle(row.id)} />
              </span>
              <span role="cell" className={classes.title}>
                <span className={classes.text}>{row.title}</span>
                <span className={classes.sub}>{row.id}{row.matchedBy.length > 0 ? ` · ${row.matchedBy.map((reason) => t(`diagnose.reason.${reason}`)).join(' · ')}` : ''}</span>
              </span>
              <span role="cell" className={classes.equipment}>{row.equipment}</span>
              <span role="cell" className={`${classes.codes} mono`}>{row.codes.slice(0, 3).join(' ')}</span>
              <span role="cell" className={classes.standing}>{t(`diagnose.standing.${row.standing}`)}</span>
              <span role="cell" className={classes.importance}>{row.importance ?? '–'}</span>
              <span role="cell" className={classes.madeAt}>{date.format(new Date(row.madeAt))}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
