import type { Bytes } from '@soapstone/soap-model/bytes';
import type { MimePart } from '../api/messages.js';
import type { EncodeOptions } from '../api/operation.js';
import { isMappingError, tooComplex } from '../errors.js';
import { encodeAttachments } from '../explain/uncommon/attachment.js';
import type { ValueEncoderParts } from '../explain/value-encoder.js';
import { pathAt } from '../json/path-at.js';
import { encodeUtf8 } from '../platform.js';
import type { EncodedMessage } from '../request/encoded-message.js';
import { EncodingRun } from '../request/encoding-run.js';
import { WorkExceeded } from '../work.js';
import { Fragment } from './bytes/fragment.js';
import { GIVE_UP } from './bytes/give-up.js';
import { createPlanCompiler } from './plan/plan-compiler.js';
import { planRoot } from './plan/root-plan.js';
import type { PrintedValue, ValuePrinter } from './value-printer.js';
import { sharedWorkspace, type Workspace } from './workspace.js';

const NO_ATTACHMENTS: readonly MimePart[] = Object.freeze([]);
const NO_OBJECTS: readonly unknown[] = Object.freeze([]);

/** The usual ratio of XML to JSON size, plus some slack; used to size the buffer. */
const GROWTH = 2;

/** Encodes in one pass, or gives up; then the slow path accepts or explains. */
export interface FastEncoder {
  /** Encodes JSON bytes. */
  encode(json: Uint8Array, options: EncodeOptions): EncodedMessage | undefined;
  /** Encodes a value, which it prints as JSON bytes first. */
  encodeValue(input: unknown, options: EncodeOptions): EncodedMessage | undefined;
}

/**
 * Compiles the fast path of a message; `undefined` if only the slow path can write its Body. Fields that it does not handle are
 * written by the slow path's encoders.
 */
