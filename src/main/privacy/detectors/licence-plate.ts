import { spansOf, type Detector } from '../detector.ts';

const chinese =
  /(?<value>[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼] ?[A-HJ-NP-Z](?<dot> ?[·•・.-] ?| )?[A-HJ-NP-Z0-9]{4,5}[A-HJ-NP-Z0-9挂学警港澳])(?![A-Za-z0-9])/dg;
const cue = /(?:车牌号?码?|牌照|车号|车辆|号牌|车)[\s:是为]*$/;
const cued =
  /(?<![a-z])(?:(?:licen[cs]e|number|registration|vehicle) plate|plate (?:no|number|nr)|car reg(?:istration)?|vehicle reg(?:istration)?|kennzeichen|kfz-kennzeichen|immatriculation|matricula)(?![a-z])(?:\s{0,3}(?:no\.?|number|nr\.?|is))*[\s:.#=-]{0,4}(?<value>(?=[A-ZÄÖÜ0-9 -]{0,10}\d)[A-ZÄÖÜ0-9]{1,4}(?:[ -]{1,2}[A-ZÄÖÜ0-9]{1,4}){0,3}|(?=[A-Z0-9]{0,8}\d)[A-Z0-9]{5,8})(?![A-Za-z0-9])/dgi;

/** Chinese plates (京A·12345, also the six of electric cars), and others after the word for a plate ("nameplate" is none). */
export const licencePlate: Detector = {
  kind: 'PLATE',
  detect({ text }) {
    const squeeze = (value: string) => value.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
    return [
      ...spansOf('PLATE', text, chinese, (value, start) => {
        if (!/\d/.test(value)) return undefined;
        // 换新K62052 is a new part: inside a Chinese sentence the dot or the word for a plate is needed.
        const separated = /[·•・]/.test(value);
        const before = text.slice(Math.max(0, start - 8), start);
        if (!separated && /\p{Script=Han}$/u.test(before) && !cue.test(before)) return undefined;
        return squeeze(value);
      }),
      ...spansOf('PLATE', text, cued, squeeze),
    ];
  },
};
