import { expect, test } from 'vitest';
import { link, schema } from '../testing/link.js';

const documented = (...paragraphs: string[]): string | undefined => {
  const { set } = link([
    schema(
      `<xs:element name="e"><xs:annotation><xs:appinfo>no</xs:appinfo>${paragraphs.map((text) => `<xs:documentation>${text}</xs:documentation>`).join('')}</xs:annotation></xs:element>`,
    ),
  ]);
  return set.elements[0]?.documentation;
};

test.each([
  ['trimmed', ['\n   An order.\n  '], 'An order.'],
  ['split into a paragraph per element', ['One.', '', 'Two.'], 'One.\n\nTwo.'],
  ['absent if it is only white space', [' \n '], undefined],
  ['without markup, whose text is kept', ['See <b xmlns="urn:h">this</b> and that.'], 'See this and that.'],
])('documentation is %s', (_, paragraphs, expected) => {
  expect(documented(...paragraphs)).toBe(expected);
});

test('it is cut at 2,000 characters, never inside one', () => {
  expect(documented('x'.repeat(2000))).toBe('x'.repeat(2000));
  expect(documented('x'.repeat(2001))).toBe(`${'x'.repeat(1999)}…`);
  expect(documented(`${'x'.repeat(1998)}😀😀`)).toBe(`${'x'.repeat(1998)}…`);
});

test('types, particles and attributes have theirs', () => {
  const note = (text: string): string =>
    `<xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation>`;
  const { set } = link([
    schema(`<xs:complexType name="P">${note('type')}<xs:sequence>${note('not kept')}<xs:element name="a">${note('element')}</xs:element></xs:sequence>
      <xs:attribute name="b">${note('attribute')}</xs:attribute></xs:complexType>
      <xs:simpleType name="S">${note('simple')}<xs:restriction base="xs:int">${note('not kept')}</xs:restriction></xs:simpleType>`),
  ]);
  expect(set.types).toMatchObject([
    {
      documentation: 'type',
      content: { particle: { particles: [{ documentation: 'element' }] } },
      attributes: [{ documentation: 'attribute' }],
    },
    { documentation: 'simple' },
  ]);
});
