import { Badge, Button, Progress, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, Download, FolderInput, Pause, ShieldCheck } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelState, Progress as Fetched } from '../../../preload/contract/index.ts';
import { client, toFailure } from '../../api/client.ts';
import { usePageTitle } from '../../app/page-title.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListPage, ListRow } from '../../ui/list-page.tsx';
import { useBytes } from '../../ui/use-bytes.ts';
import classes from './models-page.module.css';

const marks = { ready: { icon: CircleCheck, color: 'leaf' }, unchecked: { icon: CircleDashed, color: 'gray' }, missing: { icon: CircleDashed, color: 'yellow' }, damaged: { icon: CircleAlert, color: 'red' } } as const;

function State({ state }: { state: ModelState['state'] }) {
  const { t } = useTranslation();
  const { icon: Icon, color } = marks[state];
  return <Badge variant="light" color={color} leftSection={<Icon size={14} />} className={classes.badge}>{t(`house.modelState.${state}`)}</Badge>;
}

function FetchProgress({ progress }: { progress: Fetched }) {
  const { t, i18n } = useTranslation();
  const bytes = useBytes();
  const left = progress.secondsLeft === null ? '' : t('house.timeLeft', { time: new Intl.NumberFormat(i18n.language, { style: 'unit', unit: progress.secondsLeft > 90 ? 'minute' : 'second', unitDisplay: 'long', maximumFractionDigits: 0 }).format(progress.secondsLeft > 90 ? progress.secondsLeft / 60 : progress.secondsLeft) });
  return (
    <div className={classes.progress}>
      <Progress value={(progress.done / Math.max(1, progress.total)) * 100} aria-label={progress.what} />
      <span className="soft">{bytes(progress.done)} / {bytes(progress.total)}{progress.rate > 0 ? ` · ${bytes(progress.rate)}/s` : ''} {left}</span>
    </div>
  );
}

/** What is installed and whether it is whole; fetching with pause and resume; import from a folder or stick; native parts. */
export function ModelsPage() {
  const { t } = useTranslation();
  const bytes = useBytes();
  const queries = useQueryClient();
  usePageTitle(useMemo(() => <h1 className={classes.title}>{t('shell.models')}</h1>, [t]));
  const models = useQuery({ queryKey: ['models'], queryFn: () => client.models.list() });
  const status = useQuery({ queryKey: ['status'], queryFn: () => client.status() });
  const [progress, setProgress] = useState<Fetched | null>(null);
  const [folder, setFolder] = useState('');
  const running = useRef<AbortController | null>(null);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['models'] });
    void queries.invalidateQueries({ queryKey: ['status'] });
  };
  const fetchAll = useMutation({
    mutationFn: async (id: string | undefined) => {
      running.current = new AbortController();
      for await (const event of await client.models.fetch(id === undefined ? {} : { id }, { signal: running.current.signal })) if (event.type === 'progress') setProgress(event.progress);
    },
    onSettled: () => {
      setProgress(null);
      refresh();
    },
  });
  const verify = useMutation({ mutationFn: () => client.models.verify({}), onSuccess: refresh });
  const importFrom = useMutation({ mutationFn: (path: string) => client.models.importFrom({ folder: path }), onSuccess: refresh });
  const pick = async () => {
    const { folder: picked } = await client.pickFolder();
    if (picked !== null) importFrom.mutate(picked);
  };
  if (models.isError) return <ErrorState error={models.error} onRetry={() => void models.refetch()} />;
  const missing = models.data?.models.filter((model) => model.state === 'missing' || model.state === 'damaged') ?? [];
  const failure = [fetchAll.error, verify.error, importFrom.error].find((error) => error && toFailure(error).code !== 'cancelled');
  const paused = fetchAll.error && toFailure(fetchAll.error).code === 'cancelled';

  return (
    <ListPage loading={models.isPending}>
      <div className={classes.actions}>
        {fetchAll.isPending ? (
          <Button variant="default" leftSection={<Pause size={18} />} onClick={() => running.current?.abort()}>{t('house.pause')}</Button>
        ) : missing.length > 0 ? (
          <Button leftSection={<Download size={18} />} onClick={() => fetchAll.mutate(undefined)}>{paused ? t('house.resume') : t('house.fetchMissing', { size: bytes(missing.reduce((sum, model) => sum + model.bytes, 0)) })}</Button>
        ) : null}
        <Button variant="default" leftSection={<ShieldCheck size={18} />} loading={verify.isPending} onClick={() => verify.mutate()}>{t('house.verifyAll')}</Button>
        {status.data?.desktop ? (
          <Button variant="default" leftSection={<FolderInput size={18} />} loading={importFrom.isPending} onClick={() => void pick()}>{t('house.importFolder')}</Button>
        ) : (
          <form className={classes.folder} onSubmit={(event) => { event.preventDefault(); if (folder.trim()) importFrom.mutate(folder.trim()); }}>
            <TextInput aria-label={t('house.folderPath')} placeholder={t('house.folderPath')} value={folder} onChange={(event) => setFolder(event.currentTarget.value)} />
            <Button type="submit" variant="default" leftSection={<FolderInput size={18} />} disabled={folder.trim() === ''} loading={importFrom.isPending}>{t('house.import')}</Button>
          </form>
        )}
      </div>
      {progress ? <FetchProgress progress={progress} /> : null}
      {paused ? <p className="soft">{t('house.paused')}</p> : null}
      {failure ? <p role="alert" className={classes.failure}>{toFailure(failure).message}</p> : null}
      {verify.isSuccess ? <p role="status">{verify.data.files.every((file) => file.state === 'ready') ? t('house.allWhole', { count: verify.data.files.length }) : t('house.notWhole', { files: verify.data.files.filter((file) => file.state !== 'ready').map((file) => file.file).join(', ') })}</p> : null}
      {importFrom.isSuccess ? (
        <div role="status">
          <p>{importFrom.data.imported.length > 0 ? t('house.importedModels', { names: importFrom.data.imported.join(', ') }) : t('house.importedNone')}</p>
          {importFrom.data.refused.map((item) => <p key={item.file}>{item.file}: {item.reason}</p>)}
        </div>
      ) : null}
      {models.data?.models.map((model) => (
        <ListRow key={model.id} title={model.name} note={`${t(`house.role.${model.role}`, { defaultValue: model.role })} · ${bytes(model.bytes)} · ${model.licence} · ${model.origin}`}>
          <State state={model.state} />
          {(model.state === 'missing' || model.state === 'damaged') && !fetchAll.isPending ? <Button variant="default" onClick={() => fetchAll.mutate(model.id)}>{t('house.fetch')}</Button> : null}
        </ListRow>
      ))}
      <h2 className={classes.section}>{t('house.nativeParts')}</h2>
      {models.data?.nativeParts.map((part) => (
        <ListRow key={part.library} title={part.library} note={part.ok ? t('house.nativeOk') : part.message}>
          <State state={part.ok ? 'ready' : 'damaged'} />
        </ListRow>
      ))}
    </ListPage>
  );
}
