import { Type } from 'typebox';
import {
  DESIGN_SECRET_LIMITS,
  designSecretField,
  designSecretNames,
  storeServiceSecret,
} from '../../../../credentials/service-secrets.js';
import { BOOLEAN, EMPTY_OBJECT, object } from '../../../../domain/json-schema.js';
import type { RegisteredService } from '../../../../domain/services/registered-service.js';
import { badRequest } from '../../../../errors/errors.js';
import { conflict, notFound } from '../../../../errors/management-errors.js';
import { saveService } from '../../../../services/save-service.js';
import { audit, findService, SERVICES } from '../../routing/find-service.js';
import { type ManagementCall, type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { designSecretState } from '../../views/states.js';

const SECRET = `${SERVICES}/:serviceId/design/secrets/:secret`;

/** The names of secrets, as in designs. */
const SECRET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const showSecret = route({
  method: 'get',
  path: SECRET,
  access: 'owner',
  state: designSecretState,
  summary: 'Whether a secret of the design is stored; its value is never shown',
  answer: object({ stored: BOOLEAN }),
  async handle(call, deps) {
    await findService(call, deps);
    secretName(call);
    return { body: (await designSecretState(call, deps.store)).shown };
  },
});

const setSecret = route({
  method: 'put',
  path: SECRET,
  access: 'owner',
  state: designSecretState,
  summary:
    'Set a secret that the design names, for every call from now on; it is sealed and never shown again. No revision is needed',
  body: object({ value: Type.String({ minLength: 1, maxLength: DESIGN_SECRET_LIMITS.length }) }),
  bodyBytes: 256 * 1024,
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const name = secretName(call);
    const stored = designSecretNames((await deps.store.secrets.find(service.accountId, service.id)).keys());
    if (!stored.includes(name) && stored.length >= DESIGN_SECRET_LIMITS.secrets) {
      throw conflict(
        'SECRETS_FULL',
        `This service has ${stored.length} secrets for its design, the most that are allowed: remove one first`,
      );
    }
    await store(service, name, call.body.value, deps);
    await audit(deps, owner, 'design-secret.set', `${service.id}/${name}`);
    return {};
  },
});

const removeSecret = route({
  method: 'delete',
  path: SECRET,
  access: 'owner',
  state: designSecretState,
  summary: 'Remove a secret of the design; calls that need it fail until it is set again',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const name = secretName(call);
    const sealed = await deps.store.secrets.find(service.accountId, service.id);
    if (!sealed.has(designSecretField(name))) throw notFound('secret');
    await store(service, name, undefined, deps);
    await audit(deps, owner, 'design-secret.delete', `${service.id}/${name}`);
    return {};
  },
});

/** Stores a secret, and changes the service, so that neither a compiled service nor a cached response has the earlier one. */
async function store(
  service: RegisteredService,
  name: string,
  value: string | undefined,
  deps: ManagementDependencies,
): Promise<void> {
  const place = { accountId: service.accountId, serviceId: service.id, field: designSecretField(name) };
  await storeServiceSecret(deps.store, deps.sealer, place, value);
  await saveService(deps, service);
}

function secretName(call: ManagementCall): string {
  const name = call.params['secret'] ?? '';
  if (SECRET_NAME.test(name)) return name;
  throw badRequest(
    'SCHEMA_VIOLATION',
    'The name of a secret has letters, digits, ".", "_" and "-", at most 64 of them',
  );
}

export const designSecretRoutes: readonly Route[] = [showSecret, setSecret, removeSecret];
