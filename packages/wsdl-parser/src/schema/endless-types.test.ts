import { expect, test } from 'vitest';
import { parseWsdlText } from '../parse-wsdl.js';
import { reportEndlessTypes } from './endless-types.js';
import { link, schemaDocument } from './testing/link.js';

function schema(content: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">${content}</xs:schema>`;
}

function endless(content: string): readonly string[] {
  const found: string[] = [];
  const { set } = link([schemaDocument(schema(content))]);
  reportEndlessTypes(set, { file: '', line: 0, column: 0 }, ({ message }) => found.push(message));
  return found;
}

const type = (name: string, content: string, attributes = ''): string =>
  `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;
const sequence = (...particles: string[]): string => `<xs:sequence>${particles.join('')}</xs:sequence>`;
const choice = (...particles: string[]): string => `<xs:choice>${particles.join('')}</xs:choice>`;
const el = (name: string, of: string, more = ''): string =>
  `<xs:element name="${name}" type="${of}" ${more}/>`;

test.each([
  ['itself', type('A', sequence(el('n', 'xs:int'), el('a', 't:A'))), ['complexType {urn:t}A', 'a']],
  [
    'two types of a cycle are one finding',
    type('A', sequence(el('b', 't:B'))) + type('B', sequence(el('a', 't:A'))),
    ['complexType {urn:t}A', 'b/a'],
  ],
  [
    'in all',
    type('A', `<xs:all>${el('n', 'xs:int', 'minOccurs="0"')}${el('a', 't:A')}</xs:all>`),
    ['complexType {urn:t}A', 'a'],
  ],
  [
    'in every branch of a choice',
    type('A', choice(el('a', 't:A'), sequence(el('n', 'xs:int'), el('b', 't:A')))),
    ['complexType {urn:t}A', 'a'],
  ],
  [
    'in a repeated group',
    type('A', sequence('<xs:sequence minOccurs="2" maxOccurs="3">', el('a', 't:A'), '</xs:sequence>')),
    ['complexType {urn:t}A', 'a'],
  ],
  [
    'an extension',
    type('A', sequence(el('b', 't:B'))) +
      type(
        'B',
        `<xs:complexContent><xs:extension base="t:A">${sequence(el('n', 'xs:int'))}</xs:extension></xs:complexContent>`,
      ),
    ['complexType {urn:t}B', 'b'],
  ],
  [
    'an anonymous type',
    `<xs:element name="a"><xs:complexType>${sequence('<xs:element ref="t:a"/>')}</xs:complexType></xs:element>`,
    ['the complexType of {urn:t}a', 'a'],
  ],
  [
    'an abstract element whose only substitute needs it',
    `${el('h', 't:H', 'abstract="true"')}${el('s', 't:S', 'substitutionGroup="t:h"')}${type('H', '')}${type('S', `<xs:complexContent><xs:extension base="t:H">${sequence('<xs:element ref="t:h"/>')}</xs:extension></xs:complexContent>`)}`,
    ['complexType {urn:t}S', 'h'],
  ],
  [
    'an abstract type whose only derived type needs it',
    `${type('H', '', 'abstract="true"')}${type('S', `<xs:complexContent><xs:extension base="t:H">${sequence(el('h', 't:H'))}</xs:extension></xs:complexContent>`)}`,
    ['complexType {urn:t}H', 'h'],
  ],
])('a type that requires itself: %s', (_, content, [component, path]) => {
  expect(endless(content)).toEqual([`a value of ${component} always holds another one, in ${path}`]);
});

test.each([
  ['optional', type('A', sequence(el('a', 't:A', 'minOccurs="0"')))],
  ['nillable', type('A', sequence(el('a', 't:A', 'nillable="true"')))],
  ['in an optional group', type('A', `<xs:sequence minOccurs="0">${el('a', 't:A')}</xs:sequence>`)],
  ['next to another branch', type('A', choice(el('a', 't:A'), el('n', 'xs:int')))],
  [
    'with a substitute that ends',
    `${el('h', 't:H')}${el('s', 'xs:anyType', 'substitutionGroup="t:h"')}${type('H', sequence('<xs:element ref="t:h"/>'))}`,
  ],
  [
    'an abstract type with a derived type that ends',
    `${type('H', '', 'abstract="true"')}${type('S', `<xs:complexContent><xs:extension base="t:H">${sequence(el('h', 't:H'))}</xs:extension></xs:complexContent>`)}${type('E', '<xs:complexContent><xs:extension base="t:H"/></xs:complexContent>')}`,
  ],
  ['through anyType', type('A', sequence(el('a', 'xs:anyType')))],
  ['a wildcard', type('A', sequence('<xs:any/>'))],
  [
    'an element that nothing can stand for',
    `${el('h', 'xs:int', 'abstract="true"')}${type('A', sequence('<xs:element ref="t:h"/>'))}`,
  ],
])('a type that can end: %s', (_, content) => {
  expect(endless(content)).toEqual([]);
});

test('the finding says where and what to do; an encoded message may leave out every member', async () => {
  const wsdl = (
    use: string,
  ): string => `<definitions name="S" targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
<types>${schema(`\n${type('Node', sequence(el('next', 't:Node')))}`)}</types>
<message name="In"><part name="p" type="t:Node"/></message>
<portType name="P"><operation name="Op"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction=""/><input><soap:body use="${use}" namespace="urn:t"/></input></operation></binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
  expect((await parseWsdlText(wsdl('literal'))).diagnostics).toEqual([
    {
      code: 'ENDLESS_TYPE',
      severity: 'warning',
      message: 'a value of complexType {urn:t}Node always holds another one, in next',
      file: 'service.wsdl',
      line: 3,
      column: 1,
      component: 'complexType {urn:t}Node',
      effect: 'messages that require a value of this type cannot be written, and it has no example',
      advice: 'make the recursive element optional or nillable',
    },
  ]);
  expect((await parseWsdlText(wsdl('encoded'))).diagnostics).toEqual([]);
});

test('the work is linear in the size of the schema', () => {
  const wide = (count: number): string => {
    const types = Array.from({ length: count }, (_, i) => type(`T${i}`, sequence(el('next', `t:T${i + 1}`))));
    const fields = Array.from({ length: count }, (_, i) => el(`f${i}`, `t:T${i}`));
    return schema(
      `${types.join('')}${type(`T${count}`, sequence(el('first', 't:T0')))}${type('All', sequence(...fields))}`,
    );
  };
  const reads = (count: number): number => {
    const { set } = link([schemaDocument(wide(count))]);
    const counted = countReads(set);
    reportEndlessTypes(counted.value, { file: '', line: 0, column: 0 }, () => {});
    return counted.reads();
  };
  expect(reads(4000)).toBeLessThan(9 * reads(500));
});

/** A value that counts how often a member of it, or of anything in it, is read. */
function countReads<Value extends object>(value: Value): { value: Value; reads: () => number } {
  let reads = 0;
  const known = new WeakMap<object, object>();
  const watch = <Part>(part: Part): Part => {
    if (typeof part !== 'object' || part === null) return part;
    const watched =
      known.get(part) ??
      new Proxy(part, {
        get(target, name) {
          reads += 1;
          return watch(Reflect.get(target, name));
        },
      });
    known.set(part, watched);
    return watched as Part;
  };
  return { value: watch(value), reads: () => reads };
}
