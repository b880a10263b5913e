import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createRestApi, problemDetails, type RestOptions } from './index.js';
import { listen } from './testing/mounts.js';
import { postTo, setRestScene } from './testing/rest-scene.js';

const scene = setRestScene();
const { open } = scene;

describe('numbers (NM-2)', () => {
  const STRINGS = 'application/json;IEEE754Compatible=true';
  const ask = async (accept: string | undefined, body: string, options?: RestOptions): Promise<Response> => {
    const { fetch } = await open(options);
    return await fetch(postTo('http://x/GetUser', body, accept === undefined ? {} : { accept }));
  };

  test('digits as numbers, and as strings for a request that accepts them', async () => {
    const number = await ask(undefined, '{"userId":9007199254740993}');
    expect(number.headers.get('content-type')).toBe('application/json');
    expect(await number.text()).toContain('"@id":9007199254740993,');
    const text = await ask(STRINGS, '{"userId":9007199254740993}');
    expect(text.headers.get('content-type')).toBe('application/json; IEEE754Compatible=true');
    expect(await text.text()).toContain('"@id":"9007199254740993",');
  });

  test('the detail of a fault has the same form', async () => {
    const refused = await ask(STRINGS, '{"userId":9007199254740995}', { errors: problemDetails });
    expect(refused.headers.get('content-type')).toBe('application/problem+json; IEEE754Compatible=true');
    expect(await refused.json()).toMatchObject({
      fault: { detail: { UserNotFound: { userId: '9007199254740995' } } },
    });
  });

  test('a value that does not exist is 406, and nothing is sent', async () => {
    const refused = await ask('application/json;IEEE754Compatible=1', '{"userId":1001}', {
      client: { endpoint: 'http://127.0.0.1:9/' },
    });
    expect(refused.status).toBe(406);
    expect(await refused.json()).toMatchObject({ error: { code: 'NOT_ACCEPTABLE' } });
  });

  test.each([
    ['number', '"@id":9007199254740993,'],
    ['bigint', '"@id":9007199254740993,'],
    ['string', '"@id":"9007199254740993",'],
  ] as const)('the option %s decides for every request', async (numbers, expected) => {
    for (const accept of [undefined, STRINGS, 'application/json;IEEE754Compatible=1']) {
      const response = await ask(accept, '{"userId":9007199254740993}', { client: { numbers } });
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.text()).toContain(expected);
    }
  });

  test('the document names the media type, unless an option decides', async () => {
    expect((await open()).openapi()).toContain('IEEE754Compatible=true');
    expect((await open({ client: { numbers: 'number' } })).openapi()).not.toContain('IEEE754Compatible');
  });

  test('an API that closes closes the connections of both forms', async () => {
    const server = createServer((_request, response) => response.writeHead(500).end());
    const broken = await listen(server, '');
    const api = await createRestApi(scene.directory.wsdlAddress, { client: { endpoint: broken.address } });
    const connections = () =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    for (const accept of ['application/json', STRINGS]) {
      expect((await api.fetch(postTo('http://x/GetUser', '{"userId":1}', { accept }))).status).toBe(502);
    }
    expect(await connections()).toBe(2);
    await api.close();
    await expect.poll(connections).toBe(0);
    await broken.close();
  });
});
