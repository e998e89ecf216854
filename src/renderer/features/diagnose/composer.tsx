import { Button, Menu, Textarea, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp, History, Square } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client.ts';
import classes from './composer.module.css';

interface Props {
  readonly question: string;
  readonly equipment: string;
  readonly running: boolean;
  readonly canAsk: boolean;
  readonly onQuestion: (text: string) => void;
  readonly onEquipment: (text: string) => void;
  readonly onAsk: () => void;
  readonly onStop: () => void;
}

export const longestQuestion = 4000;

/** The question, with what was asked before; stays at the bottom of the page. */
export function Composer({ question, equipment, running, canAsk, onQuestion, onEquipment, onAsk, onStop }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const history = useQuery({ queryKey: ['history'], queryFn: () => client.diagnose.history() });
  useHotkeys([['/', () => field.current?.focus()]]);
  // Escape belongs to an open dialog first.
  useHotkeys([['Escape', () => running && !document.querySelector('[role="dialog"]') && onStop()]], []);
  const earlier = history.data?.questions ?? [];
  const tooLong = question.length > longestQuestion;
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        if (running) onStop();
        else if (canAsk && !tooLong) onAsk();
      }}
    >
      <div className={classes.row}>
        <Textarea
          ref={field}
          className={classes.question}
          aria-label={t('diagnose.question')}
          placeholder={t('diagnose.questionPlaceholder')}
          value={question}
          autosize
          minRows={1}
          maxRows={6}
          error={tooLong ? t('diagnose.tooLong', { most: longestQuestion, count: question.length }) : undefined}
          onChange={(event) => onQuestion(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (!running && canAsk && !tooLong) onAsk();
          }}
        />
        <TextInput
          className={classes.equipment}
          aria-label={t('diagnose.equipment')}
          placeholder={t('diagnose.equipmentShort')}
          maxLength={80}
          value={equipment}
          onChange={(event) => onEquipment(event.currentTarget.value)}
        />
        {earlier.length > 0 ? (
          <Menu position="top-end" width={360}>
            <Menu.Target>
              <Button variant="default" px="sm" aria-label={t('diagnose.history')} title={t('diagnose.history')}>
                <History size={20} strokeWidth={1.75} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {earlier.slice(0, 8).map((text) => (
                <Menu.Item
                  key={text}
                  mih={44}
                  onClick={() => {
                    onQuestion(text);
                    field.current?.focus();
                  }}
                >
                  <span className={classes.earlier}>{text}</span>
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
        {running ? (
          <Button type="submit" variant="default" leftSection={<Square size={18} />} className={classes.send}>
            {t('diagnose.stop')}
          </Button>
        ) : (
          <Button type="submit" disabled={!canAsk || tooLong} leftSection={<ArrowUp size={18} />} className={classes.send}>
            {t('diagnose.ask')}
          </Button>
        )}
      </div>
    </form>
  );
}
