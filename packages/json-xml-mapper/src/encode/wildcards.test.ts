import { defined } from '@soapstone/options/defined';
import { describe, expect, test } from 'vitest';
import type { WildcardMode } from '../api/options.js';
import { contentOf, encoderOf, problemsOf, requestOf, typedEncoder } from '../testing/encoding.js';
import { any, attribute, el, SchemaLiteral, sequence, T, times } from '../testing/schema-literal.js';

describe('strict wildcards require a declaration in namespaces for which the service has a schema (AN-3, AN-4)', () => {
  const encoder = (wildcards?: WildcardMode, declaresBare = false) => {
    const schema = new SchemaLiteral().element('known', 'int');
    if (declaresBare) schema.element('bare', 'int', { namespace: '' });
    const type = schema.complex(undefined, sequence(times(any({ processContents: 'strict' }), 0, 9)), {
      attributeWildcard: { namespaces: { kind: 'any' }, processContents: 'strict' },
    });
    schema.element('Op', type);
    schema.element('OpResponse', schema.complex(undefined));
    return encoderOf(schema.service({ Op: {} }), 'Op', defined({ wildcards }));
  };
  const foreign = { $any: [{ '{urn:x}a': 'v' }], $anyAttributes: { '{urn:x}b': 'w' } };
  const own = { $any: [{ '{urn:t}a': 'v' }], $anyAttributes: { '{urn:t}b': 'w' } };
  const refusedForeign = ['/$anyAttributes/{urn:x}b wildcard', '/$any/0/{urn:x}a wildcard'];
  const refusedOwn = ['/$anyAttributes/{urn:t}b wildcard', '/$any/0/{urn:t}a wildcard'];
  test.each<[WildcardMode | undefined, string[], string[]]>([
    [undefined, [], refusedOwn],
    ['known', [], refusedOwn],
    ['lax', [], []],
    ['strict', refusedForeign, refusedOwn],
  ])('wildcards: %s', (mode, foreignProblems, ownProblems) => {
    expect(problemsOf(encoder(mode), foreign)).toEqual(foreignProblems);
    expect(problemsOf(encoder(mode), own)).toEqual(ownProblems);
    expect(problemsOf(encoder(mode), { $any: [{ '{urn:t}known': 5 }] })).toEqual([]);
    expect(problemsOf(encoder(mode), { $any: [{ '{urn:t}known': 'five' }] })).toEqual([
      '/$any/0/{urn:t}known type',
    ]);
  });
  test('the absence of a namespace counts as one', () => {
    expect(problemsOf(encoder(), { $any: [{ undeclared: 'v' }] })).toEqual([]);
    expect(problemsOf(encoder(undefined, true), { $any: [{ undeclared: 'v' }] })).toEqual([
      '/$any/0/undeclared wildcard',
    ]);
    expect(problemsOf(encoder('lax', true), { $any: [{ undeclared: 'v' }] })).toEqual([]);
  });
  test('the message names the setting', () => {
    expect(encoder().validate(own)[1]?.message).toContain('wildcards: "lax"');
  });
});

describe('wildcards (AN-1 to AN-5)', () => {
  const schema = new SchemaLiteral()
    .element('known', 'int')
    .element('foreign', 'int', { namespace: 'urn:f' });
  const encoder = requestOf(
    schema,
    el('name', 'string', { minOccurs: 0 }),
    times(any({ processContents: 'lax' }), 0, 2),
    times(any({ namespaces: { kind: 'not', namespace: T }, processContents: 'strict' }), 0, 'unbounded'),
    times(
      any({ namespaces: { kind: 'list', list: ['', 'urn:l'] }, processContents: 'skip' }),
      0,
      'unbounded',
    ),
  );
  test('declared elements are typed, others are not, and foreign namespaces are declared where they are used', () => {
    const input = {
      $any: [
        { '{urn:x}Extra': { $content: [{ '{urn:x}p': '1' }, { q: { '@{urn:y}a': 'v' } }] } },
        { '{urn:t}known': 5 },
      ],
      $any2: [{ '{urn:f}foreign': 7 }],
      $any3: [{ plain: 'a' }, { '{urn:l}b': '' }],
    };
    expect(contentOf(encoder, input)).toBe(
      '<x1:Extra xmlns:x1="urn:x"><x1:p>1</x1:p><q xmlns:x2="urn:y" x2:a="v"/></x1:Extra><ns1:known>5</ns1:known>' +
        '<ns2:foreign xmlns:ns2="urn:f">7</ns2:foreign><plain>a</plain><x3:b xmlns:x3="urn:l"></x3:b>',
    );
  });
  test.each([
    [{ $any: [{ '{urn:t}known': 'x' }] }, ['/$any/0/{urn:t}known type']],
    [{ $any: [{ '{urn:t}name': 'x' }] }, ['/$any/0/{urn:t}name wildcard']],
    [{ $any: [{ a: 1, b: 2 }, {}, 5, { 'not a name': 1 }].slice(0, 2) }, ['/$any/0 type', '/$any/1 type']],
    [{ $any: [5, { 'not a name': 1 }] }, ['/$any/0 type', '/$any/1/not a name wildcard']],
    [{ $any: [{ '{urn:x}a><b': 1 }] }, ['/$any/0/{urn:x}a><b wildcard']],
    [{ $any: [{ a: 1 }, { a: 1 }, { a: 1 }] }, ['/$any maxItems']],
    [{ $any: { a: 1 } }, ['/$any type']],
    [{ $any2: [{ '{urn:t}known': 1 }] }, ['/$any2/0/{urn:t}known wildcard']],
    [{ $any2: [{ '{urn:f}unknown': 1 }] }, ['/$any2/0/{urn:f}unknown wildcard']],
    [{ $any3: [{ '{urn:x}a': 1 }] }, ['/$any3/0/{urn:x}a wildcard']],
  ])('errors of %j', (input, problems) => {
    expect(problemsOf(encoder, input).map((problem) => problem.replaceAll('~1', '/'))).toEqual(problems);
  });
  test.each([
    ['{urn:t}known', 'must be in a namespace other than urn:t'],
    ['plain', 'must be in a namespace other than urn:t'],
  ])('AN-3: the rejection of %s under ##other says what is admitted', (name, message) => {
    const problems = encoder.validate({ $any2: [{ [name]: 1 }] });
    expect(problems.map((problem) => problem.message)).toEqual([message]);
  });
  test('AN-4: attributes', () => {
    const open = new SchemaLiteral();
    const type = open.complex('Open', undefined, {
      attributes: [attribute('a', 'int')],
      attributeWildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
    });
    const request = typedEncoder(open, { o: type });
    expect(contentOf(request, { o: { '@a': 1, $anyAttributes: { '{urn:x}f': '<"', b: '2' } } })).toBe(
      '<ns1:o xmlns:x1="urn:x" a="1" b="2" x1:f="&lt;&quot;"/>',
    );
    expect(
      problemsOf(request, {
        o: {
          $anyAttributes: {
            a: '1',
            b: 2,
            'x y': '',
            xmlns: 'urn:evil',
            '{http://www.w3.org/2001/XMLSchema-instance}nil': 'true',
          },
        },
      }),
    ).toEqual([
      '/o/$anyAttributes/a wildcard',
      '/o/$anyAttributes/b type',
      '/o/$anyAttributes/x y wildcard',
      '/o/$anyAttributes/xmlns wildcard',
      '/o/$anyAttributes/{http:~1~1www.w3.org~12001~1XMLSchema-instance}nil wildcard',
    ]);
  });
});
