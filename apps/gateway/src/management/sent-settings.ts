import type { ServiceSettings } from '../domain/registered-service.js';
import { badRequest } from '../errors/errors.js';
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

/** `settings` with what was sent; what was not sent stays. Throws where a timeout is longer than the gateway's own. */
export function changeSettings<Settings extends Partial<ServiceSettings>>(
  settings: Settings,
  { endpoint, select, timeoutMs, captureHours, ...rest }: SentSettings,
  { calls, now }: Pick<ManagementDependencies, 'calls' | 'now'>,
): Settings {
  const { upstreamTimeout } = calls.limits;
  if (typeof timeoutMs === 'number' && timeoutMs > upstreamTimeout) {
    throw badRequest('SCHEMA_VIOLATION', `timeoutMs is longer than the gateway's own ${upstreamTimeout} ms`);
  }
  const captureUntil =
    captureHours === undefined ? undefined : captureHours === 0 ? null : now() + captureHours * 3_600_000;
  const changed: Record<string, unknown> = { ...settings, ...rest };
  for (const [name, value] of Object.entries({ endpoint, select, timeoutMs, captureUntil })) {
    if (value === null) delete changed[name];
    else if (value !== undefined) changed[name] = value;
  }
  return changed as Settings;
}
