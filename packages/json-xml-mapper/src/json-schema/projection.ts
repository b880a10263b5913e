import { assertOptions, type Check, flag, kindOf, members, oneOf, text, wrong } from '@soapstone/options';
import type { ServiceModel } from '@soapstone/soap-model';
import type { JsonSchema } from '../api/values.js';
import type { HeadersShape, MessageShape, OperationShape } from '../shape/operation-shape.js';
import type { ElementMember } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import { memberSchema } from './content/content-schema.js';
import { elementSchema } from './content/element-schema.js';
import { ANY_NAME, anyElementSchema } from './content/wildcard-schema.js';
import { nameComponents } from './context/component-names.js';
import { type Audience, createState } from './context/schema-context.js';
import { closedObject } from './context/schema-parts.js';
import { SchemaRegistry } from './context/schema-registry.js';
import { extrasOf, headersSchema, messageSchema } from './message-schema.js';
import { createContext } from './projection-context.js';
import { simpleSchema } from './values/simple-schema.js';
import { textConstraints } from './values/value-constraints.js';

/** The purpose of the schemas of a document. */
export interface SchemaProjectionOptions {
  /** The audience of the schemas. */
  readonly audience: Audience;
  /** For code generators: dates and times carry a `format`, instead of a pattern of their exact lexical form (OA-9). Default true. */
  readonly dateFormats?: boolean | undefined;
  /** The prefix of a reference to a definition, such as `#/components/schemas/`. */
  readonly prefix: string;
}

/** The facts that strict wildcards of an input need (AN-3). */
export type InputNames = Pick<OperationShape, 'globalElementNames'>;

/**
 * The schemas of many messages, in JSON Schema 2020-12, which share their definitions. Every schema that it returns is an empty object
 * until `finish`, so it must be put into the document as it is, never copied.
 */
export interface SchemaProjection {
  /** A definition under a generated name. Each call of the result is a reference; `make` runs if there is one. */
  define(name: string, make: () => JsonSchema): () => JsonSchema;
  /**
   * The JSON root of a message that a client sends (§4.1).
   *
   * @param headers the schema of its `$headers` (HD-1): never required, because the same blocks may come in an HTTP header, or be stored
   *   with the service (HD-2, HD-3)
   */
  input(message: MessageShape, names: InputNames, headers?: JsonSchema): JsonSchema;
  /** The value of one member of an input, as a client sends it: an array if it can occur more than once. */
  member(member: ElementMember, message: Pick<MessageShape, 'encoded'>, names: InputNames): JsonSchema;
  /** The schema of `result` (§4.2). A one-way operation returns `{}` (UW-8). */
  result(message: MessageShape | undefined): JsonSchema;
  /** Header blocks as one object; `names` only if a client sends them. */
  headers(headers: HeadersShape, names?: InputNames): JsonSchema;
  /** One occurrence of an element that a service sends, such as the detail of a fault. */
  element(member: ElementMember): JsonSchema;
  /** A simple value, with the value inserted when it is omitted (NL-3). */
  value(shape: SimpleShape, declared: { readonly default?: string; readonly fixed?: string }): JsonSchema;
  /** An element of any name (AN-1). */
  anyElement(): JsonSchema;
  /** Fills all schemas. Returns the definitions, sorted by name. */
  finish(): Readonly<Record<string, JsonSchema>>;
}

const model: Check = (value) =>
  Array.isArray((value as Partial<ServiceModel> | null | undefined)?.schema?.types)
    ? []
    : wrong(`expected the model of a service, not ${kindOf(value)}`);

const projectionOptions: Check = members<SchemaProjectionOptions>(
  { audience: oneOf('validators', 'code-generators'), dateFormats: flag, prefix: text },
  ['audience', 'prefix'],
);

/**
 * Creates the projection of a document: Shapes to JSON Schema. Names of definitions are a function of the model (OA-3). Throws
 * `OptionError` for an unknown option and for a value that cannot be used.
 *
 * @example
 * ```ts
 * const projection = createSchemaProjection(model, { audience: 'validators', prefix: '#/$defs/' });
 * const input = projection.input(operation.shape.input, operation.shape);
 * const schema = { ...document, $defs: projection.finish() };
 * ```
 */
export function createSchemaProjection(
  service: ServiceModel,
  options: SchemaProjectionOptions,
): SchemaProjection {
  assertOptions(model, service, 'createSchemaProjection', 'model');
  assertOptions(projectionOptions, options, 'createSchemaProjection');
  const registry = new SchemaRegistry(options.prefix);
  const state = createState(registry, { ...options, absentAsNull: false });
  const contextOf = (message: Pick<MessageShape, 'encoded'>, names?: InputNames) =>
    createContext(state, message.encoded, names && (() => names.globalElementNames()));
  const outputs = contextOf({ encoded: false });
  return {
    define(name, make) {
      const candidate = registry.add({ always: true, name: (names) => names.take(name) }, make);
      return () => registry.use(candidate);
    },
    input(message, names, headers) {
      const context = contextOf(message, names);
      const extras = extrasOf(context, message, 'input');
      const blocks = headers === undefined ? [] : [{ key: '$headers', schema: headers, required: false }];
      return messageSchema(context, message, [...blocks, ...extras], 'shared');
    },
    member: (member, message, names) => memberSchema(contextOf(message, names), member, member.min),
    result(message) {
      if (message === undefined) return closedObject([], []);
      const context = contextOf(message);
      return messageSchema(context, message, extrasOf(context, message, 'output'), 'shared');
    },
    headers: (headers, names) => headersSchema(contextOf({ encoded: false }, names), headers),
    element: (member) => elementSchema(outputs, member, undefined),
    value: (shape, declared) => simpleSchema(outputs, shape, 'attribute', textConstraints(shape, declared)),
    anyElement: () => anyElementSchema(outputs, ANY_NAME, []),
    finish: () => registry.finish(nameComponents(service)),
  };
}
