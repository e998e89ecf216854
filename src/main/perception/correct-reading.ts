import { normaliseCode } from '../domain/code.ts';
import type { FieldName, PhotoField, PhotoReading } from '../domain/photo.ts';

/** A value that the user put right: which field of the reading, and what really stands there. */
export interface FieldCorrection {
  readonly field: number;
  readonly name: FieldName;
  readonly value: string;
}

function replaceOnce(text: string, from: string, to: string): string {
  const at = from === '' ? -1 : text.indexOf(from);
  return at < 0 ? text : text.slice(0, at) + to + text.slice(at + from.length);
}

/**
 * The reading with the user's corrections in place of what was read: in the field, in its line and in the description.
 * A corrected value is certain: no look-alikes are searched for it. Unknown field numbers are ignored.
 */
export function correctReading(reading: PhotoReading<string>, corrections: readonly FieldCorrection[]): PhotoReading<string> {
  let { description, ocr } = reading;
  const fields: PhotoField<string>[] = [...reading.fields];
  for (const { field: index, name, value } of corrections) {
    const field = fields[index];
    if (!field || value.trim() === '') continue;
    const wanted = value.trim();
    description = replaceOnce(description, field.value, wanted);
    ocr = ocr.map((line) =>
      line.text.includes(field.value) ? { ...line, text: replaceOnce(line.text, field.value, wanted), doubtful: [] } : line,
    );
    fields[index] = {
      ...field,
      name,
      value: wanted,
      normal: name === 'reading' ? '' : normaliseCode(wanted),
      lookAlikes: [],
      confidence: 1,
    };
  }
  // The user looked at the photo: what is corrected by hand can be trusted whatever the pixels say.
  const quality = corrections.length > 0 ? { ...reading.quality, textTrusted: true } : reading.quality;
  return { ...reading, description, ocr, fields, quality };
}
