import { NumberInput, Select, Slider } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingDescription } from '../../../preload/contract/index.ts';
import classes from './settings-page.module.css';

interface Props {
  readonly setting: SettingDescription;
  /** What the core said against the last value. */
  readonly refused: string | null;
  readonly onSave: (value: unknown) => void;
}

const isShare = ({ type, minimum, maximum }: SettingDescription) => type === 'number' && minimum === 0 && maximum === 1;

/** The control that fits a setting. A value out of range is not bent into it: it is refused, with the range. */
export function SettingControl({ setting, refused, onSave }: Props) {
  const { t } = useTranslation();
  const [value, setValue] = useState(setting.value);
  useEffect(() => setValue(setting.value), [setting.value]);
  const label = t(`house.setting.${setting.key}.name`);
  if (setting.type === 'choice') {
    return (
      <Select
        aria-label={label}
        className={classes.control}
        allowDeselect={false}
        value={String(value)}
        error={refused}
        data={setting.choices.map((choice) => ({ value: choice, label: t(`house.choice.${choice}`, { defaultValue: choice }) }))}
        onChange={(next) => next !== null && onSave(next)}
      />
    );
  }
  if (isShare(setting)) {
    return (
      <div className={classes.share}>
        <Slider
          thumbLabel={label}
          classNames={{ root: classes.slider ?? '', trackContainer: classes.track ?? '' }}
          min={0}
          max={1}
          step={0.05}
          value={Number(value)}
          onChange={setValue}
          onChangeEnd={onSave}
          label={null}
        />
        <output className={classes.figure}>{Number(value).toFixed(2)}</output>
      </div>
    );
  }
  const number = typeof value === 'number' ? value : value === '' ? null : Number(value);
  const out = number === null || Number.isNaN(number) || number < (setting.minimum ?? -Infinity) || number > (setting.maximum ?? Infinity);
  const problem = out ? t('house.outOfRange', { minimum: setting.minimum, maximum: setting.maximum }) : refused;
  const commit = () => {
    if (!out && number !== setting.value) onSave(number);
  };
  return (
    <NumberInput
      aria-label={label}
      className={classes.control}
      step={setting.type === 'whole-number' ? 1 : 0.05}
      allowDecimal={setting.type === 'number'}
      clampBehavior="none"
      error={problem}
      errorProps={{ role: 'alert' }}
      value={value as number}
      onChange={setValue}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setValue(setting.value);
      }}
    />
  );
}
