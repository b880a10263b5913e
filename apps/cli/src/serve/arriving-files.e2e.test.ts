import { request as httpRequest } from 'node:http';
import { FILES_DESIGN, type FilesServer, PIECE, startFilesServer } from '@soapstone/testing/files-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { directoryOf, testTerminal } from '../testing/run-command.js';
import { startServing } from './serve.js';

/** The bytes that the system and the streams buffer on two connections. The files of these tests are twice as large. */
const HELD = 16_000_000;
const PIECES = 500;
const MOST = 25_000_000;

let server: FilesServer;
let serving: Awaited<ReturnType<typeof startServing>>;

beforeAll(async () => {
  server = await startFilesServer();
  const cwd = directoryOf({ 'files.wsdl': server.wsdl, 'design.json': JSON.stringify(FILES_DESIGN) });
  const options = { port: 0, header: {}, design: 'design.json', requestBytes: 65_536, fileBytes: MOST };
  const context = { terminal: testTerminal({ cwd }).terminal, exitCode: 0 as const };
  serving = await startServing(['files.wsdl'], options, context);
});
beforeEach(() => {
  server.pieces = PIECES;
  Object.assign(server.counts, { received: 0, sent: 0 });
});
afterAll(async () => {
  await serving.close();
  await server.stop();
});

interface Answer {
  readonly status: number;
  readonly bytes: number;
  readonly text: string;
  /** The largest number of bytes of the response that were on the way. */
  readonly held: number;
}

/** Sends a request whose body is made of pieces. */
function send(
  method: string,
  name: string,
  headers: Record<string, string>,
  pieces = 0,
  onPiece: (bytes: number) => void = () => {},
  [before, after]: readonly [string, string] = ['', ''],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = `${serving.url}/apis/local/files/files/${name}`;
    const request = httpRequest(url, { method, headers }, (response) => {
      let [bytes, held, text] = [0, 0, ''];
      response.on('data', (chunk: Buffer) => {
        held = Math.max(held, server.counts.sent * 0.75 - bytes);
        bytes += chunk.length;
        if (text.length < 2000) text += chunk.toString('latin1', 0, 2000);
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, text, held }));
    });
    request.on('error', reject);
    let sent = 0;
    if (before !== '') request.write(before);
    const write = (): void => {
      while (sent < pieces) {
        sent += 1;
        onPiece(sent * PIECE.length);
        if (!request.write(PIECE)) {
          request.once('drain', write);
          return;
        }
      }
      request.end(after);
    };
    write();
  });
}

const OCTETS = { 'Content-Type': 'application/octet-stream' };
const WANTS_FILE = { Accept: 'application/octet-stream' };

test('PG-10: files of serve are passed on while they arrive, in both directions', async () => {
  const got = await send('GET', 'inline', WANTS_FILE);
  expect([got.status, got.bytes]).toEqual([200, PIECES * PIECE.length]);
  expect(got.held).toBeLessThan(HELD);
  let held = 0;
  const put = await send('PUT', 'a', OCTETS, PIECES, (bytes) => {
    held = Math.max(held, bytes - server.counts.received * 0.75);
  });
  expect([put.status, put.text]).toEqual([200, '{"size":1}']);
  expect(server.counts.received).toBeGreaterThan(PIECES * PIECE.length * 1.33);
  expect(held).toBeLessThan(HELD);
  expect(server.last.end).toContain(`${PIECE.toString('base64').slice(-20)}</`);
  server.pieces = 4;
  const part = await send('GET', 'parts', WANTS_FILE);
  expect([part.status, part.bytes]).toEqual([200, 4 * PIECE.length]);
});

test('PG-11: the file of a form is passed on while it arrives', async () => {
  const type = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const head = '--b\r\nContent-Disposition: form-data; name="content"; filename="a"\r\n\r\n';
  let held = 0;
  const onPiece = (bytes: number): void => {
    held = Math.max(held, bytes - server.counts.received * 0.75);
  };
  const put = await send('PUT', 'a', type, PIECES, onPiece, [head, '\r\n--b--']);
  expect([put.status, put.text]).toEqual([200, '{"size":1}']);
  expect(server.counts.received).toBeGreaterThan(PIECES * PIECE.length * 1.33);
  expect(held).toBeLessThan(HELD);
  expect(server.last.end).toContain(`${PIECE.toString('base64').slice(-20)}</`);
  for (const around of [
    [head, ''],
    [head, `\r\n${head}x\r\n--b--`],
    [head.replace('content', 'constructor'), '\r\n--b--'],
  ] as const) {
    const refused = await send('PUT', 'a', type, 3, undefined, around);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([400, 'MALFORMED_REQUEST']);
  }
  // The rest of a request that is refused is read, so that the connection continues.
  const wrong = await send('PUT', 'a?constructor=1', type, 100, undefined, [head, '\r\n--b--']);
  expect([wrong.status, JSON.parse(wrong.text).errors[0].parameter]).toEqual([400, 'constructor']);
});

test('PG-10: what is too large or none is problem details, or the end of the body', async () => {
  const told = await send('PUT', 'a', { ...OCTETS, 'Content-Length': String(MOST + 1), Connection: 'close' });
  expect([told.status, JSON.parse(told.text).code]).toEqual([400, 'BODY_TOO_LARGE']);
  const other = { 'Content-Type': 'text/plain', 'Content-Length': '70000', Connection: 'close' };
  const json = await send('PUT', 'a', other);
  expect([json.status, JSON.parse(json.text).detail]).toEqual([
    400,
    expect.stringContaining('--request-bytes raises this limit'),
  ]);
  for (const [name, code] of [
    ['fault', 'SOAP_FAULT'],
    ['none', 'UPSTREAM_BAD_RESPONSE'],
  ] as const) {
    const { status, text } = await send('GET', name, WANTS_FILE);
    expect([name, status, JSON.parse(text).code]).toEqual([name, 502, code]);
  }
  await expect(send('GET', 'cut', WANTS_FILE)).rejects.toThrow('aborted');
  server.pieces = Math.ceil(MOST / PIECE.length) + 1;
  await expect(send('GET', 'inline', WANTS_FILE)).rejects.toThrow('aborted');
  const head = await send('HEAD', 'inline', WANTS_FILE);
  expect([head.status, head.bytes]).toEqual([200, 0]);
});
