import { parentPort, workerData } from 'node:worker_threads';
import {
  type CompiledOperation,
  type ResponseDecoder,
  type SoapRequest,
  stringify,
} from '@soapstone/json-xml-mapper';
import { encodeRoute, FileDecoder } from '@soapstone/json-xml-mapper/internal/routes';
import { defined } from '@soapstone/options/defined';
import type { FilePiece } from '@soapstone/soap-call/internal/files';
import type { Bytes } from '@soapstone/soap-model/bytes';
import { lowerPriority } from '../../children/lower-priority.js';
import { ownBytes } from '../../children/own-bytes.js';
import { greetParent, threadClock } from '../../children/thread-clock.js';
import type { FromThread, Job, JobCost, MadeRequest, ThreadOptions, ToThread } from './messages.js';
import { canonicalText, packError, packReply, unpackEncodeOptions } from './pack.js';
import { type AgentJob, answerAgentJob, LACKS_MAPPER } from './thread-agents.js';
import { ThreadMappers, type ThreadOperation } from './thread-mappers.js';
import { answerRecordingJob, type RecordingJob } from './thread-recordings.js';

/**
 * The mapping thread: encodes, decodes and compiles what would block the event loop for too long. It runs one job at a time, to its end.
 * The event loop decides which job is next.
 */

const { mapperBytes } = workerData as ThreadOptions;
const port = parentPort!;
/** Responses that arrive in pieces. */
const streams = new Map<
  number,
  { readonly decoder: ResponseDecoder | FileDecoder; readonly made: ThreadOperation }
>();
const clock = threadClock();
const mappers = new ThreadMappers(mapperBytes, clock);

lowerPriority();
greetParent();
port.on('message', (message: ToThread) => {
  if ('drop' in message) streams.delete(message.drop);
  else answer(message.id, message.job);
});

function answer(id: number, job: Job): void {
  const begun = clock();
  const costOf = (): JobCost => ({ cpu: clock() - begun });
  if ('services' in job || 'contract' in job) {
    const answered = 'services' in job ? answerAgentJob(job, mappers) : answerRecordingJob(job, mappers);
    void answered.then(
      (value) => send(value === LACKS_MAPPER ? { id, lacksMapper: true } : { id, value, cost: costOf() }),
      (error: unknown) => send({ id, error: packError(error), cost: costOf() }),
    );
    return;
  }
  let made: ThreadOperation | undefined;
  try {
    made = 'target' in job ? mappers.find(job.target) : streams.get(job.stream)?.made;
    if (made === undefined) {
      if ('target' in job) {
        send({ id, lacksMapper: true });
        return;
      }
      throw new Error('unknown stream: the mapping thread was restarted in the meantime');
    }
    const value = work(job, made);
    send({ id, value, cost: costOf() }, buffersOf(value));
  } catch (error) {
    if ('stream' in job) streams.delete(job.stream);
    send({ id, error: packError(error), cost: costOf() });
  }
}

function work(job: Exclude<Job, AgentJob | RecordingJob>, made: ThreadOperation): unknown {
  const { operation } = made;
  switch (job.kind) {
    case 'describe':
      return {
        info: operation.info,
        compileCpu: made.compileCpu,
        ...defined({ pages: operation.shape.pages, files: operation.shape.files }),
      };
    case 'example':
      return ownBytes(Buffer.from(stringify(operation.example('output'))));
    case 'encode':
      return requestOf(operation.encodeJson(job.json, unpackEncodeOptions(job.options)));
    case 'canonical':
      return canonicalText(operation, job.json, operation.meter());
    case 'query':
      return encodeQuery(job, operation);
    case 'route':
      return requestOf(encodeRoute(operation, job.route, job.input, unpackEncodeOptions(job.options)));
    case 'decode':
      return packReply(operation.decodeXml(job.xml, job.options));
    case 'open':
      streams.set(job.stream, { decoder: decoderOf(job, operation), made });
      return undefined;
    case 'write':
      return writeTo(streams.get(job.stream)?.decoder, job.chunk);
    case 'end': {
      const { decoder } = streams.get(job.stream)!;
      streams.delete(job.stream);
      if (!(decoder instanceof FileDecoder)) return packReply(decoder.end());
      const ended = decoder.end();
      if (ended === undefined) return undefined;
      const { reply, ...file } = ended;
      return { ...packReply(reply), ...file };
    }
  }
}

function writeTo(
  decoder: ResponseDecoder | FileDecoder | undefined,
  chunk: Uint8Array,
): FilePiece | undefined {
  const bytes = decoder?.write(chunk);
  if (!(decoder instanceof FileDecoder) || bytes === undefined) return undefined;
  return { bytes: bytes as Bytes, ...defined({ mediaType: decoder.mediaType }) };
}

function decoderOf(
  { options, file }: Extract<Job, { kind: 'open' }>,
  operation: CompiledOperation,
): ResponseDecoder | FileDecoder {
  return file === undefined
    ? operation.createDecoder(options)
    : new FileDecoder(operation, file.place, options, file.maxBytes);
}

/** All stages of one call share one budget. */
function encodeQuery(
  { query, options }: Extract<Job, { kind: 'query' }>,
  operation: CompiledOperation,
): MadeRequest {
  const work = operation.meter();
  const input = operation.fromQuery(query, { work });
  const request = requestOf(operation.toXml(input, { ...unpackEncodeOptions(options), work }));
  return { ...request, canonical: stringify(operation.normalise(input, { work })) };
}

function requestOf({ body, attachments, ...rest }: SoapRequest): MadeRequest {
  return {
    ...rest,
    body: ownBytes(body),
    attachments: attachments.map((part) => ({ ...part, data: ownBytes(part.data) })),
  };
}

/** Returns the buffers of a value that are transferred instead of copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) return [value.buffer as ArrayBuffer];
  if (typeof value !== 'object' || value === null) return [];
  const {
    body,
    result,
    headers,
    attachments = [],
  } = value as {
    body?: unknown;
    result?: unknown;
    headers?: unknown;
    attachments?: readonly { data: Uint8Array }[];
  };
  return [body, result, headers, ...attachments.map(({ data }) => data)].flatMap((part) =>
    part instanceof Uint8Array ? [part.buffer as ArrayBuffer] : [],
  );
}

function send(message: FromThread, buffers: ArrayBuffer[] = []): void {
  port.postMessage(message, buffers);
}
