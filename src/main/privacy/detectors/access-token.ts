import { groupRange, spansOf, type Detector, type Span } from '../detector.ts';

/** Published forms of tokens; each starts with letters that its issuer chose so that scanners find it. */
const issued: readonly string[] = [
  'A(?:KIA|SIA|GPA|IDA|ROA|NPA|NVA)[0-9A-Z]{16}', // AWS key id
  'gh[pousr]_[A-Za-z0-9]{30,255}', // GitHub
  'github_pat_[A-Za-z0-9_]{40,255}',
  'gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[A-Za-z0-9_-]{18,64}', // GitLab
  'xox[abeoprs](?:-[A-Za-z0-9]{6,80}){1,5}', // Slack
  'xapp-[0-9]-[A-Za-z0-9]{6,20}-[0-9]{6,20}-[a-f0-9]{20,80}',
  '[sr]k_(?:live|test)_[A-Za-z0-9]{16,120}', // Stripe
  'whsec_[A-Za-z0-9]{24,64}',
  'AIza[0-9A-Za-z_-]{35}', // Google
  'GOCSPX-[A-Za-z0-9_-]{20,40}',
  'ya29\\.[0-9A-Za-z_-]{20,500}',
  'sk-(?:proj-|ant-|svcacct-|or-)?[A-Za-z0-9_-]{20,200}', // OpenAI, Anthropic and those who follow them
  'hf_[A-Za-z0-9]{30,40}', // Hugging Face
  'npm_[A-Za-z0-9]{36}',
  'pypi-[A-Za-z0-9_-]{40,250}',
  'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}', // SendGrid
  'dop_v1_[a-f0-9]{64}', // DigitalOcean
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}', // Shopify
  'LTAI[A-Za-z0-9]{12,24}', // Alibaba Cloud
  'AKID[A-Za-z0-9]{32,40}', // Tencent Cloud
  'hvs\\.[A-Za-z0-9_-]{24,200}', // Vault
  'eyJ[A-Za-z0-9_-]{8,2000}\\.eyJ[A-Za-z0-9_-]{8,4000}(?:\\.[A-Za-z0-9_-]{0,2000})?', // JSON web token
];
const issuedToken = new RegExp(`(?<![A-Za-z0-9_])(?<value>${issued.join('|')})(?![A-Za-z0-9_])`, 'dg');
const telegramBot = /(?<![A-Za-z0-9])(?<value>\d{8,10}:AA[A-Za-z0-9_-]{32,34})(?![A-Za-z0-9_-])/dg;
const webhook =
  /(?<value>https:\/\/(?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks|oapi\.dingtalk\.com\/robot\/send|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send)[^\s"'<>]{8,300})/dg;
const bearer = /(?<![A-Za-z])(?:bearer|basic|token)\s{1,2}(?<value>[A-Za-z0-9+/_=.~-]{16,2000})/dgi;
const named =
  /(?<![A-Za-z])(?:[A-Za-z]{1,16}[_-])?(?:api[_ -]?key|apikey|api[_ -]?token|token|secret|secret[_ -]?key|access[_ -]?key(?:[_ -]?id)?|accesskey|client[_ -]?secret|auth(?:orization)?[_ -]?(?:key|token)|app[_ -]?(?:key|secret)|account[_ -]?key|shared[_ -]?access[_ -]?key|private[_ -]?key|license[_ -]?key|encryption[_ -]?key|令牌|密钥|秘钥)["'\]]{0,2}\s{0,2}(?:[:=]{1,2}|is|是|为)\s{0,2}["']?(?<value>[A-Za-z0-9+/=_.~-]{8,500})/dgi;
const queryParameter = /[?&](?:access_token|token|api_?key|key|sig|signature|secret|password|pwd|auth)=(?<value>[^\s&"'<>#]{6,500})/dgi;
const keyBegin = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const keyEnd = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** Shannon entropy in bits a character. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const ch of value) counts.set(ch, (counts.get(ch) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** A named value is a secret when it is mixed or very random: "token: required" and "key: left" are words. */
function looksRandom(value: string): boolean {
  const classes = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  return value.length >= 8 && classes >= 2 && /\d/.test(value) && entropy(value) >= 2.5;
}

function privateKeys(text: string): Span[] {
  const spans: Span[] = [];
  const ends = [...text.matchAll(keyEnd)].map((match) => match.index + match[0].length);
  for (const match of text.matchAll(keyBegin)) {
    const bodyStart = match.index + match[0].length;
    // A key that is cut off has no end line: its body is what looks like base64.
    const body = /^[A-Za-z0-9+/=\s:,-]{0,8000}/.exec(text.slice(bodyStart, bodyStart + 8000))?.[0].length ?? 0;
    const end = ends.find((at) => at > bodyStart && at - bodyStart < 20_000) ?? bodyStart + body;
    spans.push({ kind: 'SECRET', start: match.index, end, canonical: text.slice(match.index, end) });
  }
  return spans;
}

/** Tokens and API keys: published forms, private keys, and random values after a word such as "API key". */
export const accessToken: Detector = {
  kind: 'SECRET',
  detect({ text }) {
    const spans = [issuedToken, telegramBot, webhook].flatMap((pattern) => spansOf('SECRET', text, pattern, (value) => value));
    for (const pattern of [bearer, named, queryParameter]) {
      for (const match of text.matchAll(pattern)) {
        const range = groupRange(match, 'value');
        if (!range) continue;
        const value = range.text.replace(/[.=-]+$/, '');
        if (looksRandom(value) || (pattern === queryParameter && value.length >= 16)) {
          spans.push({ kind: 'SECRET', start: range.start, end: range.end, canonical: value });
        }
      }
    }
    if (text.includes('-----BEGIN')) spans.push(...privateKeys(text));
    return spans;
  },
};
