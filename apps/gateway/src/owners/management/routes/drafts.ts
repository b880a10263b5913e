import { defined } from '@soapstone/options/defined';
import { selectOperations } from '@soapstone/wsdl-parser';
import { readProfile } from '../../../credentials/stored-profile.js';
import { arrayOf, EMPTY_OBJECT, nullable, object } from '../../../domain/json-schema.js';
import { DRAFT_AGE, type Draft } from '../../../domain/services/draft.js';
import { printDesign } from '../../../domain/services/read-design.js';
import { SENT_SETTINGS } from '../../../domain/services/service-settings.js';
import { notFound } from '../../../errors/management-errors.js';
import { addToDraft, createDraft, publishDraft } from '../../registration/drafts.js';
import { DRAFT, JOB_BEGUN, LISTED_DRAFT } from '../answers/drafts.js';
import { SERVICE_DETAIL } from '../answers/services.js';
import { readFiles, readSource, SOURCE_BYTES } from '../inputs/document-source.js';
import { applySettings } from '../inputs/sent-settings.js';
import {
  DESIGN_SCHEMA,
  NAME,
  PROXY_LOGIN_SCHEMA,
  SENT_FILES,
  SLUG,
  SOURCE_PROPERTIES,
} from '../inputs/service-schema.js';
import { audit } from '../routing/find-service.js';
import {
  type ManagementCall,
  type ManagementDependencies,
  ownerOf,
  type Route,
  route,
} from '../routing/route.js';
import { runInBackground } from '../routing/run-in-background.js';
import { usableProfile } from '../use-cases/usable-profile.js';
import { showDraft, slugOfDraft } from '../views/show-draft.js';
import { showServiceDetail } from '../views/show-service.js';
import { draftState } from '../views/states.js';

const DRAFTS = '/api/manage/drafts';
const ONE = `${DRAFTS}/:draftId`;
// The design is checked when the draft is published, because missing files may still be added.
const CHOICES = { name: NAME, slug: SLUG, settings: SENT_SETTINGS, design: nullable(DESIGN_SCHEMA) };

const listDrafts = route({
  method: 'get',
  path: DRAFTS,
  access: 'owner',
  summary: 'Imports that are not published yet, which are deleted after a week without changes',
  answer: object({ drafts: arrayOf(LISTED_DRAFT) }),
  async handle(call, { store, now }) {
    const drafts = await store.drafts.list(ownerOf(call).account.id);
    return {
      body: {
        drafts: drafts
          .filter(({ updatedAt }) => updatedAt > now() - DRAFT_AGE)
          .map(({ id, name, location, createdAt, updatedAt }) => ({
            draftId: id,
            name,
            source: location,
            createdAt: new Date(createdAt).toISOString(),
            expiresAt: new Date(updatedAt + DRAFT_AGE).toISOString(),
          })),
      },
    };
  },
});

const create = route({
  method: 'post',
  path: DRAFTS,
  access: 'owner',
  limit: 'jobs',
  summary:
    'Read a WSDL from an address, files or a zip archive, and show what would be published; in the background with `Prefer: respond-async`',
  status: 201,
  bodyBytes: SOURCE_BYTES,
  // The draft does not keep the login at the proxy: it is stored once the service exists.
  body: object({}, { ...SOURCE_PROPERTIES, ...CHOICES, proxyLogin: PROXY_LOGIN_SCHEMA }),
  answer: DRAFT,
  accepted: JOB_BEGUN,
  async handle(call, deps) {
    const owner = ownerOf(call);
    const { name, slug, settings: sent, design, proxyLogin: login, ...documents } = call.body;
    // Problems of the request itself are reported immediately.
    const source = readSource(documents);
    const choices = {
      ...named(name, slug),
      settings: applySettings({}, sent, deps),
      ...(design != null && { design: printDesign(design) }),
    };
    const proxyLogin = login && readProfile(await usableProfile(login, owner.account.id, deps));
    return runInBackground(call, deps, async (registration) => {
      const draft = await createDraft(owner.account, source, choices, registration, proxyLogin);
      return showDraft(draft, owner, deps);
    });
  },
});

