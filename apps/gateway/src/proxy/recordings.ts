import { randomUUID } from 'node:crypto';
import { notRecordedProblem } from '@soapstone/http-contract';
import type { Digits, MimePart, SoapReplyText, SoapRequest } from '@soapstone/json-xml-mapper';
import { hideSecrets } from '../catalog/hide-secrets.js';
import {
  MOST_RECORDED_BYTES,
  RECORDING_ROOM,
  type RecordedMessage,
  type Recording,
} from '../domain/recording.js';
import { GatewayError } from '../errors/errors.js';
import { labelActivity } from '../log/activity.js';
import type { Log } from '../log/log.js';
import type { Job, JobValues } from '../mapping/messages.js';
import { JobFailure, type MappingThread } from '../mapping/thread-jobs.js';
import { isMissingParent } from '../store/missing-parent.js';
import type { Store } from '../store/store.js';
import {
  hideInMessage,
  messageOf,
  type OpenedMessage,
  openRecorded,
  packResponse,
  sizeOf,
} from './recorded-message.js';
import type { Target } from './resolve.js';

/** The recordings of services: calls that are recorded, and recorded calls that are served again. */
export interface Recordings {
  /**
   * Stores a call in the background, without secrets. A call is left out while too many others wait, if a message is too long or
   * cannot be read, and if the account has no room left.
   *
   * @param request the request without what the owner adds to it
   */
  record(target: Target, request: SoapRequest, response: OpenedMessage & { readonly status: number }): void;
  /**
   * Stores a call, and resolves to the outcome; `unreadable` if nobody can tell where its secrets are. Throws the mapper's error for
   * messages that do not fit.
   */
  keep(target: Target, request: RecordedMessage, response: Recording['response']): Promise<KeptRecording>;
  /**
   * The recorded response to a request. Throws `NOT_RECORDED`, with the nearest recording.
   *
   * @param reading the digits of the result, and what receives the attachments of the response before they are decoded
   */
  replay(
    target: Target,
    request: SoapRequest,
    reading: { readonly digits: Digits; readonly onAttachments?: (parts: readonly MimePart[]) => void },
  ): Promise<SoapReplyText>;
  /** Runs a job about the recordings of a service. */
  run<Kind extends RecordingJobKind>(
    place: RecordingPlace,
    job: Omit<Extract<Job, { kind: Kind }>, 'target' | 'contract'>,
  ): Promise<JobValues[Kind]>;
}

/** The operation that a job is done for. */
export type RecordingPlace = Pick<Target, 'service'> & {
  readonly operation: { readonly info: { readonly name: string } };
};

export type KeptRecording = 'stored' | 'known' | 'full' | 'unreadable';

type RecordingJobKind = Extract<Job, { readonly contract: string }>['kind'];

/** Calls that may wait to be recorded, and the bytes of their messages; further ones are left out. */
const WAITING = { most: 20, bytes: 32 * 1024 * 1024 };
/** How long an account without room is not asked again, in milliseconds. */
const FULL_FOR = 5_000;
/** The recorded requests that are compared to find the nearest one. */
const COMPARED = { most: 100, bytes: 4 * 1024 * 1024 };
const NO_RESULT = new TextEncoder().encode('{}');

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
  /** The accounts that had no room, and until when they are not asked again. */
  const full = new Map<string, number>();

  const run: Recordings['run'] = async (place, job) => {
    const { accountId, id: serviceId } = place.service.service;
    const { key, source } = place.service.threadMapper;
    const operation = place.operation.info.name;
    const whole = { ...job, target: { mapper: key, operation }, contract: contractOf(place) } as never;
    const activity = labelActivity({ accountId, serviceId, operation });
    const done = await thread.run({ accountId, activity }, () => ({ job: whole }), source);
    if (done instanceof JobFailure) throw done.error;
    return done.value as never;
  };

  async function keep(
    target: Target,
    request: RecordedMessage,
    response: Recording['response'],
  ): Promise<KeptRecording> {
    const { secrets, service } = target.service;
    const hasSecrets = secrets.credentials !== undefined || secrets.headers !== undefined;
    const hidden = hasSecrets
      ? await hideInMessage(response, (text) => hideSecrets(text, secrets))
      : response;
    const found = hidden && (await run<'record'>(target, { kind: 'record', request, response: hidden }));
    if (found === undefined) return 'unreadable';
    const { operation: _, ...exchange } = found;
    const outcome = await store.recordings.add(
      {
        ...exchange,
        id: randomUUID(),
        accountId: service.accountId,
        serviceId: service.id,
        contract: contractOf(target),
        operation: target.operation.info.name,
        at: now(),
      },
      RECORDING_ROOM,
    );
    if (outcome === 'full') full.set(service.accountId, now() + FULL_FOR);
    return outcome;
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
      // The service has sent attachments that cannot be written.
      if (error instanceof TypeError) return;
      throw error;
    }
    await keep(target, await messageOf(target, request), { ...response, status });
  }

  return {
    run,
    keep,
    record(target, request, response) {
      const { accountId } = target.service.service;
      const [sent, received] = [sizeOf(request), sizeOf(response)];
      if (Math.max(sent, received) > MOST_RECORDED_BYTES || isFull(accountId)) return;
      const bytes = sent + received;
      if (waiting.most >= WAITING.most || waiting.bytes + bytes > WAITING.bytes) return;
      waiting.most += 1;
      waiting.bytes += bytes;
      keepOpened(target, request, response)
        .catch((error: unknown) => {
          // The service was deleted in the meantime.
          if (!isMissingParent(error)) log.error('a call could not be recorded', error);
        })
        .finally(() => {
          waiting.most -= 1;
          waiting.bytes -= bytes;
        });
    },
    async replay(target, request, { digits, onAttachments }) {
      const { operation, service } = target;
      const { accountId, id: serviceId } = service.service;
      const name = operation.info.name;
      const matched = await run<'match'>(target, {
        kind: 'match',
        request: await messageOf(target, request),
      });
      if (matched === undefined) throw new GatewayError(notRecordedProblem(name));
      const recorded = await store.recordings.findResponse(accountId, serviceId, matched.key);
      if (recorded === undefined) {
        const others = await store.recordings.contents({ accountId, serviceId, operation: name }, COMPARED);
        const nearest =
          others.length === 0
            ? undefined
            : await run<'nearest'>(target, { kind: 'nearest', content: matched.content, recorded: others });
        throw new GatewayError(notRecordedProblem(name, nearest));
      }
      // A one-way operation was answered with its status only.
      if (recorded.body.length === 0) return { kind: 'result', result: NO_RESULT, warnings: [] };
      const { body, contentType, attachments } = await openRecorded(recorded);
      if (attachments.length > 0) onAttachments?.(attachments);
      const messageId = /RelatesTo[^>]*>([^<]*)</.exec(Buffer.from(body).toString('utf8'))?.[1];
      return await operation.decodeXml(body, {
        contentType,
        digits,
        ...(attachments.length > 0 && { attachments }),
        ...(messageId !== undefined && { addressing: { messageId } }),
      });
    },
  };
}

/** The local name of the WSDL service that has an operation. */
function contractOf({ service, operation }: RecordingPlace): string {
  const { model } = service.mapper;
  const exposed = model.exposed.find(({ name }) => name === operation.info.name);
  return model.services[exposed?.service ?? 0]?.name.localName ?? '';
}
