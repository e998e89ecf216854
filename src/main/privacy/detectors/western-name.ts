import { groupRange, type Detector, type Span } from '../detector.ts';
import { alsoWords, givenNames, notNames } from './name-words.ts';

const capital =
  "[\\p{Lu}][\\p{Ll}\\p{M}]+(?:['-][\\p{Lu}]?[\\p{Ll}\\p{M}]+){0,2}|[\\p{Lu}]['’][\\p{Lu}]?\\p{Ll}+|Mc\\p{Lu}\\p{Ll}+|Mac\\p{Lu}\\p{Ll}+";
const initial = '\\p{Lu}\\.';
const particle = '(?:van|von|de|der|den|del|della|da|di|dos|du|la|le|bin|ibn|al|el|ten|zu)';
const properName = `(?:${capital}|${initial})(?: (?:${particle} ){0,2}(?:${capital}|${initial})){0,3}`;

const titled = new RegExp(
  `(?<![\\p{L}])(?:[Mm]r|[Mm]rs|[Mm]s|[Mm]iss|[Dd]r|(?:MR|MRS|MS|DR)(?=\\.? \\p{Lu}{3})|[Pp]rof|Herr|Frau|Mme|Monsieur|Madame|Sr|Sra|Ing|Dipl\\.-Ing)\\.?:? (?<value>${properName}|[\\p{Lu}]{3,20}(?: [\\p{Lu}]{3,20})?)`,
  'dgu',
);
const labels =
  '(?:[Cc]ontact(?: [Pp]erson| [Nn]ame)?|CONTACT|[Oo]perator|OPERATOR|[Tt]echnician|TECHNICIAN|[Tt]ech|TECH|[Ee]ngineer|ENGINEER|[Mm]echanic|[Ee]lectrician|[Ff]itter|[Cc]ustomer|[Cc]aller|[Cc]lient|[Mm]anager|[Ss]upervisor|[Ff]oreman|[Ii]nspector|[Aa]uthor|[Oo]wner|[Dd]river|[Rr]equester|[Rr]equestor|[Rr]eporter|[Aa]ttn|ATTN|[Aa]ttention|[Ss]igned|SIGNED|[Ss]ignature|[Nn]ame|NAME|[Ff]ull [Nn]ame|[Uu]ser|[Ff]rom|[Aa]ssignee|[Rr]esponsible|[Rr]eported [Bb]y|REPORTED BY|[Aa]nsprechpartner|[Bb]ediener|[Tt]echniker|[Kk]unde)';
const labelled = new RegExp(
  `(?<![\\p{L}])(?<label>${labels}) ?(?:[:=]|\\bis\\b| - )\\s{0,6}(?<value>${properName}|[\\p{Lu}]{2,20}(?: [\\p{Lu}]\\.?)?(?: [\\p{Lu}]{2,20}){1,2})`,
  'dgu',
);
const acts =
  '(?:[Rr]eported|[Ss]igned(?: off)?|[Ii]nspected|[Cc]hecked|[Aa]pproved|[Rr]epaired|[Pp]erformed|[Cc]ompleted|[Rr]eplaced|[Ff]ixed|[Ww]ritten|[Tt]ested|[Ii]nstalled|[Ss]erviced|[Cc]alled|[Rr]aised|[Rr]equested|[Ee]ntered|[Vv]erified|[Ww]itnessed|[Aa]uthori[sz]ed|[Cc]reated|[Ll]ogged|[Hh]andled|[Dd]one|[Ff]ound|[Rr]eviewed|[Pp]repared)';
