import { withCode } from '@soapstone/http-contract';
import { defined } from '@soapstone/options/defined';
import { Type } from 'typebox';
import { loginFor, type WsdlLogin } from '../../../../credentials/service-secrets.js';
import { arrayOf, enumOf, INTEGER, nullable, object } from '../../../../domain/json-schema.js';
import { countGrades } from '../../../../domain/services/operation-grade.js';
import { printDesign } from '../../../../domain/services/read-design.js';
import type { RegisteredService } from '../../../../domain/services/registered-service.js';
import { GatewayError } from '../../../../errors/errors.js';
import { conflict, notFound } from '../../../../errors/management-errors.js';
import { saveService } from '../../../../services/save-service.js';
import { compareDesigns, compareRevisions } from '../../../description/compare-revisions.js';
import type { DocumentSource } from '../../../registration/messages.js';
import { importRevision, onItsWay } from '../../../registration/register.js';
import { JOB_BEGUN } from '../../answers/drafts.js';
import { REIMPORTED, REPORT, REVISION, REVISION_DETAIL } from '../../answers/revisions.js';
import { SERVICE } from '../../answers/services.js';
import { readSource, SOURCE_BYTES } from '../../inputs/document-source.js';
import { DESIGN_SCHEMA, SOURCE_PROPERTIES } from '../../inputs/service-schema.js';
import { pointerTo } from '../../routing/explain-failure.js';
import { audit, findService, revisionNumber, SERVICES } from '../../routing/find-service.js';
import { NUMBER_QUERY, PAGE_MEMBERS, readNumberedPage, showPage } from '../../routing/paging.js';
import { type ManagementCall, type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { runInBackground } from '../../routing/run-in-background.js';
import { printAnnouncement } from '../../views/show-deprecation.js';
import { gradesOf, showService, summaryOf } from '../../views/show-service.js';
import { revisionState } from '../../views/states.js';
import { withdrawAnnouncement } from './deprecations.js';

/** The path of the revisions of a service. */
export const REVISIONS = `${SERVICES}/:serviceId/revisions`;

const list = route({
  method: 'get',
  path: REVISIONS,
  access: 'owner',
  limit: 'pages',
  summary:
    'The imports of a service, newest first, page by page. `liveBefore` is the newest revision before the live one that has been live; null if there is none',
  query: NUMBER_QUERY,
  answer: object({
    revisions: arrayOf(REVISION),
    ...PAGE_MEMBERS,
    liveBefore: nullable(INTEGER),
  }),
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const { accountId, id, revision } = service;
    const [page, before] = await Promise.all([
      deps.store.services.listRevisions(accountId, id, readNumberedPage(call.query)),
      deps.store.services.liveBefore(accountId, id, revision),
    ]);
    return {
      body: {
        ...showPage(page),
        liveBefore: before ?? null,
        revisions: page.items.map(
          ({ number, source, createdAt, diagnostics, grades, liveAt, rejectedAt, designed, ...origin }) => ({
            number,
            source,
            designed,
            createdAt: new Date(createdAt).toISOString(),
            inForce: number === service.revision,
            liveAt: liveAt === undefined ? null : new Date(liveAt).toISOString(),
            rejectedAt: rejectedAt === undefined ? null : new Date(rejectedAt).toISOString(),
            watched: origin.isWatched,
            replaced: origin.isReplaced,
            diagnostics: diagnostics.length,
            grades: grades === undefined ? null : countGrades(grades),
          }),
        ),
      },
    };
  },
});

const reimport = route({
  method: 'post',
  path: REVISIONS,
  access: 'owner',
  limit: 'jobs',
  summary:
    'Import the documents of a service again, and return what changes for its clients; a failed import changes nothing',
  status: 201,
  bodyBytes: SOURCE_BYTES,
  // With `safe`, the revision is published unless it breaks a client; otherwise it waits for a decision.
  body: object(
    {},
    {
      ...SOURCE_PROPERTIES,
      // Null removes the design; without it, that of the live revision stays.
      design: nullable(DESIGN_SCHEMA),
      activate: enumOf(['always', 'safe', 'never']),
    },
  ),
  answer: REIMPORTED,
  accepted: JOB_BEGUN,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const { activate = 'safe', design: sent, ...documents } = call.body;
    const design = sent == null ? sent : printDesign(sent);
    const { settings } = service;
    const sentSource = readSource(documents);
    const sealed = await deps.store.secrets.find(service.accountId, service.id);
    // A service that needs no login for this can be imported even if it cannot be compiled.
    const { proxyLogin, wsdlLogin } =
      settings.proxy === undefined && !sealed.has('wsdlLogin')
        ? {}
        : (await deps.live.compile(service)).secrets;
    const source = onItsWay(withLogin(sentSource, wsdlLogin), settings, deps.registration, proxyLogin);
    return runInBackground(call, deps, async (registration) => {
      const revision = await importRevision(service, source, registration, design);
      const compared = await compareRevisions(service, service.revision, revision.number, deps);
      const { changes, breaking, design: broken } = compared;
      const wanted = activate === 'always' || (activate === 'safe' && !breaking);
      const inForce = wanted && !broken.some(({ unusable }) => unusable);
      if (inForce) await putInForce(service, revision.number, deps);
      else await tellWaiting(service, revision.number, breaking, deps);
      await audit(deps, owner, 'revision.import', `${service.id}/${revision.number}`);
      const { number, diagnostics } = revision;
      return { number, inForce, breaking, changes, design: broken, diagnostics };
    });
  },
});

