import { defined } from '@soapstone/options/defined';
import { optionHint } from '../answer/compatibility-advice.js';
import { explainTls } from '../answer/tls-reasons.js';
import { isTransportError, TransportError, type TransportErrorInit } from '../transport-error.js';
import { AFTER_LENGTH, brokenRuleOf, describeBrokenRule, hasBrokenRule } from './broken-rule.js';
import type { BrokenRule } from './header-section.js';

/** The state of the exchange when undici reported an error. */
export interface FailurePoint {
  /** Whether the request was handed to a socket. */
  readonly sent: boolean;
  /** The HTTP status, once the header section was read. */
  readonly status?: number;
}

const LENGTH_MISMATCH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** Reset by the peer, as different systems report it. */
const RESETS: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Converts an error of undici or of a socket. Their texts stay in `cause`, because they may contain addresses. */
export function exchangeFailure(error: unknown, at: FailurePoint): TransportError {
  if (isTransportError(error)) return error;
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const isRead =
    error instanceof Error && (isNotHttp(error.name, code, error.message) || hasBrokenRule(error));
  if (!isRead) {
    return new TransportError({ ...classify(code, undefined, at), cause: error });
  }
  const broken = brokenRuleOf(error);
  const init = classify(code, reasonOf(code, broken), at);
  // Only problems that name the rule: nothing repairs a truncated response.
  const isMended = broken?.mends === true && init.message.includes(broken.rule);
  if (!isMended) return new TransportError({ ...init, cause: error });
  const message = `${init.message} (option "lenientHttp" reads it)`;
  return new TransportError({ ...init, message, remedy: 'lenient-http', cause: error });
}

/**
 * Whether the data received is not HTTP/1.1. undici has an error type for what its parser rejects; for 100 and 101, which it
 * handles itself, only the text tells.
 */
function isNotHttp(name: string, code: string, text: string): boolean {
  return (
    name === 'HTTPParserError' ||
    code === LENGTH_MISMATCH ||
    text === 'bad response' ||
    text === 'bad upgrade' ||
    // How undici refuses a status below 100.
    (code === 'ERR_ASSERTION' && text.includes('statusCode'))
  );
}

/** The broken rule after a colon, or the code, or nothing. */
function reasonOf(code: string, broken: BrokenRule | undefined): string {
  if (broken !== undefined) return `: ${describeBrokenRule(broken)}`;
  return code === LENGTH_MISMATCH ? `: ${AFTER_LENGTH}` : codeOf(code);
}

function classify(
  code: string,
  notHttp: string | undefined,
  { sent, status }: FailurePoint,
): TransportErrorInit {
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return {
      code: 'ABORTED',
      phase: sent ? 'await-response' : 'connect',
      sent,
      message: 'the transport was closed',
    };
  }
  if (!sent) {
    if (code.startsWith('UND_ERR_INVALID') || code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') {
      return { code: 'INVALID_REQUEST', phase: 'prepare', message: 'cannot put the request on the wire' };
    }
    return { code: 'UPSTREAM_CONNECT', phase: 'connect', message: 'cannot connect to the upstream' };
  }
  // A TLS 1.3 server reports its verdict on the client certificate only after the request was written.
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    const reason = explainTls(code);
    return {
      code: 'UPSTREAM_TLS',
      phase: 'await-response',
      message: `the upstream ended TLS${reason === undefined ? codeOf(code) : `: ${reason.text} (${code})`}`,
      ...defined({ remedy: reason?.remedy }),
    };
  }
  if (status === undefined) return classifyBeforeHeaders(code, notHttp);
  const seen = { phase: 'read-response', upstreamStatus: status } as const;
  if (RESETS.has(code)) {
    return {
      ...seen,
      code: 'UPSTREAM_RESET',
      message: `the connection to the upstream broke during its response${codeOf(code)}`,
    };
  }
  if (code === LENGTH_MISMATCH) {
    const message = "the upstream's response is truncated: it is shorter than its Content-Length";
    return { ...seen, code: 'UPSTREAM_BAD_RESPONSE', message };
  }
  if (notHttp !== undefined && !notHttp.includes('Invalid EOF state')) {
    return {
      ...seen,
      code: 'UPSTREAM_BAD_RESPONSE',
      message: `the upstream's response is not HTTP${notHttp}`,
    };
  }
  return { ...seen, code: 'UPSTREAM_BAD_RESPONSE', message: "the upstream's response is truncated" };
}

function classifyBeforeHeaders(code: string, notHttp: string | undefined): TransportErrorInit {
  const phase = 'await-response';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return {
      code: 'UPSTREAM_BAD_RESPONSE',
      phase,
      message: "the header section of the upstream's response is too large",
    };
  }
  if (notHttp !== undefined) {
    return {
      code: 'UPSTREAM_BAD_RESPONSE',
      phase,
      message: `the upstream's response is not HTTP${notHttp}`,
    };
  }
  return {
    code: 'UPSTREAM_RESET',
    phase,
    message: `the upstream closed the connection without a response${RESETS.has(code) ? codeOf(code) : ''}`,
  };
}

function codeOf(code: string): string {
  return /^[A-Z][A-Z0-9_]*$/.test(code) && !code.startsWith('UND_') ? `: ${code}` : '';
}

/** A server that closes a connection while a request is on its way has not kept it open, as it had said. */
export function closedWhileKept(error: TransportError): TransportError {
  if (error.code !== 'UPSTREAM_RESET') return error;
  const { message, answer, cause } = error;
  const remedy = 'connection-close';
  return new TransportError({ ...error, message: `${message}${optionHint(remedy)}`, remedy, answer, cause });
}
