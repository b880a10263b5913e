import { type Check, wrong } from '@soapstone/options';

/** An address to which secrets and tokens travel unseen: `https:`, or `http:` on this machine. */
export const safeEndpoint: Check = (value) =>
  typeof value === 'string' && isSafe(value)
    ? []
    : wrong('expected an https: address, or one of this machine');

function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isLocal = /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}
