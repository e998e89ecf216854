import { spansOf, type Detector } from '../detector.ts';

const userInfo = /(?<=:\/\/)(?<value>[^\s/:@]{0,100}:[^\s/@]{1,200}(?:@[^\s/@]{1,100}){0,2})(?=@[^\s/@])/dg;
const userOnly = /(?<=(?:ssh|ftp|sftp|smb|rtsp|git|https?):\/\/)(?<value>[^\s/:@]{1,100})(?=@[^\s/@])/dgi;

/** User names and passwords in URLs: `ftp://user:pass@host`; the host stays. */
export const urlCredential: Detector = {
  kind: 'URL_CREDENTIAL',
  detect: ({ text }) => [userInfo, userOnly].flatMap((pattern) => spansOf('URL_CREDENTIAL', text, pattern, (value) => value)),
};
