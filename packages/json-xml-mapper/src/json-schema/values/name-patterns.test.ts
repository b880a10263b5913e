import { describe, test } from 'vitest';
import type { MapperOptions } from '../../api/options.js';
import { agree, operationWith } from '../../testing/schema-agreement.js';
import { any, el, sequence, T, times } from '../../testing/schema-literal.js';

describe('names under wildcards: the schema and the mapper agree (AN-3, AN-5, L5)', () => {
  const operation = (wildcard: Parameters<typeof any>[0], options: MapperOptions = {}) =>
    operationWith((s) => {
      s.element('known', 'int');
      s.element('foreign', 'int', { namespace: 'urn:f.x' });
      return s.complex(
        undefined,
        sequence(el('name', 'string', { minOccurs: 0 }), times(any(wildcard), 0, 5)),
      );
    }, options);
  const entries = (...names: string[]) => names.map((name) => ({ $any: [{ [name]: 5 }] }));
  const noNames = entries('', '1a', 'a b', '{}a', '{urn:x}', '{urn:x}a:b', '{urn:x', 'a\u0300:');
  const declared = entries('{urn:t}known', '{urn:f.x}foreign');
  const foreign = entries('{urn:x}a', 'bare', '{urn:fxx}a', '{urn:tt}known', 'a\u0300');
  const undeclared = entries('{urn:t}a', '{urn:f.x}a');
  const beside = entries('{urn:t}name');
  test.each<[string, Parameters<typeof any>[0], MapperOptions, unknown[], unknown[]]>([
    [
      'lax',
      { processContents: 'lax' },
      {},
      [...declared, ...foreign, ...undeclared],
      [...noNames, ...beside],
    ],
    ['strict', { processContents: 'strict' }, {}, [...declared, ...foreign], [...undeclared, ...noNames]],
    [
      'strict, opened',
      { processContents: 'strict' },
      { wildcards: 'lax' },
      [...foreign, ...undeclared],
      beside,
    ],
    [
      'strict, closed',
      { processContents: 'strict' },
      { wildcards: 'strict' },
      declared,
      [...foreign, ...undeclared],
    ],
    [
      '##other',
      { namespaces: { kind: 'not', namespace: T }, processContents: 'strict' },
      {},
      entries('{urn:x}a', '{urn:f.x}foreign'),
      entries('bare', '{urn:t}known', '{urn:f.x}a'),
    ],
    [
      'a list',
      { namespaces: { kind: 'list', list: ['', 'urn:x'] }, processContents: 'skip' },
      {},
      entries('{urn:x}a', 'bare'),
      entries('{urn:y}a', '{urn:t}known'),
    ],
    [
      'nothing at all',
      { namespaces: { kind: 'list', list: [] }, processContents: 'strict' },
      {},
      [{}],
      [...declared, ...foreign],
    ],
  ])('%s', (_, wildcard, options, accepted, refused) => {
    agree(operation(wildcard, options), accepted, refused);
  });
});
