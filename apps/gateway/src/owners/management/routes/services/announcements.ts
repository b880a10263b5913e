import { EMPTY_OBJECT } from '../../../../domain/json-schema.js';
import type { Announcement } from '../../../../domain/services/deprecation.js';
import type { RegisteredService, StoredRevision } from '../../../../domain/services/registered-service.js';
import { selectModel } from '../../../../domain/services/select-model.js';
import { conflict, notFound } from '../../../../errors/management-errors.js';
import { saveService } from '../../../../services/save-service.js';
import { ANNOUNCEMENT } from '../../answers/revisions.js';
import { audit, findService, revisionNumber } from '../../routing/find-service.js';
import { type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { printAnnouncement } from '../../views/show-deprecation.js';
import { revisionState } from '../../views/states.js';
import { readDeprecation, SENT_DEPRECATION, withdrawAnnouncement } from './deprecations.js';
import { findRevision, REVISIONS } from './revisions.js';

const PATH = `${REVISIONS}/:number/announcement`;

const announce = route({
  method: 'put',
  path: PATH,
  access: 'owner',
  state: revisionState,
  limit: 'pages',
  summary:
    'Announce the operations that a waiting revision removes as deprecated: every response of theirs says so until the revision is published or rejected',
  body: SENT_DEPRECATION,
  answer: ANNOUNCEMENT,
  async handle(call, deps) {
    const { service, owner, number, revision } = await findRevision(call, deps);
    const { accountId, id: serviceId } = service;
    if (!(await deps.store.services.isWaiting(accountId, serviceId, number))) {
      throw conflict('REVISION_DECIDED', `revision ${number} does not wait for a decision`);
    }
    const operations = await removedBy(service, revision, deps);
    if (operations.length === 0) {
      throw conflict('NOTHING_REMOVED', `revision ${number} removes no operation of the live revision`);
    }
    const announcement: Announcement = {
      ...readDeprecation(call.body, deps.now()),
      revision: number,
      from: service.revision,
      operations,
    };
    await deps.store.deprecations.announce({ accountId, serviceId }, announcement);
    await saveService(deps, service);
    await audit(deps, owner, 'revision.announce', `${serviceId}/${number}`);
    return { body: printAnnouncement(announcement) };
  },
});

const withdraw = route({
  method: 'delete',
  path: PATH,
  access: 'owner',
  state: revisionState,
  summary: 'Withdraw the announcement of a waiting revision',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    if (!(await withdrawAnnouncement(service, revisionNumber(call), owner, deps))) {
      throw notFound('announcement');
    }
    return {};
  },
});

/** Returns the operations of the live revision that another revision lacks, with the service's choice of ports. */
async function removedBy(
  service: RegisteredService,
  { model }: StoredRevision,
  deps: Pick<ManagementDependencies, 'live'>,
): Promise<string[]> {
  const live = await deps.live.compile(service);
  const kept = new Set(selectModel(model, service.settings.select).exposed.map(({ name }) => name));
  return live.mapper.model.exposed.flatMap(({ name }) => (kept.has(name) ? [] : [name]));
}

export const announcementRoutes: readonly Route[] = [announce, withdraw];
