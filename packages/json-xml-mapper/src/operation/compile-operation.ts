import type { SoapReply, SoapReplyText } from '../api/messages.js';
import type {
  CompiledOperation,
  DecodeOptions,
  ResponseDecoder,
  ResponseStream,
  WorkOptions,
} from '../api/operation.js';
import type { MapperLimits } from '../api/options.js';
import type { JsonObject, JsonValue } from '../api/values.js';
import { createMessageDecoder, type DecoderSettings, type MessageDecoder } from '../decode/decoder.js';
import { createMessageEncoder, type EncoderSettings } from '../encode/encoder.js';
import { DecodeError, tooComplex } from '../errors.js';
import { exampleOf } from '../example/example.js';
import { assertItemPath } from '../items/item-path.js';
import { createItemReader } from '../items/item-reader.js';
import { ordinaryObjects } from '../json/ordinary-objects.js';
import { type ParseJsonOptions, parseValues } from '../json/parse-json.js';
import { messageJsonSchema } from '../json-schema/message-schema.js';
import { encodeUtf8 } from '../platform.js';
import { queryParameters } from '../query/query-parameters.js';
import {
  compileQueryReader,
  namingParameters,
  type QueryReader,
  withParameters,
} from '../query/read-query.js';
import type { MessageShape } from '../shape/operation-shape.js';
import { WorkExceeded, WorkMeter } from '../work.js';
import { detailMessage, faultMessage } from './fault-message.js';
import type { ShapedOperation } from './operation-shapes.js';
import type { MapperSettings } from './settings.js';
import { soapRequestMaker } from './soap-request.js';

/**
 * Composes everything that an operation can do (AP-1). What only tests and documentation use (the server side, query strings,
 * examples) is compiled on first use.
 */
export function compileOperation(operation: ShapedOperation, settings: MapperSettings): CompiledOperation {
  const { info, shape } = operation;
  const { soapVersion } = info;
  const encoderSettings: EncoderSettings = {
    soapVersion,
    limits: settings.limits,
    allowUndeclaredHeaders: settings.allowUndeclaredHeaders,
    operationName: info.name,
  };
  const decoderSettings: DecoderSettings = {
    notation: 'json',
    unwrap: info.resultUnwrap,
    strictResponses: settings.strictResponses,
    checkOrder: false,
    applyDefaults: settings.applyDefaults,
    untyped: settings.untyped,
    unknown: settings.unknown,
    warnings: settings.warnings,
    limits: settings.limits,
    oneWay: info.oneWay,
    soapVersion,
  };
  const encoder = lazily(() => createMessageEncoder(shape.input, shape, encoderSettings));
  const decoder = lazily(() => createMessageDecoder(shape.output, shape.faults, shape, decoderSettings));
  const notation = settings.numbers === 'bigint' ? 'values' : 'json';
  const valueDecoder =
    notation === 'json'
      ? decoder
      : lazily(() =>
          createMessageDecoder(shape.output, shape.faults, shape, { ...decoderSettings, notation }),
        );
  const responses = lazily(() => createMessageEncoder(outputOf(operation), shape, encoderSettings));
  const requests = lazily((): MessageDecoder => {
    return createMessageDecoder(shape.input, [], shape, {
      ...decoderSettings,
      notation,
      oneWay: false,
      // SOAP 1.1 §5.1: the name of an accessor distinguishes it, not its place.
      checkOrder: (settings.strictResponses || settings.warnings === 'all') && info.use === 'literal',
    });
  });
  const query = lazily((): QueryReader => {
    const { parameters } = queryParameters(shape.input);
    return compileQueryReader(parameters, settings.limits, (input) => encoder().validate(input));
  });

  const toRequest = soapRequestMaker(soapVersion, info.soapAction);
  const toResponse = soapRequestMaker(soapVersion);
  const handOut: HandOut = settings.prototypes === 'ordinary' ? ordinaryObjects : (value) => value;
  const meter = (): WorkMeter => new WorkMeter(settings.limits.work);
  const metered = <T>(options: WorkOptions | undefined, stage: () => T): T =>
    (options?.work ?? meter()).run(() => orTooComplex(stage));

  const compiled: CompiledOperation = {
    info,
    shape,
    meter,
    validate: (input, options) =>
      withParameters(
        metered(options, () => encoder().validate(input)),
        input,
      ),
    toXml(input, options) {
      const encode = () => metered(options, () => encoder().toXml(input, options));
      return toRequest(namingParameters(input, info.name, encode));
    },
    encodeJson(json, options) {
      return toRequest(metered(options, () => encoder().encodeJson(json, options)));
    },
    fromQuery: (text, options) => handOut(metered(options, () => query()(text))),
    normalise: (input, options) =>
      handOut(namingParameters(input, info.name, () => metered(options, () => encoder().normalise(input)))),

    fromXml: (xml, options) => toValues(decodeAll(valueDecoder(), xml, options), settings.limits, handOut),
    decodeXml: (xml, options) => decoder().decode(xml, options),
    createDecoder: (options): ResponseDecoder => decoder().createDecoder(options),
    createStream: (options): ResponseStream => decoder().createStream(options),
    createItemReader(path, options) {
      assertItemPath(path, shape, info.resultUnwrap);
      const parse = (json: Uint8Array): JsonValue =>
        handOut(parseValues(json, resultLimits(settings.limits)));
      return createItemReader(valueDecoder().createStream(options), path, parse);
    },

    requestFromXml(xml, options) {
      const reply = toValues(decodeAll(requests(), xml, options), settings.limits, handOut);
      if (reply.kind === 'result') {
        const { result: input, headers = handOut(emptyObject()), warnings } = reply;
        return { input, headers, warnings };
      }
      throw new DecodeError({
        code: 'UNEXPECTED_ELEMENT',
        message: 'cannot read the request: it is a fault',
      });
    },
    responseToXml(result, options = {}) {
      return toResponse(metered(options, () => responses().toXml(result, options)));
    },
    faultToXml(fault, options) {
      const { message, input } = faultMessage(fault, shape.faults, soapVersion);
      const encode = () => createMessageEncoder(message, shape, encoderSettings).toXml(input, options);
      return toResponse(metered(undefined, encode));
    },

    example: (message) => handOut(exampleOf(messageOf(operation, message), shape, settings.limits)),
    exampleFault(name) {
      const fault = shape.faults.find((each) => each.name === name);
      return fault && handOut(exampleOf(detailMessage(fault), shape, settings.limits));
    },
    jsonSchema: (message) =>
      messageJsonSchema(messageOf(operation, message), message, shape, settings.allowUndeclaredHeaders),
  };
  return compiled;
}

