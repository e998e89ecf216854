import { Button, FileButton, Modal, Progress, Select, Table } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caseFields, type CaseMapping } from '../../../preload/contract/vocabulary.ts';
import type { CsvImportResult, CsvPreview } from '../../../preload/contract/index.ts';
import { client, toFailure } from '../../api/client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ImportResult } from './import-result.tsx';
import classes from './import-cases.module.css';

/** A CSV file, which column is which, the first rows as they will be read, then the import with what was refused and why. */
export function ImportCases({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<CsvPreview | null>(null);
  const [mapping, setMapping] = useState<CaseMapping>({});
  const [progress, setProgress] = useState<{ done: number; total: number; secondsLeft: number | null } | null>(null);
  const [result, setResult] = useState<CsvImportResult | null>(null);
  const running = useRef<AbortController | null>(null);

  const choose = useMutation({
    mutationFn: (chosen: File) => client.memory.csvPreview({ file: chosen }),
    onSuccess: (read, chosen) => {
      setFile(chosen);
      setPreview(read);
      setMapping({ ...read.mapping });
    },
  });
  const start = useMutation({
    mutationFn: async () => {
      if (!file) return;
      running.current = new AbortController();
      const events = await client.memory.csvImport({ file, mapping }, { signal: running.current.signal });
      for await (const event of events) {
        if (event.type === 'progress') setProgress(event.progress);
        else setResult(event.result);
      }
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['memory'] });
      void queries.invalidateQueries({ queryKey: ['status'] });
    },
  });
  const close = () => {
    running.current?.abort();
    setFile(null);
    setPreview(null);
    setResult(null);
    setProgress(null);
    choose.reset();
    start.reset();
    onClose();
  };
  const failure = choose.error ?? start.error;
  const failed = failure ? toFailure(failure) : null;
  const stopped = start.error !== null && toFailure(start.error).code === 'cancelled';

  return (
    <Modal
      opened={opened}
      onClose={close}
      size="xl"
      title={t('memory.importTitle')}
      closeButtonProps={{ 'aria-label': t('shell.close'), size: 44 }}
    >
      {failed && failed.code !== 'cancelled' ? (
        <p role="alert" className={classes.failure}>
          {failed.message || t('shell.failed')}
        </p>
      ) : null}
      {result ? (
        <ImportResult result={result} onClose={close} />
      ) : !preview ? (
        <EmptyState icon={FileUp} title={t('memory.importHint')}>
          <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(chosen) => chosen && choose.mutate(chosen)}>
            {(props) => (
              <Button {...props} data-autofocus loading={choose.isPending}>
                {t('memory.chooseCsv')}
              </Button>
            )}
          </FileButton>
        </EmptyState>
      ) : (
        <div className={classes.stack}>
          <p>{t('memory.mappingHint', { count: preview.totalRows, name: file?.name ?? '' })}</p>
          <div className={classes.mapping}>
            {caseFields.map((field) => (
              <Select
                key={field}
                label={t(`memory.fields.${field}`)}
                placeholder={t('memory.noColumn')}
                clearable
                disabled={start.isPending}
                value={mapping[field] ?? null}
                data={[...preview.columns]}
                onChange={(column) => {
                  const { [field]: _gone, ...rest } = mapping;
                  setMapping(column ? { ...rest, [field]: column } : rest);
                }}
              />
            ))}
          </div>
          <div className={classes.preview} tabIndex={0} role="region" aria-label={t('memory.firstRows')}>
            <Table striped>
              <Table.Thead>
                <Table.Tr>
                  {preview.columns.map((column) => {
                    const fields = caseFields.filter((name) => mapping[name] === column);
                    return (
                      <Table.Th key={column}>
                        {column}
                        <span className={classes.field}>
                          {fields.length > 0 ? `→ ${fields.map((field) => t(`memory.fields.${field}`)).join(', ')}` : t('memory.notRead')}
                        </span>
                      </Table.Th>
                    );
                  })}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {preview.rows.map((row, index) => (
                  <Table.Tr key={index}>
                    {row.map((cell, column) => (
                      <Table.Td key={column}>
                        <span className={classes.cell}>{cell}</span>
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          <p className="soft">{t('diagnose.maskedBeforeSaved')}</p>
          {progress ? (
            <div role="status">
              <Progress
                value={(progress.done / Math.max(1, progress.total)) * 100}
                aria-label={t('memory.importing', { done: progress.done, total: progress.total })}
              />
              <span className="soft">
                {stopped
                  ? t('memory.importStopped', { done: progress.done, total: progress.total })
                  : t('memory.importing', { done: progress.done, total: progress.total })}
              </span>
            </div>
          ) : null}
          {!mapping.text && !mapping.title ? <p className={classes.failure}>{t('memory.textNeeded')}</p> : null}
          <div className={classes.buttons}>
            <Button disabled={!mapping.text && !mapping.title} loading={start.isPending} onClick={() => start.mutate()}>
              {t('memory.startImport', { count: preview.totalRows })}
            </Button>
            <Button variant="default" onClick={() => (start.isPending ? running.current?.abort() : close())}>
              {t('shell.cancel')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
