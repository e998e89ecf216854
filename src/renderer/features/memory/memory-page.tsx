import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChartNoAxesColumn, FileUp, ImageUp, Undo2 } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MatchReason } from '../../../preload/contract/vocabulary.ts';
import { client, toFailure } from '../../api/client.ts';
import { usePageTitle } from '../../app/page-title.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CaseDetail } from './case-detail.tsx';
import { rowOfFound, rowOfUnit, type CaseRow } from './case-row.ts';
import { CaseTable } from './case-table.tsx';
import { EmptyMemory } from './empty-memory.tsx';
import { ImportCases } from './import-cases.tsx';
import { MemoryFilters } from './memory-filters.tsx';
import { firstFilters, toListInput, toSearchInput, type MemoryFilterState } from './memory-filter-state.ts';
import { PendingPurgesDrawer } from './pending-purges.tsx';
import { SelectionActions } from './selection-actions.tsx';
import { sightOf, useCasePages, type Sight } from './use-case-pages.ts';
import { useCaseSelection, type PickHow } from './use-case-selection.ts';
import classes from './memory-page.module.css';

// The chart library is large, and seldom needed.
const MemorySize = lazy(() => import('./memory-size.tsx').then((module) => ({ default: module.MemorySize })));
const noIds: readonly string[] = [];
const byWords: readonly MatchReason[] = ['words'];

