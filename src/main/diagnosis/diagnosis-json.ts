import type { Diagnosis } from '../domain/diagnosis.ts';

/** A diagnosis as one JSON object for programs. */
export function toDiagnosisJson(diagnosis: Diagnosis) {
  return {
    answer: diagnosis.answer,
    language: diagnosis.language,
    stopped: diagnosis.stopped,
    evidence: diagnosis.evidence.map(({ id, kind, title, score, text }) => ({ id, kind, title, score, text })),
    similarCases: diagnosis.similarCases.map(
      ({ id, kind, title, score, text, resolution, matchedBy, equipment, standing, cautions, source }) => ({
        id,
        kind,
        title,
        score,
        text,
        resolution,
        matchedBy,
        equipment,
        standing,
        cautions,
        source,
      }),
    ),
    photos: diagnosis.photos.map(({ description, ocr, fields, labels, width, height }) => ({
      description,
      ocr: ocr.map(({ text, box, confidence }) => ({ text, box, confidence })),
      fields: fields.map(({ name, value }) => ({ name, value })),
      labels: labels.map(({ name, confidence }) => ({ name, confidence })),
      width,
      height,
    })),
    steps: diagnosis.steps.map(({ tool, args, ms, tokensIn, tokensOut, cached }) => ({ tool, args, ms, tokensIn, tokensOut, cached })),
    grounding: { checked: diagnosis.grounding.checked, removed: diagnosis.grounding.removed },
    masked: diagnosis.masked,
    usage: {
      tokensIn: diagnosis.usage.tokensIn,
      tokensOut: diagnosis.usage.tokensOut,
      rounds: diagnosis.usage.rounds,
      msToSimilarCases: diagnosis.usage.msToSimilarCases,
      msToFirstSentence: diagnosis.usage.msToFirstSentence,
      ms: diagnosis.usage.ms,
      peakRssBytes: diagnosis.usage.peakRssBytes,
    },
  };
}
