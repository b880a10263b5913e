import { stringify } from '@soapstone/json-xml-mapper';
import { DESIGN_LIMITS } from '@soapstone/json-xml-mapper/design';
import { Type } from 'typebox';
import {
  DESIGN_SECRET_LIMITS,
  designSecretField,
  designSecretNames,
  storeServiceSecret,
} from '../../../../credentials/service-secrets.js';
import {
  arrayOf,
  BOOLEAN,
  component,
  EMPTY_OBJECT,
  enumOf,
  nullable,
  object,
  TEXT,
} from '../../../../domain/json-schema.js';
import { printDesign } from '../../../../domain/services/read-design.js';
import type { RegisteredService } from '../../../../domain/services/registered-service.js';
import { badRequest } from '../../../../errors/errors.js';
import { conflict, notFound } from '../../../../errors/management-errors.js';
import { saveService } from '../../../../services/save-service.js';
import { compareRevisions } from '../../../description/compare-revisions.js';
import { liveDesign, reviseDesign } from '../../../registration/register.js';
import { DESIGN_BYTES, DESIGN_SCHEMA } from '../../inputs/service-schema.js';
import { audit, findService, SERVICES } from '../../routing/find-service.js';
import { type ManagementCall, type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { checkDesignFor } from '../../use-cases/check-design.js';
import { SHOWN_DESIGN, showDesign } from '../../views/show-design.js';
import { designSecretState, designState } from '../../views/states.js';
import { putInForce, tellWaiting } from './revisions.js';

const PATH = `${SERVICES}/:serviceId/design`;
const SECRET = `${PATH}/secrets/:secret`;

/** The names of secrets, as in designs. */
const SECRET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const show = route({
  method: 'get',
  path: PATH,
  access: 'owner',
  state: designState,
  limit: 'pages',
  summary:
    'The design of the live revision, what it fills in each operation, and which secrets it names; their values are never shown',
  answer: SHOWN_DESIGN,
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    // The numbers of a design keep their digits.
    return { json: Buffer.from(stringify(await showDesign(service, deps))) };
  },
});

const set = route({
  method: 'put',
  path: PATH,
  access: 'owner',
  state: designState,
  limit: 'jobs',
  summary:
    'Set the design of a service: stores the live revision again with this design, and publishes it unless `activate` is `never`',
  bodyBytes: DESIGN_BYTES,
  body: object({ design: DESIGN_SCHEMA }, { activate: enumOf(['always', 'safe', 'never']) }),
  answer: component('Designed'),
  handle: (call, deps) => revise(call, deps, printDesign(call.body.design), call.body.activate),
});

const remove = route({
  method: 'delete',
  path: PATH,
  access: 'owner',
  state: designState,
  limit: 'jobs',
  summary: 'Publish the live revision again without a design; the secrets stay',
  answer: component('Designed'),
  handle: (call, deps) => revise(call, deps, null),
});

/** Stores and publishes the live revision with another design. A design that is live already changes nothing. */
async function revise(
  call: ManagementCall,
  deps: ManagementDependencies,
  design: string | null,
  activate: 'always' | 'safe' | 'never' = 'always',
) {
  const { service, owner } = await findService(call, deps);
  if ((await liveDesign(service, deps)) === design) {
    return { body: { number: service.revision, inForce: true, breaking: false, changes: [] } };
  }
  deps.registration.assertRoom();
  const { number } = await reviseDesign(service, design, deps.registration);
  const { changes, breaking } = await compareRevisions(service, service.revision, number, deps);
  const inForce = activate === 'always' || (activate === 'safe' && !breaking);
  if (inForce) await putInForce(service, number, deps);
  else await tellWaiting(service, number, breaking, deps);
  await audit(deps, owner, `design.${design === null ? 'delete' : 'set'}`, `${service.id}/${number}`);
  return { body: { number, inForce, breaking, changes } };
}

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
    return { body: (await designSecretState(call, deps.store))?.shown };
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

/** What a checked design has: its problems, or what clients will notice. */
const CHECKED = object({
  problems: Type.Array(object({ at: arrayOf(TEXT), message: TEXT }, { nearest: TEXT }), {
    maxItems: DESIGN_LIMITS.problems,
  }),
  breaking: BOOLEAN,
  changes: arrayOf(component('ContractChange')),
  // The secrets that the design names.
  secrets: arrayOf(object({ name: TEXT, stored: BOOLEAN })),
});

const check = route({
  method: 'post',
  path: `${PATH}/check`,
  access: 'owner',
  limit: 'jobs',
  repeatable: false,
  summary:
    'Check a design without storing it: every problem, or the changes for clients of the live revision and the secrets that it names',
  bodyBytes: DESIGN_BYTES,
  body: object({ design: DESIGN_SCHEMA }),
  answer: CHECKED,
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    deps.registration.assertRoom();
    return { body: await checkDesignFor(service, printDesign(call.body.design), deps) };
  },
});

/** A member of an input: its path in a design, and what the schema says. */
const MEMBER = object({ path: TEXT, type: TEXT, required: BOOLEAN, many: BOOLEAN });

const propose = route({
  method: 'get',
  path: `${PATH}/proposal`,
  access: 'owner',
  limit: 'pages',
  summary:
    'A first design of the live revision for an owner to edit, which is never applied by itself; the members of all inputs without a design; and the JSON Schema of designs',
  answer: object({
    // A YAML file with comments.
    text: TEXT,
    session: nullable(Type.Unsafe<unknown>({ type: 'object' })),
    secrets: arrayOf(object({ path: TEXT, name: TEXT })),
    inputs: arrayOf(object({ operation: TEXT, members: arrayOf(MEMBER), more: BOOLEAN })),
    schema: Type.Unsafe<unknown>({ type: 'object' }),
  }),
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const { text } = await deps.artefacts.get(service, { kind: 'proposal' }, { design: null });
    return { json: text };
  },
});

export const designRoutes: readonly Route[] = [
  show,
  set,
  remove,
  check,
  propose,
  showSecret,
  setSecret,
  removeSecret,
];
