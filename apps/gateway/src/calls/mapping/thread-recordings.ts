import { hash } from 'node:crypto';
import { type JsonObject, parseJson } from '@soapstone/json-xml-mapper';
import {
  createMatcher,
  type MatchedRequest,
  type Matcher,
  nearestExchange,
  readRecordingFiles,
} from '@soapstone/server/recordings';
import { isWsdlError } from '@soapstone/wsdl-parser';
import { unpackZip } from '@soapstone/wsdl-parser/internal';
import { zipSync } from 'fflate';
import { PRIVATE_NAME } from '../../domain/calls/private-names.js';
import {
  MAX_RECORDED_BYTES,
  printRules,
  RECORDING_ROOM,
  type RecordedMessage,
  type RecordingRules,
  UPLOAD_LIMITS,
} from '../../domain/calls/recording.js';
import type { Job, RecordingTarget, UnpackedRecordings } from './messages.js';
import { LACKS_MAPPER } from './thread-agents.js';
import type { ThreadMappers } from './thread-mappers.js';

/** A job about the recordings of a service. */
export type RecordingJob = Extract<Job, { readonly contract: string }>;

/** The most recently used matchers. Each keeps its operations in memory, in addition to those of `ThreadMappers`. */
const matchers = new Map<string, Promise<Matcher>>();
const MAX_MATCHERS = 8;

/** Files that are not unpacked: the gateway already has the WSDL of a folder. */
const NO_EXCHANGE = /(?:^|\/)(?:wsdl|__MACOSX)\//;

/** The body of a captured call may be as deeply nested as a response. */
const BODY_LIMITS = {
  maxDepth: 10_000,
  maxNodes: Number.POSITIVE_INFINITY,
  maxNumberDigits: 10_000,
};

/** Does a job about recordings. Resolves to its value. */
export async function answerRecordingJob(job: RecordingJob, mappers: ThreadMappers): Promise<unknown> {
  if (job.kind === 'nearest') return nearestExchange(job.content, job.recorded);
  if (job.kind === 'respond') return respond(job, mappers);
  if (job.kind === 'archive') return await archive(job, mappers);
  if (job.kind === 'unpack') return await unpack(job, mappers);
  const matcher = await findMatcher(job, mappers, job.rules);
  if (matcher === undefined) return LACKS_MAPPER;
  switch (job.kind) {
    case 'match':
      return withRules(await matcher.find(job.request), job.rules);
    case 'record':
      return withRules(await matcher.store(job.request, job.response), job.rules);
  }
}

/** Makes the rules part of the key, because they decide whether a request equals a recorded one. */
function withRules<Matched extends MatchedRequest>(
  matched: Matched | undefined,
  rules: RecordingRules | undefined,
): Matched | undefined {
  if (matched === undefined || rules === undefined) return matched;
  return { ...matched, key: hash('sha256', `${printRules(rules)} ${matched.key}`) };
}

function findMatcher(
  { target: { mapper: name, source }, contract }: RecordingTarget,
  mappers: ThreadMappers,
  rules: Partial<RecordingRules> = {},
): Promise<Matcher> | undefined {
  const mapper = mappers.findMapper(name, source);
  if (mapper === undefined) return undefined;
  const { redact, ignore } = rules;
  const key = JSON.stringify([name, contract, redact, ignore]);
  const options = { service: contract, redactNames: PRIVATE_NAME, redact, ignore };
  const matcher = matchers.get(key) ?? createMatcher(mapper.model, options);
  matchers.delete(key);
  matchers.set(key, matcher);
  const [oldest] = matchers.keys();
  if (matchers.size > MAX_MATCHERS && oldest !== undefined) matchers.delete(oldest);
  return matcher;
}

/** Packs one folder for each service of the WSDL; a single one is the archive itself. */
async function archive(
  { target, recordings }: Extract<RecordingJob, { kind: 'archive' }>,
  mappers: ThreadMappers,
): Promise<Uint8Array | typeof LACKS_MAPPER> {
  const contracts = [...new Set(recordings.map(({ contract }) => contract))];
  const files: [string, Uint8Array][] = [];
  for (const contract of contracts) {
    const own = recordings.filter((recording) => recording.contract === contract);
    const matcher = await findMatcher({ target, contract }, mappers, {
      redact: own.flatMap(({ rules }) => rules?.redact ?? []),
      ignore: [...new Set(own.flatMap(({ rules }) => rules?.ignore ?? []))],
    });
    if (matcher === undefined) return LACKS_MAPPER;
    const folder = contracts.length === 1 ? '' : `${contract}/`;
    for (const [path, bytes] of await matcher.archive(own)) files.push([`${folder}${path}`, bytes]);
  }
  return zipSync(Object.fromEntries(files));
}

/** Finds the WSDL service of each folder. */
async function unpack(
  { target, upload }: Extract<RecordingJob, { kind: 'unpack' }>,
  mappers: ThreadMappers,
): Promise<UnpackedRecordings | typeof LACKS_MAPPER> {
  const mapper = mappers.findMapper(target.mapper, target.source);
  if (mapper === undefined) return LACKS_MAPPER;
  let files: ReadonlyMap<string, Uint8Array>;
  try {
    files =
      upload.kind === 'files'
        ? upload.files
        : await unpackZip(upload.bytes, UPLOAD_LIMITS, (path) => !NO_EXCHANGE.test(path));
  } catch (error) {
    if (!isWsdlError(error)) throw error;
    return { folders: [], problems: [{ file: '', message: error.message }], ignored: [] };
  }
  const { folders, problems, ignored } = readRecordingFiles(files, {
    messageBytes: MAX_RECORDED_BYTES,
    exchanges: RECORDING_ROOM.most,
  });
  const names = mapper.model.services
    .filter(({ ports }) => ports.some(({ operations }) => operations.length > 0))
    .map(({ name }) => name.localName);
  const [first = ''] = names;
  const foreign = folders.flatMap(({ directory, service = first }) =>
    names.includes(service)
      ? []
      : [
          {
            file: `${directory}recording.json`,
            message: `/service: expected one of ${names.slice(0, 20).join(', ')}, the services of this WSDL`,
          },
        ],
  );
  return {
    folders: folders.map((folder) => ({ ...folder, contract: folder.service ?? first })),
    problems: [...problems, ...foreign],
    ignored,
  };
}

/** Throws `MappingError` for a body that cannot be a response of the operation. */
function respond(
  { target, body }: Extract<RecordingJob, { kind: 'respond' }>,
  mappers: ThreadMappers,
): RecordedMessage | typeof LACKS_MAPPER {
  const made = mappers.find(target);
  if (made === undefined) return LACKS_MAPPER;
  const { result, meta, error } = parseJson(body, BODY_LIMITS) as {
    readonly result?: JsonObject;
    readonly meta?: { readonly soapHeaders?: JsonObject };
    readonly error?: { readonly fault?: { readonly reason: string; readonly code: string } };
  };
  const fault = error?.fault;
  const headers = meta?.soapHeaders;
  const message =
    fault === undefined
      ? made.operation.responseToXml(result ?? {}, headers === undefined ? {} : { headers })
      : made.operation.faultToXml(fault);
  return { body: message.body, contentType: message.contentType };
}
