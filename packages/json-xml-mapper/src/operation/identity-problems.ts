import { createMessageDecoder, type DecoderSettings } from '../decode/decoder.js';
import { identityCode } from '../decode/identity/identity-check.js';
import { DecodeError, tooComplex } from '../errors.js';
import { hasIdentities } from '../shape/has-identities.js';
import { WorkExceeded, WorkMeter } from '../work.js';
import type { IdentityParts, IdentityValidator, MapperSettings } from './settings.js';
import type { ShapedExchange } from './shape-operations.js';
import { decoderSettings } from './stages.js';

/**
 * The check of identity constraints (MO-6): a part of the mapper that only services with such constraints need.
 *
 * @example
 * ```ts
 * createExchanges(model, {}, { identities });
 * ```
 */
export const identities: IdentityParts = {
  identityCode,
  createIdentityValidator: (operation, settings) => createIdentityValidator(operation, settings),
  validate(operation, settings, message, options) {
    let known = prepared.get(operation);
    if (known === undefined) {
      known = { validator: createIdentityValidator(operation, settings) };
      prepared.set(operation, known);
    }
    return known.validator?.(message, options?.work ?? new WorkMeter(settings.limits.work)) ?? [];
  },
};

const prepared = new WeakMap<ShapedExchange, { readonly validator: IdentityValidator | undefined }>();

/** Prepares the check of an operation's requests. @returns `undefined` if they can have no identity constraint */
function createIdentityValidator(
  operation: ShapedExchange,
  settings: MapperSettings,
): IdentityValidator | undefined {
  const { shape } = operation;
  const input = shape.input.written ?? shape.input;
  if (!hasIdentities(input, shape)) return undefined;
  const decoder = createMessageDecoder(input, [], shape, decoderSettingsOf(operation, settings));
  return ({ body, attachments }, work) => {
    try {
      const { warnings } = decoder.decode(body, { attachments, work });
      return warnings
        .filter(({ code }) => code === 'IDENTITY')
        .map(({ path, message }) => ({ path, keyword: 'identity', message }));
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      if (error.cause instanceof WorkExceeded)
        return [...tooComplex(error.cause.limit, error.path ?? '').errors];
      return [{ path: error.path ?? '', keyword: 'limit', message: error.message }];
    }
  };
}

/** The encoder has already bounded the request. */
function decoderSettingsOf(operation: ShapedExchange, settings: MapperSettings): DecoderSettings {
  const { limits } = settings;
  return {
    ...decoderSettings(operation, settings),
    notation: 'json',
    identities: identityCode,
    strictResponses: false,
    warnings: 'default',
    oneWay: false,
    limits: {
      ...limits,
      responseBytes: Number.MAX_SAFE_INTEGER,
      responseDepth: UNBOUNDED,
      responseNodes: UNBOUNDED,
      attributesPerElement: UNBOUNDED,
      outputBytes: Number.MAX_SAFE_INTEGER,
      expansion: UNBOUNDED,
      warnings: limits.errors,
    },
  };
}

const UNBOUNDED = 1 << 30;
