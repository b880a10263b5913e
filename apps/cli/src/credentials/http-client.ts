import { isTransportError } from '@soapstone/soap-transport/fetch';
import type { CredentialProfile } from '@soapstone/ws-security';
import { usageError } from '../errors/errors.js';
import { inOptionsOf } from '../errors/transport-advice.js';
import type { CredentialOptions } from '../options/credential-options.js';
import { readCredentials } from './credentials.js';

/** Forwards messages to a service unchanged. */
export interface HttpClient {
  /** Sends with the credentials. */
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** The time for one exchange, in milliseconds. The caller usually gives up before. */
const DEADLINE = 600_000;
const LIMITS = {
  deadlineMs: DEADLINE,
  firstByteMs: DEADLINE,
  // The recorder has a limit of its own.
  maxResponseBytes: Number.MAX_SAFE_INTEGER,
};

/**
 * Creates a client with HTTP credentials.
 *
 * @throws {CliError} if there are other kinds, or a file cannot be read
 */
export async function createHttpClient(
  options: Partial<CredentialOptions>,
  { cwd }: { readonly cwd: string },
): Promise<HttpClient> {
  const credentials: CredentialProfile = (await readCredentials(options, process.env, cwd)) ?? {};
  const { basic: _, headers: __, clientCertificate: ___, ca: ____, ...others } = credentials;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw usageError(`${other} cannot be used here: recorded envelopes are sent as they are`);
  const { createForwarder } = await import('@soapstone/soap-transport/unchecked');
  const forwarder = createForwarder({
    // The user named the service.
    egress: 'unguarded',
    credentials,
    insecureTls: options.insecure === true,
    lenientHttp: options.lenientHttp === true,
    compatibility: options.compatibility,
    limits: LIMITS,
  });
  const send = (address: string, { headers, body, signal }: RequestInit): Promise<Response> =>
    forwarder
      .send(address, { headers: new Headers(headers), body: body as Uint8Array, signal: signal ?? undefined })
      .catch((error: unknown) => {
        if (!isTransportError(error)) throw error;
        // The error of `fetch`, whose innermost text is shown.
        throw new TypeError('fetch failed', { cause: new Error(inOptionsOf('call', error).message) });
      });
  return { fetch: send as typeof globalThis.fetch, close: () => forwarder.close() };
}