export function createFastEncoder(parts: ValueEncoderParts): FastEncoder | undefined {
  const { message, compiler, table, frame, headers } = parts;
  const root = planRoot(parts);
  if (root === undefined) return undefined;
  const newRun = (): EncodingRun => {
    const run = new EncodingRun(compiler.settings.limits, table);
    run.prefixes.begin(root.namespaces);
    return run;
  };
  const plans = createPlanCompiler(compiler, (encode) => {
    const run = newRun();
    const text = encode(run);
    return run.errors.length > 0 || run.prefixes.foreignCount > 0 ? undefined : text;
  });
  const hasAttachments = message.attachments.length > 0 || message.undeclaredAttachments === true;
  const field = root.field(plans, ['$headers', ...(hasAttachments ? ['$attachments'] : [])]);
  const head = new Fragment(frame.start);
  const tail = new Fragment(root.end + frame.end);
  const frameLength = head.length + field.open.length + field.close.length + tail.length;

  const begin = (
    { cursor, output, writer }: Workspace,
    { json, objects }: PrintedValue,
    run: EncodingRun,
  ): void => {
    output.begin(frameLength + json.length * GROWTH, run.mostBytes);
    cursor.load(json, objects);
    writer.begin(run);
    output.fragment(head);
    cursor.skipSpace();
    output.reserve(field.room);
  };

  const finish = (
    { cursor, output, writer }: Workspace,
    options: EncodeOptions,
    run: EncodingRun,
  ): EncodedMessage | undefined => {
    cursor.skipSpace();
    if (cursor.at !== cursor.end) throw GIVE_UP;
    output.fragment(tail);
    // Prefixes and parts that only the input names are numbered in schema order, which only the slow path can do.
    if (writer.disordered && (run.prefixes.foreignCount > 0 || run.attachments.length > 1)) return undefined;
    const body = output.take();
    if (body.length > run.mostBytes) throw GIVE_UP;
    if (hasBeside(options, run)) return writeBeside(body, options, run);
    return { body, attachments: run.attachments.length === 0 ? NO_ATTACHMENTS : [...run.attachments] };
  };

  // A block that WSDL 2.0 requires is reported missing only if it is looked for (HD-1).
  const needsBeside =
    message.attachments.length > 0 || (message.headers?.members.some(({ min }) => min > 0) ?? false);
  const hasBeside = (options: EncodeOptions, run: EncodingRun): boolean =>
    needsBeside || run.beside !== undefined || hasHeaders(options);

  /** Headers and attachments, written by the slow path's encoders from what the writer collected. */
  const writeBeside = (body: Bytes, options: EncodeOptions, run: EncodingRun): EncodedMessage | undefined => {
    const besideRun = newRun();
    besideRun.prefixes.end();
    besideRun.fills = options.fills;
    const { beside = {} } = run;
    const header = frame.header(headers.encode(beside, options, besideRun));
    encodeAttachments(beside, message, run);
    if (run.errors.length > 0 || besideRun.errors.length > 0) return undefined;
    // Foreign prefixes are numbered in schema order over the whole message, which only the slow path can do.
    if (besideRun.prefixes.foreignCount > 0) return undefined;
    const whole = header === '' ? body : insert(header, head.length, body);
    return { body: whole, attachments: [...besideRun.attachments, ...run.attachments] };
  };

  /**
   * Swallows the errors of a request, which the slow path finds again and explains. Rethrows all others; an exhausted work budget
   * is explained here, because none is left to run the slow path.
   */
  const leaveToSlowPath = (error: unknown, run: EncodingRun, json: Uint8Array, at: number): void => {
    if (error instanceof WorkExceeded) throw tooComplex(error.limit, pathAt(json, at));
    if (error !== GIVE_UP && run.errors.length === 0 && !isMappingError(error)) throw error;
  };

  const write = (
    printed: PrintedValue,
    options: EncodeOptions,
    run: EncodingRun,
    workspace: Workspace,
  ): EncodedMessage | undefined => {
    let message: EncodedMessage | undefined;
    try {
      begin(workspace, printed, run);
      workspace.writer.root(field);
      message = finish(workspace, options, run);
    } catch (error) {
      leaveToSlowPath(error, run, printed.json, workspace.cursor.valueAt);
    }
    if (message === undefined) workspace.output.release();
    return message;
  };

  let idle: EncodingRun | undefined;
  /** @param jsonBytes the size of the JSON that was received; infinite if it was a value */
  const encode = (
    print: (workspace: Workspace, run: EncodingRun) => PrintedValue | undefined,
    jsonBytes: number,
    options: EncodeOptions,
  ): EncodedMessage | undefined => {
    const workspace = sharedWorkspace();
    if (workspace.busy) return undefined;
    const run = idle ?? newRun();
    idle = undefined;
    run.allowFor(jsonBytes);
    run.fills = options.fills;
    workspace.busy = true;
    try {
      const printed = print(workspace, run);
      return printed && write(printed, options, run, workspace);
    } finally {
      workspace.busy = false;
      workspace.cursor.release();
      if (run.restart()) idle = run;
    }
  };

  return {
    encode: (json, options) => encode(() => ({ json, objects: NO_OBJECTS }), json.length, options),
    encodeValue: (input, options) =>
      encode(({ printer }, run) => printed(printer, input, options, run), Number.POSITIVE_INFINITY, options),
  };
}

/** The value as JSON bytes; `undefined` if only the slow path can write it. */
function printed(
  printer: ValuePrinter,
  input: unknown,
  { xopThreshold }: EncodeOptions,
  run: EncodingRun,
): PrintedValue | undefined {
  let value: PrintedValue;
  try {
    // XML is at least half as long as the JSON, unless the JSON is mostly nothing.
    value = printer.print(input, run.limits, 2 * run.mostBytes);
  } catch {
    // An error of a getter is thrown again in the slow path.
    return undefined;
  } finally {
    printer.release();
  }
  // MIME parts are written by the slow path (AT-1).
  const mayPack =
    xopThreshold !== undefined && (value.objects.length > 0 || value.json.length >= xopThreshold);
  return mayPack ? undefined : value;
}

/** Whether anything but the JSON body has header blocks. */
function hasHeaders({ headers, storedHeaders, extraHeaders }: EncodeOptions): boolean {
  return headers !== undefined || storedHeaders !== undefined || extraHeaders !== undefined;
}

/** The envelope with its header, which is known only after the Body. */
function insert(header: string, at: number, envelope: Bytes): Bytes {
  const text = encodeUtf8(header);
  const bytes = new Uint8Array(envelope.length + text.length);
  bytes.set(envelope.subarray(0, at));
  bytes.set(text, at);
  bytes.set(envelope.subarray(at), at + text.length);
  return bytes;
}
