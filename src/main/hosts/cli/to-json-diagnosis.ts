import type { Diagnosis } from '../../domain/diagnosis.ts';

/** The object that `diagnose --json` prints; programs rely on its fields, so nothing is added by accident. */
export function toJsonDiagnosis(diagnosis: Diagnosis) {
  const { usage } = diagnosis;
  return {
    answer: diagnosis.answer,
    language: diagnosis.language,
    stopped: diagnosis.stopped,
    evidence: diagnosis.evidence.map(({ id, kind, title, score }) => ({ id, kind, title, score })),
    similarCases: diagnosis.similarCases.map(({ id, kind, title, score, text, resolution, matchedBy }) => ({ id, kind, title, score, text, resolution, matchedBy })),
    photos: diagnosis.photos.map((photo) => ({
      description: photo.description,
      ocr: photo.ocr.map(({ text, box, confidence }) => ({ text, box, confidence })),
      fields: photo.fields.map(({ name, value }) => ({ name, value })),
      labels: photo.labels.map(({ name, confidence }) => ({ name, confidence })),
      width: photo.width,
      height: photo.height,
    })),
    steps: diagnosis.steps.map(({ tool, args, ms, tokensIn, tokensOut, cached }) => ({ tool, args, ms, tokensIn, tokensOut, cached })),
    grounding: { checked: diagnosis.grounding.checked, removed: diagnosis.grounding.removed.map(({ value, reason }) => ({ value, reason })) },
    masked: diagnosis.masked.map(({ kind, count }) => ({ kind, count })),
    usage: {
      tokensIn: usage.tokensIn,
      tokensOut: usage.tokensOut,
      rounds: usage.rounds,
      msToSimilarCases: usage.msToSimilarCases,
      msToFirstSentence: usage.msToFirstSentence,
      ms: usage.ms,
      peakRssBytes: usage.peakRssBytes,
    },
  };
}
