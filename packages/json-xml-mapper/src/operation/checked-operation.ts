import {
  anything,
  assertOptions,
  bytes,
  type Check,
  flag,
  kindOf,
  limit,
  listOf,
  members,
  numberFrom,
  oneOf,
  optional,
  text,
  wrong,
} from '@soapstone/options';
import type { MimePart, SoapFaultInfo } from '../api/messages.js';
import type {
  AnswerOptions,
  CompiledOperation,
  DecodeOptions,
  EncodeOptions,
  ItemReader,
  JsonSchemaOptions,
  RequestItemReader,
  ResponseDecoder,
  ResponseStream,
  SentAddressing,
  WorkOptions,
} from '../api/operation.js';
import { isInputObject } from '../explain/json-input.js';
import { fillSource } from './settings.js';

/** The budget of a call; also a meter of another copy of this package. */
const meter: Check = (value) =>
  typeof (value as { run?: unknown } | null)?.run === 'function'
    ? []
    : wrong(`expected a WorkMeter, not ${kindOf(value)}`);

/** JSON of a caller: its members are validated against the schema. */
const jsonObject: Check = (value) =>
  isInputObject(value) ? [] : wrong(`expected an object, not ${kindOf(value)}`);

const mimeParts: Check = listOf(
  members<MimePart>({ contentId: text, contentType: text, data: bytes, filename: text }, [
    'contentId',
    'contentType',
    'data',
  ]),
);
const callOptions: Check = members<WorkOptions>({ work: meter });
const digits: Check = oneOf('canonical', 'lexical');
const encodeOptions: Check = members<EncodeOptions>({
  work: meter,
  fills: fillSource,
  digits,
  headers: jsonObject,
  storedHeaders: jsonObject,
  lockedHeaders: listOf(text),
  extraHeaders: listOf(text),
  soapAction: text,
  xopThreshold: numberFrom(0),
  blobs: flag,
});
const decodeOptions: Check = members<DecodeOptions>({
  work: meter,
  digits,
  contentType: text,
  attachments: mimeParts,
  addressing: members<SentAddressing>({ messageId: text }),
  raw: listOf((value) => (Array.isArray(value) ? listOf(text)(value) : text(value))),
});
const optionalDecodeOptions = optional(decodeOptions);
const answerOptions: Check = members<AnswerOptions>({
  work: meter,
  headers: jsonObject,
  extraHeaders: listOf(text),
  xopThreshold: numberFrom(0),
});
const faultOptions: Check = members<Pick<AnswerOptions, 'extraHeaders'>>({ extraHeaders: listOf(text) });
const fault: Check = members<SoapFaultInfo>(
  {
    version: oneOf('1.1', '1.2'),
    code: text,
    subcodes: listOf(text),
    reason: text,
    reasons: listOf(members<{ lang: string; text: string }>({ lang: text, text }, ['lang', 'text'])),
    actor: text,
    node: text,
    role: text,
    name: text,
    detail: jsonObject,
    detailOmitted: numberFrom(0),
    headers: jsonObject,
  },
  ['reason'],
);
const message: Check = oneOf('input', 'output');
const schemaOptions: Check = members<JsonSchemaOptions>({ nulls: oneOf('absent', 'nil'), most: limit });
const itemPath: Check = (value) =>
  Array.isArray(value) && value.length === 0 ? wrong('expected at least one key') : listOf(text)(value);
const xml: Check = (value) =>
  typeof value === 'string' || bytes(value).length === 0
    ? []
    : wrong(`expected a string or a Uint8Array, not ${kindOf(value)}`);

/**
 * Wraps an operation to check the arguments of its methods: an unknown option, an unusable value and an argument of the wrong type
 * throw `OptionError`. JSON is validated by its schema, not here.
 */
export function checkedOperation(operation: CompiledOperation): CompiledOperation {
  return {
    ...operation,
    validate: checked('validate', 'input', anything, callOptions, operation.validate),
    toXml: checked('toXml', 'input', anything, encodeOptions, operation.toXml),
    encodeJson: checked('encodeJson', 'json', bytes, encodeOptions, operation.encodeJson),
    fromQuery: checked('fromQuery', 'query', text, callOptions, operation.fromQuery),
    normalise: checked('normalise', 'input', anything, callOptions, operation.normalise),
    fromXml: checked('fromXml', 'xml', xml, decodeOptions, operation.fromXml),
    decodeXml: checked('decodeXml', 'xml', bytes, decodeOptions, operation.decodeXml),
    createDecoder(options) {
      assertOptions(optionalDecodeOptions, options, 'createDecoder');
      return checkedDecoder(operation.createDecoder(options));
    },
    createStream(options) {
      assertOptions(optionalDecodeOptions, options, 'createStream');
      return checkedStream(operation.createStream(options));
    },
    createItemReader(path, options) {
      assertOptions(itemPath, path, 'createItemReader', 'path');
      assertOptions(optionalDecodeOptions, options, 'createItemReader');
      return checkedItemReader(operation.createItemReader(path, options));
    },
    requestFromXml: checked('requestFromXml', 'xml', xml, decodeOptions, operation.requestFromXml),
    createRequestItemReader(path, options) {
      assertOptions(itemPath, path, 'createRequestItemReader', 'path');
      assertOptions(optionalDecodeOptions, options, 'createRequestItemReader');
      return checkedRequestItemReader(operation.createRequestItemReader(path, options));
    },
    responseToXml: checked('responseToXml', 'result', anything, answerOptions, operation.responseToXml),
    faultToXml: checked('faultToXml', undefined, fault, faultOptions, operation.faultToXml),
    example: checked('example', 'message', message, anything, operation.example),
    exampleFault: checked('exampleFault', 'name', text, anything, operation.exampleFault),
    jsonSchema: checked('jsonSchema', 'message', message, schemaOptions, operation.jsonSchema),
  };
}

/** Wraps a method to check its first argument and its options. This runs on every call, so no list of arguments is built. */
function checked<First, Options, Result>(
  what: string,
  name: string | undefined,
  first: Check,
  options: Check,
  method: (argument: First, options?: Options) => Result,
): (argument: First, options?: Options) => Result {
  const second = optional(options);
  return (argument, given) => {
    assertOptions(first, argument, what, name);
    assertOptions(second, given, what);
    return method(argument, given);
  };
}

function checkedDecoder(decoder: ResponseDecoder): ResponseDecoder {
  return {
    write(chunk) {
      assertOptions(bytes, chunk, 'ResponseDecoder.write', 'chunk');
      decoder.write(chunk);
    },
    end: () => decoder.end(),
  };
}

function checkedStream(stream: ResponseStream): ResponseStream {
  return {
    write(chunk) {
      assertOptions(bytes, chunk, 'ResponseStream.write', 'chunk');
      return stream.write(chunk);
    },
    end: () => stream.end(),
  };
}

function checkedItemReader(reader: ItemReader): ItemReader {
  return {
    write(chunk) {
      assertOptions(bytes, chunk, 'ItemReader.write', 'chunk');
      return reader.write(chunk);
    },
    end: () => reader.end(),
  };
}

function checkedRequestItemReader(reader: RequestItemReader): RequestItemReader {
  return {
    ...reader,
    write(chunk) {
      assertOptions(bytes, chunk, 'RequestItemReader.write', 'chunk');
      return reader.write(chunk);
    },
  };
}
