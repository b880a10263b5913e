import { SHARED_RESPONSES, SOAP_HEADERS_HEADER } from '@soapstone/http-contract';
import type { MessageShape, OperationInfo, OperationShape } from '@soapstone/json-xml-mapper';
import { clarkName } from '@soapstone/soap-model';
import type {
  OperationObject,
  ParameterObject,
  PathItemObject,
  RequestBodyObject,
  ResponseObject,
  ResponsesObject,
} from 'openapi3-ts/oas30';
import {
  exampleMeta,
  rateLimitHeaderReferences,
  successBodySchema,
  upstreamErrorSchema,
} from './contract.js';
import { getParameters } from './get-parameters.js';
import { headersSchema, isInputRequired, messageSchema, resultSchema } from './message-schemas.js';
import type { ProvenExamples } from './proven-examples.js';
import type { Projection } from './schema/projection.js';
import type { Candidate, Schema } from './schema/schema-registry.js';

/** What the gateway offers for an operation, `Inherit` resolved. */
export type MethodPolicy = 'POST' | 'GET' | 'GET + POST';

/** What the document needs of a compiled operation: what is known of it without a call. */
export interface DescribedOperation {
  readonly info: OperationInfo;
  readonly shape: Pick<OperationShape, 'input' | 'output' | 'faults' | 'headerFaults'>;
}

/** What all operations of a document share. */
export interface OperationContext {
  readonly projection: Projection;
  readonly meta: () => Schema;
  readonly numbers: 'number' | 'string' | 'bigint';
  readonly serviceSlug: string;
  readonly examples?: (operation: string) => ProvenExamples;
  readonly deprecated?: (operation: string) => boolean;
  /** Operation ids that are taken: the names of all operations, and what was made of them. */
  readonly operationIds: Set<string>;
}

/** The components of one operation (OA-3). */
interface OperationComponents {
  readonly request: Candidate;
  readonly requestHeaders: Candidate | undefined;
  readonly response: Candidate;
  readonly error: Candidate;
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
  const { registry } = context.projection;
  const deprecation = context.deprecated?.(info.name) === true ? { deprecated: true } : {};
  const item: PathItemObject = {};
  if (policy !== 'GET') {
    const requestBody: RequestBodyObject = {
      required: isInputRequired(shape.input),
      content: {
        'application/json': {
          schema: registry.use(components.request),
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
      parameters.push(soapHeadersParameter(registry.use(components.requestHeaders)));
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

function soapHeadersParameter(schema: Schema): ParameterObject {
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
  { projection, serviceSlug }: OperationContext,
): ResponsesObject {
  const json = (description: string, candidate: Candidate): ResponseObject => ({
    description,
    headers: rateLimitHeaderReferences(),
    content: { 'application/json': { schema: projection.registry.use(candidate) } },
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
  const { registry } = projection;
  const component = (suffix: string, build: () => Schema): Candidate =>
    registry.add({ always: true, name: (names) => names.take(info.name + suffix) }, build);

  const { input, output } = shape;
  const headersOf = (suffix: string, message: MessageShape | undefined): Candidate | undefined => {
    const headers = message?.headers;
    return headers === undefined ? undefined : component(suffix, () => headersSchema(projection, headers));
  };
  const requestHeaders = headersOf('RequestHeaders', input);
  const responseHeaders = headersOf('ResponseHeaders', output);
  const request = component('Request', () =>
    messageSchema(projection, input, requestHeaders && registry.use(requestHeaders)),
  );
  const result = component('Result', () => resultSchema(projection, output));
  const response = component('Response', () =>
    successBodySchema(
      registry.use(result),
      context.meta(),
      responseHeaders === undefined ? undefined : registry.use(responseHeaders),
    ),
  );
  const error = component('Error', () =>
    upstreamErrorSchema(
      shape.faults.map(({ name, detail }) => ({
        name,
        key: detail.key,
        schema: projection.occurrence(detail),
      })),
      projection.anyElement(),
      shape.headerFaults && headersSchema(projection, shape.headerFaults),
    ),
  );
  return { request, requestHeaders, response, error };
}
