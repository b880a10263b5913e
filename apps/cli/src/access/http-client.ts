import type { SecureContextOptions as TlsOptions } from 'node:tls';
import { defined } from '@soapstone/options/defined';
import { type CredentialProfile, readPkcs12 } from '@soapstone/ws-security';
import { Agent, fetch } from 'undici';
import { usageError } from '../errors/errors.js';
import type { CredentialOptions } from '../options/credential-options.js';
import { readCredentials } from './credentials.js';

/** Forwards messages to a service unchanged. */
export interface HttpClient {
  /** Sends with the credentials. */
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/**
 * Creates a client with HTTP credentials.
 *
 * @throws {CliError} if there are other kinds, or a file cannot be read
 */
export async function createHttpClient(
  options: Partial<CredentialOptions>,
  { cwd }: { readonly cwd: string },
): Promise<HttpClient> {
  const { basic, headers, clientCertificate, ca, ...others }: CredentialProfile =
    (await readCredentials(options, process.env, cwd)) ?? {};
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw usageError(`${other} cannot be used here: recorded envelopes are sent as they are`);
  if (options.lenientHttp === true)
    throw usageError('--lenient-http cannot be used here: responses are forwarded as they are');
  if (options.compatibility !== undefined)
    throw usageError('--compatibility cannot be used here: recorded envelopes are sent as they are');
  const dispatcher = new Agent({
    connect: {
      ...tlsOf(clientCertificate),
      ...(ca !== undefined && { ca: [ca].flat() }),
      ...(options.insecure === true && { rejectUnauthorized: false }),
    },
  });
  const pair = basic && Buffer.from(`${basic.username}:${basic.password}`, 'utf8').toString('base64');
  const own = { ...headers, ...(pair !== undefined && { authorization: `Basic ${pair}` }) };
  const send = async (address: string, init: RequestInit = {}): Promise<unknown> => {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries(own)) all.set(name, value);
    return await fetch(address, { ...(init as object), headers: Object.fromEntries(all), dispatcher });
  };
  // The types of undici and of the runtime differ; the values do not.
  return { fetch: send as typeof globalThis.fetch, close: () => dispatcher.close() };
}

function tlsOf(certificate: CredentialProfile['clientCertificate']): TlsOptions {
  if (certificate === undefined) return {};
  // Not `pfx` of TLS, which reads fewer files.
  if ('pfx' in certificate) {
    const { certificate: cert, privateKey: key } = readPkcs12(certificate.pfx, certificate.passphrase);
    return { cert, key };
  }
  const { certificate: cert, privateKey: key, passphrase } = certificate;
  return defined({ cert, key, passphrase });
}
