import { answerWith, makeWsdl, many, sequence, times } from '../make-wsdl.js';
import type { HostileService, HostileShape } from '../shape.js';

/** Work in the lexical rules of simple types: patterns, unions, lists, enumerations, numbers. */
export const SIMPLE_TYPES: readonly HostileShape[] = [
  shape('20 derived patterns over a list', (n) => {
    const types = `<xs:simpleType name="P0"><xs:restriction base="xs:string"/></xs:simpleType>${times(20, (i) => simple(`P${i + 1}`, `t:P${i}`, `<xs:pattern value="(a?){${6000 * n}}[a-z]*x?"/>`))}<xs:simpleType name="V"><xs:list itemType="t:P20"/></xs:simpleType>`;
    return both(
      types,
      times(8, (i) => 'a'.repeat(50 + i), ' '),
      8,
      () => `"${'a'.repeat(55)}"`,
    );
  }),
  shape('one pattern with a counted group', (n) =>
    both(
      simple('V', 'xs:string', `<xs:pattern value="(a{0,${50 * n}}b?){0,${50 * n}}c"/>`),
      'a'.repeat(5000 * n),
      1,
      () => `"${'a'.repeat(5000 * n)}"`,
    ),
  ),
  shape('patterns whose automaton explodes', (n) =>
    both(
      simple('V', 'xs:string', `<xs:pattern value="(a|b)*a(a|b){${40 * n}}"/>`),
      'abbab'.repeat(4000 * n),
      1,
      () => `"${'abbab'.repeat(4000 * n)}"`,
    ),
  ),
  shape('a thousand patterns in one type', (n) =>
    both(
      simple(
        'V',
        'xs:string',
        times(500 * n, (i) => `<xs:pattern value="x${i}[a-z]{1,99}y"/>`),
      ),
      'x1abc',
      2000,
      () => '"x1abc"',
    ),
  ),
  shape('a union of 500 members in a list', (n) =>
    both(union(250 * n), list(8500 * n, 'zz'), 8500 * n, () => '"zz"'),
  ),
  shape('a union of unions', (n) => {
    const depth = 10;
    const types = `${times(depth, (level) => `<xs:simpleType name="U${level + 1}"><xs:union memberTypes="t:U${level} t:U${level} t:M"/></xs:simpleType>`)}<xs:simpleType name="M"><xs:restriction base="xs:int"/></xs:simpleType><xs:simpleType name="U0"><xs:restriction base="xs:date"/></xs:simpleType><xs:simpleType name="V"><xs:list itemType="t:U${depth}"/></xs:simpleType>`;
    return both(types, list(2000 * n, 'zz'), 2000 * n, () => '"zz"');
  }),
  shape('lists in unions in lists of elements', (n) => {
    const types = `<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType><xs:simpleType name="L2"><xs:list itemType="xs:decimal"/></xs:simpleType><xs:simpleType name="V"><xs:union memberTypes="${times(25 * n, (i) => (i % 2 === 0 ? 't:L' : 't:L2'), ' ')}"/></xs:simpleType>`;
    return repeated(
      types,
      200,
      () => `[${times(100 * n, () => '"q"', ',')}]`,
      times(100 * n, () => 'q', ' '),
    );
  }),
  shape('an enumeration of 20,000 values', (n) =>
    both(
      simple(
        'V',
        'xs:string',
        times(10_000 * n, (i) => `<xs:enumeration value="value-${i}"/>`),
      ),
      'value',
      5000 * n,
      () => '"value"',
    ),
  ),
  shape('an enumeration of decimals', (n) =>
    both(
      simple(
        'V',
        'xs:decimal',
        times(5000 * n, (i) => `<xs:enumeration value="${i}.50"/>`),
      ),
      '0.5',
      5000 * n,
      (i) => `${i % 7}.7`,
    ),
  ),
  shape('an enumeration of QNames', (n) =>
    both(
      simple(
        'V',
        'xs:QName',
        times(3000 * n, (i) => `<xs:enumeration value="t:n${i}"/>`),
      ),
      't:q',
      2000 * n,
      () => '"{urn:h}q"',
    ),
  ),
  shape('facets of very long numbers', (n) =>
    both(
      simple(
        'V',
        'xs:decimal',
        `<xs:maxInclusive value="${'9'.repeat(900)}"/><xs:totalDigits value="950"/><xs:fractionDigits value="3"/>`,
      ),
      '1'.repeat(900),
      500 * n,
      () => '8'.repeat(900),
    ),
  ),
  shape('a chain of 500 derived types', (n) => {
    const depth = 250 * n;
    const types = `<xs:simpleType name="D0"><xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction></xs:simpleType>${times(depth, (i) => simple(`D${i + 1}`, `t:D${i}`, `<xs:maxLength value="${10_000 - i}"/><xs:pattern value="[a-z]*"/>`))}<xs:simpleType name="V"><xs:restriction base="t:D${depth}"/></xs:simpleType>`;
    return both(types, 'abc', 2000, () => '"abc"');
  }),
  shape('unions in attributes', (n) => {
    const attributes = times(100, (i) => `<xs:attribute name="a${i}" type="t:V"/>`);
    const types = `${union(100 * n)}<xs:complexType name="R">${attributes}</xs:complexType>`;
    return {
      wsdl: makeWsdl({ types, input: sequence(many('r', 't:R')), output: sequence(many('r', 't:R')) }),
      operation: 'op',
      request: `{"r":[${times(50 * n, () => `{${times(100, (i) => `"@a${i}":"zz"`, ',')}}`, ',')}]}`,
      answer: answerWith(times(50 * n, () => `<t:r ${times(100, (i) => `a${i}="zz"`, ' ')}/>`)),
    };
  }),
];

function shape(name: string, make: (size: number) => HostileService): HostileShape {
  return { name, make };
}

function simple(name: string, base: string, facets: string): string {
  return `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
}

/** `V` is a list of a union of restricted types that accept few texts. */
function union(members: number): string {
  const types = times(members, (i) =>
    simple(
      `M${i}`,
      i % 3 === 0 ? 'xs:date' : i % 3 === 1 ? 'xs:int' : 'xs:string',
      i % 3 === 2 ? `<xs:pattern value="m${i}[0-9]+"/>` : '',
    ),
  );
  return `${types}<xs:simpleType name="M"><xs:union memberTypes="${times(members, (i) => `t:M${i}`, ' ')}"/></xs:simpleType><xs:simpleType name="V"><xs:list itemType="t:M"/></xs:simpleType>`;
}

function list(count: number, item: string): string {
  return times(count, () => item, ' ');
}

/** The type `V` in one element: as a list if the JSON is an array. */
function both(types: string, text: string, count: number, item: (index: number) => string): HostileService {
  if (/name="V"><xs:list/.test(types)) {
    return {
      wsdl: makeWsdl({
        types,
        input: sequence('<xs:element name="v" type="t:V" minOccurs="0"/>'),
        output: sequence('<xs:element name="v" type="t:V" minOccurs="0"/>'),
      }),
      operation: 'op',
      request: `{"v":[${times(count, item, ',')}]}`,
      answer: answerWith(`<t:v>${text}</t:v>`),
    };
  }
  return repeated(types, count, item, text);
}

function repeated(
  types: string,
  count: number,
  item: (index: number) => string,
  text: string,
): HostileService {
  return {
    wsdl: makeWsdl({ types, input: sequence(many('v', 't:V')), output: sequence(many('v', 't:V')) }),
    operation: 'op',
    request: `{"v":[${times(count, item, ',')}]}`,
    answer: answerWith(times(count, () => `<t:v>${text}</t:v>`)),
  };
}
