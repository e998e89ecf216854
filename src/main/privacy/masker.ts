import { AppError } from '../domain/errors.ts';
import type { Masked, MaskedCount, PiiKind } from '../domain/masked.ts';
import type { Detector, Span } from './detector.ts';
import { accessToken } from './detectors/access-token.ts';
import { bankCard } from './detectors/bank-card.ts';
import { chineseId } from './detectors/chinese-id.ts';
import { chineseName } from './detectors/chinese-name.ts';
import { credential } from './detectors/credential.ts';
import { email } from './detectors/email.ts';
import { gpsPosition } from './detectors/gps-position.ts';
import { iban } from './detectors/iban.ts';
import { licencePlate } from './detectors/licence-plate.ts';
import { messengerId } from './detectors/messenger-id.ts';
import { ownWords } from './detectors/own-words.ts';
import { passport } from './detectors/passport.ts';
import { phone } from './detectors/phone.ts';
import { postalAddress } from './detectors/postal-address.ts';
import { publicIp } from './detectors/public-ip.ts';
import { urlCredential } from './detectors/url-credential.ts';
import { westernName } from './detectors/western-name.ts';
import { foldText } from './fold-text.ts';
import type { MaskResult, Masker } from './masked.ts';
import { createPseudonyms } from './pseudonym.ts';

/** Most specific first: of two spans of one length the earlier detector names the kind. */
const builtIn: readonly Detector[] = [
  accessToken,
  urlCredential,
  credential,
  chineseId,
  iban,
  bankCard,
  passport,
  email,
  messengerId,
  phone,
  licencePlate,
  publicIp,
  gpsPosition,
  postalAddress,
  westernName,
  chineseName,
];

interface Found {
  readonly start: number;
  readonly end: number;
  readonly kind: PiiKind;
  readonly canonical: string;
}

/** The longest of overlapping spans wins and is widened over those that overlap it in part, so that no rest remains. */
function settleOverlaps(spans: readonly Span[]): Span[] {
  const ranked = spans.map((span, rank) => ({ span, rank }));
  ranked.sort((a, b) => b.span.end - b.span.start - (a.span.end - a.span.start) || a.rank - b.rank);
  const byStart = ranked.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const order = new Map(ranked.map((entry, index) => [entry, index]));
  const settled: Span[] = [];
  let cluster: (typeof ranked)[number] | undefined;
  let start = 0;
  let end = 0;
  const flush = () => {
    if (cluster) settled.push({ ...cluster.span, start, end });
  };
  for (const entry of byStart) {
    if (cluster && entry.span.start < end) {
      end = Math.max(end, entry.span.end);
      if ((order.get(entry) as number) < (order.get(cluster) as number)) cluster = entry;
    } else {
      flush();
      cluster = entry;
      start = entry.span.start;
      end = entry.span.end;
    }
  }
  flush();
  return settled;
}

/**
 * The one maker of masked text. `secret` is the installation's (at least 16 bytes); `ownWords` is the user's list.
 * Every detector runs over a folded view of the text; what is found becomes a placeholder, and the rest is looked at
 * again until nothing more is found, so that masking twice is masking once. Errors: `internal` for a short secret.
 */
export function createMasker(options: { secret: Uint8Array; ownWords?: readonly string[] }): Masker {
  if (options.secret.length < 16) {
    throw new AppError('internal', 'The secret of this installation is too short. Restore the file installation-secret from a backup.');
  }
  const pseudonym = createPseudonyms(options.secret);
  const own = ownWords(options.ownWords ?? []);
  const detectors = [own, ...builtIn];

  function mask(text: string): MaskResult {
    let found: Found[] = [];
    for (;;) {
      const folded = foldText(text, found);
      const settled = settleOverlaps(
        detectors
          .flatMap((detector) => detector.detect(folded))
          .filter((span) => span.end > span.start && !folded.text.slice(span.start, span.end).includes('\uFFFC')),
      );
      if (settled.length === 0) break;
      const fresh = settled.map((span) => ({ ...folded.toOriginal(span.start, span.end), kind: span.kind, canonical: span.canonical }));
      found = [...found, ...fresh].sort((a, b) => a.start - b.start);
    }
    const pieces: string[] = [];
    let at = 0;
    const counts = new Map<PiiKind, number>();
    for (const { start, end, kind, canonical } of found) {
      pieces.push(text.slice(at, start), pseudonym(kind, canonical));
      at = end;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    pieces.push(text.slice(at));
    const list: MaskedCount[] = [...counts].map(([kind, count]) => ({ kind, count }));
    return {
      text: pieces.join('') as Masked,
      counts: list,
      spans: found.map(({ start, end, kind }) => ({ start, end, kind })),
    };
  }
  return { mask };
}
