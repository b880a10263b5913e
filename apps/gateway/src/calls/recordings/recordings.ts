import { notRecordedProblem } from '@soapstone/http-contract';
import type { Digits, MimePart, SoapReplyText, SoapRequest } from '@soapstone/json-xml-mapper';
import type { MatchedRequest } from '@soapstone/server/recordings';
import { EMPTY_REPLY } from '@soapstone/soap-call';
import {
  MAX_RECORDED_BYTES,
  RECORDING_ROOM,
  type RecordedMessage,
  type Recording,
} from '../../domain/calls/recording.js';
import { GatewayError } from '../../errors/errors.js';
import { markActivity } from '../../log/activity.js';
import type { Log } from '../../log/log.js';
import type { KeptRecording } from '../../services/live-services.js';
import { isMissingParent } from '../../store/drivers/missing-parent.js';
import type { Store } from '../../store/store.js';
import type { Target } from '../catalog/resolve.js';
import type { JobValues } from '../mapping/messages.js';
import type { MappingThread } from '../mapping/thread-jobs.js';
import { messageOf, type OpenedMessage, openRecorded, packResponse, sizeOf } from './recorded-message.js';
import { contractOf, prepareRecording, type RunRecordingJob, runRecordingJobs } from './recording-jobs.js';
import { createUpload, type StoreUpload } from './upload-recordings.js';

/** Records calls of services and replays recorded calls. */
export interface Recordings {
  /**
   * Stores a call in the background, without secrets. A call is skipped while too many others are waiting, if a message is too large or
   * cannot be read, or if the account has no room left.
   *
   * @param request the request without the owner's additions
   */
  record(target: Target, request: SoapRequest, response: OpenedMessage & { readonly status: number }): void;
  /**
   * Stores a call and resolves to the outcome, which is `unreadable` if its secrets cannot be located. Throws the mapper's error for
   * messages that do not match the operation.
   */
  keep(target: Target, request: RecordedMessage, response: Recording['response']): Promise<KeptRecording>;
  /**
   * Returns the recorded response to a request, once the calls of the account that this node is still storing are stored: an owner who
   * records a call and then replays it finds it. Throws `NOT_RECORDED` with the nearest recording.
   *
   * @param reading how the result writes decimals, and a listener that receives the attachments of the response before decoding
   */
  replay(
    target: Target,
    request: SoapRequest,
    reading: { readonly digits: Digits; readonly onAttachments?: (parts: readonly MimePart[]) => void },
  ): Promise<SoapReplyText>;
  /** Stores the exchanges of a folder; see `UploadRecordings`. */
  readonly upload: StoreUpload;
  /** Runs a job about the recordings of a service. */
  readonly run: RunRecordingJob;
}

/** The maximum number of calls that wait to be recorded, and of the bytes of their messages; further calls are skipped. */
const WAITING = { most: 20, bytes: 32 * 1024 * 1024 };
/** The part of them that one account may fill: one account in record mode must not keep others from recording. */
const SHARE = 4;
/** How long calls of an account without room are skipped before the room is checked again, in milliseconds. */
const FULL_FOR = 5_000;
/** How many recorded requests, and how many bytes of them, are compared to find the nearest one. */
const COMPARED = { most: 100, bytes: 4 * 1024 * 1024 };

