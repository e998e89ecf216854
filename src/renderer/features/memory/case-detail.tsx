import { ActionIcon, Button, Loader, NumberInput, Select, Textarea, TextInput, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { standings, type MemoryUnit, type Standing } from '../../../preload/contract/vocabulary.ts';
import { client, toFailure } from '../../api/client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { MaskedText } from '../../ui/masked-text.tsx';
import { StoredPhoto } from '../../ui/stored-photo.tsx';
import { SelectionActions } from './selection-actions.tsx';
import classes from './case-detail.module.css';

function Facts({ unit, onOpen }: { unit: MemoryUnit; onOpen: (id: string) => void }) {
  const { t, i18n } = useTranslation();
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const sources = [unit.source, ...unit.mergedSources].map((source) => `${source.system} ${source.id}`);
  const facts: [string, string][] = [
    [t('memory.equipment'), unit.equipment],
    [t('diagnose.field.asset'), unit.asset],
    [t('memory.columns.codes'), unit.codes.join(' ')],
    [t('memory.workOrder'), unit.workOrder],
    [t('diagnose.standingLabel'), t(`diagnose.standing.${unit.standing}`)],
    [t('memory.status'), t(`memory.statuses.${unit.status}`)],
    [t('memory.kind'), t(`memory.kinds.${unit.kind}`)],
    [t('memory.columns.importance'), String(unit.importance)],
    [t('memory.columns.madeAt'), date.format(new Date(unit.madeAt))],
    [t('memory.used'), t('memory.usedTimes', { count: unit.useCount, when: date.format(new Date(unit.lastUsedAt)) })],
    [t('memory.source'), sources.join('; ')],
  ];
  const links = [...unit.conflictsWith.map((id) => ({ id, how: t('diagnose.caution.conflict') })), ...(unit.supersededBy ? [{ id: unit.supersededBy, how: t('memory.supersededBy') }] : [])];
  return (
    <>
      <dl className={classes.facts}>
        {facts.filter(([, value]) => value !== '').map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd><MaskedText text={value} /></dd>
          </div>
        ))}
      </dl>
      {links.map(({ id, how }) => (
        <Button key={id} variant="default" onClick={() => onOpen(id)}>{how}: {id}</Button>
      ))}
    </>
  );
}

function EditForm({ unit, onDone }: { unit: MemoryUnit; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [form, setForm] = useState({ title: unit.title as string, text: unit.text as string, resolution: unit.resolution as string, equipment: unit.equipment as string, asset: unit.asset as string, importance: unit.importance, standing: unit.standing });
  const save = useMutation({
    mutationFn: () => {
      const change = Object.fromEntries(Object.entries(form).filter(([key, value]) => unit[key as keyof MemoryUnit] !== value));
      return client.memory.edit({ id: unit.id, change });
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['memory'] });
      onDone();
    },
  });
  const text = (key: 'title' | 'equipment' | 'asset') => ({ value: form[key], onChange: (event: React.ChangeEvent<HTMLInputElement>) => setForm({ ...form, [key]: event.currentTarget.value }) });
  return (
    <form className={classes.form} onSubmit={(event) => { event.preventDefault(); save.mutate(); }}>
      <TextInput label={t('memory.columns.title')} required maxLength={200} {...text('title')} />
      <Textarea label={t('diagnose.symptom')} required autosize minRows={3} maxLength={20_000} value={form.text} onChange={(event) => setForm({ ...form, text: event.currentTarget.value })} />
      <Textarea label={t('diagnose.resolution')} autosize minRows={3} maxLength={20_000} value={form.resolution} onChange={(event) => setForm({ ...form, resolution: event.currentTarget.value })} />
      <TextInput label={t('memory.equipment')} maxLength={80} {...text('equipment')} />
      <TextInput label={t('diagnose.field.asset')} maxLength={80} {...text('asset')} />
      <NumberInput label={t('memory.columns.importance')} min={1} max={5} clampBehavior="strict" value={form.importance} onChange={(value) => setForm({ ...form, importance: Number(value) || 1 })} />
      <Select label={t('diagnose.standingLabel')} allowDeselect={false} value={form.standing} data={standings.map((standing) => ({ value: standing, label: t(`diagnose.standing.${standing}`) }))} onChange={(value) => value && setForm({ ...form, standing: value as Standing })} />
      <p className="soft">{t('diagnose.maskedBeforeSaved')}</p>
      {save.isError ? <p role="alert" className={classes.failure}>{toFailure(save.error).message}</p> : null}
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>{t('shell.save')}</Button>
        <Button variant="default" onClick={onDone}>{t('shell.cancel')}</Button>
      </div>
    </form>
  );
}

/** One case: photo, text with its placeholders explained, history and links; edited in place. */
export function CaseDetail({ id, onClose, onOpen }: { id: string; onClose: () => void; onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const unit = useQuery({ queryKey: ['memory', 'unit', id], queryFn: ({ signal }) => client.memory.get({ id }, { signal }) });
  useHotkeys([['Escape', onClose]]);
  return (
    <aside className={classes.detail} aria-label={id}>
      <div className={classes.head}>
        <strong className="mono">{id}</strong>
        {unit.data && !editing ? (
          <Tooltip label={t('memory.edit')}>
            <ActionIcon color="gray" aria-label={t('memory.edit')} onClick={() => setEditing(true)}><Pencil size={18} strokeWidth={1.75} /></ActionIcon>
          </Tooltip>
        ) : null}
        <ActionIcon color="gray" aria-label={t('shell.close')} onClick={onClose}><X size={20} strokeWidth={1.75} /></ActionIcon>
      </div>
      {unit.isPending ? <Loader size={20} /> : null}
      {unit.isError ? <ErrorState error={unit.error} onRetry={() => void unit.refetch()} /> : null}
      {unit.data && editing ? <EditForm unit={unit.data} onDone={() => setEditing(false)} /> : null}
      {unit.data && !editing ? (
        <div className={classes.body}>
          <h2><MaskedText text={unit.data.title} /></h2>
          {unit.data.photos.map((photo) => (
            <figure key={photo.file}>
              <StoredPhoto file={photo.file} size="full" alt={t(`diagnose.role.${photo.role}`)} className={classes.photo} />
              <figcaption className="soft">{t(`diagnose.role.${photo.role}`)}</figcaption>
            </figure>
          ))}
          <h3>{t('diagnose.symptom')}</h3>
          <p><MaskedText text={unit.data.text} /></p>
          {unit.data.resolution ? (
            <>
              <h3>{t('diagnose.resolution')}</h3>
              <p><MaskedText text={unit.data.resolution} /></p>
            </>
          ) : null}
          <Facts unit={unit.data} onOpen={onOpen} />
          <SelectionActions ids={[id]} status={unit.data.status} onDone={onClose} />
        </div>
      ) : null}
    </aside>
  );
}
