import type {
  CompiledOperation,
  DecodeOptions,
  Digits,
  ResponseDecoder,
  ResponseStream,
} from '../api/operation.js';
import type { JsonObject } from '../api/values.js';
import type { ReadOptions } from '../decode/document/reading.js';
import { DecodeError } from '../errors.js';
import { exampleOf } from '../example/example.js';
import { createValueEncoder } from '../explain/value-encoder.js';
import { assertItemPath, findInputList } from '../items/item-path.js';
import { createItemReader, createRequestItemReader } from '../items/item-reader.js';
import { parseOutput } from '../json/parse-output.js';
import { messageJsonSchema } from '../json-schema/message-schema.js';
import { namingParameters, withParameters } from '../query/read-query.js';
import { rawReading } from '../raw-xml/raw-results.js';
import { asInResults } from '../shape/operation-shape.js';
import { exampleMessage } from './example-message.js';
import { detailMessage, faultMessage } from './fault-message.js';
import { OperationCoders } from './operation-coders.js';
import type { ShapedOperation } from './operation-shapes.js';
import { lexicalSettings, type MapperSettings } from './settings.js';
import { soapRequestMaker } from './soap-request.js';
import {
  createStages,
  decoderSettings,
  encoderSettings,
  fillingOptions,
  lazily,
  messageOf,
} from './stages.js';

/** Composes everything that an operation can do (AP-1). */
export function compileOperation(operation: ShapedOperation, settings: MapperSettings): CompiledOperation {
  const { info, shape } = operation;
  const { limits } = settings;
  const coders = new OperationCoders(operation, settings);
  const lexicalCoders = lazily(() => new OperationCoders(operation, lexicalSettings(settings)));
  const codersFor = (options: { readonly digits?: Digits | undefined } | undefined): OperationCoders =>
    options?.digits === 'lexical' ? lexicalCoders() : coders;
  const toRequest = soapRequestMaker(info.soapVersion, info.soapAction);
  const toResponse = soapRequestMaker(info.soapVersion);
  const stages = createStages(settings, () => parseOutput);
  const { metered, handOut } = stages;
  const tools = { stages, asInResults, createValueEncoder, decoderSettings, encoderSettings, messageOf };
  const filling = fillingOptions(operation, settings);
  const reading = (
    what: string,
    options: DecodeOptions | undefined,
    message: 'input' | 'output' = 'output',
  ): ReadOptions | undefined =>
    options?.raw === undefined && shape[message]?.finished === undefined
      ? options
      : { ...options, reading: rawReading(what, options?.raw ?? [], operation, settings, message) };

  return {
    info,
    shape,
    meter: stages.meter,
    validate(input, options) {
      const work = options?.work ?? stages.meter();
      const problems = metered({ work }, () => coders.validate(input, work));
      return withParameters(problems, input);
    },
    toXml(input, options) {
      const encode = () => metered(options, () => codersFor(options).request.toXml(input, filling(options)));
      return toRequest(namingParameters(input, info.name, encode), options?.soapAction);
    },
    encodeJson: (json, options) =>
      toRequest(
        metered(options, () => codersFor(options).request.encodeJson(json, filling(options))),
        options?.soapAction,
      ),
    fromQuery: (text, options) => handOut(metered(options, () => coders.query(text))),
    normalise(input, options) {
      const normalise = () => metered(options, () => coders.request.normalise(input));
      return handOut(namingParameters(input, info.name, normalise));
    },

    fromXml: (xml, options) =>
      stages.read(codersFor(options).responseValues, xml, reading('fromXml', options)),
    decodeXml: (xml, options) => codersFor(options).response.decode(xml, reading('decodeXml', options)),
    createDecoder: (options): ResponseDecoder =>
      codersFor(options).response.createDecoder(reading('createDecoder', options)),
    createStream: (options): ResponseStream =>
      codersFor(options).response.createStream(reading('createStream', options)),
    createItemReader(path, options) {
      assertItemPath(path, shape, info.resultUnwrap);
      const stream = codersFor(options).responseValues.createStream(reading('createItemReader', options));
      return createItemReader(stream, path, (json) => stages.parse(json, options?.digits));
    },

    requestFromXml(xml, options) {
      const reply = stages.read(
        codersFor(options).servedRequest,
        xml,
        reading('requestFromXml', options, 'input'),
      );
      if (reply.kind === 'fault') throw requestIsFault();
      const { result: input, headers = handOut(emptyObject()), warnings } = reply;
      return { input, headers, warnings };
    },
    createRequestItemReader(path, options) {
      const bounds = findInputList(path, shape);
      const parse = (json: Uint8Array) => stages.parse(json, options?.digits);
      return createRequestItemReader(
        codersFor(options).servedItems.createStream(reading('createRequestItemReader', options, 'input')),
        path,
        parse,
        bounds,
      );
    },
    responseToXml: (result, options = {}) =>
      toResponse(metered(options, () => coders.servedResponse.toXml(result, options))),
    faultToXml(fault, options) {
      const { message, input } = faultMessage(fault, shape.faults, info.soapVersion);
      return toResponse(
        metered(undefined, () => coders.encoderOf(message, 'response').toXml(input, options)),
      );
    },

    example: (message) => handOut(exampleMessage(message, operation, settings, tools)),
    exampleFault(name) {
      const fault = shape.faults.find((each) => each.name === name);
      return fault && handOut(exampleOf(detailMessage(fault), asInResults(shape), limits));
    },
    jsonSchema: (message, options) =>
      messageJsonSchema(messageOf(shape, message), message, shape, {
        allowUndeclaredHeaders: settings.allowUndeclaredHeaders,
        ...options,
      }),
  };
}

function requestIsFault(): DecodeError {
  return new DecodeError({
    code: 'UNEXPECTED_ELEMENT',
    message: 'cannot read the request: it is a fault',
  });
}

function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject;
}
