import { type JsonObject, parseJson } from '@soapstone/json-xml-mapper';
import { createMatcher, type Matcher, nearestExchange } from '@soapstone/server/recordings';
import { zipSync } from 'fflate';
import { PRIVATE_NAME } from '../domain/private-names.js';
import type { RecordedMessage } from '../domain/recording.js';
import type { Job, RecordingTarget } from './messages.js';
import { LACKS_MAPPER } from './thread-agents.js';
import type { ThreadMappers } from './thread-mappers.js';

/** A job about the recordings of a service. */
export type RecordingJob = Extract<Job, { readonly contract: string }>;

/** The most recently used matchers. Each keeps its operations in memory, beside those of `ThreadMappers`. */
const matchers = new Map<string, Promise<Matcher>>();
const MOST_MATCHERS = 8;

/** The body of a captured call may be nested as deeply as a response. */
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
  const matcher = await findMatcher(job, mappers);
  if (matcher === undefined) return LACKS_MAPPER;
  switch (job.kind) {
    case 'match':
      return await matcher.find(job.request);
    case 'record':
      return await matcher.store(job.request, job.response);
  }
}

function findMatcher(
  { target: { mapper: name, source }, contract }: RecordingTarget,
  mappers: ThreadMappers,
): Promise<Matcher> | undefined {
  const mapper = mappers.findMapper(name, source);
  if (mapper === undefined) return undefined;
  const key = `${name} ${contract}`;
  const matcher =
    matchers.get(key) ?? createMatcher(mapper.model, { service: contract, redactNames: PRIVATE_NAME });
  matchers.delete(key);
  matchers.set(key, matcher);
  const [oldest] = matchers.keys();
  if (matchers.size > MOST_MATCHERS && oldest !== undefined) matchers.delete(oldest);
  return matcher;
}

/** One folder for each service of the WSDL; where there is one, it is the archive itself. */
async function archive(
  { target, recordings }: Extract<RecordingJob, { kind: 'archive' }>,
  mappers: ThreadMappers,
): Promise<Uint8Array | typeof LACKS_MAPPER> {
  const contracts = [...new Set(recordings.map(({ contract }) => contract))];
  const files: [string, Uint8Array][] = [];
  for (const contract of contracts) {
    const matcher = await findMatcher({ target, contract }, mappers);
    if (matcher === undefined) return LACKS_MAPPER;
    const folder = contracts.length === 1 ? '' : `${contract}/`;
    const own = recordings.filter((recording) => recording.contract === contract);
    for (const [path, bytes] of await matcher.archive(own)) files.push([`${folder}${path}`, bytes]);
  }
  return zipSync(Object.fromEntries(files));
}

/** Throws `MappingError` for a body that the operation cannot have sent. */
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
