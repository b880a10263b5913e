import { isMappingError } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { RECORDING_ROOM, type RecordingUpload } from '../../../../domain/calls/recording.js';
import { arrayOf, EMPTY_OBJECT, enumOf, INTEGER, object, TEXT } from '../../../../domain/json-schema.js';
import type { RegisteredService } from '../../../../domain/services/registered-service.js';
import { badRequest } from '../../../../errors/errors.js';
import { conflict, notFound, recordingsFull } from '../../../../errors/management-errors.js';
import { RECORDING } from '../../answers/calls.js';
import { readFiles, SOURCE_BYTES } from '../../inputs/document-source.js';
import { RECORDING_FILES } from '../../inputs/service-schema.js';
import { audit, findService, SERVICES } from '../../routing/find-service.js';
import { PAGE_MEMBERS, PLACE_QUERY, readPage, SEARCH, showPage } from '../../routing/paging.js';
import { type ManagementDependencies, type Route, route } from '../../routing/route.js';

const RECORDINGS = `${SERVICES}/:serviceId/recordings`;
/** The maximum number of files without an exchange that a response names. */
const MAX_IGNORED = 100;
const ROOM = object({ recordings: INTEGER, bytes: INTEGER });

const list = route({
  method: 'get',
  path: RECORDINGS,
  access: 'owner',
  summary:
    'The recorded calls of a service, newest first, page by page, and the room that all services of the account share. `search` finds a part of the name or the operation',
  query: { ...PLACE_QUERY, search: SEARCH },
  answer: object({ recordings: arrayOf(RECORDING), ...PAGE_MEMBERS, used: ROOM, most: ROOM }),
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const { search, ...page } = call.query;
    const [found, used] = await Promise.all([
      deps.store.recordings.list(service.accountId, service.id, {
        ...readPage(page),
        ...defined({ search }),
      }),
      deps.store.recordings.used(service.accountId),
    ]);
    return {
      body: {
        ...showPage(found),
        recordings: found.items.map(({ id, at, ...rest }) => ({
          recordingId: id,
          ...rest,
          at: new Date(at).toISOString(),
        })),
        used: { recordings: used.most, bytes: used.bytes },
        most: { recordings: RECORDING_ROOM.most, bytes: RECORDING_ROOM.bytes },
      },
    };
  },
});

const upload = route({
  method: 'post',
  path: RECORDINGS,
  access: 'owner',
  limit: 'jobs',
  summary:
    'Add a folder from `soapstone record` or from a download of this API, as files or as a zip archive. If any file has a problem, nothing is added and every problem is reported',
  bodyBytes: SOURCE_BYTES,
  body: object({}, RECORDING_FILES),
  answer: object({ stored: INTEGER, known: INTEGER, ignored: arrayOf(TEXT) }),
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const { files, archive } = call.body;
    if ((files === undefined) === (archive === undefined))
      throw badRequest('SCHEMA_VIOLATION', 'Send exactly one of files and archive');
    const source: RecordingUpload =
      archive === undefined
        ? { kind: 'files', files: readFiles(files ?? []) }
        : { kind: 'archive', bytes: Buffer.from(archive, 'base64') };
    const { stored, known, ignored } = await deps.live.recordings.upload(service, source);
    await audit(deps, owner, 'service.upload-recordings', service.id);
    return { body: { stored, known, ignored: ignored.slice(0, MAX_IGNORED) } };
  },
});

const removeAll = route({
  method: 'delete',
  path: RECORDINGS,
  access: 'owner',
  summary: 'Delete every recorded call of a service',
  answer: object({ deleted: INTEGER }),
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const deleted = await deps.store.recordings.deleteOfService(service.accountId, service.id);
    await audit(deps, owner, 'service.delete-recordings', service.id);
    return { body: { deleted } };
  },
});

const remove = route({
  method: 'delete',
  path: `${RECORDINGS}/:recordingId`,
  access: 'owner',
  summary: 'Delete a recorded call',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const id = call.params['recordingId'] ?? '';
    if (!(await deps.store.recordings.delete(service.accountId, service.id, id))) throw notFound('recording');
    await audit(deps, owner, 'service.delete-recording', `${service.id}/${id}`);
    return {};
  },
});

const keep = route({
  method: 'post',
  path: `${SERVICES}/:serviceId/calls/:requestId/recording`,
  access: 'owner',
  limit: 'pages',
  summary:
    'Save a call whose bodies were recorded for the call log as a recording that the service can replay',
  body: object({}),
  answer: object({ outcome: enumOf(['stored', 'known']) }),
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const requestId = call.params['requestId'] ?? '';
    const outcome = await keepCall(service, requestId, deps);
    if (outcome === 'full') throw recordingsFull(RECORDING_ROOM);
    if (outcome === 'unreadable') throw notRecordable('its messages cannot be read');
    await audit(deps, owner, 'service.keep-recording', `${service.id}/${requestId}`);
    return { body: { outcome } };
  },
});

async function keepCall(service: RegisteredService, requestId: string, deps: ManagementDependencies) {
  const { accountId } = service;
  const [bodies, logged] = await Promise.all([
    deps.store.callBodies.find(accountId, requestId),
    deps.store.calls.find(accountId, requestId),
  ]);
  if (bodies?.serviceId !== service.id || logged?.operation === undefined) throw notFound('recorded call');
  if (bodies.request.endsWith('…') || bodies.response.endsWith('…'))
    throw notRecordable('its bodies were truncated in the call log');
  const { operation, method, status } = logged;
  const live = await deps.live.compile(service);
  if (live.heldSince(operation) !== undefined)
    throw conflict('RELEASE_FIRST', 'This operation is held: release it first');
  try {
    const { request, response } = bodies;
    return await deps.live.recordings.keepCall(service, { operation, method, request, response, status });
  } catch (error) {
    if (!isMappingError(error)) throw error;
    const [problem] = error.errors;
    throw notRecordable(problem === undefined ? error.message : `${problem.path} ${problem.message}`.trim());
  }
}

function notRecordable(why: string) {
  return badRequest('NOT_RECORDABLE', `This call cannot be saved as a recording: ${why}`);
}

const download = route({
  method: 'get',
  path: `${SERVICES}/:serviceId/recordings.zip`,
  access: 'owner',
  limit: 'queries',
  summary:
    'The recorded calls as a folder for `soapstone mock --recordings` and `soapstone record --against`, with one folder for each of several WSDL services',
  answer: TEXT,
  media: ['application/zip'],
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const live = await deps.live.compile(service);
    const contracts = new Set(live.mapper.model.services.map(({ name }) => name.localName));
    const all = await deps.store.recordings.findAll(service.accountId, service.id);
    // The live revision may no longer have the WSDL service of a recorded call.
    const found = all.filter(({ contract }) => contracts.has(contract));
    if (found.length === 0) throw notFound('recording');
    const text = await deps.live.recordings.archive(service, found);
    return {
      file: {
        name: `${service.slug}-recordings.zip`,
        contentType: 'application/zip',
        text: Buffer.from(text),
      },
    };
  },
});

/** Recorded calls that a service can replay. */
export const recordingRoutes: readonly Route[] = [list, upload, removeAll, remove, keep, download];