/** A stage that knows the place it had reached has already created the error. */
function orTooComplex<T>(stage: () => T): T {
  try {
    return stage();
  } catch (error) {
    throw error instanceof WorkExceeded ? tooComplex(error.limit, '') : error;
  }
}

/** UW-8: the message of an operation without output has no part. */
function outputOf({ shape }: ShapedOperation): MessageShape {
  return shape.output ?? NO_OUTPUT;
}

function messageOf(operation: ShapedOperation, message: 'input' | 'output'): MessageShape {
  return message === 'input' ? operation.shape.input : outputOf(operation);
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

function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

function decodeAll(
  decoder: MessageDecoder,
  xml: Uint8Array | string,
  options: DecodeOptions = {},
): SoapReplyText {
  if (typeof xml !== 'string') return decoder.decode(xml, options);
  // Text has no encoding any more, whatever its XML declaration says.
  return decoder.decode(encodeUtf8(xml), { ...options, contentType: 'text/xml; charset=utf-8' });
}

/** Converts a value to the form that users get (`MapperOptions.prototypes`). */
type HandOut = <Value extends JsonValue>(value: Value) => Value;

/** Parses JSON text to values. The decoder has already enforced its limits, so these limits only cover the nesting. */
function toValues(reply: SoapReplyText, limits: MapperLimits, handOut: HandOut): SoapReply {
  if (reply.kind === 'fault') {
    const { detail, headers } = reply.fault;
    const fault = {
      ...reply.fault,
      ...(detail !== undefined && { detail: handOut(detail) }),
      ...(headers !== undefined && { headers: handOut(headers) }),
    };
    return { ...reply, fault };
  }
  const parse = (text: Uint8Array): JsonObject =>
    handOut(parseValues(text, resultLimits(limits)) as JsonObject);
  return {
    kind: 'result',
    result: parse(reply.result),
    ...(reply.headers === undefined ? {} : { headers: parse(reply.headers) }),
    warnings: reply.warnings,
  };
}

/** The limits of JSON that the decoder wrote. Its own have held already. */
function resultLimits(limits: MapperLimits): ParseJsonOptions {
  return {
    // An array is a separate level in JSON, and one level of XML can be three (`$content`, entry, value).
    maxDepth: limits.responseDepth * 4,
    maxNodes: Number.POSITIVE_INFINITY,
    maxNumberDigits: limits.numberDigits * 2,
  };
}

function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject;
}
