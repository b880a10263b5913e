import { readFile } from 'node:fs/promises';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkAnswers } from '../testing/check-answers.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const ADMIN_KEY = 'an admin key of at least thirty-two characters';
const folder = new URL('../../../../examples/user-directory/', import.meta.url);

interface Trial {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly soap: {
    readonly request: { readonly url: string; readonly xml: string; readonly soapAction: string } | null;
    readonly response: { readonly status: number; readonly xml: string } | null;
    readonly answer: { readonly description: string } | null;
  };
  readonly timings: Readonly<Record<string, number | null>>;
}

describe('trying a service', () => {
  let under: GatewayUnderTest;
  let soap: UserDirectory;
  let upstream: HostileUpstream;
  let files: { path: string; content: string }[];
  let owner: OwnerClient;
  let path: string;
  beforeAll(async () => {
    [under, soap, upstream] = await Promise.all([
      startUnderTest({ ADMIN_KEY }),
      startUserDirectory(),
      startHostileUpstream(),
    ]);
    files = await Promise.all(
      ['user-directory.wsdl', 'user-directory.xsd'].map(async (name) => ({
        path: name,
        content: (await readFile(new URL(name, folder))).toString('base64'),
      })),
    );
  });
  afterAll(async () => {
    await under?.stop();
    await soap?.stop();
    await upstream?.stop();
  });
  beforeEach(async () => {
    owner = checkAnswers(await createOwner(under));
    const settings = { endpoint: soap.address };
    const answer = await owner.send('POST', '/api/manage/services', { files, settings });
    path = `/api/manage/services/${answer.json<{ serviceId: string }>().serviceId}`;
  });

  const tryIt = (operation: string, body: object) =>
    owner.send('POST', `${path}/operations/${operation}/try`, body);
  const used = async () =>
    (await owner.send('GET', '/api/manage/account')).json<{ period: { used: number } }>().period.used;

  test('a saved example is stored as typed, rejected if a call with it would be, and can be removed', async () => {
    const shown = async () =>
      (await owner.send('GET', `${path}/operations/GetUser`)).json<{
        savedExample: string | null;
        exampleInput: string;
      }>();
    expect(await shown()).toMatchObject({ savedExample: null, exampleInput: '{"userId":1001}' });
    const input = '{ "userId": 9007199254740993 }';
    const saved = await owner.send('PUT', `${path}/operations/GetUser/example`, { input });
    expect([saved.status, saved.json<unknown>()]).toEqual([200, { input }]);
    expect(await shown()).toMatchObject({ savedExample: input, exampleInput: '{"userId":1001}' });

    const wrong = await owner.send('PUT', `${path}/operations/GetUser/example`, { input: '{"userId": "x"}' });
    expect(wrong.status).toBe(400);
    expect(wrong.json().error).toMatchObject({ code: 'SCHEMA_VIOLATION', details: [{ path: '/userId' }] });
    expect((await owner.send('PUT', `${path}/operations/Nobody/example`, { input })).status).toBe(404);
    expect(await shown()).toMatchObject({ savedExample: input });

    // Left by an operation of an earlier revision.
    const [accountId, serviceId] = [owner.accountId, path.split('/').at(-1)!];
    const { operationExamples } = under.gateway.store;
    const left = { accountId, serviceId, operation: 'Removed' };
    await operationExamples.set(left, 'x'.repeat(16 * 1024 * 1024), Number.POSITIVE_INFINITY);
    const full = await owner.send('PUT', `${path}/operations/GetUser/example`, { input });
    expect([full.status, full.json().error.code]).toEqual([409, 'EXAMPLES_FULL']);
    await operationExamples.delete(left);

    const stranger = await createOwner(under);
    expect((await stranger.send('PUT', `${path}/operations/GetUser/example`, { input })).status).toBe(404);
    expect((await stranger.send('DELETE', `${path}/operations/GetUser/example`)).status).toBe(404);
    expect((await owner.send('DELETE', `${path}/operations/GetUser/example`)).status).toBe(200);
    expect((await owner.send('DELETE', `${path}/operations/GetUser/example`)).status).toBe(404);
    expect(await shown()).toMatchObject({ savedExample: null });
  });

  test('the example of an operation is valid, and a call with it succeeds', async () => {
    const shown = await owner.send('GET', `${path}/operations/GetUser`);
    const { exampleInput, inputSchema } = shown.json<{ exampleInput: string; inputSchema: object }>();
    expect(inputSchema).toMatchObject({ type: 'object' });
    const valid = await owner.send('POST', `${path}/operations/GetUser/validation`, { input: exampleInput });
    expect(valid.json<unknown>()).toEqual({ errors: [] });
    expect((await owner.send('GET', `${path}/operations/Nope`)).status).toBe(404);
    const list = (await owner.send('GET', `${path}/operations/ListUsers`)).json<{
      queryParameters: object[];
    }>();
    expect(list.queryParameters).toEqual([
      {
        name: 'department',
        type: 'string',
        repeated: false,
        required: false,
        documentation: null,
        values: null,
      },
      expect.objectContaining({ name: 'status', repeated: true, values: expect.arrayContaining(['active']) }),
      expect.objectContaining({ name: 'limit', type: 'int', values: null }),
    ]);
    const create = await owner.send('GET', `${path}/operations/CreateUser`);
    expect(create.json<unknown>()).toMatchObject({ headerBlocks: ['Session'] });
  });

  test('every problem of an input is reported at its location, as in a call', async () => {
    const input = '{"userId": "x", "user_id": 1}';
    const { errors } = (await owner.send('POST', `${path}/operations/GetUser/validation`, { input })).json<{
      errors: { path: string; keyword: string }[];
    }>();
    const { body } = (await tryIt('GetUser', { input })).json<Trial>();
    expect(errors.map((error) => error.path).sort()).toEqual(['/userId', '/user_id']);
    expect(JSON.parse(body).error.details).toEqual(errors);
    const broken = await owner.send('POST', `${path}/operations/GetUser/validation`, { input: '{"a":' });
    expect(broken.json<{ errors: unknown[] }>().errors).toMatchObject([{ keyword: 'json' }]);
  });

  test('a call shows the client’s response, both messages and the timings, and is charged once', async () => {
    const before = await used();
    const answer = await tryIt('GetUser', { input: '{"userId": 9007199254740993}' });
    const trial = answer.json<Trial>();
    expect(trial.status).toBe(200);
    // The digits are kept, because the body is sent as text.
    expect(trial.body).toContain('9007199254740993');
    expect(JSON.parse(trial.body).meta).toMatchObject({ operation: 'GetUser', cached: false });
    expect(trial.headers['X-RateLimit-Remaining']).toBe('999');
    expect(trial.soap.request).toMatchObject({
      url: soap.address,
      soapAction: '"urn:example:user-directory/GetUser"',
    });
    expect(trial.soap.request?.xml).toContain('9007199254740993');
    expect(trial.soap.response?.status).toBe(200);
    expect(trial.soap.response?.xml).toMatch(/^<\?xml[\s\S]*GetUserResponse/);
    expect(trial.timings['upstream']).toBeTypeOf('number');
    expect(await used()).toBe(before + 1);
    await expect
      .poll(async () => (await owner.send('GET', '/api/manage/calls')).json<{ calls: object[] }>().calls)
      .toMatchObject([{ operation: 'GetUser', method: 'POST', status: 200 }]);
  });

  test('a dry run sends nothing and costs nothing; a mock must be allowed', async () => {
    await owner.send('PATCH', path, { settings: { endpoint: upstream.address } });
    const before = [upstream.calls, await used()];
    const dry = (await tryIt('ListUsers', { mode: 'dryRun' })).json<Trial>();
    expect(dry.status).toBe(200);
    expect(JSON.parse(dry.body).result.body).toBe(dry.soap.request?.xml);
    expect(dry.soap.response).toBeNull();
    const refused = (await tryIt('ListUsers', { mode: 'mock' })).json<Trial>();
    expect(JSON.parse(refused.body).error.code).toBe('MOCK_DISABLED');
    await owner.send('PATCH', path, { settings: { mock: true } });
    expect((await tryIt('ListUsers', { mode: 'mock' })).json<Trial>().status).toBe(200);
    expect([upstream.calls, await used()]).toEqual(before);
  });

  test('WS-Addressing properties are sent and shown; a stored block replaces a generated one, and is not shown', async () => {
    const WSA = 'http://www.w3.org/2005/08/addressing';
    const empty =
      '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>';
    upstream.answer = (_request, response) => response.end(envelope(empty));
    const addressingProperties = { to: 'urn:partner:a', from: 'urn:us', mustUnderstand: ['To'] };
    const settings = { endpoint: upstream.address, addressingProperties };
    const changed = await owner.send('PATCH', path, { settings });
    expect(changed.json<unknown>()).toMatchObject({ settings: { addressingProperties } });
    const sent = async () => {
      expect((await tryIt('ListUsers', { input: '{}' })).json<Trial>().status).toBe(200);
      return upstream.bodies[upstream.bodies.length - 1] ?? '';
    };
    const shown = async () => {
      const { soap, body } = (await tryIt('ListUsers', { mode: 'dryRun' })).json<Trial>();
      return [soap.request?.xml ?? '', JSON.parse(body).result.body as string];
    };
    for (const text of [await sent(), ...(await shown())]) {
      expect(text).toMatch(/<wsa:To [^>]*mustUnderstand="1">urn:partner:a</);
      expect(text).toMatch(/<wsa:From [^>]*><wsa:Address>urn:us</);
      expect(text).toMatch(/<wsa:Action [^>]*>urn:example:user-directory\/ListUsers</);
    }
    const blocks = { [`{${WSA}}To`]: 'urn:partner:b' };
    expect((await owner.send('PUT', `${path}/headers`, { blocks })).status).toBe(200);
    expect((await sent()).match(/:To [^>]*>[^<]*/g)).toEqual([expect.stringMatching(/>urn:partner:b$/)]);
    for (const text of await shown()) {
      expect(text).toMatch(/<wsa:To [^>]*>\*\*\*</);
      expect(text).not.toContain('urn:partner');
    }
    const action = { settings: { addressingProperties: { action: 'urn:act' } } };
    expect((await owner.send('PATCH', path, action)).status).toBe(200);
    expect(await sent()).toMatch(/<wsa:Action [^>]*>urn:act</);
    const { body } = (await tryIt('ListUsers', { mode: 'dryRun' })).json<Trial>();
    expect(JSON.parse(body).result.headers.SOAPAction).toBe('"urn:act"');
    const wrong = { settings: { addressingProperties: { to: 'urn:a b' } } };
    expect((await owner.send('PATCH', path, wrong)).status).toBe(400);
    const removed = await owner.send('PATCH', path, { settings: { addressingProperties: null } });
    expect(removed.json<unknown>()).toMatchObject({ settings: { addressingProperties: null } });
  });

  test('GET follows the plan and the policy', async () => {
    const get = async () => (await tryIt('ListUsers', { method: 'GET', query: 'limit=1' })).json<Trial>();
    expect((await get()).status).toBe(405);
    await under.send(`/api/admin/accounts/${owner.accountId}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
      body: '{"plan":"Starter"}',
    });
    await owner.send('PUT', `${path}/operations/ListUsers`, { methodPolicy: 'GET' });
    const trial = await get();
    expect(trial.status).toBe(200);
    expect(trial.soap.request?.xml).toMatch(/limit>1<\//);
  });

  test('the plan limits trials in the same way as calls', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 61; count += 1) {
      const trial = (await tryIt('GetUser', { input: '{"userId":1}', mode: 'dryRun' })).json<Trial>();
      statuses.add(trial.status);
    }
    expect([...statuses].sort()).toEqual([200, 429]);
  });

  test('a fault and an unusable response are shown as received, without secrets', async () => {
    const canaries = ['canary-basic-77', 'canary-token-88'];
    await owner.send('PATCH', path, { settings: { endpoint: upstream.address } });
    await owner.send('PUT', `${path}/credentials`, {
      basic: { username: 'u', password: canaries[0] },
    });
    await owner.send('PUT', `${path}/headers`, { blocks: { Session: { token: canaries[1] } } });
    upstream.answer = (request, response) =>
      response
        .writeHead(500)
        .end(
          envelope(
            `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${request.headers.authorization} ${canaries}</faultstring></soap:Fault>`,
          ),
        );
    const answer = await tryIt('CreateUser', {
      input:
        '{"user":{"name":"A","email":"a@b","birthDate":"2000-01-01","salary":{"@currency":"EUR","$value":1},"manager":null}}',
    });
    const trial = answer.json<Trial>();
    expect(trial.soap.response?.status).toBe(500);
    expect(trial.soap.response?.xml).toContain('[redacted]');
    expect(upstream.bodies.at(-1)).toContain(canaries[1]);
    expect(trial.soap.request?.xml).not.toContain('Session');
    for (const text of [...canaries, Buffer.from(`u:${canaries[0]}`).toString('base64')]) {
      expect(trial.soap.response?.xml).not.toContain(text);
      expect(trial.soap.request?.xml).not.toContain(text);
    }
    await owner.send('DELETE', `${path}/headers`);
    upstream.answer = (_request, response) => response.end('<html>no soap here</html>');
    const html = (await tryIt('ListUsers', {})).json<Trial>();
    expect(html.status).toBe(502);
    expect(html.soap.response?.xml).toBe('<html>no soap here</html>');
  });

  describe('the connection test', () => {
    const connect = async () =>
      (await owner.send('POST', `${path}/connection-test`, {})).json<Record<string, unknown>>();

    test('recognises a SOAP service, and charges nothing', async () => {
      expect(await connect()).toMatchObject({ reached: true, secured: false, verdict: 'answers' });
      expect(await used()).toBe(0);
    });

    test.each<[string, string, HostileUpstream['answer']]>([
      ['401', 'needs-login', (_request, response) => void response.writeHead(401).end()],
      [
        'a fault of WS-Security',
        'needs-login',
        (_request, response) =>
          void response
            .writeHead(500)
            .end(
              envelope(
                '<soap:Fault xmlns:w="urn:w"><faultcode>w:FailedAuthentication</faultcode><faultstring>no</faultstring></soap:Fault>',
              ),
            ),
      ],
      ['a page', 'not-soap', (_request, response) => void response.end('<html><body>hi</body></html>')],
      ['nothing', 'unreachable', (_request, response) => void response.socket?.destroy()],
    ])('%s means %s', async (_name, verdict, answer) => {
      upstream.answer = answer;
      await owner.send('PATCH', path, { settings: { endpoint: upstream.address } });
      expect(await connect()).toMatchObject({ verdict });
    });

    test('shows the owner what came instead of SOAP; callers read only what kind it is', async () => {
      await owner.send('PUT', `${path}/credentials`, { basic: { username: 'u', password: 'hidden-word' } });
      upstream.answer = (_request, response) =>
        void response
          .writeHead(503, { 'content-type': 'text/plain', 'x-echo': 'hidden-word', 'set-cookie': 'a=b' })
          .end('upstream connect error for hidden-word');
      await owner.send('PATCH', path, { settings: { endpoint: upstream.address } });
      const shown = {
        description: 'it is text, not XML: "upstream connect error for [redacted]"',
        statusLine: 'HTTP 503 Service Unavailable',
        fields: expect.arrayContaining(['x-echo: [redacted]', 'set-cookie: [hidden]']) as unknown,
        body: 'upstream connect error for [redacted]',
        truncated: false,
      };
      expect(await connect()).toMatchObject({ answer: shown });
      const trial = (await tryIt('ListUsers', {})).json<Trial>();
      expect(trial.soap.answer).toEqual(shown);
      const { message } = JSON.parse(trial.body).error;
      expect(message).toContain('it is text, not XML');
      expect(message).not.toContain('upstream connect error');
    });

    test('names the target of a redirect to the owner only', async () => {
      upstream.answer = (_request, response) =>
        void response.writeHead(302, { location: 'https://new.example.com/users' }).end();
      await owner.send('PATCH', path, { settings: { endpoint: upstream.address } });
      expect((await connect())['message']).toContain('https://new.example.com/users');
      const trial = (await tryIt('ListUsers', {})).json<Trial>();
      expect(trial.soap.answer?.description).toContain('https://new.example.com/users');
      expect(trial.body).not.toContain('new.example.com');
    });

    test.each<[string, string, HostileUpstream['answer']]>([
      ['a JSON error', 'not-soap', (_request, response) => void response.end('{"message":"no route"}')],
    ])('%s means %s', async (_name, verdict, answer) => {
      upstream.answer = answer;
      await owner.send('PATCH', path, { settings: { endpoint: upstream.address } });
      expect(await connect()).toMatchObject({ verdict });
    });

    test('reveals no credentials, and is limited in time and size', async () => {
      upstream.answer = (request, response) =>
        response
          .writeHead(500)
          .end(
            envelope(
              `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${request.headers.authorization} hidden-word</faultstring></soap:Fault>`,
            ),
          );
      await owner.send('PATCH', path, { settings: { endpoint: upstream.address } });
      await owner.send('PUT', `${path}/credentials`, { basic: { username: 'u', password: 'hidden-word' } });
      const { message } = await connect();
      expect(message).toContain('[redacted]');
      expect(message).not.toContain('hidden-word');
      const statuses = new Set<number>();
      for (let count = 0; count < 10; count += 1) {
        statuses.add((await owner.send('POST', `${path}/connection-test`, {})).status);
      }
      expect(statuses.has(429)).toBe(true);
    });
  });

  test('a service’s timeout is stored, up to the gateway’s maximum', async () => {
    await owner.send('PATCH', path, { settings: { endpoint: upstream.address, timeoutMs: 300 } });
    upstream.answer = () => {};
    const trial = (await tryIt('ListUsers', {})).json<Trial>();
    expect(JSON.parse(trial.body).error.code).toBe('UPSTREAM_TIMEOUT');
    const refused = await owner.send('PATCH', path, { settings: { timeoutMs: 3_000_000 } });
    expect(refused.status).toBe(400);
  });
});
