import { describe, expect, test } from 'vitest';
import * as calls from './index.js';
import { createMapper, OptionError, WorkMeter } from './index.js';
import * as shapes from './shapes.js';
import { el, SchemaLiteral, sequence } from './testing/schema-literal.js';

const surface = { ...calls, ...shapes };

/** Arguments that the types forbid but a JavaScript caller can pass. */
const asAny = <Value>(value: unknown): Value => value as Value;

function caught(use: () => unknown): unknown {
  try {
    use();
  } catch (error) {
    return error;
  }
  return undefined;
}

const schema = new SchemaLiteral();
schema.element('Place', schema.complex(undefined, sequence(el('id', 'int'))));
schema.element('PlaceResponse', schema.complex(undefined, sequence(el('note', 'string', { minOccurs: 0 }))));
const model = schema.service({ Place: {} });
const operation = createMapper(model).compile('Place');
const json = new TextEncoder().encode('{"id":1}');
const { body } = operation.toXml({ id: 1 });

describe('createMapper: rejects unknown options and values', () => {
  test.each<[options: unknown, option: string, message: RegExp]>([
    [{ number: 'string' }, 'number', /did you mean "numbers"\?/],
    [{ numbers: 'strings' }, 'numbers', /did you mean "string"\?/],
    [{ numbers: true }, 'numbers', /not a boolean/],
    [{ unwrap: 'all' }, 'unwrap', /"record" or "payload" or "none"/],
    [{ unwrapByOperation: { Place: 'paylod' } }, 'unwrapByOperation.Place', /did you mean "payload"\?/],
    [{ unwrapByOperation: 'none' }, 'unwrapByOperation', /an object, not a string/],
    [{ strict: true }, 'strict', /did you mean "strictResponses"\?/],
    [{ strictResponses: 'yes' }, 'strictResponses', /true or false, not a string/],
    [{ applyDefaults: 1 }, 'applyDefaults', /true or false, not 1/],
    [{ untyped: 'sorted' }, 'untyped', /"ordered" or "compact"/],
    [{ unknown: 'kept' }, 'unknown', /"drop" or "keep"/],
    [{ warnings: true }, 'warnings', /"none" or "default" or "all"/],
    [{ allowUndeclaredHeaders: null }, 'allowUndeclaredHeaders', /not null/],
    [{ limits: { deadline: 5 } }, 'limits.deadline', /no such option/],
    [{ limits: { responseByte: 5 } }, 'limits.responseByte', /did you mean "responseBytes"\?/],
    [{ limits: { work: Number.NaN } }, 'limits.work', /not NaN/],
    [{ limits: { requestBytes: '1mb' } }, 'limits.requestBytes', /a number from 0, not a string/],
    [{ limits: 5 }, 'limits', /an object, not 5/],
    [JSON.parse('{"__proto__":{"numbers":"string"}}'), '__proto__', /no such option/],
    [Object.create({ numbers: 'string' }), '', /not an instance of a class/],
    ['string', '', /an object, not a string/],
    [null, '', /an object, not null/],
  ])('%j', (options, option, message) => {
    for (const create of [surface.createMapper, surface.createOperationShapes]) {
      const error = caught(() => create(model, asAny(options)));
      expect(error).toBeInstanceOf(OptionError);
      expect(error).toMatchObject({
        code: 'INVALID_OPTION',
        option,
        message: expect.stringMatching(message),
      });
    }
  });

  test('takes options that are undefined as absent', () => {
    const given = { numbers: undefined, limits: { work: undefined, responseBytes: undefined } };
    const { limit } = createMapper(model, given).compile('Place').meter();
    expect(limit).toBe(surface.DEFAULT_MAPPER_LIMITS.work);
  });
});

