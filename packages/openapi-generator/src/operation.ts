import { SOAP_HEADERS_HEADER } from '@soapstone/http-contract';
import type { JsonSchema, OperationInfo } from '@soapstone/json-xml-mapper';
import { acceptsEmptyInput, type SchemaProjection } from '@soapstone/json-xml-mapper/json-schema';
import type { MessageShape, OperationShape } from '@soapstone/json-xml-mapper/shapes';
import { defined } from '@soapstone/options/defined';
import { clarkName } from '@soapstone/soap-model';
import type {
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  ResponsesObject,
} from 'openapi3-ts/oas31';
import {
  type DocumentContract,
  declaredError,
  headerReference,
  notModifiedName,
  responseOf,
  type UpstreamErrors,
} from './contract.js';
import { getParameters } from './get-parameters.js';
import type { ProvenExamples } from './proven-examples.js';

/** The methods of an operation. */
export type MethodPolicy = 'POST' | 'GET' | 'GET + POST';

/** The part of a compiled operation that the document needs: its static properties. */
export interface DescribedOperation {
  readonly info: OperationInfo;
  readonly shape: Pick<
    OperationShape,
    'input' | 'output' | 'faults' | 'headerFaults' | 'globalElementNames' | 'pages' | 'files'
  >;
}

/** The context that all operations of a document share. */
export interface OperationContext {
  readonly projection: SchemaProjection;
  readonly contract: DocumentContract;
  readonly upstream: UpstreamErrors;
  readonly numbers: 'number' | 'string' | 'bigint';
  readonly tags: (operation: OperationInfo) => readonly string[];
  readonly examples?: (operation: string) => ProvenExamples;
  readonly deprecated?: (operation: string) => boolean;
  /** Operation ids in use: the names of all operations, and the ids derived from them. */
  readonly operationIds: Set<string>;
  /** The names of the shared responses and of the headers of routes that operations refer to. */
  readonly used: Set<string>;
}

/** A reference to a component. */
type Reference = () => JsonSchema;

/** The components of one operation (OA-3). */
export interface OperationComponents {
  readonly request: Reference;
  readonly requestHeaders: Reference | undefined;
  readonly response: Reference;
  /** Whether responses have SOAP headers that the WSDL declares. */
  readonly hasResponseHeaders: boolean;
  /** The body of a fault. `undefined` if the operation declares nothing about its faults. */
  readonly error: Reference | undefined;
  /** The names of the faults that the operation declares. */
  readonly faults: readonly string[];
}

/** The path item of an operation (OA-1): `post` and `get` as the policy allows; `get` only if it is query-safe. */
export function pathItem(
  operation: DescribedOperation,
  policy: MethodPolicy,
  context: OperationContext,
): PathItemObject {
  const { info, shape } = operation;
  const components = componentsOf(operation, context);
  const examples = context.examples?.(info.name) ?? {};
  const deprecation = context.deprecated?.(info.name) === true ? { deprecated: true } : {};
  const operationId = operationIdOf(info, context);
  const item: PathItemObject = {};
  if (policy !== 'GET') {
    const requestBody: RequestBodyObject = {
      required: !acceptsEmptyInput(shape.input),
      content: {
        'application/json': {
          schema: components.request(),
          ...defined({ example: examples.request }),
        },
      },
    };
    item.post = {
      operationId,
      ...described(info, context),
      ...deprecation,
      requestBody,
      responses: responsesOf(info, components, examples, context, 'POST'),
      'x-soap': soapOf(operation, context),
    };
  }
  if (policy !== 'POST' && info.querySafe.safe) {
    const parameters = getParameters(shape.input, context.projection);
    const { soapHeadersHeader } = context.contract;
    if (components.requestHeaders !== undefined && soapHeadersHeader !== undefined) {
      parameters.push(soapHeadersParameter(soapHeadersHeader));
    }
    item.get = {
      operationId:
        item.post === undefined ? operationId : takeOperationId(`${operationId}_get`, context.operationIds),
      ...described(info, context),
      ...deprecation,
      parameters,
      responses: responsesOf(info, components, examples, context, 'GET'),
      'x-soap': soapOf(operation, context),
    };
  }
  return item;
}

/** The id of an operation, regardless of its method. */
export function operationIdOf({ name }: OperationInfo, { operationIds }: OperationContext): string {
  const safeId = toOperationId(name);
  return safeId === name ? safeId : takeOperationId(safeId, operationIds);
}

export function described(
  info: OperationInfo,
  { tags }: OperationContext,
): Pick<OperationObject, 'tags' | 'summary' | 'description'> {
  return { tags: [...tags(info)], ...summaryOf(info) };
}

