import { describe, expect, test } from 'vitest';
import { link, schema } from '../testing/link.js';

const constraint = (kind: string, attributes: string, selector: string, ...fields: readonly string[]) =>
  `<xs:${kind} ${attributes}><xs:selector xpath="${selector}"/>${fields.map((xpath) => `<xs:field xpath="${xpath}"/>`).join('')}</xs:${kind}>`;
const element = (constraints: string) => `<xs:element name="e" type="xs:string">${constraints}</xs:element>`;
const read = (constraints: string) => link([schema(element(constraints))]);

describe('identity constraints (XML Schema Part 1 §3.11)', () => {
  test('a key, a unique constraint and a keyref', () => {
    const { set, diagnostics } = read(
      constraint('key', 'name="k"', ' .//t:a / child::b ', '@id', 't:c') +
        constraint('unique', 'name="u"', 't:a | t:*', '.', './/*/@t:n') +
        constraint('keyref', 'name="r" refer="t:k"', '*', 'attribute::id', 'c'),
    );
    expect(diagnostics).toEqual([]);
    const a = { namespace: 'urn:t', localName: 'a' };
    const unqualified = (localName: string) => ({ namespace: '', localName });
    expect(set.elements[0]?.constraints).toEqual([
      {
        kind: 'key',
        name: { namespace: 'urn:t', localName: 'k' },
        selector: [{ descendant: true, steps: [a, unqualified('b')] }],
        fields: [
          [{ descendant: false, steps: [], attribute: unqualified('id') }],
          [{ descendant: false, steps: [{ namespace: 'urn:t', localName: 'c' }] }],
        ],
      },
      {
        kind: 'unique',
        name: { namespace: 'urn:t', localName: 'u' },
        selector: [
          { descendant: false, steps: [a] },
          { descendant: false, steps: [{ namespace: 'urn:t' }] },
        ],
        fields: [
          [{ descendant: false, steps: [] }],
          [{ descendant: true, steps: [{}], attribute: { namespace: 'urn:t', localName: 'n' } }],
        ],
      },
      {
        kind: 'keyref',
        name: { namespace: 'urn:t', localName: 'r' },
        refer: { namespace: 'urn:t', localName: 'k' },
        selector: [{ descendant: false, steps: [{}] }],
        fields: [
          [{ descendant: false, steps: [], attribute: unqualified('id') }],
          [{ descendant: false, steps: [unqualified('c')] }],
        ],
      },
    ]);
  });

  test('a local element and a reference have those of the declaration', () => {
    const { set } = link([
      schema(
        element(constraint('unique', 'name="u"', '*', '.')) +
          `<xs:element name="root"><xs:complexType><xs:sequence><xs:element ref="t:e"/><xs:element name="l" type="xs:int">${constraint('key', 'name="k"', '*', '@a')}</xs:element><xs:element name="m" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`,
      ),
    ]);
    const [root] = set.types;
    const particle =
      root?.kind === 'complex' && root.content.kind === 'element-only' ? root.content.particle : undefined;
    const names =
      particle !== undefined && 'particles' in particle
        ? particle.particles.map((each) =>
            each.kind === 'element' ? each.constraints?.map(({ name }) => name.localName) : [],
          )
        : [];
    expect(names).toEqual([['u'], ['k'], undefined]);
  });

  test.each([
    ['a predicate', constraint('key', 'name="k"', 't:a[1]', '.')],
    ['an absolute path', constraint('key', 'name="k"', '/t:a', '.')],
    ['an attribute in a selector', constraint('key', 'name="k"', '@a', '.')],
    ['an attribute in the middle', constraint('key', 'name="k"', 't:a', '@a/b')],
    ['a prefix that means nothing', constraint('key', 'name="k"', 'nowhere:a', '.')],
    ['nothing', constraint('key', 'name="k"', '', '.')],
    ['a very long path', constraint('key', 'name="k"', 't:a/'.repeat(1000), '.')],
    ['a keyref without a key', constraint('keyref', 'name="r"', 't:a', '.')],
  ])('one with %s is left out, with a diagnostic', (_, text) => {
    const { set, diagnostics } = read(text + constraint('unique', 'name="u"', 't:a', '.'));
    expect(diagnostics.map(({ code }) => code)).toEqual(['INVALID_SCHEMA_VALUE']);
    expect(set.elements[0]?.constraints?.map(({ name }) => name.localName)).toEqual(['u']);
  });

  test('an element without one has none', () => {
    expect(read('').set.elements[0]).not.toHaveProperty('constraints');
  });
});
