import type { Design } from '@soapstone/json-xml-mapper/design';
import { describe, expect, test } from 'vitest';
import { base, service } from '../testing/contract-changes.js';
import { compareContracts } from './compare-contracts.js';

const mapper = await service(base, { more: ['Other'] });

/** The changes of the routes, in one line each; `!` marks a breaking one. */
const changes = (before: Design | undefined, after: Design | undefined): readonly string[] =>
  compareContracts(mapper, mapper, { designs: { before, after } }).changes.map(
    ({ operation, message, change, breaking, aspect, before: was, after: is }) =>
      `${breaking ? '!' : ' '}${operation} ${message} ${change} ${aspect ?? '-'}: ${was ?? '-'} > ${is ?? '-'}`,
  );
const routed = (line: object, more: Design = {}): Design => ({
  ...more,
  operations: { Op: { route: 'POST /people', ...line } },
});

describe('changes of routes', () => {
  test.each<
    [what: string, before: Design | undefined, after: Design | undefined, expected: readonly string[]]
  >([
    ['none', routed({}), routed({}), []],
    ['no designs', undefined, undefined, []],
    [
      'a route that is gone breaks',
      routed({}),
      { names: 'camel' },
      ['!Op route removed -: POST /people > -'],
    ],
    [
      'so does its design',
      routed({}, { base: '/v1' }),
      undefined,
      ['!Op route removed -: POST /v1/people > -'],
    ],
    ['a new route does not', undefined, routed({}), [' Op route added -: - > POST /people']],
    [
      'another path, method or base',
      routed({}),
      routed({ route: 'PUT /people/{name}' }, { base: '/v2' }),
      ['!Op route form route: POST /people > PUT /v2/people/{name}'],
    ],
    [
      'another member at a place',
      routed({ route: 'PUT /people/{name}' }),
      routed({ route: 'PUT /people/{age}' }),
      ['!Op route form route: PUT /people/{name} > PUT /people/{age}'],
    ],
    [
      'pages take the members that their cursor replaces',
      routed({ route: 'GET /people', safe: true }),
      routed({
        route: 'GET /people',
        safe: true,
        page: { items: 'a', after: 'paging/token', next: 'n', keep: { id: 'i' } },
      }),
      ['!Op route form pages: - > a cursor in place of paging/token, id'],
    ],
    [
      'those that another operation continues take none',
      routed({ route: 'GET /people', safe: true }),
      routed({
        route: 'GET /people',
        safe: true,
        page: { items: 'a', after: 't', next: 'n', continue: 'Other' },
      }),
      [' Op route form pages: - > a cursor'],
    ],
    [
      'an envelope, and none any more, change every body',
      routed({}),
      routed({}, { envelope: true }),
      ['!Op route form envelope: - > {result, meta}'],
    ],
    [
      'the same the other way round',
      routed({}, { envelope: true }),
      routed({}),
      ['!Op route form envelope: {result, meta} > -'],
    ],
    ['another body', routed({}), routed({ body: 'boss' }), ['!Op route form body: * > boss']],
    [
      'no body',
      routed({}),
      routed({ route: 'DELETE /people' }),
      ['!Op route form route: POST /people > DELETE /people', '!Op route form body: * > -'],
    ],
    ['another status', routed({}), routed({ status: 204 }), ['!Op route form status: 200 > 204']],
    [
      'a new Location takes nothing away',
      routed({ status: 201 }),
      routed({ status: 201, location: '/people/{result.name}/{age}' }, {}),
      [' Op route form location: - > /people/{result.name}/{age}'],
    ],
    [
      'another Location does',
      routed({ status: 201, location: '/people/{name}' }),
      routed({ status: 201, location: '/people/{result.name}' }),
      ['!Op route form location: /people/{name} > /people/{result.name}'],
    ],
    [
      'pages: the member that says which one is no parameter any more',
      routed({ route: 'GET /people', safe: true }),
      routed({ route: 'GET /people', safe: true, page: { items: 'list', start: 'from/Row', from: 1 } }),
      ['!Op route form pages: - > a cursor in place of from/Row'],
    ],
    [
      'statuses of faults with unusual names',
      routed({ faults: JSON.parse('{"__proto__":404,"Gone":410}') }),
      routed({ faults: { Gone: 404, constructor: 409 } }),
      [
        '!Op route form status of __proto__: 404 > 502',
        '!Op route form status of Gone: 410 > 404',
        '!Op route form status of constructor: 502 > 409',
      ],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  test('an operation that is gone is one change', async () => {
    const fewer = await service(base);
    const designs = { before: { operations: { Other: { route: 'POST /other' } } }, after: {} };
    expect(compareContracts(mapper, fewer, { designs }).changes).toEqual([
      { operation: 'Other', path: '', change: 'removed', breaking: true },
    ]);
  });

  test('a design that is none is an error', () => {
    expect(() => changes({ operations: { Op: { route: 'nowhere' } } }, undefined)).toThrow(
      'must begin with a method',
    );
  });
});