/** The SOAP details of an operation, for readers who know SOAP (OA-7). */
export function soapOf(
  { info, shape }: DescribedOperation,
  { numbers, contract }: OperationContext,
): unknown {
  const { input, output } = shape;
  return {
    // Only where the id is a different one.
    ...(toOperationId(info.name) === info.name ? {} : { operation: info.name }),
    style: info.style,
    use: info.use,
    soapAction: info.soapAction,
    version: info.soapVersion,
    ...(input.name === undefined ? {} : { inputElement: clarkName(input.name) }),
    ...(output?.name === undefined ? {} : { outputElement: clarkName(output.name) }),
    resultUnwrap: info.resultUnwrap,
    numbers,
    ...(contract.envelope?.result === 'result' ? {} : { result: resultPointer(contract) }),
  };
}

/** The place of the result in a success body, as a JSON Pointer, for `printTypes`. */
function resultPointer({ envelope }: DocumentContract): string {
  return envelope === undefined ? '' : `/${envelope.result.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * The first sentence of the documentation as the summary, and all of it as the description. Linters and reference pages expect both: where
 * there is no documentation, the summary is the name, and where the description would only repeat the summary, it says what is called.
 */
function summaryOf({ name, portType, documentation = '' }: OperationInfo): {
  summary: string;
  description: string;
} {
  const text = documentation.trim();
  const call = `${describesCall(name)}${portType}.`;
  if (text === '') return { summary: name, description: call };
  const [first = text] = text.split(/(?<=[.!?])\s|\n/, 1);
  const summary = first.length <= MAX_SUMMARY ? first : `${first.slice(0, MAX_SUMMARY - 1)}…`;
  return { summary, description: summary === text ? call : documentation };
}

/** The beginning of a description without documentation. */
function describesCall(name: string): string {
  return `Calls the SOAP operation ${name} of `;
}

/** The documentation of an operation in the WSDL, as far as a document has it. */
export function documentationOf(operation: OperationObject): string | undefined {
  const { summary, description } = operation;
  const name = operationNameOf(operation);
  if (summary === name) return undefined;
  return description?.startsWith(describesCall(name)) === true ? summary : description;
}

/** The name of an operation in a document, which the id is made of. */
export function operationNameOf({ operationId = '', 'x-soap': soap }: OperationObject): string {
  return (soap as { readonly operation?: string } | undefined)?.operation ?? operationId;
}

/** Code generators and linters expect ids of the characters that a URL may have; names may have other letters, which become `_u040F`. */
function toOperationId(name: string): string {
  return name.replace(/[^\x21-\x7e]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return `_u${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

const MAX_SUMMARY = 120;

function takeOperationId(wanted: string, taken: Set<string>): string {
  let free = wanted;
  while (taken.has(free)) free += '_';
  taken.add(free);
  return free;
}

/** A text, because code generators write the value of a parameter with `content` into the header without turning it into JSON. */
export function soapHeadersParameter(name: string): ParameterObject {
  return {
    name,
    in: 'header',
    description: 'SOAP header blocks as JSON text: the value that `$headers` has in the body of a POST.',
    schema: { type: 'string' },
  };
}

/** @param route the status of a route. Default: the operation by its name */
export function responsesOf(
  info: OperationInfo,
  components: OperationComponents,
  examples: ProvenExamples,
  context: OperationContext,
  method: string,
  route?: { readonly status: number },
): ResponsesObject {
  const { contract, upstream, used } = context;
  const { errors } = contract;
  const status = route?.status ?? 200;
  const success = successOf(info, components, examples, context, status);
  const headers = { ...success.headers, ...successHeaders(method, components, context) };
  if (Object.keys(headers).length > 0) success.headers = headers;
  const responses: ResponsesObject = { [status]: success };
  if (method === 'GET' && contract.notModified !== undefined) {
    const name = notModifiedName(contract);
    responses['304'] = { $ref: `#/components/responses/${name}` };
    used.add(name);
  }
  const possible = Object.entries(errors.responses).filter(
    ([, { methods, ofNumberForms }]) =>
      (route === undefined || methods === undefined || methods.includes(method)) &&
      (ofNumberForms !== true || contract.numberStringsType !== undefined),
  );
  for (const [name, { status }] of possible) {
    responses[String(status)] = { $ref: `#/components/responses/${name}` };
    used.add(name);
  }
  for (const [status, { description, isOfFaults }] of upstreamResponses(contract, components.faults)) {
    const shared = possible.find(([, each]) => each.status === status)?.[1];
    const own = isOfFaults ? components.error : undefined;
    if (shared === undefined && own === undefined) {
      responses[String(status)] = upstream.response(status, description);
      continue;
    }
    const error = (own ?? upstream.error)();
    // A fault may share its status with an error that every operation has.
    const schema = shared === undefined ? error : { anyOf: [errors.sharedSchema(contract.reference), error] };
    const text = shared === undefined ? description : `${shared.description} ${description}`;
    responses[String(status)] = responseOf(contract, status, text, [errors.contentType, { schema }]);
  }
  return responses;
}

/** The headers of a successful response, beside those of every response. */
function successHeaders(
  method: string,
  { hasResponseHeaders }: OperationComponents,
  { contract: { successHeaders = {} }, used }: OperationContext,
): Readonly<Record<string, ReferenceObject>> {
  const names = Object.entries(successHeaders).flatMap(([name, { methods }]) => {
    const isPossible = methods === undefined || methods.includes(method);
    return isPossible && (name !== SOAP_HEADERS_HEADER || hasResponseHeaders) ? [name] : [];
  });
  for (const name of names) used.add(name);
  return Object.fromEntries(names.map((name) => [name, headerReference(name)]));
}

function successOf(
  info: OperationInfo,
  components: OperationComponents,
  { result }: ProvenExamples,
  { contract, numbers }: OperationContext,
  status: number,
): ResponseObject {
  const { envelope } = contract;
  if (status === 204) return responseOf(contract, status, 'The operation has succeeded.', undefined);
  const example =
    result === undefined
      ? {}
      : { example: envelope === undefined ? result : envelope.example(result, info.name) };
  return responseOf(contract, status, describeResult(contract, numbers), [
    'application/json',
    { schema: components.response(), ...example },
  ]);
}

/** Names the media type that selects another form of numbers (NM-2), if the operation does not have that form already. */
function describeResult(
  { numberStringsType }: DocumentContract,
  numbers: OperationContext['numbers'],
): string {
  const text = 'The result of the operation.';
  return numberStringsType === undefined || numbers === 'string'
    ? text
    : `${text} With \`Accept: ${numberStringsType}\`, numbers that a double cannot hold (xs:long, xs:decimal and their like) are strings.`;
}

/** The status of faults that have no status of their own. */
const FAULT_STATUS = 502;

interface UpstreamResponse {
  readonly description: string;
  /** Whether the body may hold a fault that the operation declares. */
  readonly isOfFaults: boolean;
}

/** Statuses of failed exchanges, and of faults with their own status. */
function upstreamResponses(
  { errors, faultStatuses }: DocumentContract,
  faults: readonly string[],
): ReadonlyMap<number, UpstreamResponse> {
  const found = new Map(
    Object.entries(errors.upstream).map(([status, description]): [number, UpstreamResponse] => [
      Number(status),
      { description, isOfFaults: Number(status) === FAULT_STATUS },
    ]),
  );
  for (const name of new Set(faults)) {
    const status = Object.hasOwn(faultStatuses, name) ? faultStatuses[name] : undefined;
    if (status === undefined) continue;
    const before = found.get(status)?.description;
    const description = `${before === undefined ? '' : `${before} `}The fault \`${name}\`.`;
    found.set(status, { description, isOfFaults: true });
  }
  return found;
}

export function componentsOf(
  { info, shape }: DescribedOperation,
  context: OperationContext,
): OperationComponents {
  const { projection, contract, upstream } = context;
  const { envelope, reference } = contract;
  const { input, output, faults, headerFaults } = shape;
  const define = (suffix: string, make: () => JsonSchema): Reference =>
    projection.define(info.name + suffix, make);
  const headersOf = (suffix: string, message: MessageShape | undefined): Reference | undefined => {
    const headers = message?.headers;
    const names = message === input ? shape : undefined;
    return headers && define(suffix, () => projection.headers(headers, names));
  };
  const requestHeaders = headersOf('RequestHeaders', input);
  const responseHeaders = headersOf('ResponseHeaders', output);
  const result = define('Result', () => projection.result(output));
  return {
    requestHeaders,
    hasResponseHeaders: output?.headers !== undefined,
    request: define('Request', () => projection.input(input, shape, requestHeaders?.())),
    response:
      envelope === undefined
        ? result
        : define('Response', () => envelope.schema(result(), responseHeaders?.(), reference)),
    error:
      faults.length === 0 && headerFaults === undefined
        ? undefined
        : define('Error', () =>
            declaredError(
              contract,
              upstream,
              {
                faults: faults.map(({ name, detail }) => ({
                  name,
                  key: detail.key,
                  schema: projection.element(detail),
                })),
                headers: headerFaults && projection.headers(headerFaults),
              },
              projection.anyElement,
            ),
          ),
    faults: faults.map(({ name }) => name),
  };
}