/** The table is the page: filters above it, which turn into actions when something is selected; the detail slides in on the right. */
export function MemoryPage() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { case: opened } = useSearch({ from: '/memory' });
  const [filters, setFilters] = useState<MemoryFilterState>(firstFilters);
  const [asked] = useDebouncedValue(filters, 180);
  const [sight, setSight] = useState<Sight>({ from: 0, to: 0 });
  const [importing, setImporting] = useState(false);
  const [showSize, setShowSize] = useState(false);
  const [showPurges, setShowPurges] = useState(false);
  const searching = asked.text.trim().length > 1 || asked.photo !== null;

  const input = useMemo(() => toListInput(asked), [asked]);
  const list = useCasePages(input, sight, !searching);
  const search = useQuery({
    queryKey: ['memory', 'search', input, asked.text.trim(), asked.photo?.name, asked.photo?.lastModified, asked.photo?.size],
    queryFn: ({ signal }) => client.memory.search(toSearchInput(asked), { signal }),
    placeholderData: keepPreviousData,
    enabled: searching,
  });
  const status = useQuery({ queryKey: ['status'], queryFn: () => client.status() });
  const purges = useQuery({ queryKey: ['memory', 'purges'], queryFn: () => client.memory.purges() });

  const found = useMemo<readonly CaseRow[] | null>(
    () =>
      searching
        ? [
            ...(search.data
              ? [...search.data.cases, ...search.data.otherModels].map((item) => rowOfFound(item, search.data.importance[item.id] ?? null))
              : []),
            ...(search.data?.holding ?? []).map((unit) => rowOfUnit(unit, byWords)),
          ]
        : null,
    [searching, search.data],
  );
  const foundIds = useMemo(() => found?.map((row) => row.id) ?? noIds, [found]);
  const total = found?.length ?? list.total;
  const selection = useCaseSelection({ list: searching ? null : list.shown, ids: foundIds, total });
  const rowAt = (index: number): CaseRow | undefined => {
    if (found) return found[index];
    const unit = list.unitAt(index);
    return unit && rowOfUnit(unit);
  };

  const number = new Intl.NumberFormat(i18n.language).format(total);
  const counting = searching ? search.isPending : list.pending;
  usePageTitle(
    useMemo(
      () => (
        <h1 className={classes.heading}>
          {t('shell.memory')}{' '}
          {counting ? null : (
            <span className="soft" role="status">
              {t('memory.count', { count: total, shown: number })}
            </span>
          )}
        </h1>
      ),
      [t, total, number, counting],
    ),
  );

  const fail = useCallback(
    (error: unknown) => notifications.show({ message: toFailure(error).message || t('shell.failed'), color: 'yellow' }),
    [t],
  );
  const open = useCallback(
    (id: string | undefined) => void navigate({ to: '/memory', search: id === undefined ? {} : { case: id } }),
    [navigate],
  );
  const change = (next: MemoryFilterState) => {
    setFilters(next);
    selection.clear();
  };
  // Only another window of rows is news for the page; the table itself draws what scrolls by.
  const noteSight = useCallback((first: number, last: number) => {
    const next = sightOf(first, last);
    setSight((now) => (now.from === next.from && now.to === next.to ? now : next));
  }, []);
  const error = searching ? search.error : list.error;
  const empty = !searching && !list.pending && status.data?.units === 0 && (purges.data?.purges.length ?? 0) === 0;
  const waiting = purges.data?.purges.length ?? 0;

  return (
    <div className={classes.page} data-detail={opened !== undefined}>
      <Dropzone.FullScreen
        active={!importing}
        multiple={false}
        maxSize={64 * 1024 * 1024}
        activateOnClick={false}
        activateOnKeyboard={false}
        tabIndex={-1}
        aria-hidden
        onDrop={([photo]) => photo && change({ ...filters, photo })}
      >
        <div className={classes.drop}>
          <ImageUp size={48} strokeWidth={1.5} aria-hidden />
          <p>{t('memory.dropPhoto')}</p>
        </div>
      </Dropzone.FullScreen>
      <div className={classes.body}>
        <div className={classes.tools}>
          {selection.selected.size > 0 ? (
            <SelectionActions
              ids={[...selection.selected]}
              status={filters.status}
              onDone={selection.clear}
              onClear={selection.clear}
              onEdit={open}
            />
          ) : (
            <MemoryFilters filters={filters} onChange={change} ready={!list.pending || searching}>
              <Button variant="default" leftSection={<FileUp size={18} strokeWidth={1.75} />} onClick={() => setImporting(true)}>
                {t('memory.import')}
              </Button>
              <Button variant="default" leftSection={<ChartNoAxesColumn size={18} strokeWidth={1.75} />} onClick={() => setShowSize(true)}>
                {t('memory.size')}
              </Button>
              {waiting > 0 ? (
                <Button variant="default" leftSection={<Undo2 size={18} strokeWidth={1.75} />} onClick={() => setShowPurges(true)}>
                  {t('memory.pendingPurges', { count: waiting })}
                </Button>
              ) : null}
            </MemoryFilters>
          )}
        </div>
        {error ? (
          <ErrorState error={error} onRetry={() => (searching ? void search.refetch() : list.retry())} />
        ) : empty ? (
          <EmptyMemory onImport={() => setImporting(true)} />
        ) : (
          <CaseTable
            rowAt={rowAt}
            total={total}
            loading={searching ? search.isPending : list.pending}
            stale={searching ? search.isPlaceholderData : list.stale}
            filters={filters}
            sortable={!searching}
            opened={opened ?? null}
            selected={selection.selected}
            allSelected={selection.all}
            listKey={JSON.stringify([searching ? [asked.text, asked.photo?.name] : null, list.shown])}
            onSort={(sort, descending) => change({ ...filters, sort, descending })}
            onOpen={open}
            onPick={(index: number, id: string, how: PickHow) => void selection.pick(index, id, how).catch(fail)}
            onPickAll={() => void selection.pickAll().catch(fail)}
            onClear={selection.clear}
            onSight={noteSight}
          />
        )}
      </div>
      {opened === undefined ? null : <CaseDetail key={opened} id={opened} onClose={() => open(undefined)} onOpen={open} />}
      <ImportCases opened={importing} onClose={() => setImporting(false)} />
      {showSize ? (
        <Suspense>
          <MemorySize onClose={() => setShowSize(false)} />
        </Suspense>
      ) : null}
      <PendingPurgesDrawer opened={showPurges} onClose={() => setShowPurges(false)} />
    </div>
  );
}
