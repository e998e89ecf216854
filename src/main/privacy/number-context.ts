/** What stands before a number says what it is: a serial, an order, a part, or a number of a person. */

const codeCue =
  /(?:(?<![a-z])(?:s\/?n|ser(?:ial)?|p\/?n|part|parts|model|type|mod|order|w\/?o|p\/?o|so|ticket|case|job|asset|equip(?:ment)?|tag|ref(?:erence)?|batch|lot|inv(?:oice)?|code|drawing|dwg|item|sku|imei|vin|no|nr|number|id|mat(?:erial)?|counter|hours|count|total|meter|run|stock|cat(?:alog)?|art(?:icle)?|barcode|ean)(?![a-z])|#|序列号|编号|编码|订单号?|工单号?|料号|件号|型号|资产号?|批号|批次号?|单号|图号|合同号?|设备号|出厂号?|货号|条码|机号|件|读数|数量|累计|备件号?|零件号?)[\s.:#=是为-]*$/i;

/** True when the text right before a number names it as a code of a thing: it must be kept. */
export function namedAsCode(text: string, start: number): boolean {
  return codeCue.test(text.slice(Math.max(0, start - 24), start));
}

const letterOrDigit = /[A-Za-z0-9_]/;

/** True when a number is part of a longer code: joined to letters or digits directly or by `-`, `/`, `.`. */
export function joinedToCode(text: string, start: number, end: number): boolean {
  const previous = text[start - 1] ?? '';
  const next = text[end] ?? '';
  if (letterOrDigit.test(previous) || letterOrDigit.test(next)) return true;
  if (/[-./_]/.test(previous) && letterOrDigit.test(text[start - 2] ?? '')) return true;
  return (/[-/_]/.test(next) && letterOrDigit.test(text[end + 1] ?? '')) || (next === '.' && /\d/.test(text[end + 1] ?? ''));
}

/** Luhn check (ISO/IEC 7812-1) over digits alone. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let value = digits.charCodeAt(digits.length - 1 - index) - 48;
    if (index % 2 === 1) value = value * 2 > 9 ? value * 2 - 9 : value * 2;
    sum += value;
  }
  return sum % 10 === 0;
}
