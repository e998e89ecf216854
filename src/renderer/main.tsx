import '@mantine/core/styles.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startTranslations } from './i18n/start-translations.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
await startTranslations();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
