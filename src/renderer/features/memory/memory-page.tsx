import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Boxes, ChartNoAxesColumn, FileUp, Undo2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SimilarCase } from '../../../preload/contract/vocabulary.ts';
import { client } from '../../api/client.ts';
import { usePageTitle } from '../../app/page-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CaseDetail } from './case-detail.tsx';
import { CaseTable } from './case-table.tsx';
import { ImportCases } from './import-cases.tsx';
import { MemoryFilters } from './memory-filters.tsx';
import { firstFilters, toListInput, type MemoryFilterState } from './memory-filter-state.ts';
import { PendingPurgesDrawer } from './pending-purges.tsx';
import { SelectionActions } from './selection-actions.tsx';
import type { CaseRow } from './case-row.ts';
import classes from './memory-page.module.css';

const pageSize = 200;
// The chart library is large, and seldom needed.
const MemorySize = lazy(() => import('./memory-size.tsx').then((module) => ({ default: module.MemorySize })));

function fromSearch(found: SimilarCase): CaseRow {
  return { id: found.id, title: found.title, equipment: found.equipment, codes: found.codes, status: found.status, standing: found.standing, importance: null, madeAt: found.madeAt, matchedBy: found.matchedBy };
}

/** The table is the page: filters above it, which turn into actions when something is selected; the detail slides in on the right. */
export function MemoryPage() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { case: opened } = useSearch({ from: '/memory' });
  const [filters, setFilters] = useState<MemoryFilterState>(firstFilters);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [importing, setImporting] = useState(false);
  const [showSize, setShowSize] = useState(false);
  const [showPurges, setShowPurges] = useState(false);
  const searching = filters.text.trim().length > 1 || filters.photo !== null;

  const list = useInfiniteQuery({
    queryKey: ['memory', 'list', toListInput(filters)],
    queryFn: ({ pageParam, signal }) => client.memory.list({ ...toListInput(filters), offset: pageParam, limit: pageSize }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length * pageSize : undefined),
    placeholderData: keepPreviousData,
    enabled: !searching,
  });
  const search = useQuery({
    queryKey: ['memory', 'search', filters.text.trim(), filters.photo?.name, filters.photo?.lastModified],
    queryFn: ({ signal }) => client.memory.search({ text: filters.text.trim(), limit: 50, ...(filters.photo ? { photo: filters.photo } : {}) }, { signal }),
    placeholderData: keepPreviousData,
    enabled: searching,
  });
  const purges = useQuery({ queryKey: ['memory', 'purges'], queryFn: () => client.memory.purges() });

  const rows = useMemo<readonly CaseRow[]>(
    () => (searching ? [...(search.data?.cases ?? []), ...(search.data?.otherModels ?? [])].map(fromSearch) : (list.data?.pages ?? []).flatMap((page) => page.units.map((unit) => ({ ...unit, matchedBy: [] })))),
    [searching, search.data, list.data],
  );
  const total = searching ? rows.length : (list.data?.pages[0]?.total ?? 0);
  const number = new Intl.NumberFormat(i18n.language);
  const active = searching ? search : list;
  const title = useMemo(() => <h1 className={classes.title}>{t('shell.memory')} <span className="soft">{t('memory.count', { count: total, shown: number.format(total) })}</span></h1>, [t, total, i18n.language]);
  usePageTitle(title);

  const open = (id: string | undefined) => void navigate({ to: '/memory', search: id === undefined ? {} : { case: id } });
  const nothingAtAll = !searching && list.isSuccess && total === 0 && filters === firstFilters;

  return (
    <div className={classes.page} data-detail={opened !== undefined}>
      <div className={classes.body}>
        <div className={classes.tools}>
          {selected.size > 0 ? (
            <SelectionActions ids={[...selected]} status={filters.status} onDone={() => setSelected(new Set())} />
          ) : (
            <MemoryFilters filters={filters} onChange={(next) => { setFilters(next); setSelected(new Set()); }}>
              <Button variant="default" leftSection={<FileUp size={18} strokeWidth={1.75} />} onClick={() => setImporting(true)}>{t('memory.import')}</Button>
              <Button variant="default" leftSection={<ChartNoAxesColumn size={18} strokeWidth={1.75} />} onClick={() => setShowSize(true)}>{t('memory.size')}</Button>
              {(purges.data?.purges.length ?? 0) > 0 ? <Button variant="default" leftSection={<Undo2 size={18} strokeWidth={1.75} />} onClick={() => setShowPurges(true)}>{t('memory.pendingPurges', { count: purges.data?.purges.length ?? 0 })}</Button> : null}
            </MemoryFilters>
          )}
        </div>
        {active.isError ? <ErrorState error={active.error} onRetry={() => void active.refetch()} /> : null}
        {nothingAtAll ? (
          <EmptyState icon={Boxes} title={t('memory.empty')}>
            <Button onClick={() => setImporting(true)}>{t('memory.import')}</Button>
          </EmptyState>
        ) : null}
        {active.isError || nothingAtAll ? null : (
          <CaseTable
            rows={rows}
            total={total}
            loading={active.isPending || (searching && search.isPlaceholderData)}
            filters={filters}
            sortable={!searching}
            opened={opened ?? null}
            selected={selected}
            onSort={(sort, descending) => setFilters({ ...filters, sort, descending })}
            onOpen={open}
            onSelect={setSelected}
            onNearEnd={() => { if (!searching && list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage(); }}
          />
        )}
      </div>
      {opened === undefined ? null : <CaseDetail key={opened} id={opened} onClose={() => open(undefined)} onOpen={open} />}
      <ImportCases opened={importing} onClose={() => setImporting(false)} />
      {showSize ? <Suspense><MemorySize onClose={() => setShowSize(false)} /></Suspense> : null}
      <PendingPurgesDrawer opened={showPurges} onClose={() => setShowPurges(false)} />
    </div>
  );
}
