import {
  anything,
  assertOptions,
  type Check,
  callback,
  flag,
  kindOf,
  limit,
  members,
  oneOf,
  recordOf,
  wrong,
} from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import type { FillSource } from '../api/fills.js';
import type { WorkOptions } from '../api/operation.js';
import type { MapperLimits, MapperOptions } from '../api/options.js';
import type { ValidationProblem } from '../api/problems.js';
import type { IdentityCode } from '../decode/plan/identity-code.js';
import type { DecoderSettings } from '../decode/plan/settings.js';
import type { FilledContent, RawXml, UncommonContent } from '../explain/compiler.js';
import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import type { EncodedMessage } from '../request/encoded-message.js';
import type { SimpleLimits, ValueForms } from '../scalar/simple-codec.js';
import type { WorkMeter } from '../work.js';
import type { ShapedExchange } from './shape-operations.js';

/** The options of a mapper with every default filled in. */
export type MapperSettings = {
  readonly [Name in keyof Omit<MapperOptions, 'limits' | 'design' | 'fills'>]-?: Exclude<
    MapperOptions[Name],
    undefined
  >;
} & {
  readonly limits: MapperLimits & SimpleLimits;
  /** See `EncoderSettings`. */
  readonly uncommonContent: () => UncommonContent;
  /** See `EncoderSettings`. */
  readonly filledContent: () => FilledContent;
  /** See `DecoderSettings`. */
  readonly lifted: DecoderSettings['lifted'];
  /** See `EncoderSettings`. */
  readonly rawXml: () => RawXml;
  /** The source of filled values for calls that bring none. */
  readonly fills: MapperOptions['fills'];
  /** The check of identity constraints (MO-6). */
  readonly identities: IdentityParts | undefined;
  /** The objects that texts of responses become, once their code is loaded. */
  readonly valueForms: () => ValueForms | undefined;
};

/** Returns the identity constraints that an encoded request violates (MO-6), within the budget of the call. */
export type IdentityValidator = (message: EncodedMessage, work: WorkMeter) => ValidationProblem[];

/** The check of identity constraints, which most clients need not load. */
export interface IdentityParts {
  readonly identityCode: IdentityCode;
  /** Prepares the check of an operation's requests. @returns `undefined` if they can have no identity constraint */
  createIdentityValidator(operation: ShapedExchange, settings: MapperSettings): IdentityValidator | undefined;
  /** Runs the check of an operation, which is prepared once. */
  validate(
    operation: ShapedExchange,
    settings: MapperSettings,
    message: EncodedMessage,
    options: WorkOptions | undefined,
  ): ValidationProblem[];
}

/** A source of filled values, or the word for none. */
export const fillSource: Check = (value) => (value === 'hidden' ? [] : fillFunctions(value));
const fillFunctions: Check = members<FillSource>({
  secret: callback,
  header: callback,
  session: callback,
  uuid: callback,
  now: callback,
});

const unwrapMode: Check = oneOf('record', 'payload', 'none');

const limitChecks = Object.fromEntries(
  Object.keys(DEFAULT_MAPPER_LIMITS).map((name) => [name, limit]),
) as Record<keyof MapperLimits, Check>;

/** The values that each option of a mapper accepts, for packages that pass them on. */
export const mapperOptionChecks: Readonly<Record<keyof Omit<MapperOptions, 'limits'>, Check>> = {
  numbers: oneOf('number', 'string', 'bigint'),
  unwrap: unwrapMode,
  unwrapByOperation: recordOf(unwrapMode),
  strictResponses: flag,
  applyDefaults: flag,
  prototypes: oneOf('none', 'ordinary'),
  untyped: oneOf('ordered', 'compact'),
  unknown: oneOf('drop', 'keep'),
  warnings: oneOf('none', 'default', 'all'),
  allowUndeclaredHeaders: flag,
  allowUndeclaredAttachments: flag,
  wildcards: oneOf('known', 'lax', 'strict'),
  // A design reports its own problems: `DesignError`.
  design: anything,
  fills: fillSource,
};

const mapperOptions: Check = members<MapperOptions>({
  ...mapperOptionChecks,
  limits: members<MapperLimits>(limitChecks),
});

/** The outline of a `ServiceModel`: enough to distinguish it from a document, a promise or the result of `parseWsdl`. */
const serviceModel: Check = (value) => {
  const model = value as { exposed?: unknown; services?: unknown; schema?: unknown } | null | undefined;
  return Array.isArray(model?.exposed) && Array.isArray(model.services) && typeof model.schema === 'object'
    ? []
    : wrong(`expected the model of a parsed WSDL, not ${kindOf(value)}`);
};

/** Throws `OptionError` for an unusable model or option. */
export function assertMapperOptions(what: string, model: unknown, options: unknown): void {
  assertOptions(serviceModel, model, what, 'model');
  assertOptions(mapperOptions, options, what);
}

/** Fills in the defaults that `MapperOptions` documents. */
export function resolveSettings(
  options: MapperOptions,
  compilers: Pick<SimpleLimits, 'compilePatterns' | 'unions' | 'types'>,
  {
    uncommonContent,
    filledContent,
    lifted,
    rawXml,
  }: Pick<MapperSettings, 'uncommonContent' | 'filledContent' | 'lifted' | 'rawXml'>,
  identities: IdentityParts | undefined,
  valueForms: () => ValueForms | undefined = () => undefined,
): MapperSettings {
  return {
    numbers: options.numbers ?? 'number',
    unwrap: options.unwrap ?? 'record',
    unwrapByOperation: options.unwrapByOperation ?? {},
    strictResponses: options.strictResponses ?? false,
    applyDefaults: options.applyDefaults ?? true,
    prototypes: options.prototypes ?? 'none',
    untyped: options.untyped ?? 'ordered',
    unknown: options.unknown ?? 'drop',
    warnings: options.warnings ?? 'default',
    allowUndeclaredHeaders: options.allowUndeclaredHeaders ?? false,
    allowUndeclaredAttachments: options.allowUndeclaredAttachments ?? false,
    wildcards: options.wildcards ?? 'known',
    fills: options.fills,
    uncommonContent,
    filledContent,
    lifted,
    rawXml,
    identities,
    valueForms,
    limits: { ...limitsOf(options.limits), ...compilers },
  };
}

/** The settings of coders that keep the digits of decimals (NM-8). */
export function lexicalSettings(settings: MapperSettings): MapperSettings {
  return { ...settings, limits: { ...settings.limits, digits: 'lexical' } };
}

/** The default limits with the given ones replaced. The output of a response is bounded like the response itself. */
function limitsOf(given: MapperOptions['limits'] = {}): MapperLimits {
  const { responseBytes: outputBytes } = given;
  const limits = { ...DEFAULT_MAPPER_LIMITS, ...defined({ outputBytes }) };
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) Object.assign(limits, { [name]: value });
  }
  return limits;
}
