import { createHashHistory, createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { ErrorState } from '../ui/error-state.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, errorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} /> });

const diagnose = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { job?: string } => (typeof search['job'] === 'string' ? { job: search['job'] } : {}),
  component: lazyRouteComponent(() => import('../features/diagnose/diagnose-page.tsx'), 'DiagnosePage'),
});
const memory = createRoute({
  getParentRoute: () => root,
  path: '/memory',
  validateSearch: (search: Record<string, unknown>): { case?: string } =>
    typeof search['case'] === 'string' ? { case: search['case'] } : {},
  component: lazyRouteComponent(() => import('../features/memory/memory-page.tsx'), 'MemoryPage'),
});
const models = createRoute({
  getParentRoute: () => root,
  path: '/models',
  component: lazyRouteComponent(() => import('../features/models/models-page.tsx'), 'ModelsPage'),
});
const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  component: lazyRouteComponent(() => import('../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([diagnose, memory, models, privacy, settings]),
  history: createHashHistory(),
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
