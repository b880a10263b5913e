import { makeWsdl, many, sequence, times } from '../make-wsdl.js';
import type { HostileService, HostileShape } from '../shape.js';

const PLAIN = makeWsdl({
  types: `<xs:element name="h" type="xs:string"/><xs:complexType name="R"><xs:sequence><xs:element name="n" type="xs:string" minOccurs="0"/><xs:element name="amount" type="xs:decimal" minOccurs="0"/>${many('child', 't:R')}<xs:element name="free" type="xs:anyType" minOccurs="0"/></xs:sequence></xs:complexType>`,
  input: sequence('<xs:element name="v" type="t:R" minOccurs="0"/>'),
  headers: ['h'],
});

const QUERY = makeWsdl({
  types: '<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType>',
  input: sequence(
    `<xs:element name="n" type="xs:string" minOccurs="0"/><xs:element name="l" type="t:L" minOccurs="0"/>${many('r', 'xs:int')}`,
  ),
});

/** Hostile requests to an ordinary operation, and descriptions that are large rather than deep. */
export const CALLS: readonly HostileShape[] = [
  body(
    'a body of 1 MB of records',
    (n) => `{"v":{"child":[${times(20_000 * n, () => '{"n":"some text"}', ',')}]}}`,
  ),
  body('depth of 100,000', (n) => `{"v":${'{"child":['.repeat(25_000 * n)}`),
  body('90,000 wrong items', (n) => `{"v":{"child":[${times(45_000 * n, () => '1', ',')}]}}`),
  body('60,000 misspelt keys', (n) => `{"v":{"child":[${times(30_000 * n, () => '{"chid":1}', ',')}]}}`),
  body('60,000 unknown keys', (n) => `{"v":{${times(30_000 * n, (i) => `"k${i}":1`, ',')}}}`),
  body('one key 90,000 times', (n) => `{"v":{${times(45_000 * n, () => '"n":"1"', ',')}}}`),
  body('a string of 1 MB of escapes', (n) => `{"v":{"n":"${'\\u0041'.repeat(80_000 * n)}"}}`),
  body('a number of 1 MB', (n) => `{"v":{"amount":${'9'.repeat(500_000 * n)}}}`),
  body(
    'an exponent of a billion',
    (n) => `{"v":{"child":[${times(20_000 * n, () => '{"amount":1e1000000000}', ',')}]}}`,
  ),
  body('1 MB of line feeds, then an error', (n) => `${'\n'.repeat(500_000 * n)}{x`),
  body('60,000 header blocks', (n) => `{"$headers":{${times(30_000 * n, (i) => `"h${i}":"x"`, ',')}}}`),
  {
    name: 'call: X-SOAP-Headers of 12 KB',
    make: (n) => ({
      wsdl: PLAIN,
      operation: 'op',
      headers: {
        'x-soap-headers': Buffer.from(`{${times(300 * n, (i) => `"h${i}":1`, ',')}}`).toString('base64'),
      },
    }),
  },
  {
    name: 'call: GET with unknown parameters',
    make: (n) => ({ wsdl: QUERY, operation: 'op', query: times(600 * n, (i) => `p${i}=1`, '&') }),
  },
  {
    name: 'call: GET with one parameter repeated',
    make: (n) => ({ wsdl: QUERY, operation: 'op', query: times(1500 * n, () => 'r=1', '&') }),
  },
  {
    name: 'call: GET with a list',
    make: (n) => ({ wsdl: QUERY, operation: 'op', query: times(1500 * n, () => 'l=1', '&') }),
  },
  {
    name: 'call: GET of percent signs',
    make: (n) => ({ wsdl: QUERY, operation: 'op', query: `n=${'%41'.repeat(2000 * n)}` }),
  },
  {
    name: 'description: 1,500 operations',
    make: (n) => large({ operations: Array.from({ length: 750 * n }, (_, i) => `op${i === 0 ? '' : i}`) }),
  },
  {
    name: 'description: 1,500 operations of one large type',
    make: (n) =>
      large({
        operations: Array.from({ length: 750 * n }, (_, i) => `op${i === 0 ? '' : i}`),
        input: sequence(times(200, (i) => `<xs:element name="p${i}" type="xs:string" minOccurs="0"/>`)),
      }),
  },
  {
    name: 'description: documentation of 1 MB',
    make: (n) => large({ documentation: 'word '.repeat(100_000 * n) }),
  },
  {
    name: 'description: 20,000 complex types',
    make: (n) =>
      large({
        types: times(
          10_000 * n,
          (i) =>
            `<xs:complexType name="C${i}"><xs:sequence><xs:element name="p" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>`,
        ),
      }),
  },
  {
    name: 'description: 5,000 types in one message',
    make: (n) =>
      large({
        types: times(
          2500 * n,
          (i) =>
            `<xs:complexType name="C${i}"><xs:sequence><xs:element name="p" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>`,
        ),
        input: sequence(times(2500 * n, (i) => `<xs:element name="e${i}" type="t:C${i}" minOccurs="0"/>`)),
      }),
  },
  {
    name: 'description: operation names of 10,000 characters',
    make: (n) =>
      large({ operations: ['op', ...Array.from({ length: 20 }, (_, i) => 'n'.repeat(5000 * n) + i)] }),
  },
];

function body(name: string, make: (size: number) => string): HostileShape {
  return { name: `call: ${name}`, make: (size) => ({ wsdl: PLAIN, operation: 'op', request: make(size) }) };
}

function large(parts: Parameters<typeof makeWsdl>[0]): HostileService {
  return { wsdl: makeWsdl(parts), operation: 'op' };
}
