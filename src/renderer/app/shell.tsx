import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { Boxes, Cpu, Languages, Moon, ScanSearch, Settings, ShieldCheck, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { client } from '../api/client.ts';
import { interfaceLanguage, setInterfaceLanguage } from '../i18n/start-translations.ts';
import { GoTo } from './go-to.tsx';
import { PageTitle } from './page-title.tsx';
import classes from './shell.module.css';

const above = [
  { to: '/', icon: ScanSearch, label: 'shell.diagnose' },
  { to: '/memory', icon: Boxes, label: 'shell.memory' },
] as const;
const below = [
  { to: '/models', icon: Cpu, label: 'shell.models' },
  { to: '/privacy', icon: ShieldCheck, label: 'shell.privacy' },
  { to: '/settings', icon: Settings, label: 'shell.settings' },
] as const;

/** Navigation, header and the page between them. */
export function Shell() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const status = useQuery({ queryKey: ['status'], queryFn: () => client.status(), refetchInterval: 5_000 });
  const connections = status.data?.connections ?? 0;
  const links = (items: typeof above | typeof below) =>
    items.map(({ to, icon: Icon, label }) => (
      <Link key={to} to={to} className={classes.link} activeOptions={{ exact: to === '/', includeSearch: false }}>
        <Icon size={22} strokeWidth={1.75} aria-hidden />
        {t(label)}
      </Link>
    ));
  return (
    <div className={classes.app}>
      <a
        href="#content"
        className={classes.skip}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <nav className={classes.nav} aria-label={t('shell.navigation')}>
        <img src="./icon.svg" alt="Fixlore" className={classes.mark} />
        {links(above)}
        <div className={classes.grow} />
        {links(below)}
      </nav>
      <div className={classes.page}>
        <header className={classes.header}>
          <div className={classes.title}>
            <PageTitle />
          </div>
          {status.data?.sample ? <span className={classes.sample}>{t('shell.sample')}</span> : null}
          <GoTo />
          <Tooltip label={t('shell.language')}>
            <ActionIcon
              color="gray"
              aria-label={t('shell.language')}
              onClick={() => void setInterfaceLanguage(interfaceLanguage() === 'zh' ? 'en' : 'zh')}
            >
              <Languages size={20} strokeWidth={1.75} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={scheme === 'dark' ? t('shell.light') : t('shell.dark')}>
            <ActionIcon
              color="gray"
              aria-label={scheme === 'dark' ? t('shell.light') : t('shell.dark')}
              onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
            >
              {scheme === 'dark' ? <Sun size={20} strokeWidth={1.75} /> : <Moon size={20} strokeWidth={1.75} />}
            </ActionIcon>
          </Tooltip>
          <Link to="/privacy" className={classes.pill} data-warned={connections > 0} title={t('shell.offlineHint')}>
            <span>{connections === 0 ? t('shell.offline') : t('shell.wasOnline', { count: connections })}</span>
          </Link>
        </header>
        <main id="content" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
