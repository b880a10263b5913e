import type { EncodeOptions } from '../api/operation.js';
import { MappingError } from '../errors.js';
import { encodeAttachments } from '../explain/attachment.js';
import { compileBody } from '../explain/body.js';
import type { EncoderSettings } from '../explain/compiler.js';
import { createCompiler } from '../explain/create-compiler.js';
import { type Compilers, compileHeaders } from '../explain/headers.js';
import { type InputObject, isInputObject } from '../explain/json-input.js';
import { walkNamespaces } from '../explain/schema-walk.js';
import { type ParseJsonOptions, parseJson } from '../json/parse-json.js';
import { raisedBy } from '../limits.js';
import { normaliseMessage } from '../normalise/normalise-message.js';
import { encodeUtf8 } from '../platform.js';
import { EncodingRun } from '../request/encoding-run.js';
import { envelopeFrame } from '../request/envelope.js';
import { PrefixTable } from '../request/prefixes.js';
import { describeValue } from '../scalar/describe.js';
import type { MessageShape, OperationShape } from '../shape/operation-shape.js';
import { createFastEncoder } from './fast-encoder.js';
import type { EncodedMessage, MessageEncoder } from './message-encoder.js';

export type { EncoderSettings } from '../explain/compiler.js';
export type { EncodedMessage, MessageEncoder } from './message-encoder.js';

const NO_OPTIONS: EncodeOptions = {};

/** Compiles the encoder of one message (AP-1). Objects are compiled when a call first needs them. */
export function createMessageEncoder(
  message: MessageShape,
  operation: OperationShape,
  settings: EncoderSettings,
): MessageEncoder {
  const table = new PrefixTable();
  const compiler = createCompiler(operation, table, message.encoded, settings);
  const hasEncodedBlocks = (message.headers?.encodedBlocks.size ?? 0) > 0;
  const compilers: Compilers = {
    literal: message.encoded ? createCompiler(operation, table, false, settings) : compiler,
    encoded:
      message.encoded || !hasEncodedBlocks ? compiler : createCompiler(operation, table, true, settings),
  };
  numberNamespaces(message, operation, table, compiler);
  const frame = envelopeFrame(settings.soapVersion);
  const encodeBody = compileBody(message, compiler, table, frame);
  const headers = compileHeaders(message, compilers, table, frame);
  const extraKeys = ['$headers', ...(message.attachments.length > 0 ? ['$attachments'] : [])];
  const { limits } = settings;
  const fast = createFastEncoder({ message, compiler, table, frame, headers });

  const write = (input: unknown, options: EncodeOptions, run: EncodingRun): string => {
    const text = run.collect(() => {
      if (!isInputObject(input)) {
        run.report('type', `must be an object, got ${describeValue(input, false)}`, 'object');
        return '';
      }
      const headerText = headers.encode(input, options, run);
      const bodyText = encodeBody(input, run, extraKeys);
      encodeAttachments(input, message, run);
      const envelope = `${frame.start}${frame.header(headerText)}${bodyText}${frame.end}`;
      // A character has at most three bytes.
      if (envelope.length > run.mostBytes / 3) run.checkWritten(encodeUtf8(envelope).length);
      return envelope;
    });
    return text ?? '';
  };

  const toMessage = (text: string, { errors, truncated, attachments }: EncodingRun): EncodedMessage => {
    if (errors.length > 0) {
      throw new MappingError({ code: 'VALIDATION', errors, truncated, operation: settings.operationName });
    }
    return { body: encodeUtf8(text), attachments };
  };

  const toXml = (input: unknown, options: EncodeOptions, jsonBytes?: number): EncodedMessage => {
    const run = new EncodingRun(limits, table);
    if (jsonBytes !== undefined) run.allowFor(jsonBytes);
    return toMessage(write(input, options, run), run);
  };

  const checkSize = (json: Uint8Array): void => {
    if (json.length <= limits.requestBytes) return;
    const message = `must not have more than ${limits.requestBytes} bytes${raisedBy('requestBytes')}`;
    throw new MappingError({ code: 'LIMIT', errors: [{ path: '', keyword: 'limit', message }] });
  };
  const parseOptions: ParseJsonOptions = {
    maxDepth: limits.requestDepth,
    maxNodes: limits.requestNodes,
    maxNumberDigits: limits.numberDigits,
  };

  return {
    validate(input, options = NO_OPTIONS) {
      const run = new EncodingRun(limits, table);
      try {
        write(input, options, run);
        return run.errors;
      } catch (error) {
        if (error instanceof MappingError) return [...error.errors];
        throw error;
      }
    },
    toXml: (input, options = NO_OPTIONS) => toXml(input, options),
    encodeJson(json, options = NO_OPTIONS) {
      checkSize(json);
      // The fast path accepts, the slow path explains.
      return (
        fast?.encode(json, options) ??
        toXml(json.length === 0 ? {} : parseJson(json, parseOptions), options, json.length)
      );
    },
    normalise(input) {
      toXml(input, NO_OPTIONS);
      return normaliseMessage(input as InputObject, message, compiler);
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
