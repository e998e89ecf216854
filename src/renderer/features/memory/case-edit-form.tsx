import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { standings, type MemoryUnit, type Standing } from '../../../preload/contract/vocabulary.ts';
import { client, toFailure } from '../../api/client.ts';
import classes from './case-detail.module.css';

function formOf(unit: MemoryUnit) {
  return {
    title: unit.title as string,
    text: unit.text as string,
    resolution: unit.resolution as string,
    equipment: unit.equipment as string,
    asset: unit.asset as string,
    importance: unit.importance,
    standing: unit.standing,
  };
}

/** The fields of a case that a person may put right; only what was changed is sent. Escape leaves it as long as nothing would be lost. */
export function CaseEditForm({ unit, onDone }: { unit: MemoryUnit; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [form, setForm] = useState(() => formOf(unit));
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const change = Object.fromEntries(Object.entries(form).filter(([key, value]) => unit[key as keyof MemoryUnit] !== value));
  const save = useMutation({
    mutationFn: () => client.memory.edit({ id: unit.id, change }),
    onSuccess: (edited) => {
      queries.setQueryData(['memory', 'unit', unit.id], edited);
      void queries.invalidateQueries({ queryKey: ['memory'] });
      onDone();
    },
  });
  const line = (key: 'title' | 'equipment' | 'asset') => ({
    value: form[key],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setForm({ ...form, [key]: event.currentTarget.value }),
  });
  const lines = (key: 'text' | 'resolution') => ({
    value: form[key],
    onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => setForm({ ...form, [key]: event.currentTarget.value }),
  });
  return (
    <form
      className={classes.form}
      aria-label={t('memory.edit')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && Object.keys(change).length === 0) {
          event.stopPropagation();
          onDone();
        }
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (Object.keys(change).length === 0) onDone();
        else save.mutate();
      }}
    >
      <TextInput label={t('memory.columns.title')} ref={first} required maxLength={200} {...line('title')} />
      <Textarea label={t('diagnose.symptom')} required autosize minRows={3} maxRows={12} maxLength={20_000} {...lines('text')} />
      <Textarea label={t('diagnose.resolution')} autosize minRows={3} maxRows={12} maxLength={20_000} {...lines('resolution')} />
      <TextInput label={t('memory.equipment')} maxLength={80} {...line('equipment')} />
      <TextInput label={t('diagnose.field.asset')} maxLength={80} {...line('asset')} />
      <NumberInput
        label={t('memory.columns.importance')}
        min={1}
        max={5}
        allowDecimal={false}
        clampBehavior="strict"
        value={form.importance}
        onChange={(value) => setForm({ ...form, importance: Number(value) || 1 })}
      />
      <Select
        label={t('memory.columns.standing')}
        allowDeselect={false}
        value={form.standing}
        data={standings.map((standing) => ({ value: standing, label: t(`diagnose.standing.${standing}`) }))}
        onChange={(value) => value && setForm({ ...form, standing: value as Standing })}
      />
      <p className="soft">{t('diagnose.maskedBeforeSaved')}</p>
      {save.isError ? (
        <p role="alert" className={classes.failure}>
          {toFailure(save.error).message}
        </p>
      ) : null}
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          {t('shell.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('shell.cancel')}
        </Button>
      </div>
    </form>
  );
}
