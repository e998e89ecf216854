import { spansOf, type Detector } from '../detector.ts';

const word = '(?:微信|wechat|weixin|qq|whatsapp|telegram|skype|钉钉|飞书|line id|instagram|facebook)';
const withSeparator = new RegExp(
  `(?<![A-Za-z0-9])(?:${word}|wx|vx|line|tg)(?: ?(?:id|号码?|账号|帐号|number|no\\.?|handle|user(?:name)?))?\\s{0,2}[:=是为]\\s{0,2}@?(?<value>[A-Za-z0-9][A-Za-z0-9_.-]{3,39})`,
  'dgi',
);
const withWord = new RegExp(
  `(?<![A-Za-z0-9])${word} ?(?:id|号码?|账号|帐号|number|no\\.?|handle)\\s{0,2}(?:is )?@?(?<value>[A-Za-z0-9][A-Za-z0-9_.-]{3,39})`,
  'dgi',
);
// Without a separator only after a Chinese word, or with a blank: `wx7` inside a code is no WeChat id.
const bare =
  /(?<![A-Za-z0-9])(?:微信|钉钉|飞书|(?:wechat|weixin|whatsapp|telegram|skype|wx|vx)(?= {1,2}@?[A-Za-z]))\s{0,2}@?(?<value>(?=[A-Za-z_.-]{0,39}[\d_])[A-Za-z0-9][A-Za-z0-9_.-]{4,39})/dgi;
const qqNumber = /(?<![A-Za-z0-9])qq\s{0,2}(?<value>[1-9]\d{4,10})(?![A-Za-z0-9])/dgi;
const handle = /(?<![A-Za-z])(?:telegram|instagram|tg)[^\n@]{0,12}@(?<value>[A-Za-z][A-Za-z0-9_.]{3,31})/dgi;
const wechatGivenId = /(?<![A-Za-z0-9])(?<value>wxid_[a-z0-9]{6,24})(?![A-Za-z0-9])/dg;

/** Ids in messengers (WeChat, QQ, WhatsApp, Telegram, Line, Skype, DingTalk, Feishu), after the messenger's name. */
export const messengerId: Detector = {
  kind: 'MESSENGER',
  detect: ({ text }) =>
    [withSeparator, withWord, bare, qqNumber, handle, wechatGivenId].flatMap((pattern) =>
      spansOf('MESSENGER', text, pattern, (value) => value.replace(/[.-]+$/, '').toLowerCase()),
    ),
};
