import type { ServiceModel } from '@soapstone/soap-model';
import { any, attribute, choice, el, part, SchemaLiteral, sequence, times } from './schema-literal.js';

const schema = new SchemaLiteral();
const types = {
  s: 'string',
  norm: 'normalizedString',
  tok: schema.simple('Tok', 'token', { minLength: 1, maxLength: 5 }),
  code: schema.simple('Code', 'token', { enumeration: ['EUR', 'US D', 'a<b', '"', 'é'] }),
  pat: schema.simple('Pat', 'string', { patterns: ['[A-Z]{2}\\d*', 'x+'] }),
  int: 'int',
  small: schema.simple('Small', 'int', { minInclusive: '-5', maxExclusive: '100' }),
  long: 'long',
  ulong: 'unsignedLong',
  big: 'integer',
  dec: schema.simple('Dec', 'decimal', { minExclusive: '0', fractionDigits: 2, totalDigits: 6 }),
  anyDec: 'decimal',
  dbl: 'double',
  flt: 'float',
  bool: 'boolean',
  date: 'date',
  time: 'dateTime',
  hex: 'hexBinary',
  b64: 'base64Binary',
  uri: 'anyURI',
  q: 'QName',
  ints: schema.list('Ints', 'int'),
  un: schema.union('Un', ['int', 'boolean', 'NCName']),
  open: 'anyType',
  simple: 'anySimpleType',
} as const;
const members = Object.keys(types) as (keyof typeof types)[];
/** The names of the members of simple types. */
export const names: readonly string[] = members;
const base = schema.complex('Base', sequence(el('s', 'string'), times(el('int', 'int'), 0, 1)));
schema.complex('Derived', sequence(el('s', 'string'), el('more', types.small)), {
  base,
  derivation: 'extension',
  attributes: [attribute('code', types.code)],
});
const op = schema.complex(
  'Op',
  (self) =>
    sequence(
      ...members.map((name) => times(el(name, types[name], { nillable: name < 'd' }), 0, 1)),
      times(el('list', types.dec), 0, 3),
      times(el('nils', types.code, { nillable: true }), 0, 'unbounded'),
      times(el('base', base), 0, 'unbounded'),
      el('def', 'int', { default: '7' }),
      times(choice(el('a', 'string'), sequence(el('b', 'int'), times(el('c', 'int'), 0, 1))), 0, 1),
      times(choice(el('k', 'string'), el('n', 'int')), 0, 4),
      times(el('self', self), 0, 2),
      times(any({ namespaces: { kind: 'not', namespace: 'urn:t' } }), 0, 3),
    ),
  { attributes: [attribute('x', 'string'), attribute('y', types.small), attribute('z', types.code)] },
);
schema.element('Op', op);
schema.element('Base', base);
schema.element('Code', types.code);
schema.element('OpResponse', schema.complex(undefined));
const rpcParts = [part('p', { type: op }), part('base', { type: base }), part('code', { type: types.code })];
/** One record as the root of a message in each way in which a root appears in the Body. */
export const model: ServiceModel = schema.service({
  Op: {},
  BaseElement: { input: { parts: [part('p', 'Base')] }, output: 'none' },
  Parts: { input: { parts: [part('p', 'Op'), part('q', 'Base'), part('r', 'Code')] }, output: 'none' },
  TypePart: { input: { parts: [part('p', { type: op })] }, output: 'none' },
  BaseTypePart: { input: { parts: [part('p', { type: base })] }, output: 'none' },
  ValuePart: { input: { parts: [part('p', { type: types.code })] }, output: 'none' },
  Rpc: { style: 'rpc', input: { parts: rpcParts }, output: 'none' },
  Encoded: { style: 'rpc', input: { parts: rpcParts, use: 'encoded' }, output: 'none' },
});