/** `now` is in milliseconds since the Unix epoch. */
export function createRecordings({
  store,
  thread,
  log,
  now,
}: {
  readonly store: Pick<Store, 'recordings'>;
  readonly thread: MappingThread;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => number;
}): Recordings {
  const waiting = { most: 0, bytes: 0 };
  const waitingOf = new Map<string, { most: number; bytes: number; stored: Set<Promise<void>> }>();
  /** The accounts that had no room, and until when their calls are skipped. */
  const full = new Map<string, number>();

  const run = runRecordingJobs(thread);

  async function keep(
    target: Target,
    request: RecordedMessage,
    response: Recording['response'],
  ): Promise<KeptRecording> {
    const found = await prepareRecording(target, { contract: contractOf(target), request, response }, run);
    if (found === undefined) return 'unreadable';
    const recording = { ...found, operation: target.operation.info.name, at: now() };
    const outcome = await store.recordings.add([recording], RECORDING_ROOM);
    if (outcome !== 'full') return outcome.stored > 0 ? 'stored' : 'known';
    full.set(found.accountId, now() + FULL_FOR);
    return 'full';
  }

  function isFull(accountId: string): boolean {
    const until = full.get(accountId);
    if (until === undefined) return false;
    if (now() < until) return true;
    full.delete(accountId);
    return false;
  }

  async function keepOpened(
    target: Target,
    request: SoapRequest,
    { status, ...received }: OpenedMessage & { readonly status: number },
  ): Promise<void> {
    let response: RecordedMessage;
    try {
      response = await packResponse(received);
    } catch (error) {
      // The service sent attachments that cannot be written.
      if (error instanceof TypeError) return;
      throw error;
    }
    markActivity(target.activity);
    await keep(target, await messageOf(target, request), { ...response, status });
  }

  /** Finds the recording of the operation with the fewest differences. Each recording is compared by the rules with which it is stored. */
  async function findNearest(
    target: Target,
    read: readonly { readonly rules: unknown; readonly matched: MatchedRequest | undefined }[],
  ): Promise<JobValues['nearest']> {
    const { accountId, id: serviceId } = target.service.service;
    const place = { accountId, serviceId, operation: target.operation.info.name };
    const others = await store.recordings.contents(place, COMPARED);
    markActivity(target.activity);
    const found = await Promise.all(
      read.map(async ({ rules, matched }) => {
        const recorded = others.filter((other) => JSON.stringify(other.rules) === JSON.stringify(rules));
        if (matched === undefined || recorded.length === 0) return undefined;
        return await run<'nearest'>(target, { kind: 'nearest', content: matched.content, recorded });
      }),
    );
    return found
      .filter((each) => each !== undefined)
      .sort((one, other) => one.differences.length - other.differences.length)[0];
  }

  return {
    run,
    keep,
    upload: createUpload({ store, run, now }),
    record(target, request, response) {
      const { accountId } = target.service.service;
      const [sent, received] = [sizeOf(request), sizeOf(response)];
      if (Math.max(sent, received) > MAX_RECORDED_BYTES || isFull(accountId)) return;
      const bytes = sent + received;
      if (waiting.most >= WAITING.most || waiting.bytes + bytes > WAITING.bytes) return;
      const own = waitingOf.get(accountId) ?? { most: 0, bytes: 0, stored: new Set() };
      // A single call may be as large as the share.
      const isOver = own.bytes > 0 && own.bytes + bytes > WAITING.bytes / SHARE;
      if (own.most >= WAITING.most / SHARE || isOver) return;
      waitingOf.set(accountId, own);
      for (const count of [waiting, own]) {
        count.most += 1;
        count.bytes += bytes;
      }
      const stored = keepOpened(target, request, response)
        .catch((error: unknown) => {
          // The service was deleted in the meantime.
          if (!isMissingParent(error)) log.error('a call could not be recorded', error);
        })
        .finally(() => {
          for (const count of [waiting, own]) {
            count.most -= 1;
            count.bytes -= bytes;
          }
          own.stored.delete(stored);
          if (own.most === 0) waitingOf.delete(accountId);
        });
      own.stored.add(stored);
    },
    async replay(target, request, { digits, onAttachments }) {
      const { operation, service } = target;
      const { accountId, id: serviceId } = service.service;
      const name = operation.info.name;
      const sent = await messageOf(target, request);
      await Promise.all(waitingOf.get(accountId)?.stored ?? []);
      const rules = await store.recordings.rules(accountId, serviceId);
      const read = await Promise.all(
        (rules.length === 0 ? [undefined] : rules).map(async (each) => ({
          rules: each,
          matched: await run<'match'>(target, { kind: 'match', request: sent, rules: each }),
        })),
      );
      const keys = read.flatMap(({ matched }) => matched?.key ?? []);
      const recorded = await store.recordings.findResponse(accountId, serviceId, keys);
      markActivity(target.activity);
      if (recorded === undefined)
        throw new GatewayError(notRecordedProblem(name, await findNearest(target, read)));
      // A one-way operation was answered with only a status.
      if (recorded.body.length === 0) return EMPTY_REPLY;
      const { body, contentType, attachments } = await openRecorded(recorded);
      markActivity(target.activity);
      if (attachments.length > 0) onAttachments?.(attachments);
      return await operation.decodeXml(body, {
        contentType,
        digits,
        ...(attachments.length > 0 && { attachments }),
        // The response names the message that was recorded, not this one.
        addressing: {},
      });
    },
  };
}
