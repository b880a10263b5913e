import type { Particle, TypeReference } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { Design, OperationDesign, PageDesign } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { createMapper } from '../../mapper.js';
import { decodeUtf8, encodeUtf8 } from '../../platform.js';
import {
  bindRoute,
  firstPage,
  inputOfRoute,
  nextPage,
  operationOf,
  type PagePlan,
  type PageState,
  pageItems,
  pageParameters,
  pagePlan,
  type RouteTable,
  routesOf,
} from '../../routes.js';
import { createRandom } from '../../testing/random.js';
import { el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';

function directory() {
  const schema = new SchemaLiteral();
  const optional = (name: string, type: TypeReference) => times(el(name, type), 0, 1);
  const message = (...members: readonly Particle[]) => schema.complex(undefined, sequence(...members));
  const user = schema.complex('User', sequence(el('UserID', 'long')));
  const users = schema.complex('ArrayOfUser', sequence(times(el('User', user), 0, 'unbounded')));
  const paging = schema.complex('Paging', sequence(optional('Page', 'int'), optional('Size', 'int')));
  schema.element(
    'ListUsers',
    message(
      optional('Dept', 'string'),
      optional('MaxRows', 'int'),
      optional('StartRow', 'int'),
      optional('Token', 'string'),
      optional('Paging', paging),
      optional('SearchId', 'string'),
      times(el('Fields', 'string'), 0, 9),
    ),
  );
  schema.element(
    'ListUsersResponse',
    message(
      optional('Users', users),
      optional('NextRow', 'int'),
      optional('NextToken', 'string'),
      optional('HasMore', 'boolean'),
      optional('Done', 'boolean'),
      optional('Flag', 'string'),
      optional('Total', 'long'),
      optional('Pages', 'int'),
      optional('SearchId', 'string'),
    ),
  );
  schema.element('MoreUsers', message(el('Token', 'string'), optional('MaxRows', 'int')));
  schema.element(
    'MoreUsersResponse',
    message(optional('Users', users), optional('NextToken', 'string'), optional('HasMore', 'boolean')),
  );
  schema.element(
    'SearchMore',
    message(el('Id', 'string'), el('PageIndex', 'int'), optional('Locale', 'string')),
  );
  schema.element('SearchMoreResponse', message(optional('Users', users), optional('Pages', 'int')));
  schema.element('NeedsMore', message(el('Token', 'string'), el('Account', 'string')));
  schema.element('NeedsMoreResponse', message(optional('Users', users), optional('NextToken', 'string')));
  return schema.service({ ListUsers: {}, MoreUsers: {}, SearchMore: {}, NeedsMore: {} });
}

const model = directory();
const designOf = (page: object, more: OperationDesign = {}, names: 'camel' | 'as-is' = 'as-is'): Design => ({
  names,
  operations: { ListUsers: { route: 'GET /users', ...more, page: page as PageDesign } },
});
const problemsOf = (page: object, more?: OperationDesign): readonly string[] =>
  checkDesign(model, designOf(page, more)).problems.map(
    ({ at, message }) => `${at.slice(2).join(' > ')}: ${message}`,
  );
const planOf = (design: Design): PagePlan => {
  const mapper = createMapper(model, { design });
  const [route] = (routesOf(design) as RouteTable).routes;
  const plan = route?.page && pagePlan(route.page, (name) => mapper.compile(name).shape.pages);
  if (plan === undefined) throw new Error('no plan');
  return plan;
};

describe('PG-1: a design says how a result is divided into pages', () => {
  test.each<[string, object]>([
    ['a start index', { items: 'Users/User', size: 'MaxRows', start: 'StartRow', from: 1 }],
    [
      'a start index and the number of all items',
      { items: 'Users/User', start: 'StartRow', from: 0, total: 'Total' },
    ],
    [
      'a page number below an object',
      { items: 'Users/User', size: 'Paging/Size', number: 'Paging/Page', from: 1, pages: 'Pages' },
    ],
    ['a cursor in the result', { items: 'Users/User', size: 'MaxRows', after: 'StartRow', next: 'NextRow' }],
    [
      'a text as cursor, and a flag',
      { items: 'Users/User', after: 'Token', next: 'NextToken', more: 'HasMore', most: 5 },
    ],
    [
      'a flag and an operation that continues',
      {
        items: 'Users/User',
        size: 'MaxRows',
        after: 'Token',
        next: 'NextToken',
        more: 'HasMore',
        continue: 'MoreUsers',
      },
    ],
    [
      'the id of a search',
      {
        items: 'Users/User',
        number: 'PageIndex',
        from: 1,
        pages: 'Pages',
        continue: 'SearchMore',
        keep: { Id: 'SearchId' },
      },
    ],
    [
      'the id of a search of the same operation',
      { items: 'Users/User', number: 'Paging/Page', from: 0, keep: { SearchId: 'SearchId' } },
    ],
    [
      'null in place of what is absent',
      { items: 'Users/User', after: 'Token', next: 'NextToken', more: null, keep: null, from: null },
    ],
  ])('%s', (_what, page) => {
    expect(problemsOf(page)).toEqual([]);
  });

  test.each<[object, readonly string[]]>([
    [
      {},
      [
        'page: must name the list in the result: items: Users/User',
        'page: must have one of start (the index of the first item), number (that of the page) and after (what the result has as next)',
      ],
    ],
    [
      { items: 'Users/User', start: 'StartRow', after: 'Token' },
      [
        'page: must have one of start (the index of the first item), number (that of the page) and after (what the result has as next), not 2',
      ],
    ],
    [
      { items: 'Users/User', start: 'StartRow', from: 1, size: 'StartRow' },
      ['page > size: must not be the member of operations > ListUsers > page > start too'],
    ],
    [
      { items: 'Users/User', start: 'StartRow' },
      ['page: must have from, the index of the first item: from: 1'],
    ],
    [{ items: 'Users/User', number: 'StartRow', from: 2 }, ['page > from: must be 0 or 1, got number 2']],
    [
      { items: 'Users/User', after: 'Token', from: 1 },
      [
        'page > from: must be absent: the first request has no after, or the default of its member',
        'page: must have next, the member of the result that the next request sends as after',
      ],
    ],
    [
      { items: 'Users/User', start: 'StartRow', from: 1, next: 'NextRow', pages: 'Pages', more: 'HasMore' },
      [
        'page > next: must be absent: start is counted, and not in the result',
        'page > pages: must be absent beside more: one member says whether there is more',
      ],
    ],
    [
      { items: 'Users/User', start: 'StartRow', from: 1, pages: 'Pages' },
      ['page > pages: must be absent: only pages with a number are counted'],
    ],
    [
      {
        item: 'Users/User',
        items: 7,
        after: 'Token',
        next: 'NextToken',
        keep: {},
        most: 100,
        continue: 'ListUsers',
      },
      [
        'page > item: is not known here: expected items, size, start, number, after, from, next, more, done, total, pages, keep, continue, most; did you mean items?',
        'page > items: must be a path of JSON keys, sessionId or user/sessionId, got number 7',
        'page > keep: is empty and changes nothing: leave it out',
        'page > continue: changes nothing: without it, ListUsers returns the later pages',
        'page > most: changes nothing: it is 100 without it',
      ],
    ],
  ])('a form that says too little or too much: %j', (page, problems) => {
    expect(problemsOf(page)).toEqual(problems);
  });

  test.each<[object, readonly string[]]>([
    [
      { items: 'Users/Usr', size: 'MaxRow', after: 'StartRow', next: 'NextRows' },
      [
        'page > size: the input of ListUsers has no member "MaxRow"; did you mean MaxRows?',
        'page > items: Users of ListUsers has no member "Usr"; did you mean User?',
        'page > next: the result of ListUsers has no member "NextRows"; did you mean NextRow?',
      ],
    ],
    [
      { items: 'Users', size: 'Dept', start: 'Token', from: 1, more: 'Flag' },
      [
        'page > size: must be an integer, and is xs:string',
        'page > start: must be an integer, and is xs:string',
        'page > items: must be a list, and is object',
        'page > more: must be a boolean; give its values names, with result: { values: { Flag: { Y: true, N: false } } }, and is xs:string',
      ],
    ],
    [
      { items: 'Users/User', after: 'StartRow', next: 'NextToken' },
      ['page > next: is xs:string, which StartRow, xs:int, does not take'],
    ],
    [
      { items: 'Users/User', after: 'Fields', next: 'Users/User/UserID' },
      [
        'page > after: must be one value of a simple type, without names for its values, and is xs:string[]',
        'page > next: must be one value: User can occur more than once',
      ],
    ],
    [
      { items: 'Users/User', after: 'Token', next: 'NextToken', continue: 'MoreUser' },
      ['page > continue: no operation of this service is called "MoreUser"; did you mean MoreUsers?'],
    ],
    [
      { items: 'Users/User', after: 'Token', next: 'NextToken', continue: 'NeedsMore' },
      [
        'page > continue: must need nothing but what the page gives it: fill Account of NeedsMore, or give it a default',
      ],
    ],
    [
      { items: 'Users/User', number: 'PageIndex', from: 1, continue: 'SearchMore' },
      [
        'page > continue: must need nothing but what the page gives it: fill Id of SearchMore, or give it a default',
      ],
    ],
  ])('a path that does not fit: %j', (page, problems) => {
    expect(problemsOf(page)).toEqual(problems);
  });

  test('PG-8: the members that a page of a POST names are not in its body', () => {
    const counted = { items: 'Users/User', size: 'Paging/Size', number: 'Paging/Page', from: 1 };
    const route = { route: 'POST /users' };
    expect(problemsOf(counted, route)).toEqual([]);
    const halved = { items: 'Users/User', number: 'Paging/Page', from: 1 };
    expect(problemsOf(halved, route)).toEqual([
      'page: cannot have Paging.Page in the query string: the rest of Paging is in the body; say which member is the body, with body: …',
    ]);
    expect(problemsOf({ ...counted, keep: { SearchId: 'SearchId' } }, { ...route, body: 'Fields' })).toEqual(
      [],
    );
    expect(problemsOf(halved, { ...route, body: 'Paging' })).toEqual([]);
    expect(
      problemsOf({ items: 'Users/User', after: 'Token', next: 'NextToken' }, { ...route, body: 'Token' }),
    ).toEqual(['body: uses Token twice: it is in page']);
    // Names of JavaScript's own are names like any other.
    const odd = designOf(
      { items: 'Users/User', size: 'MaxRows', start: 'StartRow', from: 1 },
      { ...route, input: { rename: { StartRow: '__proto__', MaxRows: 'constructor' } } },
    );
    const mapper = createMapper(model, { design: odd });
    const table = routesOf(odd) as RouteTable;
    const [found] = table.routes;
    if (found === undefined) throw new Error('no route');
    const body = (text: string) => ({
      values: [],
      query: '__proto__=3&constructor=2',
      body: encodeUtf8(text),
    });
    const operation = mapper.compile('ListUsers');
    expect(decodeUtf8(inputOfRoute(operation, found, body('{"Dept":"a"}')) as Uint8Array)).toBe(
      '{"Dept":"a","__proto__":3,"constructor":2}',
    );
    for (const key of ['__proto__', '\\u005f_proto__', 'constructor'])
      expect(() => inputOfRoute(operation, found, body(`{"${key}":1}`))).toThrow(
        expect.objectContaining({ errors: [expect.objectContaining({ keyword: 'additionalProperties' })] }),
      );
  });

  test('lines that contradict a page', () => {
    const page = { items: 'Users/User', after: 'Token', next: 'NextToken' };
    expect(problemsOf(page, { route: 'PUT /users' })).toEqual([
      'page: must be absent: a GET or a POST has pages, and this is a PUT',
    ]);
    expect(problemsOf(page, { route: 'GET /users/{Token}' })).toEqual([
      'route: cannot have {Token}: it says which page is wanted',
    ]);
    expect(problemsOf(page, { result: { omit: ['NextToken'] } })).toEqual([
      'page > next: cannot be at "NextToken": another line fills it or leaves it out',
    ]);
    expect(problemsOf(page, { input: { rename: { Dept: 'cursor' } } })).toEqual([
      'page: cannot be used: the input has a member cursor, and pages are asked for with a parameter of this name; give the member another name, with rename',
    ]);
    expect(problemsOf(page, { input: { rename: { Token: 'cursor' } } })).toEqual([]);
    const hidden = designOf({ ...page, continue: 'MoreUsers' });
    const operations = { ...hidden.operations, MoreUsers: { hidden: true } };
    expect(checkDesign(model, { ...hidden, operations }).problems.map(({ message }) => message)).toEqual([
      'cannot be used: the operation MoreUsers is hidden',
    ]);
  });

  test('paths have the keys without the design, and the plan those with it', () => {
    const page = { items: 'Users/User', size: 'MaxRows', after: 'Token', next: 'NextToken', more: 'Flag' };
    const design = designOf(
      page,
      { result: { rename: { Users: 'people' }, values: { Flag: { Y: true, N: false } } } },
      'camel',
    );
    const { first } = planOf(design);
    expect(first).toEqual({
      of: 'ListUsers',
      size: 'maxRows',
      to: 'token',
      keep: [],
      items: ['people', 'user'],
      next: ['nextToken'],
      end: ['flag'],
      kept: [],
    });
    const [route] = (routesOf(design) as RouteTable).routes;
    const { shape } = createMapper(model, { design }).compile('ListUsers');
    const { query } = bindRoute(route as NonNullable<typeof route>, shape, () => {});
    expect(query.map(({ name }) => name)).toEqual([
      'dept',
      'maxRows',
      'startRow',
      'paging.page',
      'paging.size',
      'searchId',
      'fields',
    ]);
  });

  test('paths go through a result that is lifted', () => {
    const page = { items: 'Users/User', start: 'StartRow', from: 1 };
    const omit = ['NextRow', 'NextToken', 'HasMore', 'Done', 'Flag', 'Total', 'Pages', 'SearchId'];
    expect(planOf(designOf(page, { result: { lift: 'Users', omit } })).first.items).toEqual(['User']);
    expect(planOf(designOf(page, { result: { lift: ['Users'] } })).first.items).toEqual(['Users']);
    expect(problemsOf({ ...page, items: 'Users' }, { result: { lift: ['Users'] } })).toHaveLength(1);
  });

  test('paths go through members that are lifted', () => {
    const page = { items: 'Users/User', after: 'StartRow', next: 'NextRow' };
    const plan = planOf(designOf(page, { result: { lift: ['Users'] } }, 'camel'));
    expect([plan.first.items, plan.first.next]).toEqual([['users'], ['nextRow']]);
    const json = encodeUtf8('{"users":[{"userId":1},{"userId":2}],"nextRow":3}');
    expect(pageItems(plan, firstPage(plan)).split(json).length).toBe(2);
    expect(nextPage(plan, firstPage(plan), json, 2)).toMatchObject({ kind: 'next', state: { at: '3' } });
    expect(problemsOf({ ...page, items: 'Users' }, { result: { lift: ['Users'] } })).toEqual([
      'page > items: must be a list, and is lifted',
    ]);
  });
});

/** The members of a result, and a chain of such results. */
type Result = Readonly<Record<string, unknown>>;
const bytes = (result: Result): Uint8Array => encodeUtf8(JSON.stringify(result));
const step = (plan: PagePlan, state: PageState, result: Result) => {
  const json = bytes(result);
  return nextPage(plan, state, json, pageItems(plan, state).split(json).length);
};
const withUsers = (count: number, more: Result = {}): Result => ({
  Users: { User: Array.from({ length: count }, (_, id) => ({ UserID: id })) },
  ...more,
});

describe('PG-2, PG-3, PG-4: what comes after a page', () => {
  test('a number that does not grow, and an absent or empty value, end the pages', () => {
    const plan = planOf(designOf({ items: 'Users/User', after: 'StartRow', next: 'NextRow' }));
    const first = firstPage(plan);
    expect(pageParameters(plan, first)).toEqual([]);
    const second = step(plan, first, withUsers(2, { NextRow: 3 }));
    expect(second).toEqual({ kind: 'next', state: { page: 1, seen: 2, at: '3', kept: [] } });
    const state = (second as Extract<typeof second, { kind: 'next' }>).state;
    expect(pageParameters(plan, state)).toEqual([['StartRow', '3']]);
    for (const next of [{}, { NextRow: null }, { NextRow: 3 }, { NextRow: 0 }, { NextRow: -1 }])
      expect(step(plan, state, withUsers(2, next))).toEqual({ kind: 'end' });
    expect(step(plan, first, withUsers(2, { NextRow: 0 }))).toEqual({ kind: 'end' });
    expect(step(plan, state, withUsers(2, { NextRow: '9x' }))).toEqual({
      kind: 'broken',
      problem: 'NextRow of the result is not a number',
    });
  });

  test('the same text goes on until a page is empty, as services with a context have it', () => {
    const plan = planOf(
      designOf({ items: 'Users/User', after: 'Token', next: 'NextToken', continue: 'MoreUsers' }),
    );
    const first = step(plan, firstPage(plan), withUsers(2, { NextToken: 'c' }));
    expect(first).toMatchObject({ kind: 'next', state: { at: 'c' } });
    const { state } = first as Extract<typeof first, { kind: 'next' }>;
    expect(operationOf(plan, state)).toBe('MoreUsers');
    expect(step(plan, state, withUsers(1, { NextToken: 'c' })).kind).toBe('next');
    expect(step(plan, state, withUsers(0, { NextToken: 'c' })).kind).toBe('end');
    expect(step(plan, state, withUsers(0, { NextToken: 'd' })).kind).toBe('next');
  });

  test('a flag that says more without a way on, a kept value that is missing, and a long one are no end', () => {
    const flagged = planOf(
      designOf({ items: 'Users/User', after: 'Token', next: 'NextToken', done: 'Done' }),
    );
    const problem = 'Done of the result says that there is more, but NextToken does not lead on';
    expect(step(flagged, firstPage(flagged), withUsers(1, { Done: false }))).toEqual({
      kind: 'broken',
      problem,
    });
    expect(step(flagged, firstPage(flagged), withUsers(1, { Done: true, NextToken: 'x' }))).toEqual({
      kind: 'end',
    });
    const searched = planOf(
      designOf({
        items: 'Users/User',
        number: 'PageIndex',
        from: 1,
        pages: 'Pages',
        continue: 'SearchMore',
        keep: { Id: 'SearchId' },
      }),
    );
    expect(step(searched, firstPage(searched), withUsers(1, { Pages: 2 }))).toEqual({
      kind: 'broken',
      problem: 'there may be more pages, but the result has no SearchId',
    });
    const second = step(searched, firstPage(searched), withUsers(1, { Pages: 2, SearchId: 'a b' }));
    const { state } = second as Extract<typeof second, { kind: 'next' }>;
    expect(pageParameters(searched, state)).toEqual([
      ['PageIndex', '2'],
      ['Id', 'a b'],
    ]);
    expect(step(searched, state, withUsers(1, { Pages: 2 })).kind).toBe('end');
    expect(step(flagged, firstPage(flagged), withUsers(1, { NextToken: 'x'.repeat(2_049) })).kind).toBe(
      'broken',
    );
  });

  test('a total is an estimate: a page without items ends the list', () => {
    const plan = planOf(designOf({ items: 'Users/User', start: 'StartRow', from: 1, total: 'Total' }));
    expect(pageParameters(plan, firstPage(plan))).toEqual([['StartRow', '1']]);
    expect(step(plan, firstPage(plan), withUsers(2, { Total: 2 })).kind).toBe('end');
    expect(step(plan, firstPage(plan), withUsers(2, { Total: '9007199254740993' }))).toMatchObject({
      kind: 'next',
      state: { at: '3', seen: 2 },
    });
    expect(step(plan, firstPage(plan), withUsers(0, { Total: 9 })).kind).toBe('end');
    expect(step(plan, firstPage(plan), { Users: null, Total: 'many' }).kind).toBe('end');
  });
});

/** A service with so many items, which caps the size of pages, in each of the styles. */
const STYLES: readonly {
  readonly page: object;
  answer(ids: readonly number[], parameters: ReadonlyMap<string, string>, cap: () => number): Result;
}[] = [
  ...[{}, { total: 'Total' }, { more: 'HasMore' }].map((end) => ({
    page: { items: 'Users/User', start: 'StartRow', from: 1, ...end },
    answer: (ids: readonly number[], parameters: ReadonlyMap<string, string>, cap: () => number): Result => {
      const from = Number(parameters.get('StartRow')) - 1;
      const shown = ids.slice(from, from + cap());
      return { ...users(shown), Total: ids.length, HasMore: from + shown.length < ids.length };
    },
  })),
  ...[{}, { pages: 'Pages' }, { done: 'Done' }, { total: 'Total' }].map((end) => ({
    page: { items: 'Users/User', number: 'Paging/Page', from: 0, ...end },
    answer: (ids: readonly number[], parameters: ReadonlyMap<string, string>): Result => {
      const number = Number(parameters.get('Paging.Page'));
      const pages = Math.ceil(ids.length / 3);
      return {
        ...users(ids.slice(number * 3, number * 3 + 3)),
        Pages: pages,
        Done: number + 1 >= pages,
        Total: ids.length,
      };
    },
  })),
  {
    page: { items: 'Users/User', after: 'StartRow', next: 'NextRow' },
    answer: (ids, parameters, cap) => {
      const from = Number(parameters.get('StartRow') ?? 1);
      const to = from + cap();
      return { ...users(ids.slice(from - 1, to - 1)), NextRow: to > ids.length ? 0 : to };
    },
  },
  {
    // Pages without items are not the end as long as there is another token.
    page: { items: 'Users/User', after: 'Token', next: 'NextToken', continue: 'MoreUsers' },
    answer: (ids, parameters, cap) => {
      const [from = 0, times = 0] = (parameters.get('Token') ?? '0-0').split('-').map(Number);
      const shown = times % 2 === 1 ? [] : ids.slice(from, from + cap());
      const to = from + shown.length;
      return { ...users(shown), ...(to < ids.length && { NextToken: `${to}-${times + 1}` }) };
    },
  },
  {
    page: {
      items: 'Users/User',
      number: 'PageIndex',
      from: 1,
      pages: 'Pages',
      continue: 'SearchMore',
      keep: { Id: 'SearchId' },
    },
    answer: (ids, parameters) => {
      if (parameters.size > 0 && parameters.get('Id') !== 's&1') throw new Error('another search');
      const number = Number(parameters.get('PageIndex') ?? 1);
      return {
        ...users(ids.slice(number * 4 - 4, number * 4)),
        Pages: Math.ceil(ids.length / 4),
        SearchId: 's&1',
      };
    },
  },
];

function users(ids: readonly number[]): Result {
  return { Users: { User: ids.map((UserID) => ({ UserID })) } };
}

describe('PG-2, PG-3, PG-4: on random services, no item is lost or read twice', () => {
  test.each(STYLES.map((style, index) => [index, style] as const))('style %i', (index, { page, answer }) => {
    const plan = planOf(designOf(page));
    const random = createRandom(index + 1);
    for (let round = 0; round < 200; round++) {
      const ids = Array.from({ length: random(30) }, (_, id) => id);
      const read: number[] = [];
      let pages = 0;
      for (let state: PageState | undefined = firstPage(plan); state !== undefined; ) {
        // One page more than the items, and pages without items between them.
        pages += 1;
        if (pages > 2 * ids.length + 2) throw new Error(`${pages} pages of ${ids.length} items`);
        const json: Uint8Array = bytes(
          answer(ids, new Map(pageParameters(plan, state)), () => 1 + random(5)),
        );
        const items: readonly Uint8Array[] = pageItems(plan, state).split(json);
        read.push(...items.map((item) => JSON.parse(new TextDecoder().decode(item)).UserID as number));
        const after = nextPage(plan, state, json, items.length);
        if (after.kind === 'broken') throw new Error(`page ${pages} is broken`);
        state = after.kind === 'next' ? after.state : undefined;
      }
      expect(read).toEqual(ids);
    }
  });
});
