import { Button, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FolderInput, Pause, ShieldCheck } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelState, Progress } from '../../../preload/contract/index.ts';
import { client, toFailure } from '../../api/client.ts';
import { usePageTitle } from '../../app/page-title.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListPage, ListRow, ListSection } from '../../ui/list-page.tsx';
import { useBytes } from '../../ui/use-bytes.ts';
import { FetchProgress } from './fetch-progress.tsx';
import { ModelStateMark } from './model-state.tsx';
import { NativeParts } from './native-parts.tsx';
import classes from './models-page.module.css';

const isAbsent = (model: ModelState) => model.state === 'missing' || model.state === 'damaged';

/** What is installed and whether it is whole; fetching with pause and resume; import from a folder or stick; native parts. */
export function ModelsPage() {
  const { t } = useTranslation();
  const bytes = useBytes();
  const queries = useQueryClient();
  usePageTitle(useMemo(() => <h1 className={classes.title}>{t('shell.models')}</h1>, [t]));
  const models = useQuery({ queryKey: ['models'], queryFn: () => client.models.list() });
  const status = useQuery({ queryKey: ['status'], queryFn: () => client.status() });
  const [progress, setProgress] = useState<Progress | null>(null);
  const [folder, setFolder] = useState('');
  const running = useRef<AbortController | null>(null);
  // What runs for a page that is gone stops; what was fetched is kept.
  useEffect(() => () => running.current?.abort(), []);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['models'] });
    void queries.invalidateQueries({ queryKey: ['status'] });
  };
  const verify = useMutation({
    mutationFn: (id: string | undefined) => client.models.verify(id === undefined ? {} : { id }),
    onSuccess: refresh,
  });
  const fetching = useMutation({
    mutationFn: async (id: string | undefined) => {
      running.current = new AbortController();
      for await (const event of await client.models.fetch(id === undefined ? {} : { id }, { signal: running.current.signal }))
        if (event.type === 'progress') setProgress(event.progress);
      setProgress(null);
    },
    onMutate: () => verify.reset(),
    onSettled: refresh,
  });
  const importFrom = useMutation({
    mutationFn: (path: string) => client.models.importFrom({ folder: path }),
    onMutate: () => verify.reset(),
    onSuccess: refresh,
  });
  const pick = async () => {
    const { folder: picked } = await client.pickFolder();
    if (picked !== null) importFrom.mutate(picked);
  };
  if (models.isError) return <ErrorState error={models.error} onRetry={() => void models.refetch()} />;

  // The list goes by size and time; what was hashed a moment ago is known better.
  const damaged = new Set(verify.data?.files.filter((file) => file.state === 'damaged').map((file) => file.model));
  const all = (models.data?.models ?? []).map((model) =>
    damaged.has(model.id) && model.state !== 'missing' ? { ...model, state: 'damaged' as const } : model,
  );
  const absent = all.filter(isAbsent);
  const paused = fetching.error !== null && toFailure(fetching.error).code === 'cancelled';
  const failure = [fetching.error, verify.error, importFrom.error].find((error) => error && toFailure(error).code !== 'cancelled');
  const broken = verify.data?.files.filter((file) => file.state !== 'ready') ?? [];
  const missingBytes = absent.reduce((sum, model) => sum + model.bytes, 0);

  return (
    <ListPage loading={models.isPending}>
      <ListSection
        title={t('house.models')}
        note={absent.length > 0 ? t('house.modelsMissing', { count: absent.length, size: bytes(missingBytes) }) : t('house.modelsWhole')}
        action={
          <div className={classes.actions}>
            <Button
              variant="default"
              leftSection={<ShieldCheck size={18} strokeWidth={1.75} />}
              loading={verify.isPending && verify.variables === undefined}
              disabled={fetching.isPending}
              onClick={() => verify.mutate(undefined)}
            >
              {t('house.verifyAll')}
            </Button>
            {fetching.isPending ? (
              <Button variant="default" leftSection={<Pause size={18} strokeWidth={1.75} />} onClick={() => running.current?.abort()}>
                {t('house.pause')}
              </Button>
            ) : absent.length > 0 ? (
              <Button leftSection={<Download size={18} strokeWidth={1.75} />} onClick={() => fetching.mutate(fetching.variables)}>
                {paused ? t('house.resume') : t('house.fetchMissing', { size: bytes(missingBytes) })}
              </Button>
            ) : null}
          </div>
        }
      >
        {progress ? <FetchProgress progress={progress} /> : null}
        {paused ? (
          <p className={classes.said} role="status">
            {t('house.paused')}
          </p>
        ) : null}
        {failure ? (
          <p role="alert" className={classes.failure}>
            {toFailure(failure).message || t('shell.failed')}
          </p>
        ) : null}
        {verify.isSuccess ? (
          <p role="status" className={broken.length === 0 ? classes.good : classes.failure}>
            {broken.length === 0
              ? t('house.allWhole', { count: verify.data.files.length })
              : t('house.notWhole', { files: broken.map((file) => file.file).join(', ') })}
          </p>
        ) : null}
        {all.map((model) => (
          <ListRow
            key={model.id}
            title={model.name}
            note={
              <>
                {t(`house.role.${model.role}`, { defaultValue: model.role })} · {bytes(model.bytes)} · {model.licence}
                <div className={classes.origin}>{model.origin}</div>
              </>
            }
          >
            <ModelStateMark state={model.state} />
            {isAbsent(model) ? (
              <Button
                variant="default"
                className={classes.act}
                aria-label={t('house.fetchOne', { name: model.name })}
                disabled={fetching.isPending}
                onClick={() => fetching.mutate(model.id)}
              >
                {t('house.fetch')}
              </Button>
            ) : (
              <Button
                variant="default"
                className={classes.act}
                aria-label={t('house.verifyOne', { name: model.name })}
                loading={verify.isPending && verify.variables === model.id}
                onClick={() => verify.mutate(model.id)}
              >
                {t('house.verify')}
              </Button>
            )}
          </ListRow>
        ))}
      </ListSection>

      <ListSection title={t('house.importFolder')} note={t('house.importNote')}>
        {status.data?.desktop ? (
          <div className={classes.folder}>
            <Button
              variant="default"
              leftSection={<FolderInput size={18} strokeWidth={1.75} />}
              loading={importFrom.isPending}
              onClick={() => void pick()}
            >
              {t('house.chooseFolder')}
            </Button>
          </div>
        ) : (
          <form
            className={classes.folder}
            onSubmit={(event) => {
              event.preventDefault();
              if (folder.trim()) importFrom.mutate(folder.trim());
            }}
          >
            <TextInput
              aria-label={t('house.folderPath')}
              placeholder={t('house.folderPath')}
              value={folder}
              onChange={(event) => setFolder(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant="default"
              leftSection={<FolderInput size={18} strokeWidth={1.75} />}
              disabled={folder.trim() === ''}
              loading={importFrom.isPending}
            >
              {t('house.import')}
            </Button>
          </form>
        )}
        {importFrom.isSuccess ? (
          <div role="status" className={classes.said}>
            {t('house.importedModels', { names: importFrom.data.imported.join(', ') })}
            {importFrom.data.refused.map((item) => (
              <div key={item.file}>
                {item.file}: {item.reason}
              </div>
            ))}
          </div>
        ) : null}
      </ListSection>
      {models.isPending ? <Skeleton height={120} /> : <NativeParts />}
    </ListPage>
  );
}
