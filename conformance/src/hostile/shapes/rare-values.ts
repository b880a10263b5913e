import { answerWith, makeWsdl, many, sequence, times } from '../make-wsdl.js';
import type { HostileService, HostileShape } from '../shape.js';

/** Values of rarer simple types, in both directions. */
export const RARE_VALUES: readonly HostileShape[] = [
  simple('facets on a union of lists', (n) => {
    const lists = times(
      20,
      (i) =>
        `<xs:simpleType name="I${i}"><xs:list itemType="xs:${i % 2 === 0 ? 'date' : 'int'}"/></xs:simpleType><xs:simpleType name="L${i}"><xs:restriction base="t:I${i}"><xs:maxLength value="${i + 1}"/><xs:pattern value="[0-9 ]{1,${100 * n}}"/></xs:restriction></xs:simpleType>`,
    );
    const enumerations = times(1000 * n, (i) => `<xs:enumeration value="${i} ${i}"/>`);
    return {
      types: `${lists}<xs:simpleType name="U"><xs:union memberTypes="${times(20, (i) => `t:L${i}`, ' ')}"/></xs:simpleType><xs:simpleType name="V"><xs:restriction base="t:U">${enumerations}</xs:restriction></xs:simpleType>`,
      json: '"7 7"',
      text: '7 7',
      count: 1000 * n,
    };
  }),
  simple('fraction digits next to very long numbers', (n) => ({
    types: restriction(
      'xs:decimal',
      `<xs:fractionDigits value="999999999"/><xs:totalDigits value="999999999"/><xs:maxInclusive value="${'9'.repeat(900)}"/>`,
    ),
    json: `0.${'1'.repeat(400)}`,
    text: `${'1'.repeat(400)}.${'1'.repeat(400)}`,
    count: 1000 * n,
  })),
  simple('dates with years of 5,000 digits', (n) => ({
    types: restriction('xs:dateTime', '<xs:minInclusive value="2000-01-01T00:00:00Z"/>'),
    json: `"${'9'.repeat(5000)}-12-31T24:00:00.${'9'.repeat(1000)}+14:00"`,
    text: `${'9'.repeat(5000)}-12-31T24:00:00.${'9'.repeat(1000)}+14:00`,
    count: 60 * n,
  })),
  simple('durations of long numbers', (n) => ({
    types: restriction('xs:duration', '<xs:maxInclusive value="P1Y"/>'),
    json: `"P${'9'.repeat(300)}Y${'9'.repeat(300)}M${'9'.repeat(300)}DT${'9'.repeat(300)}S"`,
    text: `-P${'9'.repeat(300)}Y${'9'.repeat(300)}M`,
    count: 250 * n,
  })),
  simple('an enumeration of 5,000 instants', (n) => ({
    types: restriction(
      'xs:dateTime',
      times(2500 * n, (i) => `<xs:enumeration value="${2000 + i}-01-01T00:00:00+0${i % 10}:00"/>`),
    ),
    json: '"1999-12-31T23:00:00Z"',
    text: '2000-01-01T01:00:00+01:00',
    count: 5000 * n,
  })),
  simple('base64 in lists', (n) => ({
    types: '<xs:simpleType name="V"><xs:list itemType="xs:base64Binary"/></xs:simpleType>',
    json: `[${times(200, () => '"QUJD"', ',')}]`,
    text: times(200, () => 'QUJD', ' '),
    count: 200 * n,
  })),
  simple('hexadecimal with a length', (n) => ({
    types: restriction(
      'xs:hexBinary',
      '<xs:maxLength value="2147483647"/><xs:pattern value="([0-9a-fA-F]{2})*"/>',
    ),
    json: `"${'ab'.repeat(20_000)}"`,
    text: 'AB'.repeat(20_000),
    count: 10 * n,
  })),
  simple('numbers outside a double', (n) => ({
    types: restriction('xs:double', ''),
    json: '1e400',
    text: `1${'0'.repeat(400)}`,
    count: 5000 * n,
  })),
  simple('classes subtracted 100 deep', (n) => ({
    types: restriction(
      'xs:string',
      `<xs:pattern value="(${times(50 * n, (i) => `[&#x${(0x4e00 + i).toString(16)};-\\p{L}-`, '')}[a]${']'.repeat(50 * n)})*"/>`,
    ),
    json: `"${'b'.repeat(1000)}"`,
    text: 'b'.repeat(1000),
    count: 100,
  })),
  simple('a quantifier of a billion', (n) => ({
    types: restriction('xs:string', '<xs:pattern value="(ab{0,1000000000}c){0,999999999}"/>'),
    json: `"${'abc'.repeat(100 * n)}"`,
    text: 'abc'.repeat(100 * n),
    count: 20,
  })),
  simple('a pattern nested 10,000 deep', (n) => ({
    types: restriction('xs:string', `<xs:pattern value="${'('.repeat(5000 * n)}a${')?'.repeat(5000 * n)}"/>`),
    json: '"a"',
    text: 'a',
    count: 1000,
  })),
  simple('white space to collapse', (n) => ({
    types: restriction('xs:token', '<xs:maxLength value="10"/>'),
    json: `"a${' \\t'.repeat(5000)}b"`,
    text: `a${' \t'.repeat(10_000)}b`,
    count: 15 * n,
  })),
  simple('lists of names with a namespace each', (n) => ({
    types: '<xs:simpleType name="V"><xs:list itemType="xs:QName"/></xs:simpleType>',
    json: `[${times(100, (i) => `"{urn:x${i}}a"`, ',')}]`,
    text: times(100, (i) => `p${i}:a`, ' '),
    count: 100 * n,
    attributes: times(100, (i) => `xmlns:p${i}="urn:x${i}"`, ' '),
  })),
  simple('identifiers, each one unique', (n) => ({
    types: restriction('xs:ID', ''),
    json: '"same"',
    text: 'same',
    count: 20_000 * n,
  })),
];

interface SimpleParts {
  /** Declares the type `V`. */
  readonly types: string;
  readonly json: string;
  readonly text: string;
  readonly count: number;
  /** Attributes of the elements of the answer. */
  readonly attributes?: string;
}

/** Many values of a simple type, in both directions. */
function simple(name: string, make: (size: number) => SimpleParts): HostileShape {
  const service = (size: number): HostileService => {
    const { types, json, text, count, attributes = '' } = make(size);
    return {
      wsdl: makeWsdl({ types, input: sequence(many('v', 't:V')), output: sequence(many('v', 't:V')) }),
      operation: 'op',
      request: `{"v":[${times(count, () => json, ',')}]}`,
      answer: answerWith(times(count, () => `<t:v ${attributes}>${text}</t:v>`)),
    };
  };
  return { name: `construct: ${name}`, make: service };
}

function restriction(base: string, facets: string): string {
  return `<xs:simpleType name="V"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
}