/** Calls of every public function and method that a JavaScript caller can get wrong, and the option that is named. */
const wrong: Record<string, readonly (readonly [use: () => unknown, option: string])[]> = {
  createMapper: [
    [() => createMapper(asAny(undefined)), 'model'],
    [() => createMapper(asAny('service.wsdl')), 'model'],
    [() => createMapper(asAny(Promise.resolve({ model }))), 'model'],
    [() => createMapper(asAny({ model, diagnostics: [] })), 'model'],
    [() => createMapper(model).compile(asAny(undefined)), 'operation'],
    [() => createMapper(model).compile(asAny({ name: 'Place' })), 'operation'],
  ],
  createOperationShapes: [
    [() => surface.createOperationShapes(asAny(null)), 'model'],
    [() => surface.createOperationShapes(model).get(asAny(5)), 'name'],
  ],
  parseJson: [
    [() => surface.parseJson(asAny(undefined)), 'json'],
    [() => surface.parseJson(asAny({})), 'json'],
    [() => surface.parseJson('1', asAny({ depth: 3 })), 'depth'],
    [() => surface.parseJson('1', asAny({ maxDepth: '3' })), 'maxDepth'],
  ],
  toEcmaPattern: [[() => surface.toEcmaPattern(asAny(/a/)), 'pattern']],
  patternProblem: [
    [() => surface.patternProblem(asAny(undefined)), 'source'],
    [() => surface.patternProblem('a', asAny('5')), 'maxStates'],
  ],
  queryParameters: [
    [() => surface.queryParameters(asAny(undefined)), 'message'],
    [() => surface.queryParameters(asAny(operation)), 'message'],
  ],
  WorkMeter: [
    [() => new WorkMeter(asAny(undefined)), 'limit'],
    [() => new WorkMeter(Number.NaN), 'limit'],
  ],
  validate: [
    [() => operation.validate({}, asAny({ meter: 5 })), 'meter'],
    [() => operation.validate({}, asAny({ work: 500 })), 'work'],
    [() => operation.validate({}, asAny(5)), ''],
  ],
  toXml: [
    [() => operation.toXml({ id: 1 }, asAny({ header: {} })), 'header'],
    [() => operation.toXml({ id: 1 }, asAny({ headers: [] })), 'headers'],
    [() => operation.toXml({ id: 1 }, asAny({ storedHeaders: 'x' })), 'storedHeaders'],
    [() => operation.toXml({ id: 1 }, asAny({ lockedHeaders: 'x' })), 'lockedHeaders'],
    [() => operation.toXml({ id: 1 }, asAny({ extraHeaders: [5] })), 'extraHeaders.0'],
  ],
  encodeJson: [
    [() => operation.encodeJson(asAny('{"id":1}')), 'json'],
    [() => operation.encodeJson(asAny(undefined)), 'json'],
  ],
  fromQuery: [[() => operation.fromQuery(asAny(new URLSearchParams('id=1'))), 'query']],
  normalise: [[() => operation.normalise({ id: 1 }, asAny([])), '']],
  fromXml: [
    [() => operation.fromXml(asAny(undefined)), 'xml'],
    [() => operation.fromXml(asAny({ body })), 'xml'],
    [() => operation.fromXml(body, asAny({ charset: 'utf-8' })), 'charset'],
    [() => operation.fromXml(body, asAny({ contentType: null })), 'contentType'],
    [() => operation.fromXml(body, asAny({ addressing: { messageId: 5 } })), 'addressing.messageId'],
    [
      () => operation.fromXml(body, asAny({ attachments: [{ contentId: 'a' }] })),
      'attachments.0.contentType',
    ],
  ],
  decodeXml: [[() => operation.decodeXml(asAny('<x/>')), 'xml']],
  createDecoder: [
    [() => operation.createDecoder(asAny({ type: 'text/xml' })), 'type'],
    [() => operation.createDecoder().write(asAny('<x/>')), 'chunk'],
  ],
  createItemReader: [
    [() => operation.createItemReader(asAny('row')), 'path'],
    [() => operation.createItemReader([]), 'path'],
    [() => operation.createItemReader(['no-such-member']), 'path'],
    [() => operation.createItemReader(['row'], asAny('text/xml')), ''],
  ],
  createRequestItemReader: [
    [() => operation.createRequestItemReader(asAny('row')), 'path'],
    [() => operation.createRequestItemReader([]), 'path'],
    [() => operation.createRequestItemReader(['no-such-member']), 'path'],
    [() => operation.createRequestItemReader(['row'], asAny('text/xml')), ''],
  ],
  createStream: [
    [() => operation.createStream(asAny('text/xml')), ''],
    [() => operation.createStream().write(asAny(undefined)), 'chunk'],
  ],
  requestFromXml: [[() => operation.requestFromXml(asAny(5)), 'xml']],
  responseToXml: [[() => operation.responseToXml({}, asAny({ header: {} })), 'header']],
  faultToXml: [
    [() => operation.faultToXml(asAny(undefined)), ''],
    [() => operation.faultToXml(asAny('broken')), ''],
    [() => operation.faultToXml(asAny({ message: 'broken' })), 'message'],
    [() => operation.faultToXml(asAny({ code: 'x' })), 'reason'],
  ],
  example: [[() => operation.example(asAny('request')), 'message']],
  exampleFault: [[() => operation.exampleFault(asAny(undefined)), 'name']],
  jsonSchema: [[() => operation.jsonSchema(asAny('outputs')), 'message']],
};

describe.each(Object.entries(wrong))('%s: rejects arguments of the wrong type', (_name, cases) => {
  test.each(cases.map(([use, option], index) => ({ index, use, option })))('$index: $option', (each) => {
    const error = caught(each.use);
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ code: 'INVALID_OPTION', option: each.option });
  });
});

test('options: every public function and method that takes arguments is in the table', () => {
  // These accept any value: they test it, or throw their own error.
  const total = [
    'isMappingError',
    'isDecodeError',
    'isOperationNotFoundError',
    'isSchemaSizeError',
    'isDesignError',
    'isFillError',
    'isJsonNumber',
    'stringify',
  ];
  const classes = [
    'MappingError',
    'DecodeError',
    'OperationNotFoundError',
    'SchemaSizeError',
    'DesignError',
    'FillError',
    'OptionError',
    'JsonNumber',
  ];
  const functions = Object.entries(surface)
    .filter(([, value]) => typeof value === 'function' && value.length > 0)
    .map(([name]) => name)
    .filter((name) => !total.includes(name) && !classes.includes(name));
  const methods = Object.entries(operation).filter(([, value]) => typeof value === 'function');
  const tabled = new Set(Object.keys(wrong));
  expect(functions.filter((name) => !tabled.has(name))).toEqual([]);
  expect(methods.map(([name]) => name).filter((name) => name !== 'meter' && !tabled.has(name))).toEqual([]);
});

test.each([
  ['a Map', new Map([['userId', 1]])],
  ['a Set', new Set([1])],
  ['a Promise', Promise.resolve({ userId: 1 })],
  ['a Uint8Array', new Uint8Array(3)],
])('validate: rejects %s, whose data is not in its members', (name, input) => {
  expect(operation.validate(input)).toEqual([
    expect.objectContaining({ path: '', keyword: 'type', message: `must be an object, got ${name}` }),
  ]);
  expect(caught(() => operation.toXml({}, { headers: asAny(input) }))).toMatchObject({ option: 'headers' });
  expect(caught(() => surface.stringify({ input }))).toMatchObject({ option: 'value' });
});

test('options: bytes of another realm are bytes', () => {
  expect(operation.fromXml(Buffer.from(operation.responseToXml({}).body)).kind).toBe('result');
  expect(operation.encodeJson(Buffer.from(json)).body).toEqual(body);
});
