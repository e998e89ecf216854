import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useHotkeys } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ImageUp, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client.ts';
import { interfaceLanguage } from '../../i18n/start-translations.ts';
import { usePageTitle } from '../../app/page-title.tsx';
import type { FieldName } from '../../../preload/contract/vocabulary.ts';
import { Answer } from './answer.tsx';
import { Composer } from './composer.tsx';
import { isRunning } from './diagnosis-state.ts';
import { EarlierJobs } from './earlier-jobs.tsx';
import { EvidenceDrawer } from './evidence-drawer.tsx';
import { FirstStart } from './first-start.tsx';
import { OutcomeBar } from './outcome-bar.tsx';
import { PhotoPanel } from './photo-panel.tsx';
import { SimilarCases } from './similar-cases.tsx';
import { useDiagnosis } from './use-diagnosis.ts';
import { usePhotos, type Correction } from './use-photos.ts';
import classes from './diagnose-page.module.css';

const general = new Set(['Has this happened before?', '以前发生过这种情况吗？']);
const unusable = new Set(['withdrawn-unsafe', 'defeats-protection', 'did-not-hold', 'superseded', 'other-model', 'history-only']);

/** Photo and what was read on the left; question, similar cases, answer on the right; the composer at the bottom. */
export function DiagnosePage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { job: wantedJob } = useSearch({ from: '/' });
  const photos = usePhotos();
  const { state, ask, stop, reopen, clear } = useDiagnosis();
  const [question, setQuestion] = useState('');
  const [equipment, setEquipment] = useState('');
  const [cited, setCited] = useState<string | null>(null);
  const picker = useRef<() => void>(null);
  const status = useQuery({ queryKey: ['status'], queryFn: () => client.status() });

  useHotkeys([['mod+O', () => picker.current?.()]], []);
  const { add } = photos;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith('image/'));
      if (files.length > 0) add(files);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [add]);
  useEffect(() => {
    if (wantedJob) void reopen(wantedJob);
  }, [wantedJob, reopen]);

  // A known asset on a nameplate fills in the equipment, unless the user wrote one.
  const known = photos.photos.flatMap((photo) => photo.preview?.barcodes ?? []).find((code) => code.asset)?.asset;
  useEffect(() => {
    if (known) setEquipment((now) => now || known.equipment);
  }, [known]);
  const heading = useMemo(() => {
    const fields = [
      ...photos.photos.flatMap((photo) => photo.preview?.reading.fields ?? []),
      ...(photos.photos.length === 0 ? (state.diagnosis?.photos ?? []).flatMap((photo) => photo.fields) : []),
    ];
    const find = (name: FieldName) => fields.find((field) => field.name === name)?.value;
    const asset = find('asset');
    return (
      <span className={classes.job}>
        <h1 className={classes.heading}>{equipment || find('model') || find('equipment') || t('shell.diagnose')}</h1>
        {asset && asset !== equipment ? <span className={classes.asset}>{asset}</span> : null}
      </span>
    );
  }, [equipment, photos.photos, state.diagnosis, t]);
  usePageTitle(heading);

  const running = isRunning(state);
  const start = (corrections: readonly Correction[] = photos.corrections, wanted = '') => {
    const text = wanted || question.trim() || state.question;
    void ask({
      question: text,
      photos: photos.photos,
      corrections,
      equipment,
      ...(text === '' ? { language: interfaceLanguage() } : {}),
    }).then(() => queries.invalidateQueries({ queryKey: ['history'] }));
    setQuestion('');
  };
  const correct = (correction: Correction) => {
    photos.correct(correction);
    // A corrected code changes what is alike: recall runs again when something was asked already.
    if (state.phase !== 'idle')
      start([...photos.corrections.filter((item) => !(item.handle === correction.handle && item.index === correction.index)), correction]);
  };
  const newJob = () => {
    clear();
    photos.clear();
    setQuestion('');
    setEquipment('');
    void navigate({ to: '/', search: {} });
  };
  const fixes = [...(state.cases ?? [])].filter((item) => !item.cautions.some((caution) => unusable.has(caution)));
  const ready = photos.photos.some((photo) => photo.preview);
  // The core's own last resort is the default question in short.
  const suggestions = [t('diagnose.defaultQuestion'), ...(photos.current?.preview?.suggestions ?? []).filter((text) => !general.has(text))];
  const idle = state.phase === 'idle';
  // A new question starts at its top; where the page is one column, the photo scrolls out of the way.
  const right = useRef<HTMLElement>(null);
  const asked = state.phase === 'reading';
  useEffect(() => {
    if (!asked) return;
    right.current?.scrollIntoView({ block: 'start' });
    right.current?.firstElementChild?.scrollTo({ top: 0 });
  }, [asked]);

  return (
    <div className={classes.page}>
      <Dropzone.FullScreen
        active
        onDrop={photos.add}
        maxSize={64 * 1024 * 1024}
        activateOnClick={false}
        activateOnKeyboard={false}
        tabIndex={-1}
        aria-hidden
      >
        <div className={classes.dropHere}>
          <ImageUp size={48} strokeWidth={1.5} aria-hidden />
          <span>{t('diagnose.dropHere')}</span>
        </div>
      </Dropzone.FullScreen>
      <FilePicker openRef={picker} onFiles={photos.add} />
      <section className={classes.left} aria-label={t('diagnose.photos')}>
        <PhotoPanel
          photos={photos.photos}
          current={photos.current}
          corrections={photos.corrections}
          earlier={state.reopened ? (state.diagnosis?.photos ?? []) : []}
          onPick={() => picker.current?.()}
          onSelect={photos.select}
          onRemove={photos.remove}
          onRole={photos.setRole}
          onCorrect={correct}
        />
      </section>
      <section ref={right} className={classes.right}>
        <div className={classes.stream}>
          <div className={classes.bar}>
            {idle ? (
              <span className={classes.grow} />
            ) : (
              <p className={classes.question}>{state.question || t('diagnose.defaultQuestion')}</p>
            )}
            {idle && photos.photos.length === 0 ? null : (
              <Button variant="default" leftSection={<Plus size={18} strokeWidth={1.75} />} onClick={newJob}>
                {t('diagnose.newJob')}
              </Button>
            )}
            <EarlierJobs onOpen={(id) => void navigate({ to: '/', search: { job: id } })} />
          </div>
          {idle && status.data ? (
            <FirstStart
              status={status.data}
              photoRead={ready}
              suggestions={ready ? suggestions : []}
              onAsk={(text) => start(photos.corrections, text)}
            />
          ) : null}
          {!idle && (state.phase !== 'failed' || state.cases !== null) ? (
            <SimilarCases cases={state.cases} otherModels={state.otherModels} ms={state.msToCases} onOpen={setCited} />
          ) : null}
          {state.failure ? (
            <p role="alert" className={classes.failure}>
              {state.failure.message || t('shell.failed')}
            </p>
          ) : null}
          {!idle && state.phase !== 'failed' ? (
            <Answer state={state} onOpen={setCited}>
              {state.phase === 'done' && state.jobId ? (
                <OutcomeBar key={state.jobId} jobId={state.jobId} cases={fixes} earlier={state.settled} />
              ) : null}
            </Answer>
          ) : null}
        </div>
        <Composer
          question={question}
          equipment={equipment}
          running={running}
          canAsk={!photos.reading && (question.trim() !== '' || ready)}
          onQuestion={setQuestion}
          onEquipment={setEquipment}
          onAsk={() => start()}
          onStop={stop}
        />
      </section>
      <EvidenceDrawer id={cited} evidence={state.evidence} onClose={() => setCited(null)} />
    </div>
  );
}

/** The hidden file field behind "pick" and Ctrl/Cmd+O. */
function FilePicker({ openRef, onFiles }: { openRef: React.RefObject<(() => void) | null>; onFiles: (files: File[]) => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    openRef.current = () => field.current?.click();
  }, [openRef]);
  return (
    <input
      ref={field}
      type="file"
      accept="image/*,.heic,.heif"
      multiple
      hidden
      aria-label={t('diagnose.addPhoto')}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])]);
        event.currentTarget.value = '';
      }}
    />
  );
}
