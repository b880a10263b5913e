import { findProfileProblems } from '@soapstone/credentials';
import { type Check, describeProblem, kindOf, listOf, members, text, wrong } from '@soapstone/options';
import type { ProxyCredentials, ProxyLogin, ProxyOption, ProxySettings } from '../proxy-option.js';
import { invalidRequest } from '../transport-error.js';
import { isNoProxyEntry, listEntries } from './no-proxy.js';
import { proxyUrlProblem } from './proxy-server.js';

/** A URL of a proxy. What is wrong never repeats it, because it may hold a password. */
const proxyUrl: Check = (value) => {
  if (typeof value !== 'string') return text(value);
  const problem = proxyUrlProblem(value);
  return problem === undefined ? [] : wrong(`expected the URL of a proxy: ${problem}`);
};

const noProxy: Check = (value) => {
  if (typeof value !== 'string') return text(value);
  const entry = listEntries(value).find((candidate) => !isNoProxyEntry(candidate));
  return entry === undefined
    ? []
    : wrong(
        `cannot read ${JSON.stringify(entry.slice(0, 200))}: expected a host name, .name, *.name, an address or a network, with or without :port`,
      );
};

const credential: Check = (value) => {
  if (typeof value !== 'string') return text(value);
  return /[\u0000-\u001f\u007f]/.test(value) ? wrong('expected text without control characters') : [];
};

const username: Check = (value) =>
  typeof value === 'string' && value.includes(':')
    ? wrong('expected text without a colon')
    : credential(value);

const nameAndPassword: Check = members<ProxyCredentials>({ username, password: credential }, [
  'username',
  'password',
]);

const LOGINS: readonly (keyof ProxyLogin)[] = ['digest', 'kerberos', 'ntlm'];

const credentialsCheck: Check = (value) => {
  if (typeof value !== 'object' || value === null) return nameAndPassword(value);
  const names = Object.keys(value);
  if (!LOGINS.some((name) => names.includes(name))) return nameAndPassword(value);
  if (names.length > 1) return wrong('expected one login: digest, kerberos or ntlm');
  return findProfileProblems(value);
};

const settings: Check = members<ProxySettings>(
  {
    url: proxyUrl,
    credentials: credentialsCheck,
    ca: (value) => (typeof value === 'string' ? [] : listOf(text)(value)),
    noProxy,
    name: text,
  },
  ['url'],
);

/** The option `proxy`. */
export const proxyOption: Check = (value) => {
  if (value === 'environment' || value === 'none') return [];
  if (typeof value === 'string') return proxyUrl(value);
  if (typeof value === 'object' && value !== null) return settings(value);
  return wrong(
    `expected the URL of a proxy, an object with url, "environment" or "none", not ${kindOf(value)}`,
  );
};

/** Throws `TransportError` `INVALID_REQUEST` for a proxy of a request or a document that cannot be used. Repeats no part of a URL. */
export function assertProxy(proxy: ProxyOption | undefined, what: string): void {
  if (proxy === undefined) return;
  const [problem] = proxyOption(proxy);
  if (problem === undefined) return;
  throw invalidRequest(describeProblem(what, { ...problem, path: `/proxy${problem.path}` }));
}

/** Returns a request or options without the proxy, which `assertProxy` checks: the checks that `fetch` shares know no such member. */
export function withoutProxy<Given extends { readonly proxy?: ProxyOption | undefined }>(
  given: Given,
): Omit<Given, 'proxy'> {
  if (typeof given !== 'object' || given === null || !('proxy' in given)) return given;
  const { proxy: _, ...others } = given;
  return others;
}
