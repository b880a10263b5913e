import { defined } from '@soapstone/options/defined';
import { isCompatibilityRemedy, optionHint } from '../answer/compatibility-advice.js';
import { explainTls, type TlsReason } from '../answer/tls-reasons.js';
import type { Compatibility } from '../old-servers.js';
import { proxyFailed } from '../proxy/proxy-failure.js';
import type { ProxyServer } from '../proxy/proxy-server.js';
import { TransportError } from '../transport-error.js';
import { raisedBy } from '../transport-limits.js';

/** The action of a connection, as the code of its failure. */
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

/** The facts that decide which remedy for a failure is named. */
export interface FailureContext {
  /** The host name that a proxy could resolve, if there is one. */
  readonly name: string | undefined;
  /** The profile of the connection, which may already have the setting that would help. */
  readonly compatibility: Compatibility | undefined;
}

/** The failure of a step. */
export function connectFailure(
  step: Step,
  cause: unknown,
  { name, compatibility }: FailureContext,
): TransportError {
  const way =
    step === 'UPSTREAM_DNS' && name !== undefined ? `; egress.allow "${name}" lets the proxy resolve it` : '';
  const reason = tlsReasonOf(cause, compatibility);
  const remedy = reason === undefined || isUsed(reason, compatibility) ? undefined : reason.remedy;
  const hint = isCompatibilityRemedy(remedy) ? optionHint(remedy, reason?.weak && `["${reason.weak}"]`) : '';
  return new TransportError({
    code: step,
    phase: 'connect',
    message: `${CANNOT[step]}${reasonOf(cause, compatibility)}${way}${hint}`,
    ...defined({ remedy }),
    cause,
  });
}

const CANNOT: Readonly<Record<Step, string>> = {
  UPSTREAM_DNS: 'cannot resolve the host of the upstream',
  UPSTREAM_CONNECT: 'cannot connect to the upstream',
  UPSTREAM_TLS: 'cannot agree on TLS with the upstream',
};

/** Only the code and our words for it: system error texts contain addresses, and certificate error texts contain names of other hosts. */
function reasonOf(cause: unknown, compatibility?: Compatibility): string {
  const code = (cause as { code?: unknown }).code;
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]*$/.test(code)) return '';
  const reason = tlsReasonOf(cause, compatibility);
  return reason === undefined ? `: ${code}` : `: ${reason.text} (${code})`;
}

function tlsReasonOf(cause: unknown, compatibility?: Compatibility): TlsReason | undefined {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  const oldest = compatibility?.minimumTls;
  return typeof code === 'string' ? explainTls(code, String(message), oldest) : undefined;
}

/** Whether OpenSSL refuses keys of 1,024 bits by default: its level is 2 from version 3.2 on. Otherwise the key is shorter. */
const REFUSES_1024 = /^(?:3\.[2-9]|3\.\d\d|[4-9])/.test(process.versions.openssl);

/** Whether the profile does already what a remedy says. */
function isUsed({ remedy, weak }: TlsReason, compatibility: Compatibility | undefined): boolean {
  if (remedy === 'minimum-tls') return compatibility?.minimumTls === '1.0';
  if (weak !== undefined)
    return compatibility?.weakCiphers?.includes(weak) === true || (weak !== 'SHA-1' && !REFUSES_1024);
  return remedy === 'legacy-renegotiation' && compatibility?.legacyRenegotiation === true;
}
