import type { MessageEncoder } from '../encode/encoder.js';
import { encodeUtf8 } from '../platform.js';
import { encoderOf } from './encoding.js';
import { model, names } from './fuzzed-service.js';
import { pick, type Random } from './random.js';

/** The ways in which a root appears in the Body (§4.1). */
export interface Root {
  readonly name: string;
  readonly encoder: MessageEncoder;
  /** A random request, as JSON text. */
  make(random: Random): string;
}

/** Members of a record, nearly always all of them. */
const record = (random: Random, members: Readonly<Record<string, string>>): string => {
  const kept = Object.entries(members).filter(() => random(30) > 0);
  if (random(5) === 0) kept.reverse();
  return `{${kept.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
};
const rpcRecord = (random: Random): string =>
  record(random, { p: makeObject(random, 1), base: makeBase(random), code: makeValue(random, 'code') });
const root = (name: string, make: Root['make']): Root => ({
  name,
  encoder: encoderOf(model, name),
  make,
});
/** Every way, each with random inputs. */
export const ROOTS: readonly Root[] = [
  root('Op', (random) => makeObject(random, 2)),
  root('BaseElement', makeBase),
  root('Parts', (random) =>
    record(random, { Op: makeObject(random, 1), Base: makeBase(random), Code: makeValue(random, 'code') }),
  ),
  root('TypePart', (random) => makeObject(random, 1)),
  root('BaseTypePart', makeBase),
  root('ValuePart', (random) => record(random, { p: makeValue(random, 'code') })),
  root('Rpc', rpcRecord),
  root('Encoded', rpcRecord),
];

const TEXTS = [
  '',
  'EUR',
  'US D',
  ' US  D ',
  'a<b',
  '"',
  'é',
  'AB12',
  'xxx',
  'abcdef',
  'a\tb\r\n',
  'x&y>',
  '\u{1F600}',
];
const LEXICAL = [
  '1',
  '-0',
  '+5',
  ' 12 ',
  '1e3',
  'INF',
  'NaN',
  'true',
  '0',
  'ff',
  'AQID',
  '2026-02-29',
  '2024-02-29',
  '2026-01-01T24:00:00',
  '2026-01-01T10:00:00.5Z',
  '{urn:q}n',
  'urn:x',
  '99999999999999999999',
];
const RAW = [
  '0',
  '-0',
  '5',
  '99',
  '100',
  '-6',
  '0.5',
  '1.50',
  '1e2',
  '1E-2',
  '-1.25',
  '123456.78',
  '12345.6',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551615',
  '0.1234567890123456789',
  '1e400',
  'true',
  'false',
  'null',
  '[]',
  '[1,2]',
  '[1,null]',
  '["a"]',
  '{}',
  '[[1]]',
  '{"$type":"xs:int","$value":1}',
  '{"$value":1}',
  '{"@a":"1","$content":["t",{"u":1}]}',
];

/** Valid JSON, in all its spellings. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  s: ['""', '"x&y>"', '"a\\tb\\r\\n"', '"\\u00e9\\ud83d\\ude00"', '"é漢"'],
  norm: ['" a  b "', '"x"'],
  tok: ['"ab"', '" a  b "', '"é😀"'],
  code: ['"EUR"', '"US D"', '" US  D "', '"a<b"', '"\\""', '"\\u0045UR"'],
  pat: ['"AB12"', '"xxx"', '"AB"'],
  int: ['1', '-2147483648', '"+007"', '1.0', '1e3', '-0'],
  small: ['-5', '99', '"42"'],
  long: ['9007199254740993', '"9223372036854775807"', '-1'],
  ulong: ['18446744073709551615', '0'],
  big: ['123456789012345678901234567890', '"-5"'],
  dec: ['0.5', '1.50', '9999.99', '1e2', '".5"'],
  anyDec: ['0.10', '-0.0', '1E-2', '123456789.123456789123456789', '"1."'],
  dbl: ['1.5', '-0', '"INF"', '1e300', '0.0000001', '0.1234567890123456789', '5e-324'],
  flt: ['0.25', '16777217', '"NaN"', '1e-3'],
  bool: ['true', 'false'],
  date: ['"2024-02-29"', '"2026-01-01+14:00"', '"-0001-01-01Z"'],
  time: ['"2026-01-01T10:00:00.5Z"', '"2026-01-01T24:00:00"', '" 2026-01-01T00:00:00 "'],
  hex: ['"ff"', '"0A"', '""'],
  b64: [
    '"AQID"',
    '" AQ ID "',
    '""',
    '"AQ=="',
    '"AQI="',
    '"AR=="',
    '"AQJ="',
    '"AQI"',
    '"A==="',
    '"+\\/A="',
    '"=="',
  ],
  uri: ['"urn:x"', '" a b "', '""'],
  q: ['"{urn:q}n"', '"{urn:t}n"', '"n"'],
  ints: ['[1,2]', '[]', '["3"]'],
  un: ['5', 'true', '"x"', '"7"'],
  open: [
    '"t"',
    '5',
    'true',
    '{"$type":"xs:int","$value":1}',
    '{"@a":"1","$content":["t",{"u":1}]}',
    '{"{urn:o}a":[1,2]}',
    '{}',
  ],
  simple: ['"t"', '5', 'true', '{"$type":"xs:int","$value":1}'],
  '@x': ['"a\\"<\\n"', '""'],
  '@y': ['5', '-5'],
  '@z': ['"\\""', '"a<b"', '"EUR"'],
  def: ['1', '"2"'],
  a: ['"x"'],
};

function makeValue(random: Random, key = ''): string {
  const fitting = FITTING[key];
  if (fitting !== undefined && random(40) > 0) return pick(random, fitting);
  const text = JSON.stringify(pick(random, random(2) === 0 ? TEXTS : LEXICAL));
  return random(3) === 0 ? pick(random, RAW) : text;
}

function makeObject(random: Random, depth: number): string {
  const members: string[] = [];
  const add = (key: string, value: string): void => {
    members.push(`${JSON.stringify(key)}:${value}`);
  };
  for (const name of names) if (random(6) === 0) add(name, makeValue(random, name));
  for (const key of ['@x', '@y', '@z', 'def', 'a', 'b', 'c'])
    if (random(7) === 0) add(key, makeValue(random));
  const many = (make: () => string): string => `[${Array.from({ length: random(5) }, make).join(',')}]`;
  if (random(5) === 0)
    add(
      'list',
      many(() => pick(random, random(9) === 0 ? ['0', '1.234', 'null'] : ['1', '0.25', '"2"'])),
    );
  if (random(5) === 0)
    add(
      'nils',
      many(() => pick(random, random(20) === 0 ? ['"x"'] : ['"EUR"', 'null', '" é"'])),
    );
  if (random(5) === 0)
    add(
      'base',
      many(() => makeBase(random)),
    );
  if (random(5) === 0)
    add(
      '$items',
      many(() => pick(random, random(20) === 0 ? ['{"k":"x","n":1}', '{}'] : ['{"k":"x"}', '{"n":1}'])),
    );
  if (random(5) === 0)
    add(
      '$any',
      many(() =>
        pick(
          random,
          random(20) === 0 ? ['{"{urn:t}e":1}', '{}'] : ['{"{urn:o}e":1}', '{"{urn:p}e":{"@{urn:o}a":"x"}}'],
        ),
      ),
    );
  if (depth > 0 && random(3) === 0)
    add(
      'self',
      many(() => makeObject(random, depth - 1)),
    );
  if (random(30) === 0)
    add(pick(random, ['unknown', '__proto__', '$nil', 's', 'Int', '$type']), makeValue(random));
  if (random(3) === 0) members.sort(() => random(3) - 1);
  const space = random(5) === 0 ? pick(random, [' ', '\n\t', '\r\n ']) : '';
  return `{${space}${members.join(`${space},${space}`)}${space}}`;
}

function makeBase(random: Random): string {
  const text = makeValue(random, 's');
  if (random(20) === 0) return `{"$type":"Nope","s":${text}}`;
  if (random(2) === 0) return `{${pick(random, ['', '"$type":"Base",'])}"s":${text}}`;
  const members = ['"$type":"Derived"', `"s":${text}`, '"more":5', '"@code":"EUR"'];
  // `$type` comes first from most programs, but not from all.
  if (random(4) === 0) members.reverse();
  return `{${members.join(',')}}`;
}

/** Changes, doubles or removes a few bytes: most of the results are not JSON any more, some still are. */
export function mutate(random: Random, json: Uint8Array): Uint8Array {
  const bytes = [...json];
  for (let count = 1 + random(3); count > 0 && bytes.length > 1; count--) {
    const at = random(bytes.length);
    const kind = random(4);
    if (kind === 0) bytes[at] = pick(random, [...encodeUtf8('"\\{}[]:,0-.eE tnu<&\u0001é')]);
    else if (kind === 1) bytes.splice(at, 1 + random(3));
    else if (kind === 2) bytes.splice(at, 0, ...bytes.slice(at, at + random(12)));
    else bytes[at] = random(256);
  }
  return Uint8Array.from(bytes);
}
