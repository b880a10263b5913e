import {
  type CompiledOperation,
  type QueryParameter,
  queryParameters,
  stringify,
} from '@soapstone/json-xml-mapper';
import { provenExamples } from '@soapstone/openapi-generator';
import { DEFAULT_OPERATION_SETTINGS, type OperationSettings } from '../../../catalog/registered-service.js';
import { badRequest } from '../../../proxy/errors.js';
import { notFound } from '../../errors.js';
import { findProblems } from '../../find-problems.js';
import { audit, findService, SERVICES, saveService } from '../../find-service.js';
import { component, list, object } from '../../json-schema.js';
import type { ManagementCall, ManagementDependencies, Route } from '../../route.js';
import { JSON_TEXT, OPERATION_SCHEMA } from '../../service-schema.js';

const PATH = `${SERVICES}/:serviceId/operations/:operation`;

/** The operation that the path of a call names. Throws 404 where the service has none. */
async function findOperation(call: ManagementCall, deps: ManagementDependencies): Promise<CompiledOperation> {
  const { service } = await findService(call, deps);
  const { mapper } = await deps.catalog.compile(service);
  const name = call.params['operation'] ?? '';
  if (!mapper.operations.some((info) => info.name === name)) throw notFound('operation');
  return mapper.compile(name);
}

const show: Route = {
  method: 'get',
  path: PATH,
  access: 'owner',
  summary: 'What goes into an operation and comes out of it, with an example of each',
  answer: component('OperationDetail'),
  async handle(call, deps) {
    const operation = await findOperation(call, deps);
    const { info, shape } = operation;
    const { request, result } = provenExamples(operation);
    return {
      body: {
        name: info.name,
        documentation: info.documentation ?? null,
        // As text: numbers of an example may be wider than what a page reads.
        exampleInput: stringify(request ?? operation.example('input')),
        exampleResult: stringify(result ?? operation.example('output')),
        inputSchema: operation.jsonSchema('input'),
        resultSchema: operation.jsonSchema('output'),
        faults: shape.faults.map(({ name }) => name),
        queryParameters: info.querySafe.safe
          ? queryParameters(shape.input).parameters.map(showParameter)
          : [],
        headerBlocks: shape.input.headers?.members.map(({ key }) => key) ?? [],
      },
    };
  },
};

function showParameter({ name, shape, array, required, documentation }: QueryParameter) {
  const value = shape.kind === 'list' ? shape.item : shape;
  return {
    name,
    type: value.kind === 'scalar' ? value.builtin : 'anySimpleType',
    // A list is repeated like an array (GQ-4).
    repeated: array || shape.kind === 'list',
    required,
    documentation: documentation ?? null,
    values: value.kind === 'scalar' ? (value.facets.enumeration ?? null) : null,
  };
}

const setOperation: Route = {
  method: 'put',
  path: PATH,
  access: 'owner',
  summary: 'Set the method policy, the cache time and the unwrap mode of an operation',
  body: OPERATION_SCHEMA,
  answer: component('OperationSettings'),
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const { info } = await findOperation(call, deps);
    const { methodPolicy, cacheSeconds, unwrap } = call.body as Partial<OperationSettings> & {
      unwrap?: OperationSettings['unwrap'] | null;
    };
    const settings: OperationSettings = {
      methodPolicy: methodPolicy ?? DEFAULT_OPERATION_SETTINGS.methodPolicy,
      cacheSeconds: cacheSeconds ?? DEFAULT_OPERATION_SETTINGS.cacheSeconds,
      ...(unwrap === undefined || unwrap === null ? {} : { unwrap }),
    };
    await deps.store.services.setOperationSettings(service.accountId, service.id, info.name, settings);
    await saveService(deps, service);
    await audit(deps, owner, 'operation.set', `${service.id}/${info.name}`);
    return { body: settings };
  },
};

const validation: Route = {
  method: 'post',
  path: `${PATH}/validation`,
  access: 'owner',
  summary: 'Every problem of an input, found by what a call would find it by; nothing is sent',
  bodyBytes: 2 * 1024 * 1024,
  body: object({ input: JSON_TEXT }),
  answer: object({ errors: list(component('ValidationError')) }),
  async handle(call, deps) {
    const operation = await findOperation(call, deps);
    const { input } = call.body as { input: string };
    const bytes = new TextEncoder().encode(input);
    if (bytes.length > deps.calls.limits.requestBytes) {
      throw badRequest('BODY_TOO_LARGE', `The input is longer than ${deps.calls.limits.requestBytes} bytes`);
    }
    return { body: { errors: await findProblems(operation, bytes) } };
  },
};

export const operationRoutes: readonly Route[] = [show, setOperation, validation];
