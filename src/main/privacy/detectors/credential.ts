import { groupRange, type Detector, type Span } from '../detector.ts';

const passwordWord =
  '(?:pass ?word|pass ?phrase|passwort|kennwort|passwd|passcode|pwd|psk|pre-?shared key|wpa2?[ -]key|pin ?code|login code|mot de passe|密码|口令|密碼)';
// The separator may be that of a sentence, of JSON, YAML, INI, an environment variable or XML.
const password = new RegExp(
  `(?<![A-Za-z0-9])${passwordWord}(?:["'\\]]{0,2}\\s{0,3}(?:[:=>]{1,2}|:=|=>)|(?: for [\\w ./-]{1,24})?\\s{1,2}(?:is|was|are|to|changed to|set to|now|reset to)(?=\\s|:)|\\s?(?:是|为|改为|改成|设为|重置为))[:\\s]{0,4}(?:"(?<quoted>[^"\\n]{1,64})"|'(?<single>[^'\\n]{1,64})'|(?<value>(?:[^\\s"'<>,;\\u3000-\\u9fff]|[,;](?=[\\x21-\\x7e])){2,64}))`,
  'dgi',
);
const passwordDirect = new RegExp(
  `(?<![A-Za-z0-9])${passwordWord}\\s{0,2}(?<value>(?=[^\\s]{0,40}\\d)(?=[^\\s]{0,40}[A-Za-z!@#$%^&*])(?![:=])[\\x21-\\x7e]{4,64}|(?<=[密码口令])\\d{4,12})`,
  'dg',
);
const pin = /(?<![A-Za-z])(?:PIN|Pin code|PIN-Code)\s{0,2}(?:[:=]|is)\s{0,2}(?<value>\d{4,8})(?!\s?(?:mm|cm|V|A|N|kN|%)|[\d.A-Za-z])/dg;
const pair =
  /(?<![A-Za-z])(?:user ?name|user ?id|user|login|log-?in|account|benutzer|用户名?|账号|帐号|账户)["']?\s{0,2}(?:[:=]|is|是|为)?\s{0,2}["']?(?<user>[^\s"',;:/，；]{2,64})["']?[\s,;/|，；]{1,4}(?:(?:and|with|und|和)\s)?(?:the )?(?:pass ?word|passwd|passwort|pass|pwd|pw|密码|口令)["']?\s{0,2}(?:[:=]|is|是|为)?\s{0,2}["']?(?<password>[^\s"',;，；]{2,64})/dgi;
const pairSlash =
  /(?<![A-Za-z])(?:login|log in|credentials?|logon|登录|登陆)(?: with| as| is|用|:)?[\s:]{1,3}(?<user>[A-Za-z][\w.-]{1,32}) ?\/ ?(?<password>[^\s,;]{3,64})/dgi;

/** After "password is/was …" these are statements about it, not the password. */
const statement =
  /^(?:in)?(?:correct|valid|wrong|required|requested|needed|missing|unknown|empty|blank|locked|expired|reset|changed|set|not|no|never|the|an?|on|in|at|by|for|from|forgotten|lost|protected|protection|enabled|disabled|accepted|refused|rejected|stored|saved|written|given|being|been|same|different|also|still|now|old|new|ok|work(?:s|ing)?|asked|prompt(?:ed)?|factory|default|known|be|open|log|enter|access|unlock|change|reset|错误|正确|不对|未知|空|忘记|必填|已[^\s]*|默认[^\s]*|多少[^\s]*|什么[^\s]*)[.,;:!?]?$/i;

function trimEnd(value: string): string {
  return value.replace(/[.,;:?。，；)\]}]+$/u, '') || value;
}

/** User names with passwords, and passwords in prose and in configuration, English, German and Chinese. */
export const credential: Detector = {
  kind: 'CREDENTIAL',
  detect({ text }) {
    const spans: Span[] = [];
    const put = (range: { start: number; text: string } | undefined, isQuoted = false) => {
      if (!range) return;
      const value = isQuoted ? range.text : trimEnd(range.text);
      if (value.length < 2 || (!isQuoted && statement.test(value))) return;
      spans.push({ kind: 'CREDENTIAL', start: range.start, end: range.start + value.length, canonical: value });
    };
    for (const match of text.matchAll(password)) {
      put(groupRange(match, 'quoted') ?? groupRange(match, 'single'), true);
      put(groupRange(match, 'value'));
    }
    for (const pattern of [passwordDirect, pin]) for (const match of text.matchAll(pattern)) put(groupRange(match, 'value'));
    for (const pattern of [pair, pairSlash]) {
      for (const match of text.matchAll(pattern)) {
        const secret = groupRange(match, 'password');
        if (!secret || statement.test(trimEnd(secret.text))) continue;
        put(groupRange(match, 'user'));
        put(secret);
      }
    }
    return spans;
  },
};
