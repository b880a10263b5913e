import { describe, expect, test } from 'vitest';
import { contentOf, problemsOf, requestOf, typedEncoder } from '../testing/encoding.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, T, times } from '../testing/schema-literal.js';

describe('$content (MX-1 to MX-4)', () => {
  const schema = new SchemaLiteral().element('x', 'int', { namespace: 'urn:x' });
  const para = schema.complex('Para', undefined, {
    attributes: [attribute('lang', 'string')],
    content: {
      kind: 'mixed',
      particle: times(
        choice(el('b', 'string'), el('i', 'int'), any({ namespaces: { kind: 'not', namespace: T } })),
        0,
        'unbounded',
      ),
    },
  });
  const ordered = schema.complex(
    'Ordered',
    sequence(
      el('a', 'int'),
      times(el('b', 'int'), 0, 1),
      times(el('a', 'int'), 1, 2),
      times(sequence(el('c', 'int'), el('b', 'int')), 0, 1),
    ),
  );
  const text = schema.complex('Text', undefined, { content: { kind: 'mixed' } });
  const encoder = typedEncoder(schema, { p: para, o: ordered, t: text });

  test('text and elements in order', () => {
    expect(
      contentOf(encoder, {
        p: { '@lang': 'en', $content: ['Hello ', { b: 'w<' }, ', ', { i: 1 }, { '{urn:x}x': 2 }, '&'] },
      }),
    ).toBe(
      '<ns1:p lang="en">Hello <ns1:b>w&lt;</ns1:b>, <ns1:i>1</ns1:i><ns2:x xmlns:ns2="urn:x">2</ns2:x>&amp;</ns1:p>',
    );
    expect(contentOf(encoder, { t: { $content: ['x'] } })).toBe('<ns1:t>x</ns1:t>');
    expect(contentOf(encoder, { t: { $content: [] } })).toBe('<ns1:t/>');
    expect(contentOf(encoder, { o: { $content: [{ a: 1 }, { a: 2 }, { c: 3 }, { b: 4 }] } })).toBe(
      '<ns1:o><ns1:a>1</ns1:a><ns1:a>2</ns1:a><ns1:c>3</ns1:c><ns1:b>4</ns1:b></ns1:o>',
    );
  });
  test.each([
    [{ o: { $content: [{ a: 1 }, { b: 2 }] } }, ['/o/$content required']],
    [{ o: { $content: [{ a: 1 }, { c: 2 }, { a: 'x' }] } }, ['/o/$content/1 content']],
    [{ o: { $content: [{ a: 'x' }, { a: 2 }, 'text'] } }, ['/o/$content/0/a type', '/o/$content/2 content']],
    [{ o: { a: 1 } }, ['/o/$content required', '/o/a additionalProperties']],
    [{ p: { $content: [{ b: null }] } }, ['/p/$content/0/b nullable']],
    [{ p: { $content: [{ '{urn:t}b': 'x' }] } }, ['/p/$content/0 content']],
    [{ p: { $content: 'x' } }, ['/p/$content type']],
    [{ t: { $content: [{ b: 1 }] } }, ['/t/$content/0 content']],
    [{ t: { $content: ['\uffff'] } }, ['/t/$content/0 xmlChar']],
  ])('MX-3: errors of %j', (input, problems) => {
    expect(problemsOf(encoder, input)).toEqual(problems);
  });
  test('CM-8: values of a key with several places are assigned from left to right', () => {
    const request = requestOf(
      new SchemaLiteral(),
      el('a', 'int'),
      el('b', 'int'),
      times(el('a', 'int'), 0, 'unbounded'),
      el('c', 'int'),
    );
    expect(contentOf(request, { a: [1, 2, 3], b: 0, c: 9 })).toBe(
      '<ns1:a>1</ns1:a><ns1:b>0</ns1:b><ns1:a>2</ns1:a><ns1:a>3</ns1:a><ns1:c>9</ns1:c>',
    );
    expect(problemsOf(request, { a: [], b: 0, c: 9 })).toEqual(['/a minItems']);
    expect(problemsOf(request, { b: 0, c: 9 })).toEqual(['/a required']);
  });
});
