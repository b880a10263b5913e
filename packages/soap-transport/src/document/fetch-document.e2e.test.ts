import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { CredentialProfile } from '@soapstone/credentials';
import { describe, expect, test } from 'vitest';
import { createAuthority, createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { createCleanup } from '../testing/cleanup.js';
import { serveHttp, serveHttps } from '../testing/loopback-server.js';
import { failureOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';

const cleanup = createCleanup();
const WSDL = '<definitions/>';

function transport(): Transport {
  const made = createTransport({ egress: { allow: ['127.0.0.0/8'] } });
  cleanup(() => made.close());
  return made;
}

interface Seen {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

async function serve(pages: Record<string, (reply: ServerResponse) => void>) {
  const seen: Seen[] = [];
  const server = await serveHttp((message, reply) => {
    seen.push({ url: message.url ?? '', headers: message.headers });
    const page = pages[message.url ?? ''];
    if (page) page(reply);
    else reply.writeHead(404).end('nothing here');
  });
  cleanup(() => server.close());
  return { base: `http://${server.host}`, seen };
}

const text =
  (body: string | Buffer, headers = {}) =>
  (reply: ServerResponse) =>
    reply.writeHead(200, { 'content-type': 'text/xml', ...headers }).end(body);
const moved =
  (location: string, status = 302) =>
  (reply: ServerResponse) =>
    reply.writeHead(status, { location }).end('moved');

const secrets: CredentialProfile = {
  basic: { username: 'ada', password: 'pass' },
  headers: { 'x-api-key': 'k-1' },
};

describe('fetchDocument', () => {
  test('returns bytes, type and address', async () => {
    const { base, seen } = await serve({ '/a.wsdl?x=1': text(WSDL) });
    const found = await transport().fetchDocument(`${base}/a.wsdl?x=1#frag`, { credentials: secrets });
    expect([Buffer.from(found.bytes).toString(), found.contentType, found.uri]).toEqual([
      WSDL,
      'text/xml',
      `${base}/a.wsdl?x=1#frag`,
    ]);
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Basic YWRhOnBhc3M=', 'x-api-key': 'k-1' });
    expect(seen[0]?.headers.accept).toMatch(/^text\/xml/);
  });

  test.each([301, 302, 303, 307, 308])('follows %i', async (status) => {
    const { base } = await serve({ '/a': moved('b/c?d', status), '/b/c?d': text(WSDL) });
    expect((await transport().fetchDocument(`${base}/a`)).uri).toBe(`${base}/b/c?d`);
  });

  test('follows three redirects and rejects a fourth', async () => {
    const { base, seen } = await serve({
      '/1': moved('/2'),
      '/2': moved('/3'),
      '/3': moved('/4'),
      '/4': text(WSDL),
      '/0': moved('/1'),
    });
    expect((await transport().fetchDocument(`${base}/1`)).uri).toBe(`${base}/4`);
    const error = await failureOf(() => transport().fetchDocument(`${base}/0`));
    expect([error.code, error.upstreamStatus, error.message]).toEqual([
      'UPSTREAM_BAD_RESPONSE',
      302,
      'cannot fetch the document: more than 3 redirects (option "limits.redirects", default 3)',
    ]);
    expect(seen.map(({ url }) => url)).toEqual(['/1', '/2', '/3', '/4', '/0', '/1', '/2', '/3']);
  });

  test('a redirect loop ends', async () => {
    const { base, seen } = await serve({ '/a': moved('/b'), '/b': moved('/a') });
    await expect(transport().fetchDocument(`${base}/a`)).rejects.toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
    });
    expect(seen).toHaveLength(4);
  });

  const authorised = (seen: readonly Seen[]): boolean[] =>
    seen.map(({ headers }) => headers.authorization !== undefined || headers['x-api-key'] !== undefined);

  test('credentials are sent to their origin only, and dropped for good by the first redirect away from it', async () => {
    let home = '';
    const away = await serve({ '/out': (reply) => moved(`${home}/back`)(reply) });
    const start = await serve({ '/a': moved('/b'), '/b': moved(`${away.base}/out`), '/back': text(WSDL) });
    home = start.base;
    await transport().fetchDocument(`${start.base}/a`, { credentials: secrets });
    expect(start.seen.map(({ url }) => url)).toEqual(['/a', '/b', '/back']);
    expect([authorised(start.seen), authorised(away.seen)]).toEqual([[true, true, false], [false]]);
  });

  test('an address outside the credentials’ origin never receives them, wherever it redirects', async () => {
    const owner = await serve({ '/end': text(WSDL) });
    const other = await serve({ '/x': moved(`${owner.base}/end`) });
    await transport().fetchDocument(`${other.base}/x`, { credentials: secrets, credentialsFor: owner.base });
    expect([authorised(other.seen), authorised(owner.seen)]).toEqual([[false], [false]]);
  });

  test('a different port is a different origin', async () => {
    const other = await serve({ '/b': text(WSDL) });
    const first = await serve({ '/a': moved(`${other.base}/b`) });
    await transport().fetchDocument(`${first.base}/a`, { credentials: secrets });
    expect(other.seen[0]?.headers.authorization).toBeUndefined();
  });

  test('an import from another origin is fetched without the credentials of the first document', async () => {
    const [first, other] = [await serve({ '/a': text(WSDL) }), await serve({ '/b': text(WSDL) })];
    const options = { credentials: secrets, credentialsFor: `${first.base}/a` };
    await transport().fetchDocument(`${first.base}/a`, options);
    await transport().fetchDocument(`${other.base}/b`, options);
    expect([first.seen[0]?.headers.authorization, other.seen[0]?.headers.authorization]).toEqual([
      'Basic YWRhOnBhc3M=',
      undefined,
    ]);
  });

  test('no redirect leads from https to http', async () => {
    const authority = await createAuthority('authority');
    const identity = await createIdentity('localhost', { authority });
    const plain = await serve({ '/': text(WSDL) });
    const server = await serveHttps(
      { cert: identity.certificate, key: identity.privateKey },
      (_message, reply) => moved(`${plain.base}/`)(reply),
    );
    cleanup(() => server.close());
    const error = await failureOf(() =>
      transport().fetchDocument(`https://${server.host}/`, { credentials: { ca: authority.certificate } }),
    );
    expect(error.message).toBe('cannot fetch the document: a redirect from https to http');
    expect(plain.seen).toEqual([]);
  });

  test.each<[string, (reply: ServerResponse) => void, object]>([
    [
      'not found',
      (reply) => reply.writeHead(404).end('<html/>'),
      { code: 'UPSTREAM_BAD_RESPONSE', upstreamStatus: 404 },
    ],
    [
      'an error',
      (reply) => reply.writeHead(503).end(),
      { code: 'UPSTREAM_BAD_RESPONSE', upstreamStatus: 503 },
    ],
    [
      'no content',
      (reply) => reply.writeHead(204).end(),
      { code: 'UPSTREAM_BAD_RESPONSE', upstreamStatus: 204 },
    ],
    [
      'a redirect to nowhere',
      (reply) => reply.writeHead(302).end(),
      { code: 'UPSTREAM_BAD_RESPONSE', upstreamStatus: 302 },
    ],
    [
      'multiple choices',
      (reply) => reply.writeHead(300, { location: '/b' }).end(),
      { code: 'UPSTREAM_BAD_RESPONSE', upstreamStatus: 300 },
    ],
    ['a document over the limit', (reply) => reply.end('x'.repeat(101)), { code: 'UPSTREAM_TOO_LARGE' }],
    [
      'a gzip document over the limit',
      (reply) => text(gzipSync('x'.repeat(101)), { 'content-encoding': 'gzip' })(reply),
      { code: 'UPSTREAM_TOO_LARGE' },
    ],
    ['nothing, ever', () => {}, { code: 'UPSTREAM_TIMEOUT', sent: true }],
  ])('%s', async (_name, page, expected) => {
    const { base } = await serve({ '/a': page });
    // A busy machine has sent the request by then.
    const deadlineMs = 'sent' in expected ? 3_000 : 60_000;
    await expect(transport().fetchDocument(`${base}/a`, { maxBytes: 100, deadlineMs })).rejects.toMatchObject(
      expected,
    );
  });

  test('gzip within the limit is decoded', async () => {
    const { base } = await serve({ '/a': text(gzipSync('x'.repeat(100)), { 'content-encoding': 'gzip' }) });
    expect((await transport().fetchDocument(`${base}/a`, { maxBytes: 100 })).bytes).toHaveLength(100);
  });

  test('the deadline covers all redirects together', async () => {
    const slow = (location: string) => (reply: ServerResponse) =>
      void setTimeout(() => moved(location)(reply), 400);
    const { base } = await serve({ '/1': slow('/2'), '/2': slow('/3'), '/3': slow('/4'), '/4': text(WSDL) });
    await expect(transport().fetchDocument(`${base}/1`, { deadlineMs: 1_000 })).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
  });

  test('a signal aborts the fetch', async () => {
    const { base } = await serve({ '/a': () => {} });
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    await expect(transport().fetchDocument(`${base}/a`, { signal: abort.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });
});

describe('conditional requests', () => {
  const versioned =
    (etag: string, body = WSDL) =>
    (reply: ServerResponse) =>
      reply.req.headers['if-none-match'] === etag
        ? reply.writeHead(304, { etag }).end()
        : reply.writeHead(200, { etag, 'last-modified': 'Mon, 30 Nov 2026 10:00:00 GMT' }).end(body);

  test('a known version is asked for with its validators, and 304 has no bytes', async () => {
    const { base, seen } = await serve({ '/a.wsdl': versioned('"1"') });
    const client = transport();
    const first = await client.fetchDocument(`${base}/a.wsdl`);
    const { uri, etag, lastModified } = first;
    expect([etag, lastModified, first.notModified]).toEqual([
      '"1"',
      'Mon, 30 Nov 2026 10:00:00 GMT',
      undefined,
    ]);
    const known = { uri, etag, lastModified };
    const again = await client.fetchDocument(uri, { known });
    expect([again.notModified, again.bytes.length, again.uri]).toEqual([true, 0, uri]);
    expect(seen[1]?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Mon, 30 Nov 2026 10:00:00 GMT',
    });
    const changed = await client.fetchDocument(uri, { known: { uri, etag: '"0"' } });
    expect([Buffer.from(changed.bytes).toString(), changed.etag]).toEqual([WSDL, '"1"']);
    expect(seen[2]?.headers['if-modified-since']).toBeUndefined();
  });

  test('validators are sent to the address that they came from alone, so the 304 of another document is not believed', async () => {
    const { base, seen } = await serve({
      '/a': moved('/new'),
      '/new': versioned('"1"', '<new/>'),
    });
    const found = await transport().fetchDocument(`${base}/a`, {
      known: { uri: `${base}/old`, etag: '"1"' },
    });
    expect([Buffer.from(found.bytes).toString(), found.uri]).toEqual(['<new/>', `${base}/new`]);
    expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
    const known = await transport().fetchDocument(`${base}/a`, {
      known: { uri: found.uri, etag: found.etag },
    });
    expect(known.notModified).toBe(true);
    expect(seen.slice(2).map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
  });

  test('304 without a condition is an error, and so is a validator that no header field can have', async () => {
    const { base, seen } = await serve({ '/a': (reply) => reply.writeHead(304).end() });
    const unasked = await failureOf(() => transport().fetchDocument(`${base}/a`));
    expect([unasked.code, unasked.upstreamStatus]).toEqual(['UPSTREAM_BAD_RESPONSE', 304]);
    const known = { uri: `${base}/a`, etag: '"1"\r\nx-injected: yes' };
    expect((await failureOf(() => transport().fetchDocument(`${base}/a`, { known }))).code).toBe(
      'INVALID_REQUEST',
    );
    const wrong = { known: { uri: 1 } } as unknown as { known: { uri: string } };
    expect((await failureOf(() => transport().fetchDocument(`${base}/a`, wrong))).code).toBe(
      'INVALID_REQUEST',
    );
    expect(seen).toHaveLength(1);
  });
});
