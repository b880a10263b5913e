import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FILES_DESIGN, FILES_WSDL } from '../testing/files-wsdl.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import type { Answer, SentRequest } from '../testing/https-client.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

/** Bytes that are not text. */
const FILE = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff));
const OCTETS = { 'Content-Type': 'application/octet-stream' };

describe('files by routes', { timeout: 300_000 }, () => {
  let under: GatewayUnderTest;
  let upstream: HostileUpstream;
  let owner: OwnerClient;
  let key: string;
  let base: string;
  let content: string;

  beforeAll(async () => {
    [upstream, under] = await Promise.all([startHostileUpstream(), startUnderTest()]);
    upstream.answer = (_request, response) => {
      const [name, inside] = (upstream.bodies.at(-1) ?? '').includes('PutFile')
        ? ['PutFile', '<Size>1</Size>']
        : ['GetFile', content];
      response.end(envelope(`<${name}Response xmlns="urn:files">${inside}</${name}Response>`));
    };
    owner = await createOwner(under);
    await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
    await under.gateway.changes.announce(owner.accountId);
    const answer = await owner.send('POST', '/api/manage/services', {
      files: [{ path: 'files.wsdl', content: base64(FILES_WSDL) }],
      settings: { endpoint: upstream.address },
      design: FILES_DESIGN,
    });
    expect([answer.status, answer.text.slice(0, 800)]).toEqual([201, expect.any(String)]);
    base = `/apis/${owner.accountId}/${answer.json<{ slug: string }>().slug}`;
    ({ key } = await under.createKey(owner.accountId));
  });
  afterAll(() => Promise.all([under?.stop(), upstream?.stop()]));

  const send = (method: string, { headers, ...more }: SentRequest = {}): Promise<Answer> =>
    under.send(`${base}/files/a.bin`, { method, headers: { 'X-API-Key': key, ...headers }, ...more });

  test('PG-7: a body that is a file arrives as base64, also if its bytes are no text', async () => {
    for (const file of [FILE, Buffer.alloc(0), Buffer.from('{"content":"QQ=="}')]) {
      const answer = await send('PUT', { headers: OCTETS, body: file });
      expect([answer.status, answer.text]).toEqual([200, '{"size":1}']);
      const sent = upstream.bodies.at(-1) ?? '';
      expect(sent.includes(`Content>${file.toString('base64')}<`) || /Content\/>/.test(sent)).toBe(true);
      expect(sent).toMatch(/Name>a\.bin</);
    }
    const json = await send('PUT', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: FILE.toString('base64') }),
    });
    expect(json.status).toBe(200);
  });

  test('PG-7: a result that is a file is sent as it is to a client that prefers that', async () => {
    content = `<Content>${FILE.toString('base64')}</Content>`;
    const file = await send('GET', { headers: { Accept: 'application/octet-stream' } });
    expect([file.status, file.headers['content-type'], file.headers['content-length']]).toEqual([
      200,
      'application/octet-stream',
      String(FILE.length),
    ]);
    expect(file.bytes.equals(FILE)).toBe(true);
    for (const Accept of ['*/*', 'application/json, application/octet-stream;q=0.5']) {
      const json = await send('GET', { headers: { Accept } });
      expect([json.headers['content-type'], json.json<{ content: string }>().content]).toEqual([
        'application/json; charset=utf-8',
        FILE.toString('base64'),
      ]);
    }
    content = '';
    const none = await send('GET', { headers: { Accept: 'application/octet-stream' } });
    expect([none.status, none.text]).toEqual([200, '']);
    content = '<Content>no base64!</Content>';
    const broken = await send('GET', { headers: { Accept: 'application/octet-stream' } });
    expect([broken.status, broken.json()]).toMatchObject([502, { code: 'UPSTREAM_BAD_RESPONSE' }]);
  });

  test('PG-7: bad bodies', async () => {
    const calls = upstream.calls;
    for (const headers of [
      { 'Content-Type': 'image/png' },
      { ...OCTETS, 'Content-Encoding': 'gzip' },
      { 'Content-Type': 'multipart/mixed; boundary=x' },
    ]) {
      const answer = await send('PUT', { headers, body: FILE });
      expect([answer.status, answer.json()]).toMatchObject([400, { code: 'UNSUPPORTED_MEDIA' }]);
    }
    expect(upstream.calls).toBe(calls);
  });

  test('the document says so', async () => {
    const { paths } = (await under.send(`${base}/openapi.json`, { headers: { 'X-API-Key': key } })).json<{
      paths: Record<
        string,
        Record<string, { requestBody?: { content: object }; responses: Record<string, { content: object }> }>
      >;
    }>();
    const { get, put } = paths['/files/{name}'] ?? {};
    expect(Object.keys(get?.responses['200']?.content ?? {})).toEqual([
      'application/json',
      'application/octet-stream',
    ]);
    expect(put?.requestBody?.content).toMatchObject({
      'application/json': {},
      'application/octet-stream': { schema: { format: 'binary' } },
      'multipart/form-data': {
        schema: { required: ['content'], properties: { content: { format: 'binary' } } },
      },
    });
    expect(Object.keys(put?.responses['200']?.content ?? {})).toEqual(['application/json']);
  });
});
