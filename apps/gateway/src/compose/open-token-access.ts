import { createUncheckedTransport } from '@soapstone/soap-transport/unchecked';
import { createTokenAccess, type TokenAccess } from '../calls/agents/token-access.js';
import { createTokenIssuers, ISSUER_LIMITS } from '../calls/agents/token-issuers.js';
import type { Directory } from '../calls/catalog/directory.js';
import type { Config } from '../config/config.js';
import type { outboundProxyOf } from '../config/outbound-proxy.js';
import type { Log } from '../log/log.js';

/** Access with tokens, with a way to end the connections to authorization servers. */
export interface OpenTokenAccess extends TokenAccess {
  close(): Promise<void>;
}

/**
 * Creates access with tokens of the authorization servers that the operator allows. They are reached by a transport of their own, which has
 * the same egress rules and the same proxy as calls, and follows no redirects. Returns undefined if none is allowed.
 */
export function openTokenAccess(
  { egressAllow, tokenIssuers, plans: { plans }, baseUrl }: Config,
  deps: {
    readonly proxy: Awaited<ReturnType<typeof outboundProxyOf>>;
    readonly directory: Directory;
    readonly log: Log;
    readonly now: () => number;
    readonly elapsed: () => number;
  },
): OpenTokenAccess | undefined {
  if (tokenIssuers.length === 0) return undefined;
  const { proxy, directory, log, now, elapsed } = deps;
  const transport = createUncheckedTransport({
    egress: { allow: egressAllow },
    proxy,
    limits: ISSUER_LIMITS,
    userAgent: 'Soapstone-Tokens',
  });
  const issuers = createTokenIssuers(tokenIssuers, { transport, log, elapsed });
  return {
    ...createTokenAccess({ issuers, directory, plans, baseUrl, now }),
    close: () => transport.close(),
  };
}
