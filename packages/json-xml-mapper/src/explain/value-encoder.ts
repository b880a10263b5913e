import type { EncodeOptions } from '../api/operation.js';
import type { ValidationProblem } from '../api/problems.js';
import { MappingError } from '../errors.js';
import { encodeUtf8 } from '../platform.js';
import type { EncodedMessage } from '../request/encoded-message.js';
import { EncodingRun } from '../request/encoding-run.js';
import { type EnvelopeFrame, envelopeFrame } from '../request/envelope.js';
import { PrefixTable } from '../request/prefixes.js';
import { describeValue } from '../scalar/describe.js';
import type { MessageShape, OperationShape } from '../shape/operation-shape.js';
import type { EncoderCompiler, EncoderSettings } from './compiler.js';
import { createCompiler } from './create-compiler.js';
import { isInputObject } from './json-input.js';
import { compileBody } from './message/body.js';
import { type Compilers, compileHeaders, type HeaderEncoder } from './message/headers.js';
import { walkNamespaces } from './types/schema-walk.js';

/** Writes one message of an operation from values. Immutable and safe to share between calls. */
export interface ValueEncoder {
  /** Every problem of `input`, at most as many as the limit (VE-1); none means that `toXml` accepts it. */
  validate(input: unknown, options?: EncodeOptions): ValidationProblem[];
  /**
   * The whole envelope. Throws `MappingError` with every problem.
   *
   * @param jsonBytes size of the JSON text of `input`, if it had one: it bounds the size of the envelope
   */
  toXml(input: unknown, options?: EncodeOptions, jsonBytes?: number): EncodedMessage;
  /** The parts that the fast path of the same message shares. */
  readonly parts: ValueEncoderParts;
}

/** The parts that the encoders of one message are compiled from. */
export interface ValueEncoderParts {
  readonly message: MessageShape;
  readonly compiler: EncoderCompiler;
  readonly table: PrefixTable;
  readonly frame: EnvelopeFrame;
  readonly headers: HeaderEncoder;
}

const NO_OPTIONS: EncodeOptions = {};

/** Compiles the slow encoder of one message (AP-1). Objects are compiled when a call first needs them. */
export function createValueEncoder(
  described: MessageShape,
  operation: OperationShape,
  settings: EncoderSettings,
): ValueEncoder {
  const message = described.written ?? described;
  const { direction, soapVersion } = settings;
  const { table, frame } =
    direction === 'request' && operation.prefixes
      ? settings.filledContent().choosePrefixes(operation.prefixes, soapVersion)
      : { table: new PrefixTable(), frame: envelopeFrame(soapVersion) };
  const compiler = createCompiler(operation, table, message.encoded, settings);
  const hasEncodedBlocks = (message.headers?.encodedBlocks.size ?? 0) > 0;
  const compilers: Compilers = {
    literal: message.encoded ? createCompiler(operation, table, false, settings) : compiler,
    encoded:
      message.encoded || !hasEncodedBlocks ? compiler : createCompiler(operation, table, true, settings),
  };
  numberNamespaces(message, operation, table, compiler);
  const encodeBody = compileBody(message, compiler, table, frame);
  const headers = compileHeaders(message, compilers, table, frame);
  const { limits } = settings;
  const hasAttachments = message.attachments.length > 0 || message.undeclaredAttachments === true;
  const extraKeys = ['$headers', ...(hasAttachments ? ['$attachments'] : [])];

  const write = (input: unknown, options: EncodeOptions, run: EncodingRun): string => {
    const text = run.collect(() => {
      if (!isInputObject(input)) {
        run.report('type', `must be an object, got ${describeValue(input, false)}`, 'object');
        return '';
      }
      const headerText = headers.encode(input, options, run);
      const bodyText = encodeBody(input, run, extraKeys);
      if (message.attachments.length > 0 || (hasAttachments && Object.hasOwn(input, '$attachments')))
        settings.uncommonContent().encodeAttachments(input, message, run);
      const envelope = frame.start + frame.header(headerText) + bodyText + frame.end;
      // A character has at most three bytes.
      if (envelope.length > run.mostBytes / 3) run.checkWritten(encodeUtf8(envelope).length);
      return envelope;
    });
    return text ?? '';
  };

  const toMessage = (text: string, { errors, truncated, attachments }: EncodingRun): EncodedMessage => {
    if (errors.length > 0) {
      throw new MappingError({
        code: 'VALIDATION',
        errors,
        truncated,
        operation: settings.operationName,
        direction: settings.direction,
      });
    }
    return { body: encodeUtf8(text), attachments };
  };

  return {
    parts: { message, compiler, table, frame, headers },
    validate(input, options = NO_OPTIONS) {
      const run = new EncodingRun(limits, table);
      run.fills = options.fills ?? 'hidden';
      try {
        write(input, options, run);
        return run.errors;
      } catch (error) {
        if (error instanceof MappingError) return [...error.errors];
        throw error;
      }
    },
    toXml(input, options = NO_OPTIONS, jsonBytes) {
      const run = new EncodingRun(limits, table);
      run.xopThreshold = options.xopThreshold;
      run.blobs = options.blobs === true;
      run.fills = options.fills;
      if (jsonBytes !== undefined) run.allowFor(jsonBytes);
      return toMessage(write(input, options, run), run);
    },
  };
}

/**
 * XO-2: prefixes are numbered in the order of the schema walk, the Body first, then the headers. The remaining namespaces of the
 * service follow, so that wildcard content has the same prefixes in every call.
 */
function numberNamespaces(
  message: MessageShape,
  operation: OperationShape,
  table: PrefixTable,
  style: { readonly encoded: boolean; readonly encodingNamespace: string },
): void {
  const roots = [
    { ...(message.name && { name: message.name }), nillable: false, shape: message.root, style },
    ...(message.headers?.members ?? []).map(({ key, name, shape }) => ({
      name,
      nillable: false,
      shape,
      style: { ...style, encoded: message.headers?.encodedBlocks.has(key) === true },
    })),
  ];
  for (const root of roots) {
    for (const namespace of walkNamespaces(root, root.style)) table.add(namespace);
  }
  for (const namespace of operation.namespaces()) table.add(namespace);
}
