import { readOrigin } from '../domain/cors-origins.js';
import type { ServiceSettings } from '../domain/registered-service.js';
import { badRequest, GatewayError } from '../errors/errors.js';
import type { ManagementDependencies } from './route.js';

/** Members that null takes away. */
type Removable = 'endpoint' | 'select' | 'timeoutMs';

/** The settings of a service as its owner sends them. */
export type SentSettings = Omit<Partial<ServiceSettings>, Removable | 'captureUntil'> & {
  readonly [Member in Removable]?: ServiceSettings[Member] | null;
} & {
  /** For how many hours from now the bodies of calls are kept; 0 = no longer. */
  readonly captureHours?: number;
};

/**
 * The settings after a change: what was not sent stays. Throws where a timeout is longer than the gateway's own, and where an
 * origin cannot be read.
 */
export function changeSettings<Settings extends Partial<ServiceSettings>>(
  settings: Settings,
  { endpoint, select, timeoutMs, captureHours, corsOrigins, ...rest }: SentSettings,
  { calls, now }: Pick<ManagementDependencies, 'calls' | 'now'>,
): Settings {
  const { upstreamTimeout } = calls.limits;
  if (typeof timeoutMs === 'number' && timeoutMs > upstreamTimeout) {
    throw badRequest('SCHEMA_VIOLATION', `timeoutMs is longer than the gateway's own ${upstreamTimeout} ms`);
  }
  const captureUntil =
    captureHours === undefined ? undefined : captureHours === 0 ? null : now() + captureHours * 3_600_000;
  const changed: Record<string, unknown> = { ...settings, ...rest };
  if (corsOrigins !== undefined) changed['corsOrigins'] = readOrigins(corsOrigins);
  for (const [name, value] of Object.entries({ endpoint, select, timeoutMs, captureUntil })) {
    if (value === null) delete changed[name];
    else if (value !== undefined) changed[name] = value;
  }
  return changed as Settings;
}

/** The origins as browsers send them, each once. Throws a 400 with one detail per entry that cannot be used. */
function readOrigins(entries: readonly string[]): readonly string[] {
  const read = entries.map(readOrigin);
  const details = read.flatMap((entry, index) =>
    'problem' in entry
      ? [{ path: `/settings/corsOrigins/${index}`, keyword: 'format' as const, message: entry.problem }]
      : [],
  );
  if (details.length > 0) {
    throw new GatewayError({
      type: 'VALIDATION_ERROR',
      code: 'SCHEMA_VIOLATION',
      message: 'Some allowed origins cannot be used',
      details,
    });
  }
  return [...new Set(read.flatMap((entry) => ('origin' in entry ? [entry.origin] : [])))];
}
