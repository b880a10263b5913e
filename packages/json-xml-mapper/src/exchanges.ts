import type { ServiceModel } from '@soapstone/soap-model';
import type { Exchange, Exchanges } from './api/exchange.js';
import type { MapperOptions } from './api/options.js';
import { compileExchange } from './operation/compile-exchange.js';
import { assertMapperOptions, resolveSettings } from './operation/settings.js';
import { shapeOperations } from './operation/shape-operations.js';
import type { PatternCompiler } from './pattern/pattern-facet.js';

/**
 * Creates the exchanges of a service: what `createMapper` gives, cut down to the calls of clients. `@soapstone/client` is made of it.
 * Throws `OptionError` for an unknown option or an unusable value.
 *
 * @param patterns `compilePatterns`; a program whose types have no pattern can leave it out
 *
 * @example
 * ```ts
 * const request = createExchanges(model, {}, compilePatterns).compile('GetUser').toXml({ userId: 1 });
 * ```
 */
export function createExchanges(
  model: ServiceModel,
  options: MapperOptions = {},
  patterns?: PatternCompiler,
): Exchanges {
  assertMapperOptions('createExchanges', model, options);
  const settings = resolveSettings(options, patterns);
  const shapes = shapeOperations(model, settings, (shaped) => shaped);
  const compiled = new Map<string, Exchange>();
  return {
    compile(operation) {
      let result = compiled.get(operation);
      if (result === undefined) {
        result = compileExchange(shapes.get(operation), settings);
        compiled.set(operation, result);
      }
      return result;
    },
  };
}
