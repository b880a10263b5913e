import type { Limits, MapperOptions } from './api.js';
import { DEFAULT_LIMITS } from './limits.js';

/** The options of a mapper with every default filled in. */
export type MapperSettings = Required<Omit<MapperOptions, 'limits'>> & { readonly limits: Limits };

/** Fill in the defaults that `MapperOptions` documents. */
export function resolveSettings(options: MapperOptions): MapperSettings {
  return {
    numbers: options.numbers ?? 'number',
    unwrap: options.unwrap ?? 'record',
    unwrapByOperation: options.unwrapByOperation ?? {},
    strictResponses: options.strictResponses ?? false,
    applyDefaults: options.applyDefaults ?? true,
    untyped: options.untyped ?? 'ordered',
    unknown: options.unknown ?? 'drop',
    warnings: options.warnings ?? 'default',
    allowUndeclaredHeaders: options.allowUndeclaredHeaders ?? false,
    limits: {
      ...DEFAULT_LIMITS,
      ...(options.limits?.responseBytes && { outputBytes: options.limits.responseBytes }),
      ...options.limits,
    },
  };
}
