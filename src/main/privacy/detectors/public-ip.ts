import { isIPv4, isIPv6 } from 'node:net';
import { spansOf, type Detector } from '../detector.ts';

const v4 = /(?<value>(?<![A-Za-z0-9.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?![A-Za-z0-9]|\.\d)/dg;
const v6 = /(?<value>(?<![A-Za-z0-9:.])(?:[0-9a-f]{0,4}:){2,7}(?:[0-9a-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?)(?![A-Za-z0-9:])/dgi;
const notAnAddress =
  /(?:(?<![a-z])(?:firmware|software|version|ver|fw|sw|hw|rev|revision|release|build|section|chapter|step|clause|part|mask|v|r)|固件|版本号?|软件|程序|章节?|第|节)[\s.:#=vV-]*$/i;

/** Private, loopback, link-local, shared (RFC 1918, 3927, 6598), netmask and multicast addresses stay: they name machines, not people. */
export function isPublicIpv4(address: string): boolean {
  const [a = 0, b = 0] = address.split('.').map(Number);
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 172 && b >= 16 && b <= 31) return false;
  if (a === 192 && b === 168) return false;
  if (a === 169 && b === 254) return false;
  return !(a === 100 && b >= 64 && b <= 127);
}

function isPublicIpv6(address: string): boolean {
  const lower = address.toLowerCase();
  if (/^(?:0{0,4}:){2,7}0{0,3}[01]?$/.test(lower)) return false;
  return !/^(?:fe[89ab]|f[cdf])/.test(lower);
}

/** Public IPv4 and IPv6 addresses. `firmware 1.2.3.4` is a version, `00:1B:44:11:3A:B7` a MAC: both stay. */
export const publicIp: Detector = {
  kind: 'IP',
  detect({ text }) {
    return [
      ...spansOf('IP', text, v4, (value, start) => {
        const plain = value.split('.').map(Number).join('.');
        if (!isIPv4(plain) || !isPublicIpv4(plain)) return undefined;
        return notAnAddress.test(text.slice(Math.max(0, start - 16), start)) ? undefined : plain;
      }),
      ...spansOf('IP', text, v6, (value) => (isIPv6(value) && isPublicIpv6(value) ? value.toLowerCase() : undefined)),
    ];
  },
};
