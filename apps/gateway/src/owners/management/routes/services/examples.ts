import { withCode } from '@soapstone/http-contract';
import { Type } from 'typebox';
import { EMPTY_OBJECT, nullable, object, TEXT } from '../../../../domain/json-schema.js';
import { GatewayError } from '../../../../errors/errors.js';
import { conflict, notFound } from '../../../../errors/management-errors.js';
import { audit, findService } from '../../routing/find-service.js';
import { type Route, route } from '../../routing/route.js';
import { exampleState } from '../../views/states.js';
import { findOperation, judgeInput, OPERATION_PATH } from './operations.js';

/** The maximum length of a saved example, and of all those of an account, in characters. */
const MAX_CHARACTERS = 65_536;
const ROOM = 16 * 1024 * 1024;

const INPUT = Type.String({ maxLength: MAX_CHARACTERS });

const EXAMPLE = `${OPERATION_PATH}/example`;

const show = route({
  method: 'get',
  path: EXAMPLE,
  access: 'owner',
  state: exampleState,
  summary: 'The saved example input of an operation; null if there is none',
  answer: object({ input: nullable(TEXT) }),
  async handle(call, deps) {
    await findOperation(call, deps);
    return { body: (await exampleState(call, deps.store)).shown };
  },
});

const save = route({
  method: 'put',
  path: EXAMPLE,
  access: 'owner',
  state: exampleState,
  summary: 'Save a valid example input of an operation, which the dashboard then starts with',
  bodyBytes: 4 * MAX_CHARACTERS,
  body: object({ input: INPUT }),
  answer: object({ input: INPUT }),
  async handle(call, deps) {
    const { input } = call.body;
    const { service, owner, name, problems: details } = await judgeInput(call, input, deps);
    if (details.length > 0) {
      throw new GatewayError({
        ...withCode('SCHEMA_VIOLATION'),
        message: 'The example is not a valid input of this operation',
        details,
      });
    }
    const place = { accountId: service.accountId, serviceId: service.id, operation: name };
    if (!(await deps.store.operationExamples.set(place, input, ROOM))) {
      const most = `${ROOM / 1024 / 1024} million characters`;
      throw conflict('EXAMPLES_FULL', `The saved examples of the account have ${most}: delete some first`);
    }
    await audit(deps, owner, 'operation.save-example', `${service.id}/${name}`);
    return { body: { input } };
  },
});

const remove = route({
  method: 'delete',
  path: EXAMPLE,
  access: 'owner',
  state: exampleState,
  summary: 'Delete the saved example of an operation, so that the generated one is used again',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const operation = call.params['operation'] ?? '';
    const place = { accountId: service.accountId, serviceId: service.id, operation };
    if (!(await deps.store.operationExamples.delete(place))) throw notFound('saved example');
    await audit(deps, owner, 'operation.remove-example', `${service.id}/${operation}`);
    return {};
  },
});

export const exampleRoutes: readonly Route[] = [show, save, remove];
