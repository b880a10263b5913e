import type { EncodeOptions } from '../api.js';
import { MappingError } from '../errors.js';
import { parseJson } from '../json/parse-json.js';
import { encodeUtf8 } from '../platform.js';
import { describeValue } from '../scalar/describe.js';
import type { MessageShape, OperationShape } from '../shape/shape.js';
import { encodeAttachments } from './attachment.js';
import { compileBody } from './body.js';
import type { EncoderSettings } from './compiler.js';
import { createCompiler } from './create-compiler.js';
import { EncodingRun } from './encoding-run.js';
import { envelopeFrame } from './envelope.js';
import { createFastEncoder } from './fast/fast-encoder.js';
import { compileHeaders } from './headers.js';
import { type InputObject, isInputObject } from './json-input.js';
import type { EncodedMessage, MessageEncoder } from './message-encoder.js';
import { normaliseMessage } from './normalise/normalise-message.js';
import { PrefixTable } from './prefixes.js';
import { walkNamespaces } from './schema-walk.js';

export type { EncoderSettings } from './compiler.js';
export type { EncodedMessage, MessageEncoder } from './message-encoder.js';

const NO_OPTIONS: EncodeOptions = {};

/** Compile the encoder of one message (AP-1). Objects are compiled when a call first needs them. */
export function createMessageEncoder(
  message: MessageShape,
  operation: OperationShape,
  settings: EncoderSettings,
): MessageEncoder {
  const table = new PrefixTable();
  const compiler = createCompiler(operation, table, message.encoded, settings);
  // Header blocks are always literal: section 5 attributes in a header help nobody.
  const headerCompiler = message.encoded ? createCompiler(operation, table, false, settings) : compiler;
  numberNamespaces(message, operation, table, compiler);
  const frame = envelopeFrame(settings.soapVersion);
  const encodeBody = compileBody(message, compiler, table, frame);
  const headers = compileHeaders(message, headerCompiler, table);
  const extraKeys = ['$headers', ...(message.attachments.length > 0 ? ['$attachments'] : [])];
  const { limits } = settings;
  const fast = createFastEncoder({ message, compiler, table, frame, headers });

  const run = (input: unknown, options: EncodeOptions): { run: EncodingRun; text: string } => {
    const state = new EncodingRun(limits, table);
    const text = state.collect(() => {
      if (!isInputObject(input)) {
        state.report('type', `must be an object, got ${describeValue(input, false)}`, 'object');
        return '';
      }
      const headerText = headers.encode(input, options, state);
      const bodyText = encodeBody(input, state, extraKeys);
      encodeAttachments(input, message, state);
      return `${frame.start}${frame.header(headerText)}${bodyText}${frame.end}`;
    });
    return { run: state, text: text ?? '' };
  };

  const toXml = (input: unknown, options: EncodeOptions): EncodedMessage => {
    const { run: state, text } = run(input, options);
    if (state.errors.length > 0) {
      const { errors, truncated } = state;
      throw new MappingError({ code: 'VALIDATION', errors, truncated, operation: settings.operationName });
    }
    return { body: encodeUtf8(text), attachments: state.attachments };
  };

  const encodeSlowly = (json: Uint8Array, options: EncodeOptions): EncodedMessage =>
    toXml(json.length === 0 ? {} : parseRequest(json, settings), options);

  return {
    validate(input, options = NO_OPTIONS) {
      try {
        return run(input, options).run.errors;
      } catch (error) {
        if (error instanceof MappingError) return [...error.errors];
        throw error;
      }
    },
    toXml: (input, options = NO_OPTIONS) => toXml(input, options),
    encodeJson(json, options = NO_OPTIONS) {
      if (json.length > limits.requestBytes) {
        const message = `must not have more than ${limits.requestBytes} bytes`;
        throw new MappingError({ code: 'LIMIT', errors: [{ path: '', keyword: 'limit', message }] });
      }
      // The fast path accepts, the slow path explains.
      return fast?.encode(json, options) ?? encodeSlowly(json, options);
    },
    normalise(input) {
      toXml(input, NO_OPTIONS);
      return normaliseMessage(input as InputObject, message, compiler);
    },
  };
}

function parseRequest(json: Uint8Array, { limits }: EncoderSettings): unknown {
  return parseJson(json, {
    maxDepth: limits.requestDepth,
    maxNodes: limits.requestNodes,
    maxNumberDigits: limits.numberDigits,
  });
}

/**
 * XO-2: prefixes are numbered in the order of the schema walk, the Body first, then the headers. What remains of the
 * service's namespaces comes after, so that content of wildcards has the same prefixes in every call.
 */
function numberNamespaces(
  message: MessageShape,
  operation: OperationShape,
  table: PrefixTable,
  style: { readonly encoded: boolean; readonly encodingNamespace: string },
): void {
  const roots = [
    { ...(message.name && { name: message.name }), nillable: false, shape: message.root, style },
    ...(message.headers?.members ?? []).map(({ name, shape }) => ({
      name,
      nillable: false,
      shape,
      style: { ...style, encoded: false },
    })),
  ];
  for (const root of roots) {
    for (const namespace of walkNamespaces(root, root.style)) table.add(namespace);
  }
  for (const namespace of operation.namespaces()) table.add(namespace);
}
