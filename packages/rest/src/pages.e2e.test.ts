import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRestApi, type RestApi, type RestOptions } from './index.js';
import { idOf, PAGES_DESIGN, type PagesServer, startPagesServer, textIn } from './testing/pages-server.js';

let server: PagesServer;
let api: RestApi;
const opened: RestApi[] = [];
const open = async (options: RestOptions = {}): Promise<RestApi> => {
  const made = await createRestApi(server.wsdl, {
    onError: () => undefined,
    client: { design: PAGES_DESIGN },
    ...options,
  });
  opened.push(made);
  return made;
};

beforeAll(async () => {
  server = await startPagesServer();
  api = await open();
});
beforeEach(() => {
  server.total = 5;
  server.failsFrom = Number.POSITIVE_INFINITY;
  server.answer = undefined;
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await server.stop();
});

const BASE = 'http://x/apis/v1';
const LINES = { accept: 'application/x-ndjson' };
const get = (at: string, headers: Record<string, string> = {}, of: RestApi = api): Promise<Response> =>
  of.fetch(new Request(new URL(at, `${BASE}/`), { headers }));
const post = (at: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  api.fetch(
    new Request(new URL(at, `${BASE}/`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }),
  );
/** The URL that a client follows (RFC 8288, section 3.2). */
const nextOf = (response: Response, at: string): string | undefined => {
  const target = /^<([^>]*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
  return target === undefined ? undefined : new URL(target, new URL(at, `${BASE}/`)).href;
};
const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"userId":([0-9]+)/g)].map(([, id]) => id as string);
const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => idOf(index));
const follow = async (at: string, read: (at: string) => Promise<Response>): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (let next: string | undefined = at; next !== undefined && texts.length < 9; ) {
    const response: Response = await read(next);
    texts.push(await response.text());
    expect([response.status, texts.at(-1)]).toEqual([200, expect.any(String)]);
    next = nextOf(response, next);
  }
  return texts;
};
const problemOf = async (response: Response) =>
  (await response.json()) as { status: number; code: string; detail: string; errors?: readonly object[] };

