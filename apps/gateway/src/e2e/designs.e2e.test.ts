import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify as stringifyYaml } from 'yaml';
import { createCanaries } from '../testing/canaries.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import type { Answer } from '../testing/https-client.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { readFiles } from '../testing/read-files.js';
import { setUps } from '../testing/set-ups.js';

/** A service that wants a password in each message. `pin` and `members` vary between its versions. */
const wsdlOf = (pin = 'string', members = '') => `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:quotes" targetNamespace="urn:quotes" name="Quotes">
  <wsdl:types><xs:schema targetNamespace="urn:quotes" elementFormDefault="qualified">
    <xs:complexType name="Auth"><xs:sequence>
      <xs:element name="User" type="xs:string"/><xs:element name="Password" type="xs:string"/>${members}
    </xs:sequence><xs:attribute name="pin" type="xs:${pin}"/></xs:complexType>
    <xs:element name="GetQuote"><xs:complexType><xs:sequence>
      <xs:element name="Auth" type="t:Auth"/><xs:element name="RequestId" type="xs:string"/>
      <xs:element name="SentAt" type="xs:dateTime"/><xs:element name="Partner" type="xs:string"/>
      <xs:element name="Symbol" type="xs:string"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="GetQuoteResponse"><xs:complexType><xs:sequence>
      <xs:element name="Price" type="xs:decimal"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Ping"><xs:complexType><xs:sequence>
      <xs:element name="Text" type="xs:string" minOccurs="0"/><xs:element name="Rate" type="xs:decimal" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>
    <xs:element name="PingResponse"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
  </xs:schema></wsdl:types>
  <wsdl:message name="GetQuoteIn"><wsdl:part name="p" element="t:GetQuote"/></wsdl:message>
  <wsdl:message name="GetQuoteOut"><wsdl:part name="p" element="t:GetQuoteResponse"/></wsdl:message>
  <wsdl:message name="PingIn"><wsdl:part name="p" element="t:Ping"/></wsdl:message>
  <wsdl:message name="PingOut"><wsdl:part name="p" element="t:PingResponse"/></wsdl:message>
  <wsdl:portType name="QuotesPort">
    <wsdl:operation name="GetQuote"><wsdl:input message="t:GetQuoteIn"/><wsdl:output message="t:GetQuoteOut"/></wsdl:operation>
    <wsdl:operation name="Ping"><wsdl:input message="t:PingIn"/><wsdl:output message="t:PingOut"/></wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="QuotesBinding" type="t:QuotesPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="GetQuote"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
    <wsdl:operation name="Ping"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="Quotes"><wsdl:port name="QuotesPort" binding="t:QuotesBinding"><soap:address location="http://127.0.0.1:9/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

const DESIGN = {
  fill: {
    '*/Auth': { User: 'owner-17', Password: { secret: 'quotes-password' }, '@pin': { secret: 'quotes-pin' } },
    'GetQuote/RequestId': { generate: 'uuid' },
    'GetQuote/SentAt': { generate: 'timestamp' },
    'GetQuote/Partner': { header: 'X-Partner-Id' },
  },
};

interface Failure {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: readonly { readonly path: string; readonly message: string }[];
  };
}

describe.each(await setUps())('a design with $name', { timeout: 300_000 }, (setUp) => {
  const canaries = createCanaries();
  const shown: { readonly what: string; readonly text: string }[] = [];
  const password = canaries.make('password');
  const laterPassword = canaries.make('later password');
  const pin = canaries.make('pin');
  let dataDir: string;
  let under: GatewayUnderTest;
  let upstream: HostileUpstream;
  let owner: OwnerClient;
  let path: string;
  let slug: string;
  let liveKey: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-designs-'));
    [upstream, under] = await Promise.all([
      startHostileUpstream(),
      startUnderTest({ ...(await setUp.start()), DATA_DIR: dataDir, LOG_LEVEL: 'trace' }),
    ]);
    upstream.answer = (_request, response) =>
      void response.end(
        envelope('<GetQuoteResponse xmlns="urn:quotes"><Price>1.50</Price></GetQuoteResponse>'),
      );
    owner = await createOwner(under);
    await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
    const answer = await send('POST', '/api/manage/services', {
      files: [{ path: 'quotes.wsdl', content: base64(wsdlOf()) }],
      settings: { endpoint: upstream.address },
    });
    expect([answer.status, answer.text.slice(0, 500)]).toEqual([201, expect.any(String)]);
    const registered = answer.json<{ serviceId: string; slug: string }>();
    path = `/api/manage/services/${registered.serviceId}`;
    slug = registered.slug;
    const key = await owner.send('POST', '/api/manage/keys', { name: 'ci' });
    liveKey = key.json<{ key: string }>().key;
  });
  afterAll(async () => {
    await under?.stop();
    await upstream?.stop();
    await setUp.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Sends a request as the owner, and keeps the response for the search at the end. */
  const send = async (...request: Parameters<OwnerClient['send']>): Promise<Answer> => {
    const answer = await owner.send(...request);
    shown.push({ what: request.slice(0, 2).join(' '), text: JSON.stringify([answer.headers, answer.text]) });
    return answer;
  };
  const call = async (
    input: unknown,
    headers: Record<string, string> = { 'X-Partner-Id': 'partner-1' },
    operation = 'GetQuote',
  ): Promise<Answer> => {
    const answer = await under.send(`/api/v1/${owner.accountId}/${slug}/${operation}`, {
      method: 'POST',
      headers: { 'X-API-Key': liveKey, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    shown.push({ what: `call ${operation}`, text: JSON.stringify([answer.headers, answer.text]) });
    return answer;
  };
  const get = async (query: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await under.send(`/api/v1/${owner.accountId}/${slug}/GetQuote?${query}`, {
      headers: { 'X-API-Key': liveKey, ...headers },
    });
    shown.push({ what: 'call GetQuote', text: JSON.stringify([answer.headers, answer.text]) });
    return answer;
  };
  const lastBody = (): string => upstream.bodies.at(-1) ?? '';
  const putDesign = (design: unknown, headers = {}) => send('PUT', `${path}/design`, { design }, headers);
  const reimport = (wsdl: string, over = {}) =>
    send('POST', `${path}/revisions`, { files: [{ path: 'quotes.wsdl', content: base64(wsdl) }], ...over });

  test('that does not fit is refused with every line, and nothing is stored', async () => {
    const refused = await putDesign({
      fill: { 'GetQuote/Simbol': 'x', '*/nothing': 1, 'GetQuote/Auth/User': { header: 'X-API-Key' } },
    });
    expect([refused.status, refused.json<Failure>().error]).toMatchObject([
      400,
      {
        code: 'DESIGN_REFUSED',
        details: [
          { path: '/design/fill/GetQuote~1Simbol', message: expect.stringContaining('did you mean Symbol?') },
          { path: '/design/fill/*~1nothing' },
        ],
      },
    ]);
    const own = await putDesign({ fill: { 'GetQuote/Auth/User': { header: 'X-API-Key' } } });
    expect(own.json<Failure>().error.details?.[0]?.message).toContain('use another header');
    const { revisions } = (await send('GET', `${path}/revisions`)).json<{ revisions: unknown[] }>();
    expect(revisions).toHaveLength(1);
  });

  test('shows what clients see of an operation, without being stored', async () => {
    const preview = (design: unknown, operation = 'GetQuote') =>
      send('POST', `${path}/design/preview`, { design, operation });
    interface Preview {
      readonly hidden: boolean;
      readonly input: string;
      readonly openApi: string;
      readonly tool: string;
    }
    const answer = await preview({ ...DESIGN, names: 'camel' });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    const { hidden, input, openApi, tool } = answer.json<Preview>();
    expect([hidden, Object.keys(JSON.parse(input))]).toEqual([false, ['symbol']]);
    for (const text of [openApi, tool]) {
      expect(text).toContain('symbol');
      expect(text).not.toMatch(/password|sentAt|partner\b/);
    }
    expect(JSON.parse(tool)).toMatchObject({ name: 'GetQuote', inputSchema: { type: 'object' } });
    expect(openApi).toContain('openapi: "3.1.0"');
    const none = { hidden: true, input: null, openApi: null, tool: null };
    expect((await preview({ operations: { GetQuote: { hidden: true } } })).json()).toEqual(none);
    expect((await preview({}, 'GetQuot')).status).toBe(404);
    const wrong = await preview({ fill: { 'GetQuote/Simbol': 'x' } });
    expect([wrong.status, wrong.json<Failure>().error.details?.[0]?.path]).toEqual([
      400,
      '/design/fill/GetQuote~1Simbol',
    ]);
  });

  test('is checked without being stored: every problem with the nearest name, or what clients will notice', async () => {
    const check = (design: unknown) => send('POST', `${path}/design/check`, { design });
    const wrong = await check({ fill: { 'GetQuote/Simbol': 'x', '*/Auth': { Password: { secret: 'p' } } } });
    expect([wrong.status, wrong.json()]).toEqual([
      200,
      {
        problems: [
          {
            at: ['fill', 'GetQuote/Simbol'],
            message: 'the input of GetQuote has no member "Simbol"; did you mean Symbol?',
            nearest: 'Symbol',
          },
        ],
        breaking: false,
        changes: [],
        secrets: [],
      },
    ]);
    const fits = await check(DESIGN);
    expect([fits.status, fits.json()]).toMatchObject([
      200,
      {
        problems: [],
        breaking: true,
        secrets: [
          { name: 'quotes-password', stored: false },
          { name: 'quotes-pin', stored: false },
        ],
      },
    ]);
    const { changes } = fits.json<{ changes: { operation: string; change: string; path: string }[] }>();
    expect(changes.map(({ operation, change, path }) => `${operation} ${change} ${path}`)).toContain(
      'GetQuote removed /Auth',
    );
    const { revisions } = (await send('GET', `${path}/revisions`)).json<{ revisions: unknown[] }>();
    expect(revisions).toHaveLength(1);
    expect((await check('names: camel')).status).toBe(400);
  });

  test('is shown with one operation: the same example without and with it, or what is wrong', async () => {
    const preview = (design: unknown, operation = 'GetQuote') =>
      send('POST', `${path}/design/example`, { design, operation });
    const named = await preview({
      names: 'camel',
      base: '/v1',
      operations: { GetQuote: { route: 'POST /quotes' } },
      fill: { 'GetQuote/Auth': { Password: { secret: 'p' } } },
    });
    expect(named.status).toBe(200);
    const { problems, before, after } = named.json<{
      problems: unknown[];
      before: { method: string; route: string; body: string; result: string; members: string[] };
      after: {
        method: string;
        route: string;
        body: string;
        result: string;
        members: string[];
        status: number;
      };
    }>();
    expect(problems).toEqual([]);
    expect([before.method, before.route, after.method, after.route, after.status]).toEqual([
      'POST',
      '/GetQuote',
      'POST',
      '/v1/quotes',
      200,
    ]);
    // The possible bodies, by the names of the design.
    expect([before.members[0], after.members[0]]).toEqual(['Auth', 'auth']);
    const [plain, designed] = [before, after].map(({ body }) => JSON.parse(body));
    expect(plain.Auth.Password).toBeTypeOf('string');
    expect(designed.auth).not.toHaveProperty('password');
    expect(designed.auth.user).toBe(plain.Auth.User);
    // The values, not the letters of the keys.
    const values = (json: string) => JSON.stringify(Object.values(JSON.parse(json)));
    expect(values(after.result)).toBe(values(before.result));
    const wrong = (await preview({ operations: { GetQuote: { rute: 'GET /q' } } })).json<{
      problems: { at: string[] }[];
      after: unknown;
    }>();
    expect([wrong.problems[0]?.at, wrong.after]).toEqual([['operations', 'GetQuote', 'rute'], null]);
    const hidden = await preview({ operations: { GetQuote: { hidden: true } } });
    expect(hidden.json()).toMatchObject({ problems: [], after: null });
    for (const operation of ['__proto__', 'constructor', 'getquote'])
      expect((await preview({}, operation)).status).toBe(404);
    expect((await preview({}, '')).status).toBe(400);
  });

  test('is proposed with the members of all inputs and results, and the schema of designs', async () => {
    const proposed = await send('GET', `${path}/design/proposal`);
    expect(proposed.status).toBe(200);
    const body = proposed.json<{
      text: string;
      inputs: { operation: string; members: { path: string; type: string }[] }[];
      results: { operation: string; members: { path: string; type: string }[] }[];
      faults: unknown[];
      schema: { properties: object };
    }>();
    expect(body).toMatchObject({
      text: expect.stringMatching(/^names: camel$/m),
      session: null,
      secrets: [
        { path: 'GetQuote/Auth/User', name: 'auth-user' },
        { path: 'GetQuote/Auth/Password', name: 'auth-password' },
        { path: 'GetQuote/Auth/@pin', name: 'auth-pin' },
      ],
    });
    expect(body.inputs.map(({ operation }) => operation)).toEqual(['GetQuote', 'Ping']);
    expect(body.results.map(({ operation }) => operation)).toEqual(['GetQuote', 'Ping']);
    expect(body.inputs[0]?.members.slice(0, 3)).toEqual([
      { path: 'Auth', type: 'object', required: true, many: false },
      { path: 'Auth/@pin', type: 'xs:string', required: false, many: false },
      { path: 'Auth/User', type: 'xs:string', required: true, many: false },
    ]);
    expect(Object.keys(body.schema.properties)).toContain('fill');
    expect(body.faults).toEqual([]);
  });

  test.each([
    [
      '{ "design": { "names": } }',
      'The body of the request is not JSON: unexpected token } at line 1 column 24',
    ],
    [
      '{"design":{"names":"camel","names":"as-is"}}',
      expect.stringMatching(/^The body of the request cannot be used at \/design\/names: /),
    ],
  ])('with a malformed body gets the place of the problem: %s', async (text, message) => {
    const answer = await under.send(`${path}/design`, {
      method: 'PUT',
      headers: {
        ...{ Cookie: owner.cookie, 'X-CSRF-Token': owner.csrfToken, Origin: under.baseUrl },
        'Content-Type': 'application/json',
      },
      body: text,
    });
    expect([answer.status, answer.json<Failure>().error.message]).toEqual([400, message]);
  });

  test('is published as a revision, whose secrets are set without one', async () => {
    const { headers } = await send('GET', `${path}/design`);
    const set = await putDesign(DESIGN, { 'If-Match': String(headers['etag']) });
    expect([set.status, set.json()]).toMatchObject([200, { number: 2, inForce: true, breaking: true }]);
    expect((await putDesign(DESIGN, { 'If-Match': String(headers['etag']) })).status).toBe(412);
    expect((await putDesign(DESIGN)).json()).toMatchObject({ number: 2, changes: [] });
    const missing = await call({ Symbol: 'A' });
    expect([missing.status, missing.json<Failure>().error]).toMatchObject([
      502,
      { type: 'UPSTREAM_ERROR', code: 'FILL_MISSING', message: expect.stringContaining('quotes-pin') },
    ]);
    for (const [name, value] of [
      ['quotes-password', password],
      ['quotes-pin', pin],
    ]) {
      const answer = await send('PUT', `${path}/design/secrets/${name}`, { value });
      expect([answer.status, answer.text]).toEqual([200, '{}']);
    }
    expect((await send('PUT', `${path}/design/secrets/no%20name`, { value: 'x' })).status).toBe(400);
    const design = (await send('GET', `${path}/design`)).json<Record<string, unknown>>();
    expect(design).toMatchObject({
      revision: 2,
      design: DESIGN,
      problems: [],
      secrets: [
        { name: 'quotes-password', stored: true, used: true },
        { name: 'quotes-pin', stored: true, used: true },
      ],
    });
    expect(design['filled']).toHaveLength(6);
  });

  test('fills each call, in schema order', async () => {
    const before = Date.now();
    const answer = await call({ Symbol: 'A' });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    expect(answer.headers['vary']).toContain('X-Partner-Id');
    const [, uuid, instant] = new RegExp(
      `<[^>]*Auth pin="${pin}"[^>]*><[^>]*User>owner-17</[^>]*><[^>]*Password>${password}</[^>]*></[^>]*>` +
        '<[^>]*RequestId>([0-9a-f-]{36})</[^>]*><[^>]*SentAt>([^<]*)Z</[^>]*><[^>]*Partner>partner-1<.*Symbol>A<',
    ).exec(lastBody())!;
    expect(Date.parse(`${instant}Z`)).toBeGreaterThanOrEqual(before);
    await call({ Symbol: 'A' });
    expect(lastBody()).not.toContain(uuid);
    // An input that is too large for the event loop is written by the mapping thread, with the same values.
    const long = await call({ Symbol: 'A'.repeat(100_000) });
    expect(long.status).toBe(200);
    expect(lastBody()).toContain(`<Password>${password}`.slice(1));
    expect(lastBody()).toMatch(/RequestId>[0-9a-f-]{36}</);
    expect((await call({ Text: 'x' }, {}, 'Ping')).headers['vary']).toBeUndefined();
  });

  test('names what a client must not send, and the header that it must', async () => {
    const sent = await call({ Symbol: 'A', Auth: { User: 'me' }, RequestId: '1' });
    expect([sent.status, sent.json<Failure>().error.details?.map((each) => each.path)]).toEqual([
      400,
      ['/Auth', '/RequestId'],
    ]);
    const without = await call({ Symbol: 'A' }, {});
    expect([without.status, without.json<Failure>().error.details?.[0]?.message]).toEqual([
      400,
      'needs the HTTP header X-Partner-Id',
    ]);
  });

  test('is nowhere in what clients see, and GET takes what is left', async () => {
    const kinds = [
      await send('GET', `${path}/operations/GetQuote`),
      await send('GET', `${path}/files/openapi-3.1.json`),
      await send('GET', `${path}/files/types.ts`),
      await send('GET', `${path}/operations/GetQuote/tool`),
    ];
    for (const { text } of kinds) expect(text).not.toMatch(/Password|RequestId|SentAt|Partner\b|owner-17/);
    expect(kinds.slice(0, 3).map(({ status, text }) => [status, text.includes('Symbol')])).toEqual(
      Array.from({ length: 3 }, () => [200, true]),
    );
    const policy = { methodPolicy: 'GET + POST', cacheSeconds: 60 };
    expect((await send('PUT', `${path}/operations/GetQuote`, policy)).status).toBe(200);
    const partner = { 'X-Partner-Id': 'partner-1' };
    const calls = upstream.calls;
    const first = await get('Symbol=A', partner);
    expect([first.status, first.text.slice(0, 300)]).toEqual([
      200,
      expect.stringContaining('"cached":false'),
    ]);
    expect((await get('Symbol=A', partner)).text).toContain('"cached":true');
    // A response belongs to the value of the header that is filled in.
    expect((await get('Symbol=A', { 'X-Partner-Id': 'partner-2' })).text).toContain('"cached":false');
    expect(lastBody()).toContain('partner-2');
    // A changed secret never gets the old responses.
    await send('PUT', `${path}/design/secrets/quotes-password`, { value: laterPassword });
    expect((await get('Symbol=A', partner)).text).toContain('"cached":false');
    expect(lastBody()).toContain(laterPassword);
    expect(upstream.calls).toBe(calls + 3);
  });

  test('hides the secrets in dry runs, trials, recordings and faults', async () => {
    const dry = await call({ Symbol: 'A' }, { 'X-Dry-Run': 'true' });
    expect([dry.status, dry.text]).toEqual([200, expect.stringContaining('***')]);
    expect(dry.text).toContain('secrets.quotes-password');
    const echo = `<soap:Fault><faultcode>soap:Client</faultcode><faultstring>wrong: ${laterPassword} ${pin}</faultstring></soap:Fault>`;
    const { answer } = upstream;
    upstream.answer = (_request, response) => void response.writeHead(500).end(envelope(echo));
    await send('PATCH', path, { settings: { captureHours: 1 } });
    expect((await call({ Symbol: 'A' })).json<Failure>().error.code).toBe('SOAP_FAULT');
    await send('POST', `${path}/operations/GetQuote/try`, { input: '{"Symbol":"A"}' });
    upstream.answer = answer;
    await send('PATCH', path, { settings: { answers: 'record' } });
    expect((await call({ Symbol: 'A' })).text).toContain('"recording":true');
    await expect
      .poll(async () => (await send('GET', `${path}/recordings`)).text, { timeout: 20_000 })
      .toContain('GetQuote');
    await send('GET', `${path}/recordings/archive`);
    await send('PATCH', path, { settings: { answers: 'replay' } });
    const replayed = await call({ Symbol: 'A' });
    expect([replayed.status, replayed.text.slice(0, 500)]).toEqual([
      200,
      expect.stringContaining('"replayed":true'),
    ]);
    await send('PATCH', path, { settings: { answers: 'live' } });
  });

  test('a new WSDL that breaks a line is held, with the line', async () => {
    const same = (
      await reimport(wsdlOf('string', '<xs:element name="More" type="xs:string" minOccurs="0"/>'))
    ).json();
    expect(same).toMatchObject({ inForce: true, breaking: false, design: [] });
    const typed = (await reimport(wsdlOf('integer'))).json<{ number: number }>();
    expect(typed).toMatchObject({
      inForce: false,
      breaking: true,
      design: [
        {
          at: ['fill', '*/Auth', '@pin'],
          message: expect.stringContaining('was xs:string and is xs:integer now'),
          unusable: false,
        },
      ],
    });
    const gone = await reimport(wsdlOf().replaceAll('Partner', 'Broker'), { activate: 'always' });
    const { number } = gone.json<{ number: number }>();
    expect(gone.json()).toMatchObject({
      inForce: false,
      design: [{ at: ['fill', 'GetQuote/Partner'], unusable: true }],
    });
    const refused = await send('PUT', `${path}/revisions/${number}/in-force`);
    expect([refused.status, refused.json<Failure>().error.code]).toEqual([409, 'DESIGN_REFUSED']);
    expect((await call({ Symbol: 'A' })).status).toBe(200);
  });

  test('a new WSDL that breaks lines of routes, names, values, defaults or operations is held, with each line', async () => {
    const operations = {
      GetQuote: {
        route: 'GET /quotes/{Symbol}',
        input: { defaults: { Symbol: 'A' } },
        result: { rename: { Price: 'price' } },
      },
      Ping: { input: { values: { Text: { hi: 'HELLO' } } } },
    };
    expect((await putDesign({ ...DESIGN, operations })).status).toBe(200);
    const without = async (name: string): Promise<readonly unknown[]> => {
      const imported = await reimport(wsdlOf().replaceAll(name, 'Other'), { activate: 'always' });
      const { inForce, design } = imported.json<{ inForce: boolean; design: readonly { at: unknown }[] }>();
      expect([name, inForce]).toEqual([name, false]);
      return design.map(({ at }) => at);
    };
    expect(await without('Symbol')).toEqual([
      ['operations', 'GetQuote', 'input', 'defaults', 'Symbol'],
      ['operations', 'GetQuote', 'route'],
    ]);
    expect(await without('Price')).toEqual([['operations', 'GetQuote', 'result', 'rename', 'Price']]);
    expect(await without('Text')).toEqual([['operations', 'Ping', 'input', 'values', 'Text']]);
    expect(await without('Ping')).toEqual([['operations', 'Ping']]);
    expect((await putDesign(DESIGN)).status).toBe(200);
  });

  test('keeps the digits of its numbers', async () => {
    const rate = '12345678901234567.8901234567890123';
    const put = await under.send(`${path}/design`, {
      method: 'PUT',
      headers: {
        Cookie: owner.cookie,
        'X-CSRF-Token': owner.csrfToken,
        Origin: under.baseUrl,
        'Content-Type': 'application/json',
      },
      body: `{"design":{"fill":{"Ping/Rate":${rate}}}}`,
    });
    expect([put.status, put.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    const { text, headers } = await send('GET', `${path}/design`);
    expect(text).toContain(`"design":{"fill":{"Ping/Rate":${rate}}}`);
    expect(text).toContain(`"value":${rate}`);
    await call({ Text: 'x' }, {}, 'Ping');
    expect(lastBody()).toContain(`Rate>${rate}<`);
    // A save that came too late gets the stored state.
    const late = await putDesign(DESIGN, { 'If-Match': '"other"' });
    expect([late.status, late.text]).toEqual([412, expect.stringContaining(rate)]);
    expect((await putDesign(DESIGN, { 'If-Match': String(headers['etag']) })).status).toBe(200);
  });

  test('keeps the text of its owner, with its comments, through changes of comments, imports and roll-backs', async () => {
    interface Stored {
      readonly revision: number;
      readonly text: string | null;
    }
    const put = (text: unknown, design: unknown = DESIGN) => send('PUT', `${path}/design`, { design, text });
    const stored = async () => (await send('GET', `${path}/design`)).json<Stored>();
    const text = `# Of Ann.\n${stringifyYaml(DESIGN).replace('owner-17', 'owner-17 # until May')}`;
    expect((await put(text)).status).toBe(200);
    const { revision, text: first } = await stored();
    expect(first).toBe(text);
    const other = text.replace('Ann', 'Bo');
    expect((await put(other)).json()).toMatchObject({ number: revision, changes: [] });
    expect(await stored()).toMatchObject({ revision, text: other });
    const rate = { fill: { ...DESIGN.fill, 'Ping/Rate': 2 } };
    expect((await put(undefined, rate)).status).toBe(200);
    expect((await stored()).text).toBe(null);
    const activate = (number: number) => send('PUT', `${path}/revisions/${number}/in-force`);
    expect((await activate(revision)).status).toBe(200);
    expect(await stored()).toMatchObject({ revision, text: other });
    expect((await reimport(wsdlOf(), { activate: 'always' })).status).toBe(201);
    expect((await stored()).text).toBe(other);
  });

  test('refuses a text that is too long, or has the value of a secret', async () => {
    const long = await send('PUT', `${path}/design`, { design: DESIGN, text: '#'.repeat(131_073) });
    expect(long.status).toBe(400);
    const text = `# ${laterPassword}\n${stringifyYaml(DESIGN)}`;
    const answer = await send('PUT', `${path}/design`, { design: DESIGN, text });
    expect([answer.status, answer.json<Failure>().error.details?.[0]?.message]).toEqual([
      400,
      'must not have the value of the secret quotes-password: the text is stored and shown as it is',
    ]);
  });

  test('is rolled back with its revision, and removed', async () => {
    expect((await send('PUT', `${path}/revisions/1/in-force`)).status).toBe(200);
    expect((await call({ Symbol: 'A' })).status).toBe(400);
    expect((await send('PUT', `${path}/revisions/2/in-force`)).status).toBe(200);
    expect((await call({ Symbol: 'A' })).status).toBe(200);
    expect((await send('DELETE', `${path}/design`)).json()).toMatchObject({ inForce: true });
    expect((await call({ Symbol: 'A' })).status).toBe(400);
    const { entries } = (await send('GET', '/api/manage/audit')).json<{ entries: { action: string }[] }>();
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['design.set', 'design.delete', 'design-secret.set']),
    );
  });

  test('leaves no secret in any response, log line, metric or file', async () => {
    for (const route of ['calls', 'usage']) await send('GET', `/api/manage/${route}`);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const files = await readFiles([dataDir, ...(setUp.directories?.() ?? [])]);
    const found = [
      ...shown.flatMap(({ what, text }) => canaries.find(what, text)),
      ...under.logLines.flatMap((line) => canaries.find(`log ${line.slice(0, 200)}`, line)),
      ...files.flatMap(({ path: name, content }) => canaries.find(name, content)),
    ];
    expect([...new Set(found)]).toEqual([]);
    // The search finds what is there.
    expect(upstream.bodies.flatMap((body) => canaries.find('sent', body)).length).toBeGreaterThan(3);
  });
});
