import { SHARED_RESPONSES, SOAP_HEADERS_HEADER } from '@soapstone/http-contract';
import type { JsonSchema, MessageShape, OperationInfo, OperationShape } from '@soapstone/json-xml-mapper';
import { acceptsEmptyInput, type SchemaProjection } from '@soapstone/json-xml-mapper/json-schema';
import { clarkName } from '@soapstone/soap-model';
import type {
  OperationObject,
  ParameterObject,
  PathItemObject,
  RequestBodyObject,
  ResponseObject,
  ResponsesObject,
} from 'openapi3-ts/oas31';
import {
  exampleMeta,
  rateLimitHeaderReferences,
  successBodySchema,
  upstreamErrorSchema,
} from './contract.js';
import { getParameters } from './get-parameters.js';
import type { ProvenExamples } from './proven-examples.js';

/** What the gateway offers for an operation, `Inherit` resolved. */
export type MethodPolicy = 'POST' | 'GET' | 'GET + POST';

/** What the document needs of a compiled operation: what is known of it without a call. */
export interface DescribedOperation {
  readonly info: OperationInfo;
  readonly shape: Pick<OperationShape, 'input' | 'output' | 'faults' | 'headerFaults' | 'globalElementNames'>;
}

/** What all operations of a document share. */
export interface OperationContext {
  readonly projection: SchemaProjection;
  readonly meta: () => JsonSchema;
  readonly numbers: 'number' | 'string' | 'bigint';
  readonly serviceSlug: string;
  readonly examples?: (operation: string) => ProvenExamples;
  readonly deprecated?: (operation: string) => boolean;
  /** Operation ids that are taken: the names of all operations, and what was made of them. */
  readonly operationIds: Set<string>;
}

/** A reference to a component. */
type Reference = () => JsonSchema;

/** The components of one operation (OA-3). */
interface OperationComponents {
  readonly request: Reference;
  readonly requestHeaders: Reference | undefined;
  readonly response: Reference;
  readonly error: Reference;
}

/** The path item of an operation (OA-1): `post` and `get` as the policy allows; `get` only where it is query-safe. */
export function pathItem(
  operation: DescribedOperation,
  policy: MethodPolicy,
  context: OperationContext,
): PathItemObject {
  const { info, shape } = operation;
  const components = componentsOf(operation, context);
  const examples = context.examples?.(info.name) ?? {};
  const deprecation = context.deprecated?.(info.name) === true ? { deprecated: true } : {};
  const item: PathItemObject = {};
  if (policy !== 'GET') {
    const requestBody: RequestBodyObject = {
      required: !acceptsEmptyInput(shape.input),
      content: {
        'application/json': {
          schema: components.request(),
          ...(examples.request === undefined ? {} : { example: examples.request }),
        },
      },
    };
    item.post = {
      operationId: info.name,
      ...described(info),
      ...deprecation,
      requestBody,
      responses: responsesOf(info, components, examples, context),
      'x-soap': soapOf(operation, context),
    };
  }
  if (policy !== 'POST' && info.querySafe.safe) {
    const parameters = getParameters(shape.input, context.projection);
    if (components.requestHeaders !== undefined) {
      parameters.push(soapHeadersParameter(components.requestHeaders()));
    }
    item.get = {
      operationId:
        item.post === undefined ? info.name : takeOperationId(`${info.name}_get`, context.operationIds),
      ...described(info),
      ...deprecation,
      parameters,
      responses: responsesOf(info, components, examples, context),
      'x-soap': soapOf(operation, context),
    };
  }
  return item;
}

function described({ portType, documentation }: OperationInfo): Pick<OperationObject, 'tags' | 'summary'> {
  return { tags: [portType], ...summaryOf(documentation) };
}

/** What a reader who knows SOAP wants to know (OA-7). */
function soapOf({ info, shape }: DescribedOperation, { numbers }: OperationContext): unknown {
  const { input, output } = shape;
  return {
    style: info.style,
    use: info.use,
    soapAction: info.soapAction,
    version: info.soapVersion,
    ...(input.name === undefined ? {} : { inputElement: clarkName(input.name) }),
    ...(output?.name === undefined ? {} : { outputElement: clarkName(output.name) }),
    resultUnwrap: info.resultUnwrap,
    numbers,
  };
}

/** The first sentence as the summary; the whole as the description where it says more. */
function summaryOf(documentation: string | undefined): { summary?: string; description?: string } {
  if (documentation === undefined || documentation === '') return {};
  const [first = documentation] = documentation.split(/(?<=[.!?])\s|\n/, 1);
  const summary = first.length <= MAX_SUMMARY ? first : `${first.slice(0, MAX_SUMMARY - 1)}…`;
  return summary === documentation ? { summary } : { summary, description: documentation };
}

const MAX_SUMMARY = 120;

function takeOperationId(wanted: string, taken: Set<string>): string {
  let free = wanted;
  while (taken.has(free)) free += '_';
  taken.add(free);
  return free;
}

function soapHeadersParameter(schema: JsonSchema): ParameterObject {
  return {
    name: SOAP_HEADERS_HEADER,
    in: 'header',
    description: 'SOAP header blocks as JSON text.',
    content: { 'application/json': { schema } },
  };
}

function responsesOf(
  info: OperationInfo,
  components: OperationComponents,
  { result }: ProvenExamples,
  { serviceSlug }: OperationContext,
): ResponsesObject {
  const json = (description: string, reference: Reference): ResponseObject => ({
    description,
    headers: rateLimitHeaderReferences(),
    content: { 'application/json': { schema: reference() } },
  });
  const success = json('The result of the operation.', components.response);
  if (result !== undefined) {
    const meta = exampleMeta(serviceSlug, info.name);
    for (const media of Object.values(success.content ?? {})) media.example = { result, meta };
  }
  const responses: ResponsesObject = { '200': success };
  for (const [name, { status }] of Object.entries(SHARED_RESPONSES)) {
    responses[String(status)] = { $ref: `#/components/responses/${name}` };
  }
  responses['502'] = json(
    '`UPSTREAM_ERROR`: the SOAP service answered with a fault or cannot be reached.',
    components.error,
  );
  return responses;
}

function componentsOf({ info, shape }: DescribedOperation, context: OperationContext): OperationComponents {
  const { projection } = context;
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
    request: define('Request', () => projection.input(input, shape, requestHeaders?.())),
    response: define('Response', () => successBodySchema(result(), context.meta(), responseHeaders?.())),
    error: define('Error', () =>
      upstreamErrorSchema(
        faults.map(({ name, detail }) => ({ name, key: detail.key, schema: projection.element(detail) })),
        projection.anyElement(),
        headerFaults && projection.headers(headerFaults),
      ),
    ),
  };
}
