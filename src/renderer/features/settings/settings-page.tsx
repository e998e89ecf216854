import { ActionIcon, Tooltip } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingDescription } from '../../../preload/contract/index.ts';
import { client, toFailure } from '../../api/client.ts';
import { usePageTitle } from '../../app/page-title.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListPage, ListRow, ListSection } from '../../ui/list-page.tsx';
import { SettingControl } from './setting-control.tsx';
import { groupSettings } from './setting-groups.ts';
import classes from './settings-page.module.css';

/** Every setting with its meaning, default and range. */
export function SettingsPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  usePageTitle(useMemo(() => <h1 className={classes.title}>{t('shell.settings')}</h1>, [t]));
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => client.settings.describe() });
  const save = useMutation({
    mutationFn: (change: { key: string; value: unknown }) => client.settings.set(change),
    onSuccess: (result) => queries.setQueryData(['settings'], result),
    onError: () => settings.refetch(),
  });
  if (settings.isError) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;

  const shown = (setting: SettingDescription, value: unknown) =>
    setting.type === 'choice' ? t(`house.choice.${String(value)}`, { defaultValue: String(value) }) : String(value);
  const noteOf = (setting: SettingDescription) =>
    [
      t(`house.setting.${setting.key}.meaning`),
      setting.minimum === undefined ? '' : t('house.range', { minimum: setting.minimum, maximum: setting.maximum }),
      t('house.default', { value: shown(setting, setting.default) }),
    ]
      .filter(Boolean)
      .join(' ');

  return (
    <ListPage loading={settings.isPending}>
      {groupSettings(settings.data?.settings ?? []).map(({ name, members }) => (
        <ListSection key={name} title={t(`house.settingGroup.${name}`)}>
          {members.map((setting) => {
            const refused = save.isError && save.variables.key === setting.key ? toFailure(save.error).message || t('shell.failed') : null;
            const changed = JSON.stringify(setting.value) !== JSON.stringify(setting.default);
            return (
              <ListRow key={setting.key} title={t(`house.setting.${setting.key}.name`)} note={noteOf(setting)}>
                {changed ? (
                  <Tooltip label={t('house.reset')}>
                    <ActionIcon
                      color="gray"
                      aria-label={t('house.resetOne', { name: t(`house.setting.${setting.key}.name`) })}
                      onClick={() => save.mutate({ key: setting.key, value: setting.default })}
                    >
                      <RotateCcw size={18} strokeWidth={1.75} />
                    </ActionIcon>
                  </Tooltip>
                ) : null}
                <SettingControl setting={setting} refused={refused} onSave={(value) => save.mutate({ key: setting.key, value })} />
              </ListRow>
            );
          })}
        </ListSection>
      ))}
    </ListPage>
  );
}
