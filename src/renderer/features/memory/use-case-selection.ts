import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { casePage, pageSize, type ListInput } from './use-case-pages.ts';

export type PickHow = 'toggle' | 'range';

interface Source {
  /** Null while a search is shown: then `ids` are all there are. */
  readonly list: ListInput | null;
  readonly ids: readonly string[];
  readonly total: number;
}

/** Which cases are chosen: one by one, from the last one to another with Shift, or all that pass the filter. */
export function useCaseSelection({ list, ids, total }: Source) {
  const queries = useQueryClient();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<number | null>(null);

  const idsBetween = useCallback(
    async (from: number, to: number): Promise<string[]> => {
      if (list === null) return ids.slice(from, to + 1);
      const pages = Array.from(
        { length: Math.floor(to / pageSize) - Math.floor(from / pageSize) + 1 },
        (_, at) => Math.floor(from / pageSize) + at,
      );
      // Windows that were scrolled past in one jump are fetched for this.
      const read = await Promise.all(
        pages.map(async (page) => (await queries.fetchQuery(casePage(list, page))).units.map((unit) => unit.id)),
      );
      const start = (pages[0] ?? 0) * pageSize;
      return read.flat().slice(from - start, to - start + 1);
    },
    [ids, list, queries],
  );

  const pick = useCallback(
    async (index: number, id: string, how: PickHow) => {
      if (how === 'range' && anchor.current !== null) {
        const between = await idsBetween(Math.min(anchor.current, index), Math.max(anchor.current, index));
        setSelected((now) => new Set([...now, ...between]));
        return;
      }
      anchor.current = index;
      setSelected((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    [idsBetween],
  );

  const clear = useCallback(() => {
    anchor.current = null;
    setSelected(new Set());
  }, []);

  const pickAll = useCallback(async () => {
    if (list === null) return setSelected(new Set(ids));
    const { sort: _sort, descending: _descending, ...filter } = list;
    setSelected(new Set((await client.memory.ids(filter)).ids));
  }, [ids, list]);

  return { selected, pick, pickAll, clear, all: total > 0 && selected.size >= total };
}
