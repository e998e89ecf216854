import { spansOf, type Detector } from '../detector.ts';

const cued =
  /(?:(?<![a-z])(?:passport|reisepass|ssn|social security|driver'?s? licen[cs]e|driving licen[cs]e|national id|id card|personalausweis)(?![a-z])|护照|驾驶证|驾照|通行证|身份证)(?:\s{0,3}(?:no\.?|number|nr\.?|id|is|号码?|号|是|为))*[\s:.#=-]{0,4}(?<value>(?=[A-Z0-9-]{0,14}\d)[A-Z0-9][A-Z0-9-]{4,17}[A-Z0-9])(?![A-Za-z0-9])/dgi;

/** Numbers of passports and other identity papers, after the word for the paper. */
export const passport: Detector = {
  kind: 'PASSPORT',
  detect: ({ text }) => spansOf('PASSPORT', text, cued, (value) => value.replace(/[^A-Za-z0-9]/g, '').toUpperCase()),
};
