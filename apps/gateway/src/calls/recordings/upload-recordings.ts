import { withCode } from '@soapstone/http-contract';
import {
  MAX_RULES,
  printRules,
  RECORDING_ROOM,
  type Recording,
  type RecordingRules,
  type RecordingUpload,
  UPLOAD_LIMITS,
} from '../../domain/calls/recording.js';
import { GatewayError, overloaded } from '../../errors/errors.js';
import { conflict, recordingsFull } from '../../errors/management-errors.js';
import type { UploadedRecordings } from '../../services/live-services.js';
import type { Store } from '../../store/store.js';
import type { CompiledService } from '../catalog/catalog.js';
import type { UnpackedRecordings } from '../mapping/messages.js';
import {
  prepareRecording,
  publishedName,
  type RecordingPlace,
  type RunRecordingJob,
} from './recording-jobs.js';

/** Stores the exchanges of a folder: see `UploadRecordings`. */
export type StoreUpload = (
  service: CompiledService,
  upload: RecordingUpload,
  options?: { readonly dryRun?: boolean },
) => Promise<UploadedRecordings>;

interface UploadDependencies {
  readonly store: Pick<Store, 'recordings'>;
  readonly run: RunRecordingJob;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

type Problem = UnpackedRecordings['problems'][number];

/** The maximum number of concurrent uploads, because each holds its messages in memory. */
const MAX_UPLOADS = 4;
/** The maximum number of problems that a response lists. */
const MAX_PROBLEMS = 200;

/** Creates the function that stores uploads, a few at a time. */
export function createUpload(deps: UploadDependencies): StoreUpload {
  const running = new Set<string>();
  return async (service, upload, { dryRun = false } = {}) => {
    const { accountId } = service.service;
    if (running.has(accountId))
      throw conflict(
        'UPLOAD_RUNNING',
        'Another upload of this account is in progress; wait until it is done',
      );
    if (running.size >= MAX_UPLOADS) throw overloaded();
    running.add(accountId);
    try {
      return await uploadRecordings(service, upload, dryRun, deps);
    } finally {
      running.delete(accountId);
    }
  };
}

async function uploadRecordings(
  service: CompiledService,
  upload: RecordingUpload,
  dryRun: boolean,
  { store, run, now }: UploadDependencies,
): Promise<UploadedRecordings> {
  const place: RecordingPlace = {
    service,
    operation: { info: { name: service.mapper.model.exposed[0]?.name ?? '' } },
  };
  const unpacked = await run<'unpack'>(place, { kind: 'unpack', upload });
  const problems = [...unpacked.problems, ...tooManyBytes(unpacked)];
  const recordings: Omit<Recording, 'at'>[] = [];
  // Messages are read even if some files are invalid, to report every problem at once.
  const cannotRead = problems.some(({ file }) => file === '' || file.endsWith('recording.json'));
  for (const folder of cannotRead ? [] : unpacked.folders) {
    for (const one of folder.exchanges) {
      const found = await readExchange(place, folder, one, run);
      if ('message' in found) problems.push(found);
      else recordings.push(found);
    }
  }
  const { accountId, id } = service.service;
  problems.push(...(await tooManyRules(unpacked, await store.recordings.rules(accountId, id))));
  if (problems.length > 0) throw unusable(problems);
  const last = now();
  const outcome = await store.recordings.add(
    // If a request has several responses, the last one is replayed.
    recordings.map((each, index) => ({ ...each, at: last - recordings.length + 1 + index })),
    RECORDING_ROOM,
    dryRun,
  );
  if (outcome === 'full') throw recordingsFull(RECORDING_ROOM);
  return { ...outcome, ignored: unpacked.ignored };
}

async function readExchange(
  place: RecordingPlace,
  { directory, contract, redact, ignore }: UnpackedRecordings['folders'][number],
  { name, operation, request, response }: UnpackedRecordings['folders'][number]['exchanges'][number],
  run: RunRecordingJob,
): Promise<Omit<Recording, 'at'> | Problem> {
  const { model } = place.service.mapper;
  const rules = rulesOf(redact, ignore);
  const file = `${directory}${name}.json`;
  const called = publishedName(model, contract, operation);
  const there = called === undefined ? place : { ...place, operation: { info: { name: called } } };
  const found = await prepareRecording(there, { contract, request, response, rules }, run);
  if (found === undefined)
    return {
      file,
      message: 'expected readable SOAP messages, which must be UTF-8 if the service has credentials',
    };
  const published = publishedName(model, contract, found.operation);
  if (published !== undefined) return { ...found, operation: published };
  return {
    file,
    message: `expected a request to an operation of ${contract} that this service publishes`,
  };
}

function rulesOf(redact: readonly string[], ignore: readonly string[]): RecordingRules | undefined {
  return redact.length + ignore.length === 0 ? undefined : { redact, ignore };
}

/** Several exchanges may name the same file, and each has its own copy once it is read. */
function tooManyBytes({ folders }: UnpackedRecordings): readonly Problem[] {
  let bytes = 0;
  for (const { exchanges } of folders)
    for (const { request, response } of exchanges) bytes += request.body.length + response.body.length;
  if (bytes <= UPLOAD_LIMITS.bytes) return [];
  const message = `expected messages of at most ${UPLOAD_LIMITS.bytes} bytes in all, a file that several exchanges name counted for each of them, not ${bytes}`;
  return [{ file: '', message }];
}

/** The number of rules is limited because a request is read once with each of them. */
function tooManyRules(
  { folders }: UnpackedRecordings,
  stored: readonly (RecordingRules | undefined)[],
): readonly Problem[] {
  const textOf = (rules: RecordingRules | undefined) => (rules === undefined ? '' : printRules(rules));
  const texts = new Set(stored.map(textOf));
  return folders.flatMap(({ directory, redact, ignore }) => {
    texts.add(textOf(rulesOf(redact, ignore)));
    if (texts.size <= MAX_RULES) return [];
    const message = `expected at most ${MAX_RULES} different sets of rules (redact, ignore) among the recordings of a service: use the rules of another folder, or delete recordings first`;
    return [{ file: `${directory}recording.json`, message }];
  });
}

function unusable(problems: readonly Problem[]): GatewayError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return new GatewayError({
    ...withCode('RECORDING_UNUSABLE'),
    message: `This recording cannot be used (${count}), and nothing was stored`,
    details: problems
      .slice(0, MAX_PROBLEMS)
      .map(({ file, message }) => ({ path: file, keyword: 'format' as const, message })),
  });
}
