import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import type { FillSource } from '../../api/fills.js';
import { isFillError, isMappingError } from '../../errors.js';
import { createMapper } from '../../mapper.js';
import { encodeUtf8 } from '../../platform.js';
import { attribute, el, SchemaLiteral, sequence } from '../../testing/schema-literal.js';

/** An operation with members of the types that decide whether a text is kept. */
function service() {
  const schema = new SchemaLiteral();
  const pattern = schema.simple('Pattern', 'string', { patterns: ['[1-9a-f].*'] });
  const short = schema.simple('Short', 'string', { maxLength: 36 });
  const late = schema.simple('Late', 'dateTime', { minInclusive: '2020-01-01T00:00:00Z' });
  const amount = schema.complex('Amount', undefined, {
    content: { kind: 'simple', type: 'string' },
    attributes: [attribute('by', 'string')],
  });
  const input = schema.complex(
    undefined,
    sequence(
      el('Text', 'string'),
      el('Number', 'int'),
      el('Name', 'QName'),
      el('Bytes', 'base64Binary'),
      el('Strict', pattern),
      el('Id', short),
      el('StrictId', pattern),
      el('At', 'dateTime'),
      el('LateAt', late),
      el('Amount', amount),
      el('Last', 'string'),
    ),
    { attributes: [attribute('token', 'string', { required: true })] },
  );
  return schema.element('Send', input).service({ Send: { output: 'none' } });
}

const DESIGN: Design = {
  fill: {
    'Send/Text': { secret: 'text' },
    'Send/Number': { secret: 'number' },
    'Send/Name': { secret: 'name' },
    'Send/Bytes': { secret: 'bytes' },
    'Send/Strict': { secret: 'strict' },
    'Send/Id': { generate: 'uuid' },
    'Send/StrictId': { secret: 'strict' },
    'Send/At': { generate: 'timestamp' },
    'Send/LateAt': { generate: 'timestamp' },
    'Send/Amount/$value': { secret: 'text' },
    'Send/Amount/@by': { secret: 'text' },
    'Send/@token': { secret: 'token' },
  },
};

const ID = '11111111-2222-4333-8444-555555555555';
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const VALUES = {
  text: 'a',
  number: '7',
  name: '{urn:x}one',
  bytes: 'YWJj',
  strict: 'abc',
  token: 't',
};
const source = (over: Partial<typeof VALUES> = {}, id = ID, now = NOW): FillSource => ({
  secret: (name) => ({ ...VALUES, ...over })[name as keyof typeof VALUES],
  uuid: () => id,
  now: () => now,
});
const compile = (limits = {}) => createMapper(service(), { design: DESIGN, limits }).compile('Send');
const INPUT = encodeUtf8('{"Last":"z"}');

/** The output of an operation, as bytes and from a value, or why there is none. */
function outcome(operation: ReturnType<typeof compile>, fills: FillSource | 'hidden') {
  return [
    () => operation.encodeJson(INPUT, { fills }).body,
    () => operation.toXml({ Last: 'z' }, { fills }).body,
  ].map((write) => {
    try {
      return new TextDecoder().decode(write());
    } catch (error) {
      if (isFillError(error)) return `${error.code} ${error.message}`;
      throw error;
    }
  });
}

const SEQUENCE: readonly (FillSource | 'hidden')[] = [
  source(),
  source(),
  source({ text: '<a & "b">', token: '"<&\n' }),
  source({ number: 'seven' }),
  source({ number: '8', name: '{urn:y}two', bytes: 'AAAA' }),
  'hidden',
  source({ name: '{urn:x}one' }),
  source({ strict: '0 does not match' }),
  source({ bytes: 'not base64!' }),
  source({}, 'urn:uuid:1'),
  source({}, `${ID}0`),
  source({}, '01111111-2222-4333-8444-555555555555'),
  source({}, ID, Date.UTC(2026, 0, 2, 3, 4, 5, 999)),
  source({}, ID, Date.UTC(2026, 0, 2, 3, 4, 6, 0)),
  source({}, ID, Date.UTC(2019, 0, 1)),
  source({}, ID, Date.UTC(12_026, 0, 1)),
  source({}, ID, -1),
  source({}, ID, NOW + 0.75),
  source({}, ID, Number.NaN),
  source(),
];

test('DF-3: a text that is kept is the one that a first call writes, after any other values', () => {
  const operation = compile();
  const seen = new Set<string>();
  for (const [index, fills] of SEQUENCE.entries()) {
    const expected = outcome(compile(), fills);
    expect([index, outcome(operation, fills)]).toEqual([index, expected]);
    seen.add(String(expected[0]).slice(0, 40));
  }
  // Errors and messages are both among them.
  expect([...seen].filter((text) => text.startsWith('FILL_INVALID')).length).toBeGreaterThan(3);
});

describe('values that are not in the usual form', () => {
  const idIn = (xml: string) => /<(?:\w+:)?Id>([^<]*)</.exec(xml)?.[1];
  const atIn = (xml: string) => /<(?:\w+:)?At>([^<]*)</.exec(xml)?.[1];

  test('a UUID of the program with another length is checked by its type', () => {
    const operation = compile();
    expect(idIn(outcome(operation, source())[0] ?? '')).toBe(ID);
    expect(idIn(outcome(operation, source({}, 'urn:uuid:1'))[0] ?? '')).toBe('urn:uuid:1');
    expect(outcome(operation, source({}, `${ID}0`))[0]).toBe(
      'FILL_INVALID the generator of a uuid cannot be the value of "Id": it must have at most 36 characters, has 37',
    );
  });

  test('times are those of toISOString', () => {
    const operation = compile();
    for (const now of [NOW, NOW + 1, NOW + 94, NOW + 994, NOW + 60_000, NOW - 1, NOW])
      expect(atIn(outcome(operation, source({}, ID, now))[0] ?? '')).toBe(new Date(now).toISOString());
  });

  test('a time that its type does not take is the owner’s error, after one that it took', () => {
    const operation = compile();
    outcome(operation, source());
    expect(outcome(operation, source({}, ID, Date.UTC(2019, 0, 1)))[0]).toMatch(
      /^FILL_INVALID the generator of a timestamp cannot be the value of "LateAt": it /,
    );
  });
});

test('the limit on elements and attributes counts texts that are kept', () => {
  const nodesOf = (operation: ReturnType<typeof compile>): boolean => {
    try {
      operation.toXml({ Last: 'z' }, { fills: source() });
      return true;
    } catch (error) {
      if (isMappingError(error)) return false;
      throw error;
    }
  };
  for (let requestNodes = 10; requestNodes < 20; requestNodes += 1) {
    const operation = compile({ requestNodes });
    const first = nodesOf(operation);
    expect([requestNodes, nodesOf(operation), nodesOf(operation)]).toEqual([requestNodes, first, first]);
  }
});
