import { arrayOf, EMPTY_OBJECT, object } from '../../../../domain/json-schema.js';
import type { RegisteredService } from '../../../../domain/services/registered-service.js';
import {
  DEFAULT_OPERATION_SETTINGS,
  type OperationSettings,
  SENT_OPERATION_SETTINGS,
} from '../../../../domain/services/service-settings.js';
import { badRequest } from '../../../../errors/errors.js';
import { conflict, notFound } from '../../../../errors/management-errors.js';
import type { LiveService } from '../../../../services/live-services.js';
import { saveService } from '../../../../services/save-service.js';
import { VALIDATION_ERROR } from '../../answers/errors.js';
import { OPERATION_DETAIL, OPERATION_SETTINGS } from '../../answers/operations.js';
import { JSON_TEXT } from '../../inputs/service-schema.js';
import { entityTag } from '../../routing/entity-tag.js';
import { audit, findService, hasOperation, SERVICES } from '../../routing/find-service.js';
import {
  type ManagementCall,
  type ManagementDependencies,
  type Owner,
  type Route,
  route,
} from '../../routing/route.js';
import { takeFromMinute } from '../../routing/throttle.js';
import { exampleState, operationState } from '../../views/states.js';

/** The path of the routes of one operation. */
export const OPERATION_PATH: string = `${SERVICES}/:serviceId/operations/:operation`;

/** The operation in the path of a call. */
interface FoundOperation {
  readonly service: RegisteredService;
  readonly owner: Owner;
  readonly compiled: LiveService;
  readonly name: string;
}

/** Returns the operation name in the path of a call, and its service. Throws 404 if the service has no operation of that name. */
export async function findOperation(
  call: ManagementCall,
  deps: ManagementDependencies,
): Promise<FoundOperation> {
  const { service, owner } = await findService(call, deps);
  const compiled = await deps.live.compile(service);
  const name = call.params['operation'] ?? '';
  if (!hasOperation(compiled.mapper.model, name)) throw notFound('operation');
  return { service, owner, compiled, name };
}

/**
 * Finds every problem in an input of the operation in the path, and counts toward the per-minute limit. Throws 409 if the operation is
 * held, and 400 if the input is too long for a call.
 */
export async function judgeInput(call: ManagementCall, input: string, deps: ManagementDependencies) {
  const { service, owner, compiled, name } = await findOperation(call, deps);
  if (compiled.heldSince(name) !== undefined)
    throw conflict('RELEASE_FIRST', 'This operation is held: release it first');
  await takeFromMinute(deps, owner);
  const bytes = new TextEncoder().encode(input);
  const { requestBytes } = deps.limits;
  if (bytes.length > requestBytes) {
    throw badRequest('BODY_TOO_LARGE', `The input is longer than ${requestBytes} bytes`);
  }
  return { service, owner, name, problems: await deps.live.findProblems(service, name, bytes) };
}

const show = route({
  method: 'get',
  path: OPERATION_PATH,
  access: 'owner',
  state: operationState,
  limit: 'pages',
  summary: 'The settings of an operation, and its input and output, with an example of each',
  answer: OPERATION_DETAIL,
  async handle(call, deps) {
    const { service, name } = await findOperation(call, deps);
    const [{ text }, state, saved] = await Promise.all([
      deps.artefacts.get(service, { kind: 'operation', name }),
      operationState(call, deps.store),
      exampleState(call, deps.store),
    ]);
    const added = JSON.stringify({
      settings: state?.shown,
      savedExample: saved.shown.input,
      savedExampleEtag: entityTag(saved),
    });
    // The artefact is already printed and may be large, so it is not parsed to add some members.
    return { json: Buffer.concat([Buffer.from(`${added.slice(0, -1)},`), text.subarray(1)]) };
  },
});

const setOperation = route({
  method: 'put',
  path: OPERATION_PATH,
  access: 'owner',
  state: operationState,
  summary: 'Set the method policy, the cache time and the unwrap mode of an operation',
  body: SENT_OPERATION_SETTINGS,
  answer: OPERATION_SETTINGS,
  async handle(call, deps) {
    const { service, owner, name } = await findOperation(call, deps);
    const { unwrap, ...sent } = call.body;
    const settings: OperationSettings = {
      ...DEFAULT_OPERATION_SETTINGS,
      ...sent,
      ...(unwrap && { unwrap }),
    };
    await deps.store.services.setOperationSettings(service.accountId, service.id, name, settings);
    await saveService(deps, service);
    await audit(deps, owner, 'operation.set', `${service.id}/${name}`);
    return { body: settings };
  },
});

const validation = route({
  method: 'post',
  path: `${OPERATION_PATH}/validation`,
  repeatable: false,
  access: 'owner',
  summary: 'Validate an input as a call would, and list every problem; nothing is sent',
  bodyBytes: 2 * 1024 * 1024,
  body: object({ input: JSON_TEXT }),
  answer: object({ errors: arrayOf(VALIDATION_ERROR) }),
  async handle(call, deps) {
    const { problems } = await judgeInput(call, call.body.input, deps);
    return { body: { errors: problems } };
  },
});

const release = route({
  method: 'delete',
  path: `${OPERATION_PATH}/hold`,
  access: 'owner',
  summary: 'Release an operation that is held because it stalled processes',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    // Works without the compiled service, because compiling it may be what stalls the process.
    const { service, owner } = await findService(call, deps);
    const operation = call.params['operation'] ?? '';
    const place = { accountId: service.accountId, serviceId: service.id, operation };
    if (!(await deps.store.stalls.release(place))) throw notFound('hold');
    await saveService(deps, service);
    await audit(deps, owner, 'operation.release', `${service.id}/${operation}`);
    return {};
  },
});

export const operationRoutes: readonly Route[] = [show, setOperation, validation, release];
