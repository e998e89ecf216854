import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback } from 'react';
import type { MemoryUnit } from '../../../preload/contract/vocabulary.ts';
import { client } from '../../api/client.ts';
import type { toListInput } from './memory-filter-state.ts';

export type ListInput = ReturnType<typeof toListInput>;

export const pageSize = 200;
/** Rows beyond those in sight that are fetched ahead. */
const ahead = 60;

/** One window of the list. It carries what it was asked for, so that rows of an earlier filter are known as such. */
export function casePage(input: ListInput, page: number) {
  return {
    queryKey: ['memory', 'list', input, page],
    queryFn: async ({ signal }: { signal: AbortSignal }) => ({
      ...(await client.memory.list({ ...input, offset: page * pageSize, limit: pageSize }, { signal })),
      input,
    }),
    staleTime: 30_000,
    // A long scroll must not keep the whole memory in the page.
    gcTime: 60_000,
  };
}

/** Windows that hold the rows in sight and a few beyond. */
export interface Sight {
  readonly from: number;
  readonly to: number;
}

export function sightOf(first: number, last: number): Sight {
  return { from: Math.max(0, Math.floor((first - ahead) / pageSize)), to: Math.floor((last + ahead) / pageSize) };
}

/**
 * The list by windows of rows: only those in sight are fetched, wherever the scrollbar is dragged to.
 * While a new filter is being answered, the rows of the one before stay.
 */
export function useCasePages(input: ListInput, sight: Sight, enabled: boolean) {
  const first = useQuery({ ...casePage(input, 0), placeholderData: keepPreviousData, enabled });
  const shown = first.data?.input ?? input;
  const total = first.data?.total ?? 0;
  // Dragged past a hundred windows, only the one where the drag rests is asked for.
  const [settled] = useDebouncedValue(sight, 60);
  const { from } = settled;
  const to = Math.min(Math.max(0, Math.ceil(total / pageSize) - 1), settled.to);
  const wanted = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at).filter((page) => page > 0);
  const others = useQueries({
    queries: wanted.map((page) => ({ ...casePage(shown, page), enabled: enabled && !first.isPlaceholderData })),
  });
  const failed = others.find((query) => query.isError);
  const pages = new Map<number, readonly MemoryUnit[]>(wanted.map((page, at) => [page, others[at]?.data?.units ?? []]));
  pages.set(0, first.data?.units ?? []);

  const unitAt = (index: number): MemoryUnit | undefined => pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  const retry = useCallback(() => {
    void first.refetch();
    for (const query of others) if (query.isError) void query.refetch();
  }, [first, others]);
  return {
    unitAt,
    total,
    shown,
    pending: first.isPending,
    stale: first.isPlaceholderData,
    error: first.error ?? failed?.error ?? null,
    retry,
  };
}
