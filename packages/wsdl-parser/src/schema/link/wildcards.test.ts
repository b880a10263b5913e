import type { Wildcard } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { link, schema } from '../testing/link.js';
import { notation } from '../testing/notation.js';
import { intersectWildcards, uniteWildcards } from './wildcards.js';

const ANY: Wildcard['namespaces'] = { kind: 'any' };
const not = (namespace: string): Wildcard['namespaces'] => ({ kind: 'not', namespace });
const list = (...namespaces: string[]): Wildcard['namespaces'] => ({ kind: 'list', list: namespaces });

// XML Schema Part 1 §3.10.6; `''` is the absent namespace, and "not" excludes it as well.
const TABLE: readonly (readonly [
  Wildcard['namespaces'],
  Wildcard['namespaces'],
  union: Wildcard['namespaces'],
  intersection: Wildcard['namespaces'],
])[] = [
  [ANY, ANY, ANY, ANY],
  [ANY, not('a'), ANY, not('a')],
  [ANY, list('a'), ANY, list('a')],
  [list('a'), list('a'), list('a'), list('a')],
  [list('a', 'b'), list('b', 'c'), list('b', 'c', 'a'), list('b')],
  [list('a'), list('b'), list('b', 'a'), list()],
  [list('a'), list(''), list('', 'a'), list()],
  [not('a'), not('a'), not('a'), not('a')],
  [not('a'), not('b'), not(''), not('a')],
  [not('a'), not(''), not(''), not('a')],
  [not('a'), list('a', ''), ANY, list()],
  [not('a'), list('a'), not(''), list()],
  [not('a'), list('b'), not('a'), list('b')],
  [not('a'), list(''), ANY, list()],
  [not('a'), list('b', 'a'), not(''), list('b')],
  [not(''), list(''), ANY, list()],
  [not(''), list('a'), not(''), list('a')],
];

describe('attribute wildcards', () => {
  test.each(TABLE)('%j with %j', (a, b, union, intersection) => {
    const first: Wildcard = { namespaces: a, processContents: 'lax' };
    const second: Wildcard = { namespaces: b, processContents: 'strict' };
    const sorted = ({ namespaces, processContents }: Wildcard): unknown => [
      namespaces.kind === 'list' ? [...namespaces.list].sort() : namespaces,
      processContents,
    ];
    const want = (
      namespaces: Wildcard['namespaces'],
      processContents: Wildcard['processContents'],
    ): unknown => sorted({ namespaces, processContents });
    expect(sorted(uniteWildcards(first, second))).toEqual(want(union, 'lax'));
    expect(sorted(uniteWildcards(second, first))).toEqual(want(union, 'strict'));
    expect(sorted(intersectWildcards(first, second))).toEqual(want(intersection, 'lax'));
    // The first of two different "not" is kept: their intersection has no form in 1.0.
    if (a.kind === 'not' && b.kind === 'not' && a.namespace !== b.namespace && b.namespace !== '') return;
    expect(sorted(intersectWildcards(second, first))).toEqual(want(intersection, 'strict'));
  });
});

test.each([
  ['##any', '##any'],
  ['##other', 'not(urn:t)'],
  ['##targetNamespace', '{urn:t}'],
  ['##local', '{}'],
  ['##targetNamespace ##local urn:x', '{urn:t  urn:x}'],
  [' urn:x\n urn:y urn:x ', '{urn:x urn:y}'],
  ['', '{}'],
])('namespace="%s"', (namespace, expected) => {
  const { set, diagnostics } = link([
    schema(
      `<xs:complexType name="P"><xs:sequence><xs:any namespace="${namespace}"/></xs:sequence></xs:complexType>`,
    ),
  ]);
  expect(diagnostics).toEqual([]);
  expect(notation(set).of('P')).toBe(`(any ${expected})`);
});

test('the wildcards of a type and of its attribute groups are intersected', () => {
  const { set } = link([
    schema(`<xs:attributeGroup name="G"><xs:anyAttribute namespace="urn:a urn:b" processContents="skip"/></xs:attributeGroup>
      <xs:attributeGroup name="H"><xs:attributeGroup ref="t:G"/><xs:anyAttribute namespace="urn:b urn:c"/></xs:attributeGroup>
      <xs:complexType name="P"><xs:attributeGroup ref="t:G"/><xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType>
      <xs:complexType name="Q"><xs:attributeGroup ref="t:G"/><xs:attributeGroup ref="t:H"/></xs:complexType>`),
  ]);
  const print = notation(set);
  expect(print.of('P')).toBe('empty @any {urn:a urn:b} lax');
  expect(print.of('Q')).toBe('empty @any {urn:b} skip');
});
