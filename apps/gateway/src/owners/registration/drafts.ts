import { randomUUID } from 'node:crypto';
import { selectOperations } from '@soapstone/wsdl-parser';
import type { ServiceProxyLogin } from '../../credentials/service-proxies.js';
import type { Account } from '../../domain/accounts/account.js';
import type { Draft, DraftChoices, DraftContent, DraftFindings } from '../../domain/services/draft.js';
import { DRAFT_AGE, DRAFT_ROOM, MAX_DRAFTS } from '../../domain/services/draft.js';
import { DEFAULT_SETTINGS, mappingOf } from '../../domain/services/service-settings.js';
import type { DocumentSource } from './messages.js';
import {
  assertRoomForService,
  onItsWay,
  type Registered,
  type RegistrationDependencies,
  RegistrationError,
  readDocuments,
  storeService,
} from './register.js';

/**
 * Reads the documents of a service and stores the result as a draft, which cannot be called. Throws what `registerService` throws,
 * except for documents without an operation: a missing file may be the reason, and it can be added.
 *
 * @param login the login at the proxy that the documents are fetched through; the draft does not keep it. Default: that of the operator
 */
export async function createDraft(
  account: Account,
  source: DocumentSource,
  choices: DraftChoices,
  deps: RegistrationDependencies,
  login?: ServiceProxyLogin,
): Promise<Draft> {
  deps.assertRoom();
  await assertRoomForService(account, deps);
  const { drafts } = deps.store;
  await drafts.deleteOlder(deps.now() - DRAFT_AGE);
  const way = onItsWay(source, choices.settings, deps, login);
  const { findings, content } = await readDraft(account.id, way, originOf(source), deps);
  const at = deps.now();
  const draft: Draft = {
    id: randomUUID(),
    accountId: account.id,
    findings,
    choices,
    createdAt: at,
    updatedAt: at,
  };
  if (!(await drafts.create(draft, content, { most: MAX_DRAFTS, bytes: DRAFT_ROOM }))) throw draftLimit();
  return draft;
}

/** Reads the documents of a draft again, with more files. Does not fetch anything again. */
export async function addToDraft(
  draft: Draft,
  added: ReadonlyMap<string, Uint8Array>,
  deps: RegistrationDependencies,
): Promise<Draft | undefined> {
  deps.assertRoom();
  const { drafts } = deps.store;
  const present = await drafts.findContent(draft.accountId, draft.id);
  if (present === undefined) return undefined;
  const { location, origin } = draft.findings;
  const source: DocumentSource = { kind: 'kept', documents: present.documents, added, location };
  const { findings, content } = await readDraft(draft.accountId, source, origin, deps);
  const changed: Draft = { ...draft, findings, updatedAt: deps.now() };
  if (!(await drafts.replace(changed, content, DRAFT_ROOM))) throw draftLimit();
  return changed;
}

/**
 * Publishes a draft as a service under `slug` and deletes the draft. Throws `RegistrationError`, in which case the draft stays. Resolves to
 * undefined if the draft is gone.
 */
export async function publishDraft(
  account: Account,
  { id, findings, choices }: Draft,
  slug: string,
  deps: RegistrationDependencies,
): Promise<Registered | undefined> {
  const { drafts } = deps.store;
  const content = await drafts.findContent(account.id, id);
  if (content === undefined) return undefined;
  const { outline, ...found } = findings;
  const registered = await storeService(
    account,
    {
      slug,
      name: choices.name,
      settings: choices.settings,
      design: choices.design,
      imported: {
        ...found,
        packedModel: content.packedModel,
        operations: selectOperations(outline, choices.settings.select).exposed.map(({ name }) => name),
        artefacts: [],
      },
    },
    deps,
  );
  await drafts.delete(account.id, id);
  return registered;
}

async function readDraft(
  accountId: string,
  source: DocumentSource,
  origin: DraftFindings['origin'],
  deps: RegistrationDependencies,
): Promise<{ readonly findings: DraftFindings; readonly content: DraftContent }> {
  const imported = await readDocuments(accountId, source, mappingOf(DEFAULT_SETTINGS), {
    ...deps,
    keep: true,
  });
  const { name, location, diagnostics, grades, packedModel, kept } = imported;
  if (kept === undefined) throw new Error('the registration process did not return the documents');
  deps.onStep?.({ name: 'storing' });
  const { documents, outline, missing } = kept;
  return {
    findings: { name, location, origin, outline, missing, diagnostics, grades },
    content: { packedModel, documents },
  };
}

function originOf({ kind }: DocumentSource): DraftFindings['origin'] {
  return kind === 'url' ? 'url' : 'files';
}

function draftLimit(): RegistrationError {
  return new RegistrationError(
    'DRAFT_LIMIT',
    `an account has room for ${MAX_DRAFTS} unpublished imports of ${DRAFT_ROOM / 1024 / 1024} MB in total: publish or discard one`,
  );
}
