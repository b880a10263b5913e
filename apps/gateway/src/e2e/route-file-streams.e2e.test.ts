import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FILES_DESIGN, FILES_WSDL } from '../testing/files-wsdl.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import type { Answer, SentRequest } from '../testing/https-client.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner } from '../testing/owner-client.js';

/** The largest file of the gateway, and the largest request that is a message. */
const [MOST, MOST_OF_MESSAGE] = [1_000_000, 100_000];
const bytes = (length: number): Buffer => {
  const made = Buffer.alloc(length);
  for (let at = 0; at < length; at++) made[at] = at * 31 + (at >> 9);
  return made;
};
/** Bytes that are not text, and more than a message may have. */
const FILE = bytes(300_001);
const OCTETS = { 'Content-Type': 'application/octet-stream' };
const WANTS_FILE = { Accept: 'application/octet-stream' };
const [HEAD, TAIL] = [
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetFileResponse xmlns="urn:files">',
  '</GetFileResponse></s:Body></s:Envelope>',
];
const INCLUDE = `${HEAD}<Content><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:f%40x"/></Content>${TAIL}`;

interface Received {
  readonly contentType: string;
  readonly length: string | undefined;
  readonly body: Buffer;
}

/** The response of the SOAP server for each name of a file. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  inline(response) {
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.end(`${HEAD}<Content>${FILE.toString('base64')}</Content>${TAIL}`);
  },
  large(response) {
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.end(`${HEAD}<Content>${bytes(MOST + 1).toString('base64')}</Content>${TAIL}`);
  },
  broken(response) {
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.end(`${HEAD}<Content>${FILE.toString('base64', 0, 200_000)}!!!!</Content>${TAIL}`);
  },
  cut(response) {
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.write(`${HEAD}<Content>${FILE.toString('base64', 0, 200_000)}`, () => response.destroy());
  },
  none(response) {
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.end(`${HEAD}<Content>!!!!</Content>${TAIL}`);
  },
  fault(response) {
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    const fault = '<s:Fault><faultcode>s:Client</faultcode><faultstring>No such file</faultstring></s:Fault>';
    response.end(
      `${HEAD}${TAIL}`.replace(/<GetFileResponse.*<\/GetFileResponse>/s, fault + ' '.repeat(200_000)),
    );
  },
  parts(response) {
    response.writeHead(200, { 'Content-Type': 'multipart/related; type="application/xop+xml"; boundary=b' });
    response.write(`--b\r\nContent-Type: application/xop+xml\r\n\r\n${INCLUDE}`);
    response.write('\r\n--b\r\nContent-ID: <other@x>\r\n\r\nno');
    response.write('\r\n--b\r\nContent-ID: <f@x>\r\nContent-Type: image/png\r\n\r\n');
    response.write(FILE);
    response.end('\r\n--b\r\nContent-ID: <last@x>\r\n\r\nno\r\n--b--\r\n');
  },
  partInBase64(response) {
    response.writeHead(200, { 'Content-Type': 'multipart/related; type="application/xop+xml"; boundary=b' });
    response.write(`--b\r\nContent-Type: application/xop+xml\r\n\r\n${INCLUDE}`);
    response.write('\r\n--b\r\nContent-ID: <f@x>\r\nContent-Transfer-Encoding: base64\r\n\r\n');
    response.end(`${FILE.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n--b--\r\n`);
  },
  partCut(response) {
    response.writeHead(200, { 'Content-Type': 'multipart/related; type="application/xop+xml"; boundary=b' });
    response.write(`--b\r\nContent-Type: application/xop+xml\r\n\r\n${INCLUDE}`);
    response.write('\r\n--b\r\nContent-ID: <f@x>\r\n\r\n');
    response.end(FILE);
  },
  photo(response) {
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.end(
      `${HEAD}<Photo xmlns:m="http://www.w3.org/2005/05/xmlmime" m:contentType="image/jpeg">${FILE.toString('base64')}</Photo>${TAIL}`.replaceAll(
        'GetFile',
        'GetPhoto',
      ),
    );
  },
  scan(response) {
    response.writeHead(200, { 'Content-Type': 'multipart/related; type="text/xml"; boundary=b' });
    const scan = `${HEAD}<Scan>cid:f%40x</Scan>${TAIL}`.replaceAll('GetFile', 'GetScan');
    response.write(`--b\r\nContent-Type: text/xml\r\n\r\n${scan}`);
    response.write('\r\n--b\r\nContent-ID: <other@x>\r\n\r\nno');
    response.write('\r\n--b\r\nContent-ID: <f@x>\r\nContent-Type: image/tiff\r\n\r\n');
    response.write(FILE);
    response.end('\r\n--b--\r\n');
  },
  doc(response) {
    response.writeHead(200, { 'Content-Type': 'multipart/related; type="text/xml"; boundary=b' });
    response.write(
      `--b\r\nContent-Type: text/xml\r\n\r\n${`${HEAD}${TAIL}`.replaceAll('GetFile', 'GetDoc')}`,
    );
    response.write('\r\n--b\r\nContent-ID: <other=1@x>\r\nContent-Type: application/pdf\r\n\r\nno');
    response.write('\r\n--b\r\nContent-ID: <doc=2@x>\r\nContent-Type: application/pdf; version=2\r\n\r\n');
    response.write(FILE);
    response.end('\r\n--b--\r\n');
  },
  noScan(response) {
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    response.end(`${HEAD}<Scan>cid:f%40x</Scan>${TAIL}`.replaceAll('GetFile', 'GetScan'));
  },
  dangling(response) {
    response.writeHead(200, { 'Content-Type': 'multipart/related; type="application/xop+xml"; boundary=b' });
    response.end(
      `--b\r\nContent-Type: application/xop+xml\r\n\r\n${INCLUDE}\r\n--b\r\nContent-ID: <g@x>\r\n\r\nno\r\n--b--\r\n`,
    );
  },
};

describe('files by routes while they arrive', { timeout: 300_000 }, () => {
  let under: GatewayUnderTest;
  let upstream: Server;
  let key: string;
  let account: string;
  let plain: string;
  let mtom: string;
  const received: Received[] = [];
  let aborted = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    request.on('aborted', () => {
      aborted += 1;
    });
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { 'content-type': contentType = '', 'content-length': length } = request.headers;
    received.push({ contentType, length, body });
    const name = /Name>([^<]*)</.exec(body.toString('latin1', 0, 2000))?.[1] ?? '';
    const made = ANSWERS[name];
    if (made !== undefined) return made(response);
    response.writeHead(200, { 'Content-Type': 'text/xml' });
    const operation =
      /:(PutPhoto|PutScan|AddPages)\b/.exec(body.toString('latin1', 0, 2000))?.[1] ?? 'PutFile';
    const inside = { PutFile: '<Size>1</Size>', PutPhoto: '<Photo>AP+A</Photo>' }[operation] ?? '';
    response.end(`${HEAD}${inside}${TAIL}`.replaceAll('GetFile', operation));
  };

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      answer(request, response).catch(() => response.destroy());
    });
    upstream.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    under = await startUnderTest({
      MAX_FILE_BYTES: String(MOST),
      MAX_REQUEST_BYTES: String(MOST_OF_MESSAGE),
    });
    const owner = await createOwner(under);
    account = owner.accountId;
    await under.gateway.store.accounts.update(account, (each) => ({ ...each, plan: 'Pro' }));
    await under.gateway.changes.announce(account);
    const endpoint = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
    const register = async (settings: object): Promise<string> => {
      const made = await owner.send('POST', '/api/manage/services', {
        files: [{ path: 'files.wsdl', content: base64(FILES_WSDL) }],
        settings: { endpoint, ...settings },
        design: FILES_DESIGN,
      });
      expect([made.status, made.text.slice(0, 800)]).toEqual([201, expect.any(String)]);
      return `/apis/${account}/${made.json<{ slug: string }>().slug}/files`;
    };
    plain = await register({});
    mtom = await register({ mtom: 'always' });
    ({ key } = await under.createKey(account));
  });
  afterAll(async () => {
    await under?.stop();
    upstream?.closeAllConnections();
    await new Promise((resolve) => upstream?.close(resolve));
  });

  const send = (method: string, path: string, { headers, ...more }: SentRequest = {}): Promise<Answer> =>
    under.send(path, { method, headers: { 'X-API-Key': key, ...headers }, ...more });
  const get = (name: string, more: Record<string, string> = {}) =>
    send('GET', `${plain}/${name}`, { headers: { ...WANTS_FILE, ...more } });
  const last = (): Received => received.at(-1)!;

  test.each(['inline', 'parts', 'partInBase64'])(
    'PG-10: a large result is sent as it arrives: %s',
    async (name) => {
      const answer = await get(name);
      expect([answer.status, answer.headers['content-type'], answer.headers['content-length']]).toEqual([
        200,
        'application/octet-stream',
        undefined,
      ]);
      expect(answer.bytes.equals(FILE)).toBe(true);
      expect(answer.headers['x-request-id']).toBeTypeOf('string');
    },
  );

  test.each([
    ['photos/photo', 'image/*', 'image/jpeg'],
    ['photos/photo', 'application/octet-stream', 'application/octet-stream'],
    ['docs/doc', 'application/pdf, application/json;q=0.9', 'application/pdf; version=2'],
    ['scans/scan', 'application/octet-stream', 'application/octet-stream'],
  ])(
    'PG-9: attachments and values with their media types are files: %s as %s',
    async (path, accept, type) => {
      const folder = plain.slice(0, -'files'.length);
      const answer = await send('GET', `${folder}${path}`, { headers: { Accept: accept } });
      expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
        200,
        type,
        type === 'application/octet-stream' ? undefined : 'attachment',
      ]);
      expect(answer.bytes.equals(FILE)).toBe(true);
      const json = await send('GET', `${folder}${path}`, { headers: { Accept: 'text/html, */*' } });
      expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(json.text).toContain(FILE.toString('base64'));
    },
  );

  test('PG-9: an attachment that is missing is an empty file with a warning', async () => {
    const folder = plain.slice(0, -'files'.length);
    const answer = await send('GET', `${folder}scans/noScan`, { headers: WANTS_FILE });
    expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
  });

  test('PG-9: a body with a declared media type is a file, and keeps its type', async () => {
    const folder = plain.slice(0, -'files'.length);
    const put = (path: string, type: string, body: Buffer = FILE) =>
      send('PUT', `${folder}${path}/a.png`, { headers: { 'Content-Type': type, Accept: 'image/gif' }, body });
    for (const body of [FILE, Buffer.from('small')]) {
      const photo = await put('photos', 'image/png', body);
      expect([photo.status, photo.headers['content-type']]).toEqual([200, 'image/gif']);
      expect(last().body.toString('latin1')).toMatch(/:contentType="image\/png"[^>]*>/);
      expect(last().body.includes(`>${body.toString('base64')}</`)).toBe(true);
      expect((await put('scans', 'application/octet-stream', body)).status).toBe(200);
      expect(last().contentType).toMatch(/^multipart\/related/);
      expect(last().body.includes(body)).toBe(true);
    }
    expect((await put('photos', 'text/plain')).json()).toMatchObject({
      status: 400,
      code: 'UNSUPPORTED_MEDIA',
    });
    expect((await put('photos', 'image/*')).json()).toMatchObject({ status: 400, code: 'UNSUPPORTED_MEDIA' });
  });

  test('PG-12: a form with files and other members', async () => {
    const folder = plain.slice(0, -'files'.length);
    const post = (parts: readonly (readonly [string, Buffer | string])[]) =>
      send('POST', `${folder}pages/a`, formOf(parts.map(([name, value]) => [name, Buffer.from(value)])));
    const made = await post([
      ['title', 'ä <b>'],
      ['page', FILE.subarray(0, 1000)],
      ['count', '2'],
      ['page', ''],
    ]);
    expect([made.status, made.text]).toEqual([200, '{}']);
    const text = last().body.toString('utf8');
    expect(text).toContain('Title>ä &lt;b');
    expect(text).toContain(`Count>2<`);
    expect(text).toContain(`Page>${FILE.subarray(0, 1000).toString('base64')}<`);
    const calls = received.length;
    expect((await post([['page', 'a']])).json()).toMatchObject({
      status: 400,
      errors: [{ path: '/title', keyword: 'required' }],
    });
    expect((await post([['__proto__', 'a']])).json()).toMatchObject({
      status: 400,
      code: 'MALFORMED_REQUEST',
    });
    expect(received.length).toBe(calls);
  });

  test('PG-10: a Range is ignored, and a HEAD has the headers alone', async () => {
    const ranged = await get('inline', { Range: 'bytes=0-9' });
    expect([ranged.status, ranged.bytes.length]).toEqual([200, FILE.length]);
    const head = await send('HEAD', `${plain}/inline`, { headers: WANTS_FILE });
    expect([head.status, head.headers['content-type'], head.bytes.length]).toEqual([
      200,
      'application/octet-stream',
      0,
    ]);
  });

  test('PG-10: what is wrong before the first byte is problem details', async () => {
    expect((await get('none')).json()).toMatchObject({ status: 502, code: 'UPSTREAM_BAD_RESPONSE' });
    expect((await get('fault')).json()).toMatchObject({
      status: 502,
      code: 'SOAP_FAULT',
      detail: 'No such file',
    });
    const dangling = await get('dangling');
    expect([dangling.status, dangling.bytes.length]).toEqual([200, 0]);
    expect(dangling.headers['x-warnings']).toContain('DANGLING_REF');
  });

  test.each([
    ['broken', 'is not base64'],
    ['cut', ''],
    ['partCut', ''],
    ['large', `larger than ${MOST} bytes`],
  ])('PG-10: what is wrong later cuts the connection, and is logged: %s', async (name, reason) => {
    const before = under.logLines.length;
    await expect(get(name)).rejects.toThrow(/aborted|reset|hang up/);
    await vi.waitFor(() => {
      const lines = under.logLines.slice(before).filter((line) => line.includes('a response was cut off'));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(reason);
    });
    // The place of the call is free again.
    expect((await get('inline')).status).toBe(200);
  });

  test('PG-10: a client that leaves ends the exchange', async () => {
    const url = new URL(`${plain}/inline`, under.baseUrl);
    for (let round = 0; round < 30; round++) {
      await new Promise<void>((resolve, reject) => {
        const request = httpsRequest(
          url,
          { headers: { 'X-API-Key': key, ...WANTS_FILE }, rejectUnauthorized: false, agent: false },
          (response) => {
            response.once('data', () => {
              response.destroy();
              resolve();
            });
            response.on('error', () => undefined);
          },
        );
        request.on('error', reject);
        request.end();
      });
    }
    // More calls than an account may have at once: each has left its place.
    expect((await get('inline')).bytes.equals(FILE)).toBe(true);
  });

  test.each(['octets', 'a form'])(
    'PG-10: a large body is sent on as it arrives, as base64 or as a part: %s',
    async (form) => {
      const sent = (path: string): Promise<Answer> =>
        form === 'octets'
          ? send('PUT', `${path}/a.bin`, { headers: OCTETS, body: FILE })
          : send('PUT', `${path}/a.bin`, formOf([['content', FILE]]));
      const inline = await sent(plain);
      expect([inline.status, inline.text]).toEqual([200, '{"size":1}']);
      expect(last().body.toString('latin1')).toContain(`Content>${FILE.toString('base64')}<`);
      expect(last().length === undefined).toBe(form === 'a form');
      const part = await sent(mtom);
      expect([part.status, part.text]).toEqual([200, '{"size":1}']);
      expect(last().contentType).toMatch(/^multipart\/related/);
      expect(last().body.indexOf(FILE)).toBeGreaterThan(0);
      expect(last().body.toString('latin1')).toMatch(/Name>a\.bin<.*:Include/s);
    },
  );

  test('PG-10: a file that is too large, and one that does not end', async () => {
    const calls = received.length;
    const declared = await send('PUT', `${plain}/a`, { headers: OCTETS, body: bytes(MOST + 1) });
    expect(declared.json()).toMatchObject({ status: 400, code: 'BODY_TOO_LARGE' });
    const chunked = await send('PUT', `${plain}/a`, {
      headers: { ...OCTETS, 'Transfer-Encoding': 'chunked' },
      body: bytes(MOST + 1),
    });
    expect(chunked.json()).toMatchObject({ status: 400, code: 'BODY_TOO_LARGE' });
    const before = aborted;
    await new Promise<void>((resolve) => {
      const request = httpsRequest(new URL(`${plain}/a`, under.baseUrl), {
        method: 'PUT',
        headers: { 'X-API-Key': key, ...OCTETS, 'Content-Length': String(FILE.length) },
        rejectUnauthorized: false,
        agent: false,
      });
      request.on('error', () => resolve());
      request.write(FILE.subarray(0, 200_000));
      void vi
        .waitFor(() => expect(request.socket?.bytesWritten).toBeGreaterThan(150_000))
        .then(() => {
          request.destroy();
          resolve();
        });
    });
    await vi.waitFor(() => expect(aborted).toBeGreaterThan(before));
    expect(received.length).toBe(calls);
    expect((await send('PUT', `${plain}/a`, { headers: OCTETS, body: FILE })).status).toBe(200);
  });

  test.each<[what: string, headers: readonly string[], body: string]>([
    ['two lengths', ['Content-Length: 3', 'Content-Length: 5'], 'abcde'],
    ['a length and chunks', ['Content-Length: 3', 'Transfer-Encoding: chunked'], '3\r\nabc\r\n0\r\n\r\n'],
    ['a negative length', ['Content-Length: -1'], 'abc'],
    ['a length with a sign', ['Content-Length: +3'], 'abc'],
    ['a length in another base', ['Content-Length: 0x3'], 'abc'],
    ['a length that no file has', ['Content-Length: 99999999999999999999'], 'abc'],
    ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], '3\r\nabcdef\r\n0\r\n\r\n'],
    ['a chunk without a length', ['Transfer-Encoding: chunked'], 'x\r\nabc\r\n0\r\n\r\n'],
  ])('PG-10: a file with %s is refused', async (_what, headers, body) => {
    const calls = received.length;
    const lines = [
      `PUT ${plain}/a HTTP/1.1`,
      'Host: localhost',
      `X-API-Key: ${key}`,
      'Content-Type: application/octet-stream',
      'Connection: close',
      ...headers,
    ];
    const answer = await under.sendRaw(`${lines.join('\r\n')}\r\n\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(received.length).toBe(calls);
  });

  test.each<[what: string, request: SentRequest, problem: string]>([
    ['no boundary', { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' }, 'boundary'],
    ['no part', formOf([]), 'has none'],
    [
      'no form at all',
      { headers: { 'Content-Type': 'multipart/form-data; boundary=b' }, body: 'x' },
      'The form',
    ],
    [
      'two files',
      formOf([
        ['content', 'a'],
        ['content', 'b'],
      ]),
      'has another one',
    ],
    [
      'two large files',
      formOf([
        ['content', FILE],
        ['content', 'b'],
      ]),
      'has another one',
    ],
    [
      '10,000 parts',
      formOf(Array.from({ length: 10_000 }, () => ['content', ''] as const)),
      'has another one',
    ],
    ['a part of another name', formOf([['Content', 'a']]), 'not \\"Content\\"'],
    ['a part named __proto__', formOf([['__proto__', 'a']]), 'not \\"__proto__\\"'],
    [
      'an encoded part',
      formOf([['content', 'QQ==']], 'Content-Transfer-Encoding: base64\r\n'),
      'must not encode',
    ],
    [
      'no end',
      {
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nabc',
      },
      'The form',
    ],
    [
      'no end of a large file',
      {
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: Buffer.concat([
          Buffer.from('--b\r\nContent-Disposition: form-data; name="content"\r\n\r\n'),
          FILE,
        ]),
      },
      'The form',
    ],
  ])('PG-11: a form with %s is refused', async (_what, request, problem) => {
    const calls = received.length;
    const answer = await send('PUT', `${plain}/a`, request);
    expect(answer.json()).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
    expect(answer.text).toContain(problem);
    expect(received.length).toBe(calls);
  });

  test.each(['../../etc/passwd', 'C:\\\\a.bin', 'a"; name="b', '__proto__', '\u202e', ''])(
    'PG-11: the name of the file is not read: %s',
    async (fileName) => {
      const { headers, body } = formOf([['content', Buffer.from([0, 255, 13, 10])]], '', fileName);
      const answer = await send('PUT', `${plain}/a`, { headers, body });
      expect(answer.status).toBe(200);
      expect(last().body.toString('latin1')).toContain('Content>AP8NCg==<');
      expect(last().body.toString('latin1')).not.toContain('passwd');
    },
  );

  test('a dry run is in memory as a whole, with the limit of messages', async () => {
    const shown = await send('PUT', `${plain}/a`, {
      headers: { ...OCTETS, 'X-Dry-Run': 'true' },
      body: 'abc',
    });
    expect(shown.text).toContain('YWJj');
    const large = await send('PUT', `${plain}/a`, {
      headers: { ...OCTETS, 'X-Dry-Run': 'true' },
      body: FILE,
    });
    expect(large.json()).toMatchObject({ code: 'BODY_TOO_LARGE' });
  });
});

/** A form with these parts. */
function formOf(
  parts: readonly (readonly [name: string, content: string | Buffer])[],
  more = '',
  fileName = 'a.bin',
): { headers: Record<string, string>; body: Buffer } {
  const pieces = parts.flatMap(([name, content]) => [
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n${more}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([...pieces, Buffer.from('--b--\r\n')]),
  };
}