describe('pages of a design', () => {
  test.each(['users', 'rows', 'found?query=x'])(
    'PG-5: the links of %s lead through all items, with their digits',
    async (at) => {
      const texts = await follow(at, (next) => get(next));
      expect(texts.map((text) => idsIn(text).length)).toEqual([2, 2, 1]);
      expect(texts.flatMap(idsIn)).toEqual(ids(5));
    },
  );

  test('PG-5: a link is relative, has the other parameters, and the size may change', async () => {
    const first = await get('users?dept=R%26D+x&maxRows=1');
    expect(first.headers.get('link')).toMatch(/^<\?dept=R%26D%20x&maxRows=1&cursor=c1\.[\w-]+>; rel="next"$/);
    const next = nextOf(first, 'users') as string;
    expect(idsIn(await (await get(next.replace('maxRows=1', 'maxRows=3'))).text())).toEqual(ids(4).slice(1));
    expect(textIn(server.bodies.at(-1) ?? '', 'Dept')).toBe('R&amp;D x');
    const head = await api.fetch(new Request(`${BASE}/users`, { method: 'HEAD', headers: LINES }));
    expect([head.status, await head.text(), head.headers.get('link')]).toEqual([
      200,
      '',
      expect.stringContaining('cursor='),
    ]);
  });

  test('PG-5: a cursor that was changed, cut or is of another list is a 400, and nothing is called', async () => {
    const next = new URL(nextOf(await get('users?dept=a'), 'users') as string);
    const cursor = next.searchParams.get('cursor') as string;
    const middle = cursor.length >> 1;
    const flipped = `${cursor.slice(0, middle)}${cursor[middle] === 'A' ? 'B' : 'A'}${cursor.slice(middle + 1)}`;
    const calls = server.bodies.length;
    const refused = [
      ...[
        flipped,
        cursor.slice(0, -1),
        cursor.slice(0, -8),
        `${cursor}A`,
        `${cursor}=`,
        'c1.',
        'c1.AAAA',
        '__proto__',
      ].map((each) => `users?dept=a&cursor=${each}`),
      `users?dept=b&cursor=${cursor}`,
      `users?cursor=${cursor}`,
      `rows?cursor=${cursor}`,
      `found?cursor=${cursor}`,
      'users?cursor=',
      'users?cursor',
      'users?cursor=%00',
      `users?cursor=c1.${'A'.repeat(60_000)}`,
    ];
    for (const at of refused)
      expect([at.slice(0, 60), await problemOf(await get(at))]).toEqual([
        at.slice(0, 60),
        expect.objectContaining({ status: 400, code: 'CURSOR_INVALID' }),
      ]);
    for (const at of ['users?cursor=%zz', 'users?cursor=a&cursor=b', 'users?startRow=2'])
      expect([at, await problemOf(await get(at))]).toEqual([
        at,
        expect.objectContaining({ status: 400, code: 'SCHEMA_VIOLATION' }),
      ]);
    expect(server.bodies).toHaveLength(calls);
  });

  test('PG-5: a cursor is of one key, design and endpoint', async () => {
    const cursorKey = Uint8Array.from({ length: 32 }, (_, index) => index);
    const [one, same, otherKey, otherDesign] = await Promise.all([
      open({ cursorKey }),
      open({ cursorKey }),
      open({ cursorKey: new Uint8Array(32) }),
      open({ cursorKey, client: { design: { ...PAGES_DESIGN, rename: { Dept: 'department' } } } }),
    ]);
    const next = nextOf(await get('users', {}, one), 'users') as string;
    expect(idsIn(await (await get(next, {}, same)).text())).toEqual(ids(4).slice(2));
    for (const other of [api, otherKey, otherDesign])
      expect(await problemOf(await get(next, {}, other))).toMatchObject({
        status: 400,
        code: 'CURSOR_INVALID',
      });
    await expect(createRestApi(server.wsdl, { cursorKey: new Uint8Array(16) })).rejects.toThrow(
      'expected 32 bytes, not 16 bytes',
    );
  });

  test('PG-6: all items as lines; the next page is called once the one before was taken', async () => {
    const answer = await get('rows', LINES);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('link')]).toEqual([
      200,
      'application/x-ndjson',
      null,
    ]);
    expect(await answer.text()).toBe(
      ids(5)
        .map((id) => `{"userId":${id}}\n`)
        .join(''),
    );
    const strings = await get('found', { accept: 'application/x-ndjson;IEEE754Compatible=true' });
    expect((await strings.text()).split('\n')[4]).toBe(`{"userId":"${idOf(4)}"}`);
    server.total = 1_000;
    const calls = server.bodies.length;
    const long = await get('rows', LINES);
    const reader = (long.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    expect(server.bodies.length - calls).toBeLessThan(5);
  });

  test('PG-6: the last line says where a list goes on that has more pages than one request reads, or that failed', async () => {
    server.total = 20;
    const lines = await (await get('users', LINES)).text();
    const [last = '', ...rest] = lines.trimEnd().split('\n').toReversed();
    expect(rest).toHaveLength(6);
    const { $next } = JSON.parse(last) as { $next: string };
    const at = new URL($next, `${BASE}/users`).href;
    expect(idsIn(await (await get(at, LINES)).text())).toEqual(ids(12).slice(6));
    server.failsFrom = server.bodies.length + 1;
    const broken = await get('users', LINES);
    const text = await broken.text();
    const end = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { $problem: object; $next: string };
    expect([broken.status, idsIn(text), end.$problem]).toEqual([
      200,
      ids(2),
      expect.objectContaining({ status: expect.any(Number), code: expect.stringMatching(/^UPSTREAM_/) }),
    ]);
    server.failsFrom = 0;
    const failed = await get('users', LINES);
    expect([failed.status, failed.headers.get('content-type')]).toEqual([502, 'application/problem+json']);
  });

  test('PG-6: a list that the service never ends is read up to its ceiling', async () => {
    server.answer = () =>
      '<QueryUsersResponse xmlns="urn:users"><Users><User><UserID>1</UserID></User></Users><Locator>same</Locator><Done>false</Done></QueryUsersResponse>';
    const first = await get('found');
    expect(first.status).toBe(200);
    server.answer = (body) =>
      (body.includes('QueryMore') ? 'QueryMore' : 'QueryUsers').replace(
        /.*/s,
        (name) =>
          `<${name}Response xmlns="urn:users"><Users><User><UserID>1</UserID></User></Users><Locator>same</Locator><Done>false</Done></${name}Response>`,
      );
    const lines = (await (await get('found', LINES)).text()).trimEnd().split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([101, expect.stringMatching(/^\{"\$next":"\?cursor=c1\./)]);
    server.answer = () =>
      '<ListUsersResponse xmlns="urn:users"><Users><User><UserID>1</UserID></User></Users><NextRow>1</NextRow></ListUsersResponse>';
    const again = await (await get('users', LINES)).text();
    // A number that does not grow is the end.
    expect(again.trimEnd().split('\n')).toHaveLength(2);
  });

  test('PG-4: a value that the next request cannot have is an error of the service', async () => {
    server.answer = () =>
      `<QueryUsersResponse xmlns="urn:users"><Locator>${'x'.repeat(3_000)}</Locator><Done>false</Done></QueryUsersResponse>`;
    expect(await problemOf(await get('found'))).toMatchObject({
      status: 502,
      code: 'UPSTREAM_BAD_RESPONSE',
      detail: expect.stringContaining('2048 characters'),
    });
  });

  test('PG-8: a POST is divided into pages: the body stays, and the link has the rest', async () => {
    const body = '{"criterion":[{"field":"dept","value":"a"}]}';
    const texts = await follow('users/search', (next) => post(next, body));
    expect(texts.flatMap(idsIn)).toEqual(ids(5));
    expect(textIn(server.bodies.at(-1) ?? '', 'Page')).toBe('2');
    expect(server.bodies.at(-1)).toMatch(/Field>dept</);
    const sized = await follow('users/search?paging.size=3', (next) => post(next, body));
    expect(sized.map((text) => idsIn(text).length)).toEqual([3, 2]);
    const lines = await post('users/search', body, LINES);
    expect([lines.headers.get('content-type'), idsIn(await lines.text())]).toEqual([
      'application/x-ndjson',
      ids(5),
    ]);
  });

  test('PG-8: a cursor belongs to the body, and what pages need is not in it', async () => {
    const body = '{"criterion":[{"field":"dept","value":"a"}]}';
    const next = nextOf(await post('users/search', body), 'users/search') as string;
    const calls = server.bodies.length;
    expect(await problemOf(await post(next, body.replace('"a"', '"b"')))).toMatchObject({
      status: 400,
      code: 'CURSOR_INVALID',
    });
    const given = `{"paging":{"page":3},${body.slice(1)}`;
    expect(await problemOf(await post('users/search', given))).toMatchObject({
      status: 400,
      code: 'SCHEMA_VIOLATION',
      errors: [{ keyword: 'additionalProperties' }],
    });
    for (const at of ['users/search?paging.page=3', 'users/search?page=1'])
      expect((await post(at, body)).status).toBe(400);
    for (const text of [
      '',
      '{',
      '[]',
      '"paging"',
      '{"\\u0070aging":{"page":3},"criterion":[]}',
      '{"paging',
      '\ud800',
    ])
      expect([text, (await post('users/search', text)).status]).toEqual([text, 400]);
    expect(server.bodies).toHaveLength(calls);
  });
});
