import { Type } from 'typebox';
import { enumOf, object } from '../../../../domain/json-schema.js';
import { notFound } from '../../../../errors/management-errors.js';
import type { CallMode, Trial } from '../../../../services/trial.js';
import { CONNECTION_TEST, TRIAL } from '../../answers/trials.js';
import { JSON_TEXT } from '../../inputs/service-schema.js';
import { findService, hasOperation, SERVICES } from '../../routing/find-service.js';
import { type Route, route } from '../../routing/route.js';

const tryIt = route({
  method: 'post',
  path: `${SERVICES}/:serviceId/operations/:operation/try`,
  access: 'owner',
  summary:
    'Call an operation without an API key and see the SOAP messages; limited and charged like any other call',
  bodyBytes: 2 * 1024 * 1024,
  body: object(
    {},
    {
      input: JSON_TEXT,
      query: Type.String({ maxLength: 16_384 }),
      method: enumOf(['POST', 'GET']),
      mode: enumOf<CallMode>(['call', 'dryRun', 'mock']),
      soapHeaders: Type.String({ maxLength: 8192 }),
    },
  ),
  answer: TRIAL,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const operation = call.params['operation'] ?? '';
    const { mapper } = await deps.live.compile(service);
    if (!hasOperation(mapper.model, operation)) throw notFound('operation');
    const { input = '{}', query = '', method = 'POST', mode = 'call', soapHeaders } = call.body;
    const trial: Trial = {
      operation,
      input,
      query,
      method,
      mode,
      ...(soapHeaders === undefined || soapHeaders.trim() === '' ? {} : { soapHeaders }),
    };
    return { body: await deps.live.tryOperation(owner.account, service, trial, call.signal) };
  },
});

const connection = route({
  method: 'post',
  path: `${SERVICES}/:serviceId/connection-test`,
  repeatable: false,
  access: 'owner',
  limit: 'tests',
  summary: 'Send one harmless message with the stored credentials and return the outcome; nothing is charged',
  body: object({}),
  answer: CONNECTION_TEST,
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    return { body: await deps.live.testConnection(service, call.signal) };
  },
});

export const trialRoutes: readonly Route[] = [tryIt, connection];
