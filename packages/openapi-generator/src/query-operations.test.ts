import { describe, expect, test } from 'vitest';
import { generateOpenApi } from './generate.js';
import { expectValid, options } from './testing/get-user.js';
import { mapperOf, message, type OperationLiteral } from './testing/mapper.js';
import { attribute, el, object, optional, STRING, scalar, seq } from './testing/shapes.js';

describe('GET (GQ-1, GQ-8)', () => {
  const filter = object('Filter', seq(optional('active', scalar('boolean')), el('since', scalar('date'))));
  const search: OperationLiteral = {
    input: message(
      object(
        ['Search'],
        seq(
          el('term', STRING),
          optional('fields', STRING, { max: Number.POSITIVE_INFINITY }),
          optional('filter', filter),
          el('scope', filter),
          el('mode', STRING, { default: 'fast' }),
        ),
        { attributes: [attribute('lang', scalar('language'))] },
      ),
    ),
    info: { querySafe: { safe: true } },
  };

  test('one parameter per leaf', async () => {
    const document = generateOpenApi(mapperOf({ Search: search }), {
      ...options,
      policies: new Map([['Search', 'GET']]),
    });
    await expectValid(document);
    const item = document.paths['/api/v1/acc_1/users/Search'];
    expect(item?.post).toBeUndefined();
    const parameters = item?.get?.parameters as { name: string; required?: boolean }[];
    expect(parameters.map(({ name, required }) => [name, required === true])).toEqual([
      ['@lang', false],
      ['term', true],
      ['fields', false],
      ['filter.active', false],
      ['filter.since', false],
      ['scope.active', false],
      ['scope.since', true],
      ['mode', false],
    ]);
    expect(parameters[2]).toMatchObject({ style: 'form', explode: true, schema: { type: 'array' } });
  });

  test('operation ids stay unique', () => {
    const { paths } = generateOpenApi(mapperOf({ Search: search, Search_get: search }), {
      ...options,
      defaultPolicy: 'GET + POST',
    });
    const ids = Object.values(paths).flatMap((item) => [item.post?.operationId, item.get?.operationId]);
    expect(ids).toEqual(['Search', 'Search_get_', 'Search_get', 'Search_get_get']);
  });

  test('an operation that is not query-safe has no GET', () => {
    const { paths } = generateOpenApi(mapperOf({ Op: { input: message(object(['Op'])) } }), {
      ...options,
      defaultPolicy: 'GET + POST',
    });
    expect(Object.keys(paths['/api/v1/acc_1/users/Op'] ?? {})).toEqual(['post']);
  });
});
