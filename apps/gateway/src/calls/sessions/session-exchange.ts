import {
  isDecodeError,
  isFillError,
  type JsonObject,
  type LoginAnswer,
  parseJson,
} from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { asTransportError, isTransportError, type Transport } from '@soapstone/soap-transport';
import { hideSecrets } from '../../credentials/hide-secrets.js';
import { GatewayError } from '../../errors/errors.js';
import type { Target } from '../catalog/resolve.js';
import type { ProxyLimits } from '../proxy/call-upstream.js';
import { exchange } from '../proxy/exchange.js';
import { callEnvelope } from '../proxy/request-options.js';
import { LOGIN_LEASE_MS } from './session-store.js';

/** The timeout of a login or logout in milliseconds: it ends well before the right to log in does. */
const DEADLINE_MS = LOGIN_LEASE_MS - 10_000;
/** The maximum size of an answer: a token and what is said about it. */
const RESPONSE_BYTES = 1024 * 1024;
/** The maximum number of characters of what the owner reads about a failure. */
const REASON_CHARACTERS = 500;

const EMPTY_OBJECT = new TextEncoder().encode('{}');

/** The dependencies of an exchange of a session. `now` is in milliseconds since the Unix epoch. */
export interface SessionExchangeDependencies {
  readonly transport: Transport;
  readonly limits: ProxyLimits;
  readonly now: () => number;
}

/**
 * Calls the login or the logout of a service, whose whole input the design gives. Nothing of it is cached, recorded or counted, and no error
 * has a secret. Throws `SessionExchangeError`.
 */
export async function callOfSession(
  target: Target,
  { transport, limits, now }: SessionExchangeDependencies,
): Promise<LoginAnswer> {
  const { operation, service } = target;
  const { accountId, settings } = service.service;
  const timeout = Math.min(settings.timeoutMs ?? limits.upstreamTimeout, limits.upstreamTimeout);
  let headers: LoginAnswer['headers'] = {};
  const watched: Transport = {
    ...transport,
    async send(message, signal) {
      const response = await transport.send(message, signal);
      headers = response.headers;
      return response;
    },
  };
  try {
    const { options, addressing } = callEnvelope(target, undefined, now());
    const reply = await exchange(watched, {
      target,
      request: await operation.encodeJson(EMPTY_OBJECT, options),
      addressing,
      accountId,
      deadline: Math.min(timeout, DEADLINE_MS),
      responseBytes: Math.min(limits.responseBytes, RESPONSE_BYTES),
      digits: 'canonical',
      signal: new AbortController().signal,
    });
    if (reply.kind === 'fault') {
      const { code, reason } = reply.fault;
      throw new SessionExchangeError(`${operation.info.name} was answered with the fault ${code}: ${reason}`);
    }
    const soapHeaders = reply.headers && parsed(reply.headers);
    return { result: parsed(reply.result), headers, ...defined({ soapHeaders }) };
  } catch (error) {
    throw explain(error, target);
  }
}

/** A login or logout that failed. The message is for the owner, without secrets. */
export class SessionExchangeError extends Error {
  override readonly name = 'SessionExchangeError';
  /** Whether nothing reached the SOAP service, so that it may be tried again soon. */
  readonly unreached: boolean;

  constructor(message: string, unreached = false) {
    super(message);
    this.unreached = unreached;
  }
}

function parsed(json: Uint8Array): JsonObject {
  return parseJson(new TextDecoder().decode(json)) as JsonObject;
}

/** The reason of a failure for the owner. The error itself is not kept, because it may have what the SOAP service wrote. */
function explain(error: unknown, { operation, service }: Target): SessionExchangeError {
  const { secrets } = service;
  const cut = (message: string, unreached: boolean): SessionExchangeError =>
    new SessionExchangeError(hideSecrets(message, secrets).slice(0, REASON_CHARACTERS), unreached);
  if (error instanceof SessionExchangeError) return cut(error.message, false);
  const failure = asTransportError(error);
  if (isTransportError(failure))
    return cut(`${operation.info.name} failed: ${failure.message}`, !failure.sent);
  // A message that could not be read may have the token.
  if (isDecodeError(error))
    return cut(`the answer of ${operation.info.name} cannot be read (${error.code})`, false);
  if (error instanceof GatewayError) return cut(`${operation.info.name} failed: ${error.message}`, false);
  const message = error instanceof Error ? error.message : 'it failed';
  return cut(`${operation.info.name} failed: ${message}`, isFillError(error));
}