const show = route({
  method: 'get',
  path: ONE,
  access: 'owner',
  state: draftState,
  limit: 'pages',
  summary: 'What would be published: ports, operations, missing files, private endpoints',
  answer: DRAFT,
  async handle(call, deps) {
    return { body: await showDraft(await findDraft(call, deps), ownerOf(call), deps) };
  },
});

const choose = route({
  method: 'patch',
  path: ONE,
  access: 'owner',
  state: draftState,
  limit: 'pages',
  summary: 'Change the name, the slug or the settings of a draft; absent members stay',
  body: object({}, CHOICES),
  answer: DRAFT,
  async handle(call, deps) {
    const draft = await findDraft(call, deps);
    const { name, slug, settings: sent, design } = call.body;
    const settings = applySettings(draft.choices.settings, sent, deps);
    // Throws if a port does not exist, with the possible choices.
    if (sent?.select != null) selectOperations(draft.findings.outline, settings.select);
    const { design: present, ...others } = draft.choices;
    const designed = design === undefined ? present : design === null ? undefined : printDesign(design);
    const choices = { ...others, ...named(name, slug), settings, ...defined({ design: designed }) };
    const at = deps.now();
    if (!(await deps.store.drafts.choose(draft.accountId, draft.id, choices, at))) throw notFound('draft');
    return { body: await showDraft({ ...draft, choices, updatedAt: at }, ownerOf(call), deps) };
  },
});

const add = route({
  method: 'post',
  path: `${ONE}/files`,
  access: 'owner',
  state: draftState,
  limit: 'jobs',
  summary: 'Add missing files, by path or by the missing address, and read the documents again',
  bodyBytes: SOURCE_BYTES,
  body: object({ files: SENT_FILES }),
  answer: DRAFT,
  accepted: JOB_BEGUN,
  async handle(call, deps) {
    const draft = await findDraft(call, deps);
    const files = readFiles(call.body.files);
    return runInBackground(call, deps, async (registration) => {
      const changed = await addToDraft(draft, files, registration);
      if (changed === undefined) throw notFound('draft');
      return showDraft(changed, ownerOf(call), deps);
    });
  },
});

const publish = route({
  method: 'post',
  path: `${ONE}/publish`,
  access: 'owner',
  state: draftState,
  limit: 'jobs',
  summary: 'Publish a draft as a service, under a slug that cannot be changed later, and delete the draft',
  status: 201,
  answer: SERVICE_DETAIL,
  async handle(call, deps) {
    const owner = ownerOf(call);
    const draft = await findDraft(call, deps);
    const slug = await slugOfDraft(draft, deps);
    const published = await publishDraft(owner.account, draft, slug, deps.registration);
    if (published === undefined) throw notFound('draft');
    await audit(deps, owner, 'service.register', published.service.id);
    return { body: await showServiceDetail(published.service, owner, deps) };
  },
});

const discard = route({
  method: 'delete',
  path: ONE,
  access: 'owner',
  state: draftState,
  summary: 'Discard a draft',
  answer: EMPTY_OBJECT,
  async handle(call, { store }) {
    const removed = await store.drafts.delete(ownerOf(call).account.id, call.params['draftId'] ?? '');
    if (!removed) throw notFound('draft');
    return {};
  },
});

/** Returns the draft in the path of a call. Throws 404 if the account has no such draft, or if it is too old. */
async function findDraft(call: ManagementCall, { store, now }: ManagementDependencies): Promise<Draft> {
  const draft = await store.drafts.find(ownerOf(call).account.id, call.params['draftId'] ?? '');
  if (draft === undefined || draft.updatedAt <= now() - DRAFT_AGE) throw notFound('draft');
  return draft;
}

function named(name: string | undefined, slug: string | undefined) {
  return { ...defined({ name, slug }) };
}

export const draftRoutes: readonly Route[] = [listDrafts, create, show, choose, add, publish, discard];
