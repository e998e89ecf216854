import { Checkbox, Skeleton } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseRow } from './case-row.ts';
import { plainMasked } from './plain-masked.ts';
import type { PickHow } from './use-case-selection.ts';
import classes from './case-table.module.css';

/** A box of 20 px that is pressed within 44. */
export const box = { root: classes.check ?? '', input: classes.box ?? '' };

interface Props {
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
  /** Absent while its window of rows is on the way. */
  readonly row: CaseRow | undefined;
  readonly tabbable: boolean;
  readonly opened: boolean;
  readonly chosen: boolean;
  readonly date: Intl.DateTimeFormat;
  readonly onOpen: (id: string) => void;
  readonly onPick: (index: number, id: string, how: PickHow) => void;
  readonly onKey: (index: number, row: CaseRow, event: React.KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (index: number) => void;
}

/** One line of the table, drawn anew only when it changes: click or Enter opens it, its box or Space chooses it, with Shift all from the last choice on. */
export const CaseTableRow = memo(function CaseTableRow({
  index,
  start,
  row,
  tabbable,
  opened,
  chosen,
  date,
  onOpen,
  onPick,
  onKey,
  onFocus,
}: Props) {
  const { t } = useTranslation();
  const style = { transform: `translateY(${start}px)` };
  if (!row)
    return (
      <div className={classes.row} style={style} role="row" aria-rowindex={index + 2} aria-busy>
        <span role="gridcell" className={classes.waiting}>
          <Skeleton height={16} width="60%" />
        </span>
      </div>
    );
  const plain = (text: string) => plainMasked(text, (kind) => t(`diagnose.pii.${kind}`, { defaultValue: kind }));
  return (
    <div
      role="row"
      tabIndex={tabbable ? 0 : -1}
      data-row={index}
      data-case={row.id}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={classes.row}
      data-opened={opened}
      data-selected={chosen}
      style={style}
      onFocus={() => onFocus(index)}
      onClick={(event) =>
        event.target instanceof HTMLInputElement ||
        (event.shiftKey
          ? onPick(index, row.id, 'range')
          : event.ctrlKey || event.metaKey
            ? onPick(index, row.id, 'toggle')
            : onOpen(row.id))
      }
      onKeyDown={(event) => event.target === event.currentTarget && onKey(index, row, event)}
    >
      <span role="gridcell">
        <Checkbox
          classNames={box}
          tabIndex={-1}
          aria-label={t('memory.select', { id: row.id })}
          checked={chosen}
          onChange={(event) => onPick(index, row.id, (event.nativeEvent as MouseEvent).shiftKey ? 'range' : 'toggle')}
        />
      </span>
      <span role="gridcell" className={classes.title}>
        <span className={classes.text}>{plain(row.title)}</span>
        <span className={classes.sub}>
          <span className="mono">{row.id}</span>
          {row.matchedBy.length > 0 ? ` · ${row.matchedBy.map((reason) => t(`diagnose.reason.${reason}`)).join(' · ')}` : ''}
        </span>
      </span>
      <span role="gridcell" className={classes.clip}>
        {plain(row.equipment)}
      </span>
      <span role="gridcell" className={`${classes.clip} mono`}>
        {row.codes.slice(0, 3).join(' ')}
      </span>
      <span role="gridcell" className={classes.quiet}>
        {t(`diagnose.standing.${row.standing}`)}
      </span>
      <span role="gridcell" className={classes.quiet}>
        {row.importance ?? '–'}
      </span>
      <span role="gridcell" className={classes.quiet}>
        {date.format(new Date(row.madeAt))}
      </span>
    </div>
  );
});
