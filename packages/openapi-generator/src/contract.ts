/** The HTTP contract as OpenAPI: its bodies, headers and errors. The contracts themselves are in `@soapstone/http-contract`. */

import { type ApiContract, type EnvelopeContract, restErrors } from '@soapstone/http-contract';
import type { JsonSchema } from '@soapstone/json-xml-mapper';
import type { SchemaProjection } from '@soapstone/json-xml-mapper/json-schema';
import { defined } from '@soapstone/options/defined';
import type { HeaderObject, MediaTypeObject, ReferenceObject, ResponseObject } from 'openapi3-ts/oas31';

/** The contract of a document, with every default resolved and the schemas of its components defined. */
export interface DocumentContract extends Omit<ApiContract, 'envelope'> {
  readonly envelope: EnvelopeContract | undefined;
  /** The statuses of declared faults, by fault name. */
  readonly faultStatuses: Readonly<Record<string, number>>;
  /** A reference to a component of the contract. */
  readonly reference: (component: string) => JsonSchema;
}

/** A contract as given by options. */
type ContractOptions = { readonly [Name in keyof ApiContract]?: ApiContract[Name] | undefined } & {
  readonly faultStatuses?: Readonly<Record<string, number>> | undefined;
};

/** Resolves the defaults of a contract, and defines its components in the order of the document. */
export function resolveContract(contract: ContractOptions, projection: SchemaProjection): DocumentContract {
  const errors = contract.errors ?? restErrors;
  const envelope = typeof contract.envelope === 'string' ? envelopeOf(contract.envelope) : contract.envelope;
  const components = new Map<string, () => JsonSchema>();
  const reference = (name: string): JsonSchema => {
    const make = components.get(name);
    if (make === undefined)
      throw new RangeError(`the contract refers to ${name}, which is not one of its components`);
    return make();
  };
  for (const [name, make] of Object.entries({ ...envelope?.components, ...errors.components })) {
    components.set(
      name,
      projection.define(name, () => make(reference)),
    );
  }
  return {
    path: contract.path ?? '/{operation}',
    servers: contract.servers ?? [],
    securitySchemes: contract.securitySchemes ?? {},
    responseHeaders: contract.responseHeaders ?? {},
    successHeaders: contract.successHeaders,
    notModified: contract.notModified,
    soapHeadersHeader: contract.soapHeadersHeader,
    numberStringsType: contract.numberStringsType,
    faultStatuses: contract.faultStatuses ?? {},
    envelope,
    errors,
    reference,
  };
}

/** An object whose only member is the result. */
function envelopeOf(result: string): EnvelopeContract {
  return {
    result,
    schema: (schema) => ({ type: 'object', required: [result], properties: { [result]: schema } }),
    example: (example) => ({ [result]: example }),
  };
}

/** The headers of responses as components: those of every response, and those of successful ones that are referred to. */
export function responseHeaders(
  { responseHeaders, successHeaders = {} }: DocumentContract,
  used: ReadonlySet<string>,
): Record<string, HeaderObject> {
  const ofSuccess = Object.entries(successHeaders).flatMap(([name, { methods: _, ...header }]) =>
    used.has(name) ? [[name, header] as const] : [],
  );
  return Object.fromEntries(
    [...Object.entries(responseHeaders), ...ofSuccess].map(([name, header]): [string, HeaderObject] => [
      name,
      { ...header } as HeaderObject,
    ]),
  );
}

/** A reference to a header that is a component. */
export function headerReference(name: string): ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}

/** References to them, for one response. */
function headerReferences({ responseHeaders }: DocumentContract): Record<string, ReferenceObject> {
  return Object.fromEntries(Object.keys(responseHeaders).map((name) => [name, headerReference(name)]));
}

const RETRY_AFTER: HeaderObject = {
  description: 'Seconds after which the call may be repeated.',
  schema: { type: 'integer', minimum: 0 },
};

/** A response; without a media type, it has no body. */
export function responseOf(
  contract: DocumentContract,
  status: number,
  description: string,
  body: readonly [contentType: string, media: MediaTypeObject] | undefined,
): ResponseObject {
  const headers: Record<string, HeaderObject | ReferenceObject> = headerReferences(contract);
  if (status === 429 || status === 503) headers['Retry-After'] = RETRY_AFTER;
  return {
    description,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body && { content: { [body[0]]: body[1] } }),
  };
}

