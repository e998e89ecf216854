import { Button, CloseButton, FileButton, Popover, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ImageUp, ListFilter, Search } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { unitKinds, unitStatuses, type UnitKind, type UnitStatus } from '../../../preload/contract/vocabulary.ts';
import { client } from '../../api/client.ts';
import { filtersSet, firstFilters, type MemoryFilterState } from './memory-filter-state.ts';
import classes from './memory-page.module.css';

interface Props {
  readonly filters: MemoryFilterState;
  readonly onChange: (filters: MemoryFilterState) => void;
  /** The first rows are there; what the choices offer is read after them. */
  readonly ready: boolean;
  readonly children?: ReactNode;
}

/** The photo that is searched by, with its name and a way to drop it again. */
function SearchedPhoto({ photo, onClear }: { photo: File; onClear: () => void }) {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return (
    <span className={classes.photo}>
      {url ? <img src={url} alt="" /> : null}
      <span>{t('memory.byPhoto', { name: photo.name })}</span>
      <CloseButton size={44} aria-label={t('memory.clearPhoto')} onClick={onClear} />
    </span>
  );
}

/** Search by words or by a photo, the two filters that are used most, the rest behind one button. */
export function MemoryFilters({ filters, onChange, ready, children }: Props) {
  const { t } = useTranslation();
  const facets = useQuery({ queryKey: ['memory', 'facets'], queryFn: () => client.memory.facets(), enabled: ready, staleTime: 60_000 });
  const set = (change: Partial<MemoryFilterState>) => onChange({ ...filters, ...change });
  const more = filtersSet(filters);
  const inside = { comboboxProps: { withinPortal: false } };
  return (
    <div className={classes.row} role="search">
      <TextInput
        className={classes.search}
        leftSection={<Search size={18} strokeWidth={1.75} />}
        aria-label={t('memory.search')}
        placeholder={t('memory.search')}
        value={filters.text}
        maxLength={4000}
        onChange={(event) => set({ text: event.currentTarget.value })}
        rightSection={
          filters.text ? <CloseButton size={44} aria-label={t('memory.clearSearch')} onClick={() => set({ text: '' })} /> : null
        }
      />
      {filters.photo ? (
        <SearchedPhoto photo={filters.photo} onClear={() => set({ photo: null })} />
      ) : (
        <FileButton accept="image/*,.heic,.heif" onChange={(photo) => photo && set({ photo })}>
          {(props) => (
            <Button {...props} variant="default" px="md" miw={44} aria-label={t('memory.searchByPhoto')} title={t('memory.searchByPhoto')}>
              <ImageUp size={20} strokeWidth={1.75} />
            </Button>
          )}
        </FileButton>
      )}
      <Select
        className={classes.select}
        aria-label={t('memory.status')}
        value={filters.status}
        allowDeselect={false}
        data={unitStatuses.map((status) => ({ value: status, label: t(`memory.statuses.${status}`) }))}
        onChange={(value) => value && set({ status: value as UnitStatus })}
      />
      <Select
        className={classes.select}
        aria-label={t('memory.equipment')}
        placeholder={t('memory.equipment')}
        searchable
        clearable
        value={filters.equipment}
        data={[...(facets.data?.equipment ?? [])]}
        nothingFoundMessage={t('shell.nothingFound')}
        onChange={(equipment) => set({ equipment })}
      />
      <Popover width={360} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<ListFilter size={18} strokeWidth={1.75} />} data-set={more > 0}>
            {more > 0 ? t('memory.filtersSet', { count: more }) : t('memory.filters')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={classes.more}>
            <Select
              label={t('memory.kind')}
              placeholder={t('memory.any')}
              clearable
              {...inside}
              value={filters.kind}
              data={unitKinds.map((kind) => ({ value: kind, label: t(`memory.kinds.${kind}`) }))}
              onChange={(kind) => set({ kind: kind as UnitKind | null })}
            />
            <TextInput
              label={t('memory.code')}
              value={filters.code}
              maxLength={60}
              onChange={(event) => set({ code: event.currentTarget.value })}
            />
            <Select
              label={t('memory.source')}
              placeholder={t('memory.any')}
              clearable
              {...inside}
              value={filters.source}
              data={[...(facets.data?.sources ?? [])]}
              onChange={(source) => set({ source })}
            />
            <Select
              label={t('memory.minImportance')}
              allowDeselect={false}
              {...inside}
              value={String(filters.minImportance)}
              data={['1', '2', '3', '4', '5']}
              onChange={(value) => set({ minImportance: Number(value ?? 1) })}
            />
            <div className={classes.dates}>
              <TextInput
                type="date"
                label={t('memory.from')}
                value={filters.from}
                onChange={(event) => set({ from: event.currentTarget.value })}
              />
              <TextInput
                type="date"
                label={t('memory.to')}
                value={filters.to}
                min={filters.from}
                onChange={(event) => set({ to: event.currentTarget.value })}
              />
            </div>
            <Button variant="default" onClick={() => onChange({ ...firstFilters, sort: filters.sort, descending: filters.descending })}>
              {t('memory.clearFilters')}
            </Button>
          </div>
        </Popover.Dropdown>
      </Popover>
      {children}
    </div>
  );
}