/** Documents that come from the server of the WSDL are fetched with the stored login, unless the request has one. */
function withLogin(source: DocumentSource, login: WsdlLogin | undefined): DocumentSource {
  if (source.kind !== 'url' || source.credentials !== undefined) return source;
  return { ...source, ...defined({ credentials: loginFor(source.url, login) }) };
}

/** Returns the revision in the path of a call. Throws 404 if there is none. */
export async function findRevision(call: ManagementCall, deps: ManagementDependencies) {
  const { service, owner } = await findService(call, deps);
  const number = revisionNumber(call);
  const revision = await deps.store.services.findRevision(service.accountId, service.id, number);
  if (revision === undefined) throw notFound('revision');
  return { service, owner, number, revision };
}

const show = route({
  method: 'get',
  path: `${REVISIONS}/:number`,
  access: 'owner',
  state: revisionState,
  limit: 'pages',
  summary: 'A revision, and what it changes for clients of the live revision or of the one that `from` names',
  query: { from: Type.Integer({ minimum: 1 }) },
  answer: REVISION_DETAIL,
  async handle(call, deps) {
    const { service, number, revision } = await findRevision(call, deps);
    const { from = service.revision } = call.query;
    const [compared, { announced }] = await Promise.all([
      compareRevisions(service, from, number, deps),
      deps.store.deprecations.find(service.accountId, service.id),
    ]);
    const announcement = announced.find((each) => each.revision === number);
    return {
      body: {
        number,
        source: revision.source,
        createdAt: new Date(revision.createdAt).toISOString(),
        inForce: number === service.revision,
        from,
        ...compared,
        diagnostics: revision.diagnostics,
        announcement: announcement === undefined ? null : printAnnouncement(announcement),
      },
    };
  },
});

const activate = route({
  method: 'put',
  path: `${REVISIONS}/:number/in-force`,
  access: 'owner',
  state: revisionState,
  limit: 'pages',
  summary:
    'Publish a revision: one that is waiting, or an earlier one again. The announcements of the service end, because each compares a revision with the live one',
  answer: SERVICE,
  async handle(call, deps) {
    const { service, owner, number } = await findRevision(call, deps);
    await assertDesignFits(service, number, deps);
    const { announced } = await deps.store.deprecations.find(service.accountId, service.id);
    const ended = number === service.revision ? [] : announced;
    const changed = await putInForce(service, number, deps);
    for (const { revision } of ended) {
      await audit(deps, owner, 'revision.withdraw', `${service.id}/${revision}`);
    }
    await audit(deps, owner, 'revision.activate', `${service.id}/${number}`);
    return { body: showService(changed, await summaryOf(changed, deps), deps.baseUrl) };
  },
});

const reject = route({
  method: 'put',
  path: `${REVISIONS}/:number/rejected`,
  access: 'owner',
  state: revisionState,
  summary:
    'Reject a revision that was never live, which ends its announcement; it can still be published later',
  answer: SERVICE,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const number = revisionNumber(call);
    const found = await deps.store.services.findPackedModel(service.accountId, service.id, number);
    if (found === undefined) throw notFound('revision');
    if (!(await deps.store.services.rejectRevision(service.accountId, service.id, number, deps.now()))) {
      throw conflict(
        'REVISION_WAS_LIVE',
        `revision ${number} is or was live; only one that never was can be rejected`,
      );
    }
    await withdrawAnnouncement(service, number, owner, deps);
    await audit(deps, owner, 'revision.reject', `${service.id}/${number}`);
    return { body: showService(service, await summaryOf(service, deps), deps.baseUrl) };
  },
});

const report = route({
  method: 'get',
  path: `${REVISIONS}/:number/report`,
  access: 'owner',
  limit: 'pages',
  summary: 'The grade of each operation of each port (exact, degraded or unsupported), and the reasons',
  answer: REPORT,
  async handle(call, deps) {
    const { number, revision } = await findRevision(call, deps);
    const { diagnostics, grades } = gradesOf(revision);
    return {
      body: {
        revision: number,
        counts: countGrades(grades),
        operations: grades.map(({ reason, ...grade }) => ({ ...grade, reason: reason ?? null })),
        diagnostics,
      },
    };
  },
});

/** Throws if the design of a revision does not fit it, for then its operations could not be called. */
async function assertDesignFits(
  service: RegisteredService,
  number: number,
  deps: ManagementDependencies,
): Promise<void> {
  const broken = await compareDesigns(service, number, number, deps);
  const [first] = broken;
  if (first === undefined) return;
  throw new GatewayError({
    ...withCode('DESIGN_REFUSED'),
    status: 409,
    message: `The design of revision ${number} does not fit its documents: correct it, and import them with it`,
    details: broken.map(({ at, message }) => ({ path: pointerTo(at), keyword: 'format', message })),
  });
}

/** Changes only the number, because another request may have changed the settings while documents were fetched. */
export function putInForce(
  service: RegisteredService,
  revision: number,
  deps: ManagementDependencies,
): Promise<RegisteredService> {
  return saveService(deps, service, (current) => ({ ...current, revision }));
}

/** Tells the owner that a revision is waiting for a decision. */
export async function tellWaiting(
  { accountId, id: serviceId, name: serviceName }: RegisteredService,
  revision: number,
  breaking: boolean,
  { store, now }: ManagementDependencies,
): Promise<void> {
  const data = { serviceId, serviceName, revision, breaking: String(breaking) };
  const subject = `${serviceId}/${revision}`;
  await store.events.add([{ accountId, kind: 'revision.waiting', subject, at: now(), data }]);
}

export const revisionRoutes: readonly Route[] = [list, reimport, show, activate, reject, report];
