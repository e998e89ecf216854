import { Button, CloseButton, FileButton, Popover, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ImageUp, ListFilter, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { unitKinds, unitStatuses, type UnitKind, type UnitStatus } from '../../../preload/contract/vocabulary.ts';
import { client } from '../../api/client.ts';
import { filtersSet, firstFilters, type MemoryFilterState } from './memory-filter-state.ts';
import classes from './memory-page.module.css';

interface Props {
  readonly filters: MemoryFilterState;
  readonly onChange: (filters: MemoryFilterState) => void;
  readonly children?: ReactNode;
}

/** Search by words or by a photo, the two filters that are used most, the rest behind one button. */
export function MemoryFilters({ filters, onChange, children }: Props) {
  const { t } = useTranslation();
  const facets = useQuery({ queryKey: ['memory', 'facets'], queryFn: () => client.memory.facets() });
  const set = (change: Partial<MemoryFilterState>) => onChange({ ...filters, ...change });
  const more = filtersSet(filters);
  return (
    <div className={classes.row} role="search">
      <TextInput
        className={classes.search}
        leftSection={<Search size={18} strokeWidth={1.75} />}
        aria-label={t('memory.search')}
        placeholder={filters.photo ? t('memory.byPhoto', { name: filters.photo.name }) : t('memory.search')}
        value={filters.text}
        maxLength={4000}
        onChange={(event) => set({ text: event.currentTarget.value })}
        rightSection={filters.text || filters.photo ? <CloseButton aria-label={t('memory.clearSearch')} onClick={() => set({ text: '', photo: null })} /> : null}
      />
      <FileButton accept="image/*,.heic,.heif" onChange={(photo) => photo && set({ photo })}>
        {(props) => <Button {...props} variant="default" px="sm" aria-label={t('memory.searchByPhoto')} title={t('memory.searchByPhoto')}><ImageUp size={20} strokeWidth={1.75} /></Button>}
      </FileButton>
      <Select className={classes.select} aria-label={t('memory.status')} value={filters.status} allowDeselect={false} data={unitStatuses.map((status) => ({ value: status, label: t(`memory.statuses.${status}`) }))} onChange={(value) => value && set({ status: value as UnitStatus })} />
      <Select className={classes.select} aria-label={t('memory.equipment')} placeholder={t('memory.equipment')} searchable clearable value={filters.equipment} data={[...(facets.data?.equipment ?? [])]} nothingFoundMessage={t('shell.nothingFound')} onChange={(equipment) => set({ equipment })} />
      <Popover width={320} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<ListFilter size={18} strokeWidth={1.75} />}>{more > 0 ? t('memory.filtersSet', { count: more }) : t('memory.filters')}</Button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={classes.more}>
            <Select label={t('memory.kind')} clearable comboboxProps={{ withinPortal: false }} value={filters.kind} data={unitKinds.map((kind) => ({ value: kind, label: t(`memory.kinds.${kind}`) }))} onChange={(kind) => set({ kind: kind as UnitKind | null })} />
            <TextInput label={t('memory.code')} value={filters.code} maxLength={60} onChange={(event) => set({ code: event.currentTarget.value })} />
            <Select label={t('memory.source')} clearable comboboxProps={{ withinPortal: false }} value={filters.source} data={[...(facets.data?.sources ?? [])]} onChange={(source) => set({ source })} />
            <Select label={t('memory.minImportance')} allowDeselect={false} comboboxProps={{ withinPortal: false }} value={String(filters.minImportance)} data={['1', '2', '3', '4', '5']} onChange={(value) => set({ minImportance: Number(value ?? 1) })} />
            <TextInput type="date" label={t('memory.from')} value={filters.from} onChange={(event) => set({ from: event.currentTarget.value })} />
            <TextInput type="date" label={t('memory.to')} value={filters.to} onChange={(event) => set({ to: event.currentTarget.value })} />
            <Button variant="default" onClick={() => onChange(firstFilters)}>{t('memory.clearFilters')}</Button>
          </div>
        </Popover.Dropdown>
      </Popover>
      {children}
    </div>
  );
}
