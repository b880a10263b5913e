import { defined } from '@soapstone/options/defined';
import { explainTls, type TlsReason } from '../answer/tls-reasons.js';
import { proxyFailed } from '../proxy/proxy-failure.js';
import type { ProxyServer } from '../proxy/proxy-server.js';
import { TransportError } from '../transport-error.js';
import { raisedBy } from '../transport-limits.js';

/** What a connection does, as the code of its failure. */
export type Step = 'UPSTREAM_DNS' | 'UPSTREAM_CONNECT' | 'UPSTREAM_TLS';

/** The failure of a step that took too long. */
export function connectTimeout(step: Step, timeoutMs: number): TransportError {
  return new TransportError({
    code: step,
    phase: 'connect',
    message: `${CANNOT[step]}: not done within ${timeoutMs} ms${raisedBy('connectMs')}`,
  });
}

/** The failure of a proxy that cannot be connected to. */
export function proxyUnreachable(proxy: ProxyServer, cause: unknown): TransportError {
  return proxyFailed(proxy, `cannot be reached${reasonOf(cause)}: check its setting`, { cause });
}

/** The failure of a proxy that takes too long. */
export function proxySilent(proxy: ProxyServer, timeoutMs: number): TransportError {
  return proxyFailed(proxy, `does not answer within ${timeoutMs} ms${raisedBy('connectMs')}`);
}

/**
 * The failure of a step.
 *
 * @param name the host name that a proxy could resolve, if there is one
 */
export function connectFailure(step: Step, cause: unknown, name: string | undefined): TransportError {
  const way =
    step === 'UPSTREAM_DNS' && name !== undefined ? `; egress.allow "${name}" lets the proxy resolve it` : '';
  return new TransportError({
    code: step,
    phase: 'connect',
    message: `${CANNOT[step]}${reasonOf(cause)}${way}`,
    ...defined({ remedy: tlsReasonOf(cause)?.remedy }),
    cause,
  });
}

const CANNOT: Readonly<Record<Step, string>> = {
  UPSTREAM_DNS: 'cannot resolve the host of the upstream',
  UPSTREAM_CONNECT: 'cannot connect to the upstream',
  UPSTREAM_TLS: 'cannot agree on TLS with the upstream',
};

/** Only the code and our words for it: system error texts contain addresses, and certificate error texts contain names of other hosts. */
function reasonOf(cause: unknown): string {
  const code = (cause as { code?: unknown }).code;
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]*$/.test(code)) return '';
  const reason = tlsReasonOf(cause);
  return reason === undefined ? `: ${code}` : `: ${reason.text} (${code})`;
}

function tlsReasonOf(cause: unknown): TlsReason | undefined {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? explainTls(code, String(message)) : undefined;
}
