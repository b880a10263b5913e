import { describe, expect, test } from 'vitest';
import { exampleFor } from '../testing/example-for.js';
import { any, el, type SchemaLiteral, sequence, T } from '../testing/schema-literal.js';

describe('examples of wildcards are valid', () => {
  test.each<[string, (s: SchemaLiteral) => number | 'anyType', unknown]>([
    [
      'a required wildcard',
      (s) =>
        s.complex(
          undefined,
          sequence(
            any(),
            any({ namespaces: { kind: 'list', list: ['urn:l'] } }),
            any({ namespaces: { kind: 'not', namespace: 'urn:t' } }),
          ),
        ),
      {
        $any: [{ '{urn:example}element': 'text' }],
        $any2: [{ '{urn:l}element': 'text' }],
        $any3: [{ '{urn:example}element': 'text' }],
      },
    ],
    [
      'a strict wildcard shows a declared element',
      (s) =>
        s
          .element('known', 'int')
          .complex(
            undefined,
            sequence(any({ processContents: 'strict', namespaces: { kind: 'list', list: [T] } })),
          ),
      { $any: [{ '{urn:t}known': 1 }] },
    ],
    [
      'a strict wildcard that admits every namespace, if nothing but the input itself is declared',
      (s) => s.complex(undefined, sequence(any({ processContents: 'strict' }))),
      { $any: [{ '{urn:example}element': 'text' }] },
    ],
    [
      'a strict wildcard of the other namespaces',
      (s) =>
        s.complex(
          undefined,
          sequence(any({ processContents: 'strict', namespaces: { kind: 'not', namespace: T } })),
        ),
      { $any: [{ '{urn:example}element': 'text' }] },
    ],
    [
      'wildcards of no namespace, lax and strict',
      (s) => {
        const local = { kind: 'list', list: [''] } as const;
        return s.complex(
          undefined,
          sequence(
            any({ namespaces: local }),
            el('a', 'int'),
            any({ processContents: 'strict', namespaces: local }),
          ),
        );
      },
      { a: 1, $any: [{ element: 'text' }], $any2: [{ element: 'text' }] },
    ],
    [
      'a wildcard next to an element with the name that examples use',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el('element', 'int', { namespace: '' }),
            any({ namespaces: { kind: 'list', list: [''] } }),
          ),
        ),
      { element: 1, $any: [{ element2: 'text' }] },
    ],
    [
      'a strict wildcard of a namespace with one free name: that of an element with a fixed value',
      (s) =>
        s
          .element('known', 'int', { fixed: '7' })
          .complex(
            undefined,
            sequence(any({ processContents: 'strict', namespaces: { kind: 'list', list: [T] } })),
          ),
      { $any: [{ '{urn:t}known': 7 }] },
    ],
    [
      'a strict wildcard that leads back to the input, which can end',
      (s) => {
        const only = any({ processContents: 'strict', namespaces: { kind: 'list', list: [T] } });
        const a = s.complex(undefined, sequence(only));
        return s.complex(undefined, sequence(el('a', a, { minOccurs: 0 })));
      },
      { a: { $any: [{ '{urn:t}Op': {} }] } },
    ],
  ])('%s', (_, build, want) => {
    expect(exampleFor(build)).toEqual(want);
  });
});
