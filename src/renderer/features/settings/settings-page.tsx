import { Button, NumberInput, Select, Slider } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingDescription } from '../../../preload/contract/index.ts';
import { client, toFailure } from '../../api/client.ts';
import { usePageTitle } from '../../app/page-title.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListPage, ListRow } from '../../ui/list-page.tsx';
import classes from './settings-page.module.css';

function Control({ setting, onSave }: { setting: SettingDescription; onSave: (value: unknown) => void }) {
  const { t } = useTranslation();
  const [value, setValue] = useState(setting.value);
  useEffect(() => setValue(setting.value), [setting.value]);
  const label = t(`house.setting.${setting.key}.name`);
  if (setting.type === 'choice') {
    return <Select aria-label={label} className={classes.control} allowDeselect={false} value={String(value)} data={setting.choices.map((choice) => ({ value: choice, label: t(`house.choice.${choice}`, { defaultValue: choice }) }))} onChange={(next) => next !== null && onSave(next)} />;
  }
  if (setting.type === 'number' && setting.minimum === 0 && setting.maximum === 1) {
    return <Slider aria-label={label} thumbLabel={label} className={classes.slider} min={0} max={1} step={0.05} value={Number(value)} onChange={setValue} onChangeEnd={onSave} label={(shown) => shown.toFixed(2)} marks={[{ value: Number(setting.default), label: Number(setting.default).toFixed(2) }]} />;
  }
  const commit = () => {
    if (value !== setting.value && value !== '') onSave(Number(value));
  };
  return (
    <NumberInput
      aria-label={label}
      className={classes.control}
      min={setting.minimum}
      max={setting.maximum}
      step={setting.type === 'whole-number' ? 1 : 0.05}
      allowDecimal={setting.type === 'number'}
      clampBehavior="blur"
      value={value as number}
      onChange={setValue}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

/** Every setting with its meaning, default and range. */
export function SettingsPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  usePageTitle(useMemo(() => <h1 className={classes.title}>{t('shell.settings')}</h1>, [t]));
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => client.settings.describe() });
  const save = useMutation({ mutationFn: (change: { key: string; value: unknown }) => client.settings.set(change), onSuccess: (result) => queries.setQueryData(['settings'], result), onError: () => settings.refetch() });
  if (settings.isError) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  return (
    <ListPage loading={settings.isPending}>
      {save.isError ? <p role="alert" className={classes.failure}>{toFailure(save.error).message}</p> : null}
      {settings.data?.settings
        .filter((setting) => setting.type !== 'words')
        .map((setting) => (
          <ListRow key={setting.key} title={t(`house.setting.${setting.key}.name`)} note={`${t(`house.setting.${setting.key}.meaning`)} ${setting.type === 'choice' ? '' : t('house.range', { minimum: setting.minimum, maximum: setting.maximum })} ${t('house.default', { value: setting.type === 'choice' ? t(`house.choice.${String(setting.default)}`, { defaultValue: String(setting.default) }) : String(setting.default) })}`}>
            <Control setting={setting} onSave={(value) => save.mutate({ key: setting.key, value })} />
            {JSON.stringify(setting.value) === JSON.stringify(setting.default) ? null : (
              <Button variant="subtle" px="sm" aria-label={t('house.reset')} title={t('house.reset')} onClick={() => save.mutate({ key: setting.key, value: setting.default })}>
                <RotateCcw size={18} strokeWidth={1.75} />
              </Button>
            )}
          </ListRow>
        ))}
    </ListPage>
  );
}
