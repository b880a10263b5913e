import { withCode } from '@soapstone/http-contract';
import type { ServiceProxies } from '../../../credentials/service-proxies.js';
import { readOrigin } from '../../../domain/services/cors-origins.js';
import {
  changeSettings,
  type SentSettings,
  type ServiceSettings,
} from '../../../domain/services/service-settings.js';
import { badRequest, GatewayError } from '../../../errors/errors.js';

/** The limits that settings are checked against. `now` is in milliseconds since the Unix epoch. */
interface SettingRules {
  readonly registration: { readonly proxies: Pick<ServiceProxies, 'names'> };
  readonly limits: { readonly upstreamTimeout: number };
  readonly now: () => number;
}

/**
 * Returns `settings` with the changes in `sent`. Throws if a timeout is longer than the gateway's own, an origin is invalid or the gateway does not
 * have a proxy.
 */
export function applySettings<Settings extends Partial<ServiceSettings>>(
  settings: Settings,
  sent: SentSettings | undefined,
  { limits, now, registration }: SettingRules,
): Settings {
  const { upstreamTimeout } = limits;
  if ((sent?.timeoutMs ?? 0) > upstreamTimeout) {
    throw badRequest('SCHEMA_VIOLATION', `timeoutMs is longer than the gateway's own ${upstreamTimeout} ms`);
  }
  if (sent?.proxy != null) assertProxyName(sent.proxy, registration.proxies);
  const corsOrigins = sent?.corsOrigins && readOrigins(sent.corsOrigins);
  return changeSettings(settings, { ...sent, ...(corsOrigins && { corsOrigins }) }, now());
}

function assertProxyName(name: string, { names }: Pick<ServiceProxies, 'names'>): void {
  if (names.includes(name)) return;
  const offered =
    names.length === 0
      ? 'this gateway offers no proxies (its operator names them with OUTBOUND_PROXIES)'
      : `this gateway has no such proxy: choose one of ${names.join(', ')}`;
  throw new GatewayError({
    ...withCode('SCHEMA_VIOLATION'),
    message: 'The proxy cannot be used',
    details: [{ path: '/settings/proxy', keyword: 'enum', message: offered }],
  });
}

/** Returns the origins as browsers send them, each once. Throws 400 with one detail for each invalid entry. */
function readOrigins(entries: readonly string[]): string[] {
  const read = entries.map(readOrigin);
  const details = read.flatMap((entry, index) =>
    'problem' in entry
      ? [{ path: `/settings/corsOrigins/${index}`, keyword: 'format' as const, message: entry.problem }]
      : [],
  );
  if (details.length > 0) {
    throw new GatewayError({
      ...withCode('SCHEMA_VIOLATION'),
      message: 'Some allowed origins cannot be used',
      details,
    });
  }
  return [...new Set(read.flatMap((entry) => ('origin' in entry ? [entry.origin] : [])))];
}
