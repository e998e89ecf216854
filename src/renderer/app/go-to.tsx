import { ActionIcon, Modal, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Boxes, Cpu, ScanSearch, Search, Settings, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../api/client.ts';
import classes from './go-to.module.css';

const pages = [
  { to: '/', icon: ScanSearch, label: 'shell.diagnose' },
  { to: '/memory', icon: Boxes, label: 'shell.memory' },
  { to: '/models', icon: Cpu, label: 'shell.models' },
  { to: '/privacy', icon: ShieldCheck, label: 'shell.privacy' },
  { to: '/settings', icon: Settings, label: 'shell.settings' },
] as const;

/** Ctrl/Cmd+K: any page, any case. */
export function GoTo() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure(false);
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 150);
  useHotkeys([['mod+K', open]], []);
  const found = useQuery({
    queryKey: ['go-to', wanted],
    queryFn: ({ signal }) => client.memory.search({ text: wanted, limit: 6 }, { signal }),
    enabled: opened && wanted.length > 1,
  });
  const leave = () => {
    close();
    setText('');
  };
  const matching = pages.filter((page) => t(page.label).toLowerCase().includes(text.trim().toLowerCase()));
  const cases = wanted.length > 1 ? [...(found.data?.cases ?? []), ...(found.data?.otherModels ?? [])] : [];
  const goFirst = () => {
    if (matching[0]) void navigate({ to: matching[0].to });
    else if (cases[0]) void navigate({ to: '/memory', search: { case: cases[0].id } });
    else return;
    leave();
  };
  return (
    <>
      <Tooltip label={`${t('shell.goTo')} Ctrl K`}>
        <ActionIcon color="gray" aria-label={t('shell.goTo')} onClick={open}>
          <Search size={20} strokeWidth={1.75} />
        </ActionIcon>
      </Tooltip>
      <Modal opened={opened} onClose={leave} title={t('shell.goTo')} closeButtonProps={{ 'aria-label': t('shell.close') }}>
        <TextInput
          data-autofocus
          value={text}
          placeholder={t('shell.goToPlaceholder')}
          aria-label={t('shell.goTo')}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && goFirst()}
        />
        <div className={classes.list}>
          {matching.map((page) => (
            <UnstyledButton
              key={page.to}
              className={classes.item}
              onClick={() => {
                void navigate({ to: page.to });
                leave();
              }}
            >
              <page.icon size={20} strokeWidth={1.75} aria-hidden className="soft" /> {t(page.label)}
            </UnstyledButton>
          ))}
          {cases.map((item) => (
            <UnstyledButton
              key={item.id}
              className={classes.item}
              onClick={() => {
                void navigate({ to: '/memory', search: { case: item.id } });
                leave();
              }}
            >
              <span className={classes.id}>{item.id}</span> <span className={classes.name}>{item.title}</span>
            </UnstyledButton>
          ))}
          {matching.length === 0 && cases.length === 0 && !found.isFetching ? <p className="soft">{t('shell.nothingFound')}</p> : null}
        </div>
      </Modal>
    </>
  );
}