/** The responses that do not depend on the operation and that are referred to, as components. */
export function sharedResponses(
  contract: DocumentContract,
  used: ReadonlySet<string>,
): Record<string, ResponseObject> {
  const { errors, reference, notModified } = contract;
  const referredTo = Object.entries(errors.responses).filter(([name]) => used.has(name));
  const unchanged = notModifiedName(contract);
  return {
    ...(notModified !== undefined &&
      used.has(unchanged) && { [unchanged]: responseOf(contract, 304, notModified, undefined) }),
    ...Object.fromEntries(
      referredTo.map(([name, { status, description }]) => [
        name,
        responseOf(contract, status, description, [
          errors.contentType,
          { schema: errors.sharedSchema(reference) },
        ]),
      ]),
    ),
  };
}

/** The component with the response 304. */
export function notModifiedName({ errors }: DocumentContract): string {
  return unusedName('NotModified', errors);
}

function unusedName(wanted: string, { responses }: DocumentContract['errors']): string {
  let name = wanted;
  while (Object.hasOwn(responses, name)) name += '_';
  return name;
}

/** The errors of failed exchanges with the SOAP service that operations share (OA-2). */
export interface UpstreamErrors {
  /** The schema of the body, with a fault that no operation declares. */
  readonly error: () => JsonSchema;
  /** A reference to the response with this body. */
  response(status: number, description: string): ReferenceObject;
  /** The responses that are referred to, as components. */
  responses(): Record<string, ResponseObject>;
}

/** Defines them in a document. What nothing refers to is left out. */
export function upstreamErrors(contract: DocumentContract, projection: SchemaProjection): UpstreamErrors {
  const { errors, reference } = contract;
  const error = projection.define('UpstreamError', () =>
    errors.upstreamSchema(faultSchema(projection.anyElement()), reference),
  );
  const used: Record<string, ResponseObject> = {};
  return {
    error,
    response(status, description) {
      const name = unusedName(`Upstream${status}`, errors);
      used[name] ??= responseOf(contract, status, description, [errors.contentType, { schema: error() }]);
      return { $ref: `#/components/responses/${name}` };
    },
    responses: () => used,
  };
}

/** The schema of the body of an operation that declares faults, or headers of faults. */
export function declaredError(
  { errors, reference }: DocumentContract,
  { error }: UpstreamErrors,
  declared: DeclaredFaults,
  anyElement: () => JsonSchema,
): JsonSchema {
  return errors.upstreamFault === undefined
    ? errors.upstreamSchema(faultSchema(anyElement(), declared), reference)
    : { allOf: [error(), errors.upstreamFault({ type: 'object', properties: declaredMembers(declared) })] };
}

/** A declared fault of an operation: its name in the WSDL, and its detail element as a member of `detail` (FL-2). */
export interface FaultMember {
  readonly name: string;
  readonly key: string;
  readonly schema: JsonSchema;
}

/** The declaration of an operation about its faults. */
export interface DeclaredFaults {
  readonly faults: readonly FaultMember[];
  /** The schema of the header blocks of faults, if any are declared. */
  readonly headers?: JsonSchema | undefined;
}

const TEXT: JsonSchema = { type: 'string' };

/** A SOAP fault as JSON (FL-1), typed by what an operation declares. */
export function faultSchema(anyElement: JsonSchema, declared: DeclaredFaults = { faults: [] }): JsonSchema {
  const { name, detail, headers = { type: 'object' } } = declaredMembers(declared);
  return {
    type: 'object',
    description: 'The SOAP fault; absent if the service could not be reached or did not respond with SOAP.',
    required: ['version', 'code', 'reason'],
    properties: {
      version: { type: 'string', enum: ['1.1', '1.2'] },
      code: { type: 'string', description: 'The fault code as `{namespace}local`.' },
      subcodes: { type: 'array', items: TEXT },
      reason: { type: 'string' },
      reasons: {
        type: 'array',
        items: { type: 'object', required: ['lang', 'text'], properties: { lang: TEXT, text: TEXT } },
      },
      actor: { type: 'string' },
      node: { type: 'string' },
      role: { type: 'string' },
      ...defined({ name }),
      detail: {
        type: 'object',
        properties: Object.assign(Object.create(null) as Record<string, JsonSchema>, detail?.['properties'], {
          $any: { type: 'array', items: anyElement },
          $value: { type: 'string' },
        }),
      },
      headers,
    },
  };
}

/** The members of a fault whose schemas depend on the operation. */
function declaredMembers({ faults, headers }: DeclaredFaults): {
  readonly name?: JsonSchema;
  readonly detail?: JsonSchema;
  readonly headers?: JsonSchema;
} {
  const details = Object.create(null) as Record<string, JsonSchema>;
  for (const { key, schema } of faults) details[key] = schema;
  const names = [...new Set(faults.map((fault) => fault.name))];
  return {
    ...(names.length === 0
      ? {}
      : { name: { type: 'string', enum: names }, detail: { type: 'object', properties: details } }),
    ...defined({ headers }),
  };
}
