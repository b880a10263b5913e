import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import type { Answer, SentRequest } from '../testing/https-client.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const OPERATIONS = ['ListUsers', 'ListRows', 'SearchUsers', 'QueryUsers', 'QueryMore'];
const each = (print: (name: string) => string): string => OPERATIONS.map(print).join('\n');
const member = (name: string, type: string) => `<xs:element name="${name}" type="${type}" minOccurs="0"/>`;
const message = (name: string, members: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
const USERS =
  '<xs:element name="Users" minOccurs="0"><xs:complexType><xs:sequence><xs:element name="User" type="t:User" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>';

/** A directory with three ways to divide a list into pages. */
const WSDL = `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:users" targetNamespace="urn:users" name="Users">
  <wsdl:types><xs:schema targetNamespace="urn:users" elementFormDefault="qualified">
    <xs:complexType name="User"><xs:sequence><xs:element name="UserID" type="xs:long"/>${member('Name', 'xs:string')}</xs:sequence></xs:complexType>
    ${message('ListUsers', member('Dept', 'xs:string') + member('MaxRows', 'xs:int') + member('StartRow', 'xs:int'))}
    ${message('ListUsersResponse', USERS + member('NextRow', 'xs:int'))}
    ${message('ListRows', member('Page', 'xs:int'))}
    ${message('ListRowsResponse', USERS + member('Pages', 'xs:int'))}
    ${message('SearchUsers', `<xs:element name="Filter" type="t:User" minOccurs="0" maxOccurs="unbounded"/>${member('Page', 'xs:int')}`)}
    ${message('SearchUsersResponse', USERS + member('Pages', 'xs:int'))}
    ${message('QueryUsers', member('Query', 'xs:string'))}
    ${message('QueryUsersResponse', USERS + member('Locator', 'xs:string') + member('Done', 'xs:boolean'))}
    ${message('QueryMore', '<xs:element name="Locator" type="xs:string"/>')}
    ${message('QueryMoreResponse', USERS + member('Locator', 'xs:string') + member('Done', 'xs:boolean'))}
  </xs:schema></wsdl:types>
  ${each((name) => `<wsdl:message name="${name}In"><wsdl:part name="p" element="t:${name}"/></wsdl:message><wsdl:message name="${name}Out"><wsdl:part name="p" element="t:${name}Response"/></wsdl:message>`)}
  <wsdl:portType name="UsersPort">${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/></wsdl:operation>`)}</wsdl:portType>
  <wsdl:binding name="UsersBinding" type="t:UsersPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="Users"><wsdl:port name="UsersPort" binding="t:UsersBinding"><soap:address location="http://127.0.0.1:9/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

const DESIGN = {
  names: 'camel',
  base: '/v1',
  operations: {
    ListUsers: {
      route: 'GET /users',
      result: { rename: { 'Users/User': 'members' } },
      page: { items: 'Users/User', size: 'MaxRows', after: 'StartRow', next: 'NextRow', most: 3 },
    },
    ListRows: { route: 'GET /rows', page: { items: 'Users/User', number: 'Page', from: 1, pages: 'Pages' } },
    SearchUsers: {
      route: 'POST /search',
      page: { items: 'Users/User', number: 'Page', from: 1, pages: 'Pages' },
    },
    QueryUsers: {
      route: 'GET /found',
      page: { items: 'Users/User', after: 'Locator', next: 'Locator', done: 'Done', continue: 'QueryMore' },
    },
  },
};

/** Wide ids, so that a lost digit shows. */
const idOf = (index: number): string => String(9007199254740993n + BigInt(index));
const usersFrom = (from: number, to: number): string =>
  `<Users>${Array.from({ length: Math.max(0, to - from) }, (_, at) => `<User><UserID>${idOf(from + at)}</UserID></User>`).join('')}</Users>`;
const textIn = (body: string, name: string): string | undefined =>
  new Map([...body.matchAll(/<(?:\w+:)?(\w+)>([^<]*)</g)].map(([, key, text]) => [key, text])).get(name);

