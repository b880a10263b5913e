import { describe, expect, test } from 'vitest';
import { base, changes, string } from '../testing/contract-changes.js';

const restricted = (facets: string, of = 'xs:string') =>
  `<xs:element name="name"><xs:simpleType><xs:restriction base="${of}">${facets}</xs:restriction></xs:simpleType></xs:element>`;
const listed = (...values: string[]) =>
  restricted(values.map((value) => `<xs:enumeration value="${value}"/>`).join(''));

describe('changes of a member', () => {
  test.each<[string, string, string, string[]]>([
    [
      'a new optional member',
      base,
      `${base}<xs:element name="x" type="xs:string" minOccurs="0"/>`,
      ['input /x added', 'output /x added'],
    ],
    [
      'a new required member',
      base,
      `${base}<xs:element name="x" type="xs:string"/>`,
      ['input /x added !', 'output /x added'],
    ],
    [
      'a later first date',
      restricted('<xs:minInclusive value="2020-01-01"/>', 'xs:date'),
      restricted('<xs:minInclusive value="2021-01-01"/>', 'xs:date'),
      [
        'input /name form ! x-xsd-minInclusive 2020-01-01 > 2021-01-01',
        'output /name form x-xsd-minInclusive 2020-01-01 > 2021-01-01',
      ],
    ],
    [
      'a later last date',
      restricted('<xs:maxInclusive value="2020-01-01"/>', 'xs:date'),
      restricted('<xs:maxInclusive value="2021-01-01"/>', 'xs:date'),
      [
        'input /name form x-xsd-maxInclusive 2020-01-01 > 2021-01-01',
        'output /name form x-xsd-maxInclusive 2020-01-01 > 2021-01-01',
      ],
    ],
    [
      'another longest duration, which may be shorter',
      restricted('<xs:maxExclusive value="P1M"/>', 'xs:duration'),
      restricted('<xs:maxExclusive value="P30D"/>', 'xs:duration'),
      ['input /name form ! x-xsd-maxExclusive P1M > P30D', 'output /name form x-xsd-maxExclusive P1M > P30D'],
    ],
    [
      'a removed member',
      base,
      '<xs:element name="name" type="xs:string"/>',
      ['input /age removed !', 'output /age removed !'],
    ],
    [
      'a member that becomes required',
      base,
      base.replace(' minOccurs="0"', ''),
      ['input /age required !', 'output /age required'],
    ],
    [
      'a member that becomes optional',
      base,
      base.replace(string, `${string} minOccurs="0"`),
      ['input /name optional', 'output /name optional !'],
    ],
    [
      'a member that becomes a list',
      base,
      base.replace(string, `${string} maxOccurs="9"`),
      ['input /name type !', 'output /name type !'],
    ],
    [
      'a member that may now be null',
      base,
      base.replace(string, `${string} nillable="true"`),
      ['input /name nullable', 'output /name nullable !'],
    ],
    [
      'a member that may no longer be null',
      base.replace(string, `${string} nillable="true"`),
      base,
      ['input /name not-nullable !', 'output /name not-nullable'],
    ],
    [
      'an enumeration that gains and loses a value',
      listed('a', 'b'),
      listed('b', 'c'),
      [
        'input /name values ! "a" > ',
        'input /name values  > "c"',
        'output /name values "a" > ',
        'output /name values !  > "c"',
      ],
    ],
    [
      'a text that becomes an enumeration',
      restricted(''),
      listed('a'),
      ['input /name form ! enum  > "a"', 'output /name form enum  > "a"'],
    ],
    [
      'an enumeration that becomes any text',
      listed('a'),
      restricted(''),
      ['input /name form enum "a" > ', 'output /name form ! enum "a" > '],
    ],
    [
      'a narrower bound',
      restricted('<xs:maxLength value="9"/>'),
      restricted('<xs:maxLength value="3"/>'),
      ['input /name form ! maxLength 9 > 3', 'output /name form maxLength 9 > 3'],
    ],
    [
      'a wider bound',
      restricted('<xs:minLength value="9"/>'),
      restricted('<xs:minLength value="3"/>'),
      ['input /name form minLength 9 > 3', 'output /name form minLength 9 > 3'],
    ],
    [
      'an added pattern is reported once',
      restricted(''),
      restricted('<xs:pattern value="[a-z]+"/>'),
      ['input /name form ! pattern  > ^(?:[a-z]+)$', 'output /name form pattern  > ^(?:[a-z]+)$'],
    ],
    [
      'a narrower built-in type of text',
      restricted(''),
      restricted('', 'xs:NCName'),
      ['input /name form ! x-xsd-type  > NCName', 'output /name form x-xsd-type  > NCName'],
    ],
    [
      'a wider built-in type of text',
      restricted('', 'xs:NCName'),
      restricted('', 'xs:token'),
      ['input /name form x-xsd-type NCName > token', 'output /name form x-xsd-type NCName > token'],
    ],
    [
      'a text that becomes a name with a namespace',
      restricted(''),
      restricted('', 'xs:QName'),
      ['input /name type !', 'output /name type !'],
    ],
  ])('%s', async (_, before, after, expected) => {
    const found = (await changes(before, after)).filter((change) => !change.includes(' /boss'));
    expect(found.sort()).toEqual(expected.sort());
  });
});
