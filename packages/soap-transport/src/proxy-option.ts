import type { CredentialProfile } from '@soapstone/ws-security';
import { credentialsKey } from '@soapstone/ws-security/internal/profile';

/** A login at a proxy other than a user name and a password in the clear: one of these. */
export type ProxyLogin = Pick<CredentialProfile, 'digest' | 'kerberos' | 'ntlm'>;

/** The user name and the password for a proxy. A user name with a domain, `CORP\\ada`, logs in by NTLM where the proxy offers it. */
export interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

/** A proxy between this process and the servers that it calls. */
export interface ProxySettings {
  /**
   * `http://proxy.example.com:3128`, or `https:` for a proxy that is reached over TLS. Without a scheme it is `http:`. It may hold a user
   * name and a password, percent-encoded; those of `credentials` win.
   */
  readonly url: string;
  /**
   * The login at the proxy: a user name and a password, which HTTP Basic sends, or one of `ntlm`, `kerberos` and `digest`, with which every
   * connection is a tunnel. It is never sent to a server, and never part of an error. Default: that of `url`, or none.
   */
  readonly credentials?: ProxyCredentials | ProxyLogin | undefined;
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

/** Returns a text that is the same for proxies that mean the same. It has no password: an object is known by a keyed hash. */
export function proxyKey(proxy: ProxyOption): string {
  return typeof proxy === 'string' ? credentialsKey(keyed(proxy)) : credentialsKey(proxy);
}

/** The objects by which URLs of requests are known; the last ones, because a program has few proxies. */
const urls = new Map<string, { readonly url: string }>();
const MAX_URLS = 1_000;

function keyed(url: string): { readonly url: string } {
  let known = urls.get(url);
  if (known === undefined) {
    if (urls.size >= MAX_URLS) urls.clear();
    known = { url };
    urls.set(url, known);
  }
  return known;
}
