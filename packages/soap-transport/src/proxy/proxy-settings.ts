import { type Check, kindOf, listOf, members, text, wrong } from '@soapstone/options';
import { isNoProxyEntry, listEntries } from './no-proxy.js';
import { type ProxyCredentials, proxyUrlProblem } from './proxy-server.js';

/** A proxy between this process and the servers that it calls. */
export interface ProxySettings {
  /**
   * `http://proxy.example.com:3128`, or `https:` for a proxy that is reached over TLS. Without a scheme it is `http:`. It may hold a user
   * name and a password, percent-encoded; those of `credentials` win.
   */
  readonly url: string;
  /** The login at the proxy, by HTTP Basic. It is never sent to a server, and never part of an error. Default: that of `url`, or none. */
  readonly credentials?: ProxyCredentials | undefined;
  /** Certificate authorities in PEM for a proxy with an `https:` URL, in place of Node's. Default: Node's. */
  readonly ca?: string | readonly string[] | undefined;
  /**
   * The hosts that are called without the proxy, in the form of `NO_PROXY`: names (which stand for all names below them too), `*.name`,
   * `.name`, addresses and networks, each with or without `:port`, separated by commas or white space; `*` is every host. Default: none.
   */
  readonly noProxy?: string | undefined;
  /** How error messages name the setting, for programs that have another name for it. Default `option "proxy"`. */
  readonly name?: string | undefined;
}

/**
 * The option `proxy`: a URL, a URL with more, `environment` for the variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, or `none`.
 */
export type ProxyOption = string | ProxySettings;

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

const settings: Check = members<ProxySettings>(
  {
    url: proxyUrl,
    credentials: members<ProxyCredentials>({ username, password: credential }, ['username', 'password']),
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
