import { DESIGN_LIMITS, designNeeds } from '@soapstone/json-xml-mapper/design';
import { defined } from '@soapstone/options/defined';
import { Type } from 'typebox';
import { designSecretNames } from '../../../../credentials/service-secrets.js';
import { BOOLEAN, component, list, object, orNull, TEXT } from '../../../../domain/json-schema.js';
import { printDesign, readDesign } from '../../../../domain/services/read-design.js';
import type { RegisteredService } from '../../../../domain/services/registered-service.js';
import { mappingOf } from '../../../../domain/services/service-settings.js';
import { policiesOf } from '../../../description/artefact.js';
import { assertDesign, RegistrationError } from '../../../registration/register.js';
import { DESIGN_BYTES, DESIGN_SCHEMA } from '../../inputs/service-schema.js';
import { findService, SERVICES } from '../../routing/find-service.js';
import { type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { MAX_CHANGES } from './revisions.js';

const PATH = `${SERVICES}/:serviceId/design`;

/** What a checked design has: its problems, or what clients will notice. */
const CHECKED = object({
  problems: Type.Array(object({ at: list(TEXT), message: TEXT }, { nearest: TEXT }), {
    maxItems: DESIGN_LIMITS.problems,
  }),
  breaking: BOOLEAN,
  changes: list(component('ContractChange')),
  // The secrets that the design names.
  secrets: list(object({ name: TEXT, stored: BOOLEAN })),
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

async function checkDesignFor(service: RegisteredService, design: string, deps: ManagementDependencies) {
  const { store, artefacts, registration } = deps;
  const { accountId, id, revision, settings } = service;
  const [found, operations, sealed] = await Promise.all([
    store.services.findRevision(accountId, id, revision),
    store.services.findOperationSettings(accountId, id),
    store.secrets.find(accountId, id),
  ]);
  if (found === undefined) throw new Error(`service ${id} has no revision ${revision}`);
  try {
    await assertDesign(accountId, found.packed, mappingOf(settings, operations, design), registration);
  } catch (error) {
    if (!(error instanceof RegistrationError) || error.problems.length === 0) throw error;
    const problems = error.problems.map(({ at, message, nearest }) => ({
      at: [...at],
      message,
      ...defined({ nearest }),
    }));
    return { problems, breaking: false, changes: [], secrets: [] };
  }
  const { text } = await artefacts.get(
    service,
    { kind: 'comparison', most: MAX_CHANGES, policies: policiesOf(settings, operations) },
    { revision, before: revision, design },
  );
  const { changes, breaking } = JSON.parse(text.toString('utf8'));
  const stored = new Set(designSecretNames(sealed.keys()));
  const secrets = [...designNeeds(readDesign(design)).secrets]
    .sort()
    .map((name) => ({ name, stored: stored.has(name) }));
  return { problems: [], breaking, changes, secrets };
}

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
    session: orNull(Type.Unsafe<unknown>({ type: 'object' })),
    secrets: list(object({ path: TEXT, name: TEXT })),
    inputs: list(object({ operation: TEXT, members: list(MEMBER), more: BOOLEAN })),
    schema: Type.Unsafe<unknown>({ type: 'object' }),
  }),
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const { text } = await deps.artefacts.get(service, { kind: 'proposal' }, { design: null });
    return { json: text };
  },
});

export const designChecks: readonly Route[] = [check, propose];