const byWhom = new RegExp(
  `(?<![\\p{L}])${acts} by:? {1,2}(?:(?:the |our )?(?:technician|operator|engineer|mechanic|electrician|fitter|colleague|supervisor|foreman|customer) )?(?<value>${properName})`,
  'dgu',
);
const addressed = new RegExp(
  `(?<![\\p{L}\\d])(?:[Aa]ssigned to|[Ss]poke (?:to|with)|[Tt]alked (?:to|with)|[Aa]ccording to|[Cc]all(?:ed)?|[Aa]sk(?:ed)?|[Cc]ontact(?:ed)?|[Ii]nformed|[Nn]otified|[Tt]old|[Mm]y name is|[Tt]his is|I am|I'm|[Dd]ear|[Hh]i|[Hh]ello|[Rr]egards,?|[Tt]hanks,?|[Ss]igned|[Nn]amed|technician|operator|engineer|mechanic|electrician|fitter|colleague|supervisor|foreman|[Pp]lease (?:call|contact|ask))(?: {1,2}|,? ?\\n ?)(?<value>${properName})`,
  'dgu',
);
// "Operator Seat" is a part: after a role in capitals the word must do something.
const acting = new RegExp(
  `(?<![\\p{L}])(?:Technician|Operator|Engineer|Mechanic|Electrician|Fitter|Colleague|Supervisor|Foreman) (?<value>${properName})(?= (?:\\p{Ll}{2,14}ed|said|says|told|found|left|has|had|was|is|will|saw|took|came|went|put|did)(?!\\p{L}))`,
  'dgu',
);
const given = new RegExp(
  `(?<![\\p{L}'-])(?<value>(?<first>${capital})(?: ${initial}| \\p{Lu}(?= \\p{Lu})){0,2}(?: ${particle}){0,2} (?:${capital}))(?![\\p{L}])`,
  'dgu',
);
// Faina D. Yefremova: a form that parts and places do not have.
const withInitial = new RegExp(`(?<![\\p{L}'-])(?<value>(?:${capital}) (?:\\p{Lu}\\. ?){1,2}(?:${capital}))(?![\\p{L}])`, 'dgu');
// Only people do these things.
const humanVerb = new RegExp(
  `(?<![\\p{L}'-])(?<value>${capital}(?: (?:${capital}))?)(?= (?:told|asked|lives|thinks|mentioned|replied|phoned|texted|emailed|asks|mentions)(?!\\p{L}))`,
  'dgu',
);
// A given name alone counts after a word that leads to a person.
const givenAlone = new RegExp(
  `(?<![\\p{L}])(?:with|to|from|for|by|and|met|saw|per|ask|asked|told|said|says|thanks|cc|@),? (?<value>${capital})(?![\\p{L}'-])`,
  'dgu',
);
const lowerName = /(?<![a-z])(?:my name is|i am called|name:) (?<value>[\p{Ll}]{2,20} [\p{Ll}]{2,20})(?![\p{L}])/dgu;
const afterLabelLower =
  /(?<![a-z])(?:contact|operator|technician|reported by|my name is|name)\s?: {0,3}(?<value>[a-z]{2,15} [a-z]{2,15})(?=\s*(?:[,;.\n(]|$|\d|tel|phone|ext))/dg;

const splitter = /[\s.]+/;

/** Cuts the run of capitalised words at the first that is a word of the trade: "Smith Pump" is Smith. */
function cutToName(value: string): string {
  let kept = 0;
  for (const word of value.matchAll(/[^\s]+/gu)) {
    const plain = word[0].replace(/[.']/g, '').toLowerCase();
    if (notNames.has(plain) || (plain.endsWith('s') && notNames.has(plain.slice(0, -1)))) break;
    kept = word.index + word[0].length;
  }
  return value.slice(0, kept).replace(/ (?:van|von|de|der|den|del|da|di|la|le|al|el|bin|zu)$/, '');
}

/** Names with Latin letters: after a title, after "contact:", "operator", "reported by" …, and a common given name with a surname. */
export const westernName: Detector = {
  kind: 'NAME',
  detect({ text }) {
    const spans: Span[] = [];
    const put = (range: { start: number; text: string } | undefined, accept: (name: string) => boolean = () => true) => {
      if (!range) return;
      const name = cutToName(range.text);
      if (name.replace(/[^\p{L}]/gu, '').length < 2 || !accept(name)) return;
      const canonical = name
        .toLowerCase()
        .split(splitter)
        .filter((part) => part.length > 1)
        .join(' ');
      if (canonical !== '') spans.push({ kind: 'NAME', start: range.start, end: range.start + name.length, canonical });
    };
    for (const match of text.matchAll(titled)) put(groupRange(match, 'value'));
    for (const match of text.matchAll(labelled)) put(groupRange(match, 'value'));
    for (const pattern of [byWhom, addressed, acting])
      for (const match of text.matchAll(pattern)) put(groupRange(match, 'value'), (name) => /\p{Ll}/u.test(name));
    for (const pattern of [withInitial, humanVerb]) {
      for (const match of text.matchAll(pattern)) {
        const range = groupRange(match, 'value');
        put(range, (name) => name === range?.text);
      }
    }
    for (const match of text.matchAll(givenAlone))
      put(groupRange(match, 'value'), (name) => givenNames.has(name.toLowerCase()) && !alsoWords.has(name.toLowerCase()));
    for (const match of text.matchAll(lowerName)) put(groupRange(match, 'value'), (name) => name.includes(' '));
    for (const match of text.matchAll(given)) {
      const first = match.groups?.['first']?.toLowerCase() ?? '';
      if (givenNames.has(first)) put(groupRange(match, 'value'), (name) => name.includes(' '));
    }
    for (const match of text.matchAll(afterLabelLower)) {
      const range = groupRange(match, 'value');
      if (range && range.text.split(' ').every((word) => !notNames.has(word)) && givenNames.has(range.text.split(' ')[0] ?? '')) put(range);
    }
    return spans;
  },
};
