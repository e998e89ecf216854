import { Button, TagsInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, toFailure } from '../../api/client.ts';
import { ListSection } from '../../ui/list-page.tsx';
import classes from './privacy-page.module.css';

/** Words that the user wants masked beside what is found by itself. */
export function OwnWords() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => client.settings.describe() });
  const stored = settings.data?.settings.find((setting) => setting.key === 'ownWords')?.value as string[] | undefined;
  const [words, setWords] = useState<string[] | null>(null);
  const save = useMutation({
    mutationFn: (value: string[]) => client.settings.set({ key: 'ownWords', value }),
    onSuccess: (result) => {
      queries.setQueryData(['settings'], result);
      setWords(null);
    },
  });
  return (
    <ListSection title={t('house.ownWords')} note={t('house.ownWordsHint')}>
      <TagsInput
        size="md"
        aria-label={t('house.ownWords')}
        value={words ?? stored ?? []}
        onChange={setWords}
        placeholder={t('house.ownWordsPlaceholder')}
        splitChars={[',', '，', ';', '；']}
        clearable={false}
        className={classes.words ?? ''}
      />
      {save.isError ? (
        <p role="alert" className={classes.failure}>
          {toFailure(save.error).message || t('shell.failed')}
        </p>
      ) : null}
      {words ? (
        <div className={classes.buttons}>
          <Button loading={save.isPending} onClick={() => save.mutate(words)}>
            {t('shell.save')}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              setWords(null);
              save.reset();
            }}
          >
            {t('shell.cancel')}
          </Button>
        </div>
      ) : null}
    </ListSection>
  );
}
