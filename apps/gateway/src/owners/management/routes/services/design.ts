import { stringify } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { Type } from 'typebox';
import { loadServiceSecrets } from '../../../../credentials/service-secrets.js';
import { subscriptionAt } from '../../../../domain/accounts/account.js';
import { BOOLEAN, enumOf, nullable, object, TEXT } from '../../../../domain/json-schema.js';
import {
  DESIGN_TEXT_LENGTH,
  printDesign,
  type WrittenDesign,
} from '../../../../domain/services/read-design.js';
import { compareRevisions } from '../../../description/compare-revisions.js';
import { reviseDesign, writtenDesign } from '../../../registration/register.js';
import { DESIGNED } from '../../answers/revisions.js';
import { DESIGN_BYTES, DESIGN_SCHEMA } from '../../inputs/service-schema.js';
import { violation } from '../../routing/check-body.js';
import { audit, findService, SERVICES } from '../../routing/find-service.js';
import { type ManagementCall, type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { previewDesignFor } from '../../use-cases/check-design.js';
import { SHOWN_DESIGN, showDesign } from '../../views/show-design.js';
import { designState } from '../../views/states.js';
import { editingRoutes } from './design-edits.js';
import { designSecretRoutes } from './design-secrets.js';
import { putInForce, tellWaiting } from './revisions.js';

const PATH = `${SERVICES}/:serviceId/design`;

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
  body: object(
    { design: DESIGN_SCHEMA },
    {
      text: Type.String({
        maxLength: DESIGN_TEXT_LENGTH,
        description:
          'The same design as a YAML file, which is shown and exported with its comments. Not for secrets: it is stored as it is',
      }),
      activate: enumOf(['always', 'safe', 'never']),
    },
  ),
  answer: DESIGNED,
  async handle(call, deps) {
    const json = printDesign(call.body.design);
    const { text } = call.body;
    if (text !== undefined) await assertNoSecret(call, deps, text);
    return revise(call, deps, { json, ...defined({ text }) }, call.body.activate);
  },
});

const remove = route({
  method: 'delete',
  path: PATH,
  access: 'owner',
  state: designState,
  limit: 'jobs',
  summary: 'Publish the live revision again without a design; the secrets stay',
  answer: DESIGNED,
  handle: (call, deps) => revise(call, deps, null),
});

/** Stores and publishes the live revision with another design. A design that is live already changes nothing. */
async function revise(
  call: ManagementCall,
  deps: ManagementDependencies,
  design: WrittenDesign | null,
  activate: 'always' | 'safe' | 'never' = 'always',
) {
  const { service, owner } = await findService(call, deps);
  const live = await writtenDesign(service, deps);
  if ((live?.json ?? null) === (design?.json ?? null)) {
    // Another comment is no other revision.
    if (design?.text !== undefined && design.text !== live?.text)
      await deps.store.services.setDesignText(service.accountId, service.id, service.revision, design.text);
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

/** The shortest secret that is looked for in a text: shorter ones are found in names. */
const SHORTEST_SECRET = 8;

/**
 * Throws if a text has the value of a secret of its service. It is not compared with the design here, because YAML takes long
 * to parse: the page and `export` show the design in place of a text that does not.
 */
async function assertNoSecret(
  call: ManagementCall,
  deps: ManagementDependencies,
  text: string,
): Promise<void> {
  const { service } = await findService(call, deps);
  const { design: secrets = new Map<string, string>() } = await loadServiceSecrets(
    deps.store,
    deps.sealer,
    service.accountId,
    service.id,
  );
  for (const [name, value] of secrets) {
    if (value.length < SHORTEST_SECRET || !text.includes(value)) continue;
    const message = `must not have the value of the secret ${name}: the text is stored and shown as it is`;
    throw violation('body', [{ path: '/text', keyword: 'format', message }]);
  }
}

const preview = route({
  method: 'post',
  path: `${PATH}/preview`,
  access: 'owner',
  limit: 'jobs',
  repeatable: false,
  summary:
    'What clients see of one operation with a design, without storing it: an example of its input, its OpenAPI document and its tool for agents',
  bodyBytes: DESIGN_BYTES,
  body: object({ design: DESIGN_SCHEMA, operation: Type.String({ minLength: 1, maxLength: 1_000 }) }),
  // Texts, because their numbers keep their digits. Null for an operation that the design hides.
  answer: object({ hidden: BOOLEAN, input: nullable(TEXT), openApi: nullable(TEXT), tool: nullable(TEXT) }),
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    deps.registration.assertRoom();
    const { plan } = subscriptionAt(owner.account, deps.now(), deps.offer.plans);
    const { design, operation } = call.body;
    return { json: await previewDesignFor(service, printDesign(design), operation, plan, deps) };
  },
});

export const designRoutes: readonly Route[] = [
  show,
  set,
  remove,
  preview,
  ...editingRoutes,
  ...designSecretRoutes,
];
