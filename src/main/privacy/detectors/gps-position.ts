import { groupRange, spansOf, type Detector, type Span } from '../detector.ts';

const pair =
  /(?<![\d.A-Za-z])(?<value>(?:[NS北南]纬? ?)?(?<lat>[+-]?\d{1,2}\.\d{2,9})°? ?[NS]?[ ,;/]{1,3}(?:[EW]|东经|西经)? ?(?<lon>[+-]?\d{1,3}\.\d{2,9})°?(?: ?[EW](?![A-Za-z]))?)(?![\d.]*\d)/dg;
const cue =
  /(?:(?<![a-z])(?:gps|coordinates?|coords?|lat(?:itude)?|location|position|geo|wgs ?84|maps?\S{0,40})|坐标|定位|位置|经纬度)[^\d\n+-]{0,12}$/i;
const degrees =
  /(?<value>(?:[NSEW] ?|[东西]经 ?|[南北]纬 ?)?(?<!\d)\d{1,3} ?[°º度] ?\d{1,2}(?:\.\d{1,5})? ?['′分] ?(?:\d{1,2}(?:\.\d{1,5})? ?(?:["″秒]|'')? ?)?(?:[NSEWOB](?![A-Za-z]))?)/dg;
const named = /(?<value>(?:(?<![a-z])(?:latitude|longitude|lat|lon|lng)|[东西]经|[南北]纬)[\s:=]{0,3}[+-]?\d{1,3}\.\d{2,9})/dgi;

/** Positions: decimal pairs with four decimals (two after "GPS", 坐标 …), degrees with minutes, named latitudes and longitudes. */
export const gpsPosition: Detector = {
  kind: 'GPS',
  detect({ text }) {
    const spans: Span[] = [];
    for (const match of text.matchAll(pair)) {
      const range = groupRange(match, 'value');
      const [lat, lon] = [match.groups?.['lat'] ?? '', match.groups?.['lon'] ?? ''];
      if (!range || Math.abs(Number(lat)) > 90 || Math.abs(Number(lon)) > 180) continue;
      const decimals = Math.min(...[lat, lon].map((part) => part.length - part.indexOf('.') - 1));
      const marked = /[NSEW北南东西]/.test(range.text) || cue.test(text.slice(Math.max(0, range.start - 60), range.start));
      if (decimals >= 4 || marked)
        spans.push({ kind: 'GPS', start: range.start, end: range.end, canonical: `${Number(lat)},${Number(lon)}` });
    }
    spans.push(
      ...spansOf('GPS', text, degrees, (value) =>
        /[NSEWOB东西南北]|["″秒]|\d['′分] ?\d/.test(value) ? value.replace(/\s/g, '') : undefined,
      ),
      ...spansOf('GPS', text, named, (value) => value.toLowerCase().replace(/\s/g, '')),
    );
    return spans;
  },
};
