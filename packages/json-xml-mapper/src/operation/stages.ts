import type { SoapReply, SoapReplyText } from '../api/messages.js';
import type { Digits, EncodeOptions, WorkOptions } from '../api/operation.js';
import type { JsonObject, JsonValue } from '../api/values.js';
import type { DecoderSettings, MessageDecoder } from '../decode/decoder.js';
import type { ReadOptions } from '../decode/document/reading.js';
import { type MessageDirection, tooComplex } from '../errors.js';
import type { EncoderSettings } from '../explain/compiler.js';
import { ordinaryObjects } from '../json/ordinary-objects.js';
import type { parseOutput } from '../json/parse-output.js';
import { encodeUtf8 } from '../platform.js';
import type { MessageShape, OperationShape } from '../shape/operation-shape.js';
import { WorkExceeded, WorkMeter } from '../work.js';
import type { MapperSettings } from './settings.js';
import type { ShapedExchange } from './shape-operations.js';

/** The state that the stages of a call share: the work budget, and the form of the values that users get. */
export interface Stages {
  meter(): WorkMeter;
  /** Runs a stage that writes a message, within the work budget. Throws `MappingError` when it is exhausted. */
  metered<T>(options: WorkOptions | undefined, stage: () => T): T;
  /** Converts a value to the form that users get (`MapperOptions.prototypes`). */
  handOut<Value extends JsonValue>(value: Value): Value;
  /** Decodes a whole document to values. Throws `DecodeError`. */
  read(decoder: MessageDecoder, xml: Uint8Array | string, options?: ReadOptions): SoapReply;
  /** Parses JSON text that a decoder wrote with these digits. */
  parse(json: Uint8Array, digits: Digits | undefined): JsonValue;
}

/**
 * Creates the stages of an operation's calls.
 *
 * @param parser the parser of what a decoder wrote, which clients load with the decoder
 */
export function createStages(settings: MapperSettings, parser: () => typeof parseOutput): Stages {
  const { limits, prototypes } = settings;
  const handOut: Stages['handOut'] = prototypes === 'ordinary' ? ordinaryObjects : (value) => value;
  const meter = (): WorkMeter => new WorkMeter(limits.work);
  const parse: Stages['parse'] = (json, digits) =>
    parser()(json, { prototypes, digits, notation: valueNotation(settings) });
  const toValues = (reply: SoapReplyText, digits: Digits | undefined): SoapReply => {
    if (reply.kind === 'fault') {
      const { detail, headers } = reply.fault;
      const fault = {
        ...reply.fault,
        ...(detail !== undefined && { detail: handOut(detail) }),
        ...(headers !== undefined && { headers: handOut(headers) }),
      };
      return { ...reply, fault };
    }
    const { result, headers, warnings } = reply;
    return {
      kind: 'result',
      result: parse(result, digits) as JsonObject,
      ...(headers !== undefined && { headers: parse(headers, digits) as JsonObject }),
      warnings,
    };
  };
  return {
    meter,
    metered: (options, stage) => (options?.work ?? meter()).run(() => orTooComplex(stage)),
    handOut,
    read: (decoder, xml, options) => toValues(decodeAll(decoder, xml, options), options?.digits),
    parse,
  };
}

/** Adds the mapper's source of filled values to the options of calls that have none, if the operation has such values. */
export function fillingOptions(
  { shape }: ShapedExchange,
  { fills }: MapperSettings,
): (options: EncodeOptions | undefined) => EncodeOptions | undefined {
  if (fills === undefined || shape.input.written === undefined) return (options) => options;
  return (options) => (options?.fills === undefined ? { ...options, fills } : options);
}

/** The settings of an operation's encoders. */
export function encoderSettings(
  { info }: ShapedExchange,
  settings: MapperSettings,
  direction: MessageDirection,
): EncoderSettings {
  return {
    soapVersion: info.soapVersion,
    limits: settings.limits,
    allowUndeclaredHeaders: settings.allowUndeclaredHeaders,
    operationName: info.name,
    direction,
    uncommonContent: settings.uncommonContent,
    filledContent: settings.filledContent,
    rawXml: settings.rawXml,
  };
}

/** The settings of the decoders of an operation's responses. */
export function decoderSettings(
  { info }: ShapedExchange,
  settings: MapperSettings,
): Omit<DecoderSettings, 'notation'> {
  return {
    unwrap: info.resultUnwrap,
    strictResponses: settings.strictResponses,
    checkOrder: false,
    exacting: false,
    identities: settings.strictResponses ? settings.identities?.identityCode : undefined,
    typeProblem: undefined,
    lifted: settings.lifted,
    applyDefaults: settings.applyDefaults,
    untyped: settings.untyped,
    unknown: settings.unknown,
    warnings: settings.warnings,
    limits: settings.limits,
    oneWay: info.oneWay,
    soapVersion: info.soapVersion,
  };
}

/** The notation of the JSON text that values are parsed from. */
export function valueNotation({ numbers, valueForms }: MapperSettings): DecoderSettings['notation'] {
  const forms = valueForms();
  if (forms !== undefined) return forms;
  return numbers === 'bigint' ? 'values' : 'json';
}

/** UW-8: the message of an operation without output has no part. */
export function messageOf({ input, output }: OperationShape, message: 'input' | 'output'): MessageShape {
  return message === 'input' ? input : (output ?? NO_OUTPUT);
}

/** The message as a decoder sees it: with elements that become `$xml` later (XM-10). */
export function readForm<M extends MessageShape | undefined>(message: M): M | MessageShape {
  return message?.finished?.read ?? message;
}

/** Creates a value on first use. */
export function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** A stage that knows the place it had reached has already created the error. */
function orTooComplex<T>(stage: () => T): T {
  try {
    return stage();
  } catch (error) {
    throw error instanceof WorkExceeded ? tooComplex(error.limit, '') : error;
  }
}

function decodeAll(
  decoder: MessageDecoder,
  xml: Uint8Array | string,
  options: ReadOptions = {},
): SoapReplyText {
  if (typeof xml !== 'string') return decoder.decode(xml, options);
  // Text has no encoding any more, regardless of what its XML declaration says.
  return decoder.decode(encodeUtf8(xml), { ...options, contentType: 'text/xml; charset=utf-8' });
}

const NO_OUTPUT: MessageShape = {
  kind: 'parts',
  rpc: false,
  nillable: false,
  encoded: false,
  attachments: [],
  root: {
    kind: 'object',
    form: 'plain',
    attributes: [],
    members: [],
    content: { kind: 'sequence', optional: false, unordered: false, children: [] },
  },
};
