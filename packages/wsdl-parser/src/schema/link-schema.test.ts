import { expect, test } from 'vitest';
import { link, schema } from './testing/link.js';

test('types appear in document order, anonymous ones where they are written', () => {
  const { set, diagnostics } = link([
    schema(`
      <xs:element name="order"><xs:complexType><xs:sequence>
        <xs:element name="line"><xs:complexType><xs:attribute name="sku"><xs:simpleType>
          <xs:restriction base="xs:token"/></xs:simpleType></xs:attribute></xs:complexType></xs:element>
        <xs:element name="note"><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="Last"/>`),
  ]);
  expect(diagnostics).toEqual([]);
  expect(set.types.map((type) => [type.kind, type.name?.localName, type.owner?.localName])).toEqual([
    ['complex', undefined, 'order'],
    ['complex', undefined, 'line'],
    ['simple', undefined, 'sku'],
    ['simple', undefined, 'note'],
    ['complex', 'Last', undefined],
  ]);
});