describe('pages of a design', { timeout: 300_000 }, () => {
  let under: GatewayUnderTest;
  let upstream: HostileUpstream;
  let owner: OwnerClient;
  let key: string;
  let base: string;
  let path: string;
  let serviceId: string;
  let total = 5;
  let failsFrom = Number.POSITIVE_INFINITY;

  const answerOf = (body: string): string => {
    if (body.includes('ListUsers')) {
      const from = Number(textIn(body, 'StartRow') ?? 1);
      const to = Math.min(from + Number(textIn(body, 'MaxRows') ?? 2), total + 1);
      return `<ListUsersResponse xmlns="urn:users">${usersFrom(from - 1, to - 1)}<NextRow>${to > total ? -1 : to}</NextRow></ListUsersResponse>`;
    }
    const counted = ['ListRows', 'SearchUsers'].find((name) => body.includes(name));
    if (counted !== undefined) {
      const page = Number(textIn(body, 'Page'));
      return `<${counted}Response xmlns="urn:users">${usersFrom(page * 2 - 2, Math.min(page * 2, total))}<Pages>${Math.ceil(total / 2)}</Pages></${counted}Response>`;
    }
    const name = body.includes('QueryMore') ? 'QueryMore' : 'QueryUsers';
    const from = name === 'QueryMore' ? Number((textIn(body, 'Locator') ?? '').split('&amp;')[1]) : 0;
    const to = Math.min(from + 2, total);
    const isDone = to >= total;
    return `<${name}Response xmlns="urn:users">${usersFrom(from, to)}${isDone ? '' : `<Locator>q&amp;${to}</Locator>`}<Done>${isDone}</Done></${name}Response>`;
  };

  beforeAll(async () => {
    [upstream, under] = await Promise.all([startHostileUpstream(), startUnderTest()]);
    upstream.answer = (_request, response) => {
      if (upstream.calls >= failsFrom) return void response.writeHead(503).end();
      response.end(envelope(answerOf(upstream.bodies.at(-1) ?? '')));
    };
    owner = await createOwner(under);
    await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
    await under.gateway.changes.announce(owner.accountId);
    const answer = await owner.send('POST', '/api/manage/services', {
      files: [{ path: 'users.wsdl', content: base64(WSDL) }],
      settings: { endpoint: upstream.address },
      design: DESIGN,
    });
    expect([answer.status, answer.text.slice(0, 800)]).toEqual([201, expect.any(String)]);
    const { slug, ...registered } = answer.json<{ serviceId: string; slug: string }>();
    ({ serviceId } = registered);
    path = `/api/manage/services/${serviceId}`;
    base = `/apis/${owner.accountId}/${slug}/v1`;
    ({ key } = await under.createKey(owner.accountId));
  });
  beforeEach(() => {
    total = 5;
    failsFrom = Number.POSITIVE_INFINITY;
  });
  afterAll(() => Promise.all([under?.stop(), upstream?.stop()]));

  const get = (at: string, { headers, ...more }: SentRequest = {}): Promise<Answer> =>
    under.send(at, { headers: { 'X-API-Key': key, ...headers }, ...more });
  const nextOf = (answer: Answer): string | undefined =>
    /^<([^>]*)>; rel="next"$/.exec((answer.headers['link'] as string | undefined) ?? '')?.[1];
  const idsIn = (text: string): readonly string[] =>
    [...text.matchAll(/"userId":([0-9]+)/g)].map(([, id]) => id as string);
  const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => idOf(index));
  /** Follows the links. */
  const follow = async (at: string): Promise<readonly Answer[]> => {
    const pages: Answer[] = [];
    for (let next: string | undefined = at; next !== undefined; next = nextOf(pages.at(-1) as Answer)) {
      pages.push(await get(next));
      expect([pages.at(-1)?.status, pages.length < 9]).toEqual([200, true]);
    }
    return pages;
  };
  const problemOf = (answer: Answer) =>
    answer.json<{ status: number; code: string; errors?: readonly object[] }>();

  test.each(['/users', '/rows', '/found?query=x'])(
    'PG-5: the links of %s lead through all items, with their digits',
    async (at) => {
      const pages = await follow(`${base}${at}`);
      expect(pages.map(({ text }) => idsIn(text).length)).toEqual([2, 2, 1]);
      expect(pages.flatMap(({ text }) => idsIn(text))).toEqual(ids(5));
      total = 0;
      expect((await follow(`${base}${at}`)).map(({ text }) => idsIn(text))).toEqual([[]]);
    },
  );

  test('PG-5: a link has the other parameters, and the size may change from page to page', async () => {
    const first = await get(`${base}/users?dept=R%26D+x&maxRows=1`);
    const next = nextOf(first) as string;
    expect(next).toMatch(/\/users\?dept=R%26D%20x&maxRows=1&cursor=[A-Za-z0-9._%-]+$/);
    const second = await get(next.replace('maxRows=1', 'maxRows=3'));
    expect([second.status, idsIn(second.text)]).toEqual([200, ids(4).slice(1)]);
    expect(textIn(upstream.bodies.at(-1) ?? '', 'Dept')).toBe('R&amp;D x');
    expect(textIn(upstream.bodies.at(-1) ?? '', 'StartRow')).toBe('2');
    const head = await get(`${base}/users`, { method: 'HEAD' });
    expect([head.status, head.text, nextOf(head)]).toEqual([200, '', expect.any(String)]);
  });

  test('PG-5: a cursor that was changed or is of another list is a 400, and nothing is called', async () => {
    const next = nextOf(await get(`${base}/users?dept=a`)) as string;
    const cursor = new URL(next, 'https://x').searchParams.get('cursor') as string;
    const flipped = `${cursor.slice(0, -2)}${cursor.at(-2) === 'A' ? 'B' : 'A'}${cursor.at(-1)}`;
    const calls = upstream.calls;
    const refused = [
      `/users?dept=a&cursor=${flipped}`,
      `/users?dept=a&cursor=${cursor.slice(0, -8)}`,
      `/users?dept=b&cursor=${cursor}`,
      `/users?cursor=${cursor}`,
      `/users?dept=a&dept=a&cursor=${cursor}`,
      `/rows?cursor=${cursor}`,
      '/users?cursor=',
      '/users?cursor',
      '/users?cursor=%00',
      '/users?cursor=v1.a.b.c',
      `/users?cursor=${'.'.repeat(5_000)}`,
      '/users?cursor=__proto__',
    ];
    for (const at of refused) {
      const answer = await get(`${base}${at}`);
      expect([at.slice(0, 80), problemOf(answer)]).toEqual([
        at.slice(0, 80),
        expect.objectContaining({ status: 400, code: 'CURSOR_INVALID' }),
      ]);
    }
    for (const at of [`/users?cursor=%zz`, `/users?cursor=a&cursor=b`, '/users?startRow=2', '/users?%zz'])
      expect([at, problemOf(await get(`${base}${at}`))]).toEqual([
        at,
        expect.objectContaining({ status: 400, code: 'SCHEMA_VIOLATION' }),
      ]);
    expect(upstream.calls).toBe(calls);
    expect(problemOf(await get(`${base}/users?startRow=2`)).errors).toMatchObject([
      { path: '/startRow', keyword: 'additionalProperties', parameter: 'startRow' },
    ]);
    // Nothing that a client can read has the SOAP service's own value.
    expect(Buffer.from(cursor.split('.').at(-1) ?? '', 'base64url').toString('latin1')).not.toContain('"at"');
  });

  test('PG-5: a cursor of another account is a 400', async () => {
    const cursor = (nextOf(await get(`${base}/users`)) as string).split('cursor=')[1];
    const other = await createOwner(under);
    await under.gateway.store.accounts.update(other.accountId, (account) => ({ ...account, plan: 'Pro' }));
    await under.gateway.changes.announce(other.accountId);
    const made = await other.send('POST', '/api/manage/services', {
      files: [{ path: 'users.wsdl', content: base64(WSDL) }],
      settings: { endpoint: upstream.address },
      design: DESIGN,
    });
    const theirs = await under.createKey(other.accountId);
    const answer = await under.send(
      `/apis/${other.accountId}/${made.json<{ slug: string }>().slug}/v1/users?cursor=${cursor}`,
      { headers: { 'X-API-Key': theirs.key } },
    );
    expect(problemOf(answer)).toMatchObject({ status: 400, code: 'CURSOR_INVALID' });
  });

  test('PG-6: all items as lines: each page is a call, with a charge and a line in the log', async () => {
    const logged = async (): Promise<number> =>
      (await owner.send('GET', '/api/manage/calls?operation=ListRows&limit=100')).json<{
        calls: readonly object[];
      }>().calls.length;
    const before = await get(`${base}/rows`);
    const answer = await get(`${base}/rows`, { headers: { Accept: 'application/x-ndjson' } });
    expect([
      answer.status,
      answer.headers['content-type'],
      answer.headers['link'],
      answer.headers['content-length'],
    ]).toEqual([200, 'application/x-ndjson', undefined, undefined]);
    expect(answer.text).toBe(
      ids(5)
        .map((id) => `{"userId":${id}}\n`)
        .join(''),
    );
    const after = await get(`${base}/rows`);
    const [had, has] = [before, after].map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect((had as number) - (has as number)).toBe(4);
    // Three calls of the test before, and the five of this one.
    await expect.poll(logged).toBe(upstream.bodies.filter((body) => body.includes('ListRows')).length);
    const found = await get(`${base}/found`, {
      headers: { Accept: 'text/html, application/x-ndjson;q=0.9, */*;q=0.1' },
    });
    expect(idsIn(found.text)).toEqual(ids(5));
    const strings = await get(`${base}/rows`, {
      headers: { Accept: 'application/x-ndjson;IEEE754Compatible=true' },
    });
    expect(strings.text.split('\n')[4]).toBe(`{"userId":"${idOf(4)}"}`);
    const json = await get(`${base}/rows`, {
      headers: { Accept: 'application/json, application/x-ndjson;q=0.9' },
    });
    expect(json.headers['content-type']).toMatch(/^application\/json/);
    total = 0;
    expect((await get(`${base}/rows`, { headers: { Accept: 'application/x-ndjson' } })).text).toBe('');
  });

  test('PG-6: the last line says where a list goes on that has more pages than one request reads, or that failed', async () => {
    total = 20;
    const lines = await get(`${base}/users`, { headers: { Accept: 'application/x-ndjson' } });
    const [last = '', ...rest] = lines.text.trimEnd().split('\n').toReversed();
    expect(rest.length).toBe(6);
    const { $next } = JSON.parse(last) as { $next: string };
    const more = await get($next, { headers: { Accept: 'application/x-ndjson' } });
    expect(idsIn(more.text)).toEqual(ids(12).slice(6));
    failsFrom = upstream.calls + 2;
    const broken = await get(`${base}/users`, { headers: { Accept: 'application/x-ndjson' } });
    const end = JSON.parse(broken.text.trimEnd().split('\n').at(-1) ?? '') as {
      $problem: object;
      $next: string;
    };
    expect([broken.status, idsIn(broken.text), end.$problem]).toEqual([
      200,
      ids(2),
      expect.objectContaining({ status: expect.any(Number), code: expect.stringMatching(/^UPSTREAM_/) }),
    ]);
    failsFrom = Number.POSITIVE_INFINITY;
    expect(idsIn((await get(end.$next)).text)).toEqual(ids(4).slice(2));
    failsFrom = 0;
    const failed = await get(`${base}/users`, { headers: { Accept: 'application/x-ndjson' } });
    expect([failed.status, failed.headers['content-type']]).toEqual([502, 'application/problem+json']);
  });

  test('PG-6: a service that breaks off in a page ends the list with the problem, and a client that leaves ends the calls', async () => {
    const { answer } = upstream;
    const from = upstream.calls + 2;
    upstream.answer = (request, response) => {
      if (upstream.calls < from) return answer(request, response);
      response.writeHead(200, { 'Content-Type': 'text/xml', 'Content-Length': 10_000 });
      response.write('<soap:Envelope', () => response.destroy());
    };
    const cut = await get(`${base}/rows`, { headers: { Accept: 'application/x-ndjson' } });
    upstream.answer = answer;
    const end = JSON.parse(cut.text.trimEnd().split('\n').at(-1) ?? '') as {
      $problem: object;
      $next: string;
    };
    expect([cut.status, idsIn(cut.text), end.$problem]).toEqual([
      200,
      ids(2),
      expect.objectContaining({ code: expect.stringMatching(/^UPSTREAM_/) }),
    ]);
    expect(idsIn((await get(end.$next)).text)).toEqual(ids(4).slice(2));
    total = 10_000;
    const before = upstream.calls;
    await new Promise<void>((resolve, reject) => {
      const request = httpsRequest(new URL(`${base}/rows`, under.baseUrl), {
        headers: { 'X-API-Key': key, Accept: 'application/x-ndjson' },
        rejectUnauthorized: false,
        agent: false,
      });
      request.on('response', (response) => {
        response.on('error', () => undefined);
        response.once('data', () => {
          response.destroy();
          resolve();
        });
      });
      request.on('error', reject);
      request.end();
    });
    // The list has 100 pages for one request. No page is called beside those of this loop once the client has gone.
    for (let [calls, round] = [-1, 0]; calls + 1 !== upstream.calls && round < 100; round++) {
      calls = upstream.calls;
      await get(`${base}/rows`);
    }
    expect(upstream.calls - before).toBeLessThan(100);
  });

  test('PG-8: a POST is divided into pages: the body stays, and the cursor belongs to it', async () => {
    const body = '{"filter":[{"userId":7}]}';
    const post = (at: string, text: string, headers: Record<string, string> = {}) =>
      get(at, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: text });
    const first = await post(`${base}/search`, body);
    const next = nextOf(first) as string;
    expect([first.status, idsIn(first.text), next]).toEqual([
      200,
      ids(2),
      expect.stringContaining('/search?cursor='),
    ]);
    const second = await post(next, body);
    expect([second.status, idsIn(second.text)]).toEqual([200, ids(4).slice(2)]);
    expect(upstream.bodies.at(-1)).toMatch(/UserID>7<.*Page>2</s);
    const calls = upstream.calls;
    expect(problemOf(await post(next, body.replace('7', '8')))).toMatchObject({
      status: 400,
      code: 'CURSOR_INVALID',
    });
    for (const text of ['{"page":2}', '{"filter":[],"\\u0070age":2}', '{"page'])
      expect([text, problemOf(await post(`${base}/search`, text)).status]).toEqual([text, 400]);
    expect(problemOf(await post(`${base}/search?page=2`, body))).toMatchObject({ status: 400 });
    expect(upstream.calls).toBe(calls);
    const lines = await post(`${base}/search`, body, { Accept: 'application/x-ndjson' });
    expect([lines.headers['content-type'], idsIn(lines.text)]).toEqual(['application/x-ndjson', ids(5)]);
  });

  test('PG-5: a result that does not lead on is an error, and no end of the list', async () => {
    const { answer } = upstream;
    upstream.answer = (_request, response) =>
      void response.end(
        envelope(
          `<QueryUsersResponse xmlns="urn:users">${usersFrom(0, 1)}<Done>false</Done></QueryUsersResponse>`,
        ),
      );
    const broken = await get(`${base}/found`);
    upstream.answer = answer;
    expect(broken.json()).toMatchObject({
      status: 502,
      code: 'UPSTREAM_BAD_RESPONSE',
      detail:
        'The SOAP service does not say how to get the next page: Done of the result says that there is more, but Locator does not lead on',
    });
  });

  test('a page is a page of one revision', async () => {
    const next = nextOf(await get(`${base}/users`)) as string;
    const design = { ...DESIGN, operations: { ...DESIGN.operations, ListRows: { route: 'GET /rows' } } };
    const set = await owner.send('PUT', `${path}/design`, { design }, { 'If-Match': '*' });
    expect([set.status, set.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    expect(problemOf(await get(next))).toMatchObject({ status: 400, code: 'CURSOR_INVALID' });
    // Without pages, a list is what it was.
    const plain = await get(`${base}/rows?page=2`, { headers: { Accept: 'application/x-ndjson' } });
    expect([plain.status, idsIn(plain.text), plain.headers['content-type']]).toEqual([
      200,
      ids(4).slice(2),
      'application/json; charset=utf-8',
    ]);
  });

  test('the path of the specification takes what it did', async () => {
    const slug = base.split('/')[3];
    const answer = await under.send(`/api/v1/${owner.accountId}/${slug}/ListUsers`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: '{"startRow":4}',
    });
    expect([answer.status, idsIn(answer.text), answer.headers['link']]).toEqual([
      200,
      ids(5).slice(3),
      undefined,
    ]);
  });
});
