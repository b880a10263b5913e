import type { EncodeOptions } from '../../api.js';
import { isMappingError } from '../../errors.js';
import { encodeUtf8 } from '../../platform.js';
import type { MessageShape } from '../../shape/shape.js';
import { encodeAttachments } from '../attachment.js';
import { rootMember } from '../body.js';
import type { EncoderCompiler } from '../compiler.js';
import { EncodingRun } from '../encoding-run.js';
import type { EnvelopeFrame } from '../envelope.js';
import type { HeaderEncoder } from '../headers.js';
import type { EncodedMessage } from '../message-encoder.js';
import type { PrefixTable } from '../prefixes.js';
import { rootTags } from '../root-element.js';
import { createPlanCompiler } from './compile-plan.js';
import { Fragment } from './fragment.js';
import { GIVE_UP } from './give-up.js';
import { workspace } from './workspace.js';

/** A tiny request says nothing about a large one. */
const MAX_GROWTH = 4;

/** Encodes JSON bytes in one pass, or says nothing: then the slow path accepts or explains. */
export type FastEncoder = (json: Uint8Array, options: EncodeOptions) => EncodedMessage | undefined;

/** What a fast encoder shares with the slow one of the same message. */
export interface FastEncoderParts {
  readonly message: MessageShape;
  readonly compiler: EncoderCompiler;
  readonly table: PrefixTable;
  readonly frame: EnvelopeFrame;
  readonly headers: HeaderEncoder;
}

/**
 * Compile the fast path of a message; `undefined` where the Body has another form than one element with an object in it.
 * What single fields need that it does not know is written by the encoders of the slow path.
 */
export function createFastEncoder(parts: FastEncoderParts): FastEncoder | undefined {
  const { message, compiler, table, frame, headers } = parts;
  const { root } = message;
  if (message.kind !== 'element' || message.record !== undefined || root.kind !== 'object') return undefined;
  const tags = rootTags(rootMember(message), compiler, table, message.encoded ? frame.encodingStyle : '');
  const newRun = (): EncodingRun => {
    const run = new EncodingRun(compiler.settings.limits, table);
    run.prefixes.begin(tags.namespaces);
    return run;
  };
  const plans = createPlanCompiler(compiler, (encode) => {
    const run = newRun();
    const text = encode(run);
    return run.errors.length > 0 || run.prefixes.foreignCount > 0 ? undefined : text;
  });

  let beside: Record<string, unknown> = {};
  const plan = plans.rootPlan(
    root,
    ['$headers', ...(message.attachments.length > 0 ? ['$attachments'] : [])].map((key) => ({
      key,
      take: (value) => {
        beside[key] = value;
      },
    })),
  );
  if (plan === undefined) return undefined;

  const head = new Fragment(frame.start);
  const open = new Fragment(`${frame.bodyStart}>${tags.start}`);
  const close = new Fragment(tags.end);
  const tail = new Fragment(frame.bodyEnd + frame.end);
  const { cursor, output, writer } = workspace();
  const frameLength = head.length + open.length + close.length + tail.length;
  /** How many times the JSON the last messages were, and a bit: so much memory is asked for. */
  let growth = 2;

  const writeBody = (json: Uint8Array, run: EncodingRun): void => {
    output.begin(frameLength + Math.ceil(json.length * growth));
    cursor.load(json);
    writer.begin(run);
    output.fragment(head);
    output.fragment(open);
    cursor.skipSpace();
    writer.element(plan, close, 1);
    cursor.skipSpace();
    if (cursor.at !== cursor.end) throw GIVE_UP;
    output.fragment(tail);
  };

  /** Headers and attachments, which the slow path's encoders write from what the writer met on its way. */
  const writeBeside = (
    body: Uint8Array,
    options: EncodeOptions,
    run: EncodingRun,
  ): EncodedMessage | undefined => {
    const besideRun = newRun();
    besideRun.prefixes.end();
    const header = frame.header(headers.encode(beside, options, besideRun));
    encodeAttachments(beside, message, run);
    if (run.errors.length > 0 || besideRun.errors.length > 0) return undefined;
    // Foreign prefixes are numbered in schema order over the whole message: only the slow path can do that then.
    if (besideRun.prefixes.foreignCount > 0) return undefined;
    const whole = header === '' ? body : insert(header, head.length, body);
    return { body: whole, attachments: [...besideRun.attachments, ...run.attachments] };
  };
  const hasBeside = (options: EncodeOptions): boolean =>
    message.attachments.length > 0 || Object.keys(beside).length > 0 || Object.keys(options).length > 0;

  /** Prefixes and parts that only the input names are numbered in schema order: only the slow path can do that then. */
  const isNumberedByOrder = (run: EncodingRun): boolean =>
    writer.disordered && (run.prefixes.foreignCount > 0 || run.attachments.length > 1);

  const encode = (json: Uint8Array, options: EncodeOptions, run: EncodingRun): EncodedMessage | undefined => {
    try {
      writeBody(json, run);
      if (isNumberedByOrder(run)) return undefined;
      const body = output.take();
      growth = Math.min(
        MAX_GROWTH,
        Math.max((body.length - frameLength) / json.length, growth * 0.98) * 1.02,
      );
      if (hasBeside(options)) return writeBeside(body, options, run);
      return { body, attachments: [...run.attachments] };
    } catch (error) {
      // Errors that the slow path's encoders throw here are found again, and explained, by the slow path itself.
      if (error === GIVE_UP || run.errors.length > 0 || isMappingError(error)) return undefined;
      throw error;
    }
  };

  let idle: EncodingRun | undefined;
  return (json, options) => {
    const run = idle ?? newRun();
    idle = undefined;
    const message = encode(json, options, run);
    if (run.restart()) idle = run;
    if (Object.keys(beside).length > 0) beside = {};
    if (message === undefined) output.release();
    return message;
  };
}

/** The envelope with its header, which is known only after the Body. */
function insert(header: string, at: number, envelope: Uint8Array): Uint8Array {
  const text = encodeUtf8(header);
  const bytes = new Uint8Array(envelope.length + text.length);
  bytes.set(envelope.subarray(0, at));
  bytes.set(text, at);
  bytes.set(envelope.subarray(at), at + text.length);
  return bytes;
}
