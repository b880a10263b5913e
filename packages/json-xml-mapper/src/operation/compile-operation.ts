import { defined } from '@soapstone/soap-model/defined';
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
import type { MessageDecoder } from '../decode/decoder.js';
import { DecodeError, tooComplex } from '../errors.js';
import { exampleOf } from '../example/example.js';
import { assertItemPath } from '../items/item-path.js';
import { createItemReader } from '../items/item-reader.js';
import { ordinaryObjects } from '../json/ordinary-objects.js';
import { type ParseJsonOptions, parseValues } from '../json/parse-json.js';
import { messageJsonSchema } from '../json-schema/message-schema.js';
import { encodeUtf8 } from '../platform.js';
import { namingParameters, withParameters } from '../query/read-query.js';
import { WorkExceeded, WorkMeter } from '../work.js';
import { detailMessage, faultMessage } from './fault-message.js';
import { messageOf, OperationCoders } from './operation-coders.js';
import type { ShapedOperation } from './operation-shapes.js';
import type { MapperSettings } from './settings.js';
import { soapRequestMaker } from './soap-request.js';

/** Composes everything that an operation can do (AP-1). */
export function compileOperation(operation: ShapedOperation, settings: MapperSettings): CompiledOperation {
  const { info, shape } = operation;
  const { limits } = settings;
  const coders = new OperationCoders(operation, settings);
  const toRequest = soapRequestMaker(info.soapVersion, info.soapAction);
  const toResponse = soapRequestMaker(info.soapVersion);
  const handOut: HandOut = settings.prototypes === 'ordinary' ? ordinaryObjects : (value) => value;
  const meter = (): WorkMeter => new WorkMeter(limits.work);
  const metered = <T>(options: WorkOptions | undefined, stage: () => T): T =>
    (options?.work ?? meter()).run(() => orTooComplex(stage));

  return {
    info,
    shape,
    meter,
    validate: (input, options) =>
      withParameters(
        metered(options, () => coders.request.validate(input)),
        input,
      ),
    toXml(input, options) {
      const encode = () => metered(options, () => coders.request.toXml(input, options));
      return toRequest(namingParameters(input, info.name, encode));
    },
    encodeJson: (json, options) =>
      toRequest(metered(options, () => coders.request.encodeJson(json, options))),
    fromQuery: (text, options) => handOut(metered(options, () => coders.query(text))),
    normalise(input, options) {
      const normalise = () => metered(options, () => coders.request.normalise(input));
      return handOut(namingParameters(input, info.name, normalise));
    },

    fromXml: (xml, options) => toValues(decodeAll(coders.responseValues, xml, options), limits, handOut),
    decodeXml: (xml, options) => coders.response.decode(xml, options),
    createDecoder: (options): ResponseDecoder => coders.response.createDecoder(options),
    createStream: (options): ResponseStream => coders.response.createStream(options),
    createItemReader(path, options) {
      assertItemPath(path, shape, info.resultUnwrap);
      const parse = (json: Uint8Array): JsonValue => handOut(parseValues(json, resultLimits(limits)));
      return createItemReader(coders.responseValues.createStream(options), path, parse);
    },

    requestFromXml(xml, options) {
      const reply = toValues(decodeAll(coders.servedRequest, xml, options), limits, handOut);
      if (reply.kind === 'fault') throw requestIsFault();
      const { result: input, headers = handOut(emptyObject()), warnings } = reply;
      return { input, headers, warnings };
    },
    responseToXml: (result, options = {}) =>
      toResponse(metered(options, () => coders.servedResponse.toXml(result, options))),
    faultToXml(fault, options) {
      const { message, input } = faultMessage(fault, shape.faults, info.soapVersion);
      return toResponse(metered(undefined, () => coders.encoderOf(message).toXml(input, options)));
    },

    example: (message) => handOut(exampleOf(messageOf(shape, message), shape, limits)),
    exampleFault(name) {
      const fault = shape.faults.find((each) => each.name === name);
      return fault && handOut(exampleOf(detailMessage(fault), shape, limits));
    },
    jsonSchema: (message) =>
      messageJsonSchema(messageOf(shape, message), message, shape, settings.allowUndeclaredHeaders),
  };
}

function requestIsFault(): DecodeError {
  return new DecodeError({
    code: 'UNEXPECTED_ELEMENT',
    message: 'cannot read the request: it is a fault',
  });
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
    ...defined({ headers: reply.headers && parse(reply.headers) }),
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
