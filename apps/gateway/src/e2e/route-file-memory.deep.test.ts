import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILES_DESIGN, FILES_WSDL } from '../testing/files-wsdl.js';
import { type GatewayProcess, startGatewayProcess } from '../testing/gateway-process.js';
import { startUnderTest } from '../testing/gateway-under-test.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner } from '../testing/owner-client.js';

/** 500 MB in the long run, as docs/benchmarks.md says. `FILE_MB` is another size. */
const MB = Number(process.env['FILE_MB'] ?? (Number(process.env['SOAPSTONE_DEPTH'] ?? 1) >= 10 ? 500 : 32));
const PIECE = Buffer.from(Array.from({ length: 49_152 }, (_, at) => (at * 31 + (at >> 8)) & 0xff));
const PIECES = Math.ceil((MB * 1e6) / PIECE.length);
/** The number of pieces in the files of this call. */
let pieces = PIECES;
const GROWTH_MB = 64;
const [HEAD, TAIL] = [
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetFileResponse xmlns="urn:files">',
  '</GetFileResponse></s:Body></s:Envelope>',
];

let dataDir: string;
let upstream: Server;
let gateway: GatewayProcess;
let key: string;
const paths = { plain: '', mtom: '' };
let receivedBytes = 0;

/** Writes pieces as fast as they are taken. */
async function* repeated(piece: string | Buffer): AsyncGenerator<string | Buffer> {
  for (let at = 0; at < pieces; at++) yield piece;
}

async function write(to: NodeJS.WritableStream, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  for await (const piece of pieces) {
    if (!to.write(piece)) await new Promise((resolve) => to.once('drain', resolve));
  }
}

async function serve(): Promise<void> {
  const text = PIECE.toString('base64');
  upstream = createServer(async (request, response) => {
    receivedBytes = 0;
    let start = '';
    for await (const chunk of request) {
      if (start.length < 2000) start += (chunk as Buffer).toString('latin1', 0, 2000);
      receivedBytes += (chunk as Buffer).length;
    }
    if (start.includes('PutFile')) {
      response.end(`${HEAD}<Size>1</Size>${TAIL}`.replaceAll('GetFile', 'PutFile'));
      return;
    }
    if (start.includes('Name>parts<')) {
      response.setHeader('Content-Type', 'multipart/related; type="application/xop+xml"; boundary=b');
      const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:f"/>';
      response.write(
        `--b\r\nContent-Type: application/xop+xml\r\n\r\n${HEAD}<Content>${include}</Content>${TAIL}`,
      );
      response.write('\r\n--b\r\nContent-ID: <f>\r\n\r\n');
      await write(response, repeated(PIECE));
      response.end('\r\n--b--\r\n');
      return;
    }
    response.setHeader('Content-Type', 'text/xml');
    response.write(`${HEAD}<Content>`);
    await write(response, repeated(text));
    response.end(`</Content>${TAIL}`);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
}

/** Stores an account with two services for the process that is measured. */
async function prepare(environment: Record<string, string>): Promise<void> {
  const under = await startUnderTest({ DATA_DIR: dataDir, ...environment });
  try {
    const owner = await createOwner(under);
    await under.gateway.store.accounts.update(owner.accountId, (each) => ({ ...each, plan: 'Pro' }));
    await under.gateway.changes.announce(owner.accountId);
    const endpoint = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
    for (const kind of ['plain', 'mtom'] as const) {
      const made = await owner.send('POST', '/api/manage/services', {
        files: [{ path: 'files.wsdl', content: base64(FILES_WSDL) }],
        settings: { endpoint, ...(kind === 'mtom' && { mtom: 'always' }) },
        design: FILES_DESIGN,
      });
      paths[kind] = `/apis/${owner.accountId}/${made.json<{ slug: string }>().slug}/files`;
    }
    ({ key } = await under.createKey(owner.accountId));
  } finally {
    await under.stop();
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-files-'));
  await serve();
  const environment = { MAX_FILE_BYTES: String(1e9), UPSTREAM_TIMEOUT_MS: '600000' };
  await prepare(environment);
  gateway = await startGatewayProcess({
    DATA_DIR: dataDir,
    NODE_OPTIONS: '--max-semi-space-size=8',
    ...environment,
  });
}, 300_000);
afterAll(async () => {
  await gateway?.terminate();
  upstream?.closeAllConnections();
  upstream?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends a request and counts the bytes of the answer. */
function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: AsyncIterable<string | Buffer>,
): Promise<{ status: number; bytes: number; sample: string }> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      new URL(path, gateway.baseUrl),
      { method, headers: { 'X-API-Key': key, ...headers }, rejectUnauthorized: false },
      (response) => {
        let bytes = 0;
        let sample = '';
        response.on('data', (chunk: Buffer) => {
          if (sample.length < 300) sample += chunk.toString('latin1', 0, 300);
          bytes += chunk.length;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, sample }));
      },
    );
    request.on('error', reject);
    if (body === undefined) request.end();
    else write(request, body).then(() => request.end(), reject);
  });
}

/** The largest memory of the gateway since the last time, in MB. */
async function peak(): Promise<number> {
  const { pid } = gateway;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

interface Way {
  readonly name: string;
  /** Sends and receives `size` bytes. */
  run(size: number): Promise<void>;
}

const FILES = { Accept: 'application/octet-stream' };
const WAYS: readonly Way[] = [
  {
    name: 'download, base64',
    async run(bytes) {
      expect(await call('GET', `${paths.plain}/inline`, FILES)).toMatchObject({ status: 200, bytes });
    },
  },
  {
    name: 'download, MTOM',
    async run(bytes) {
      expect(await call('GET', `${paths.plain}/parts`, FILES)).toMatchObject({ status: 200, bytes });
    },
  },
  {
    name: 'upload, base64',
    async run(size) {
      const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(size) };
      expect(await call('PUT', `${paths.plain}/a`, headers, repeated(PIECE))).toMatchObject({ status: 200 });
      expect(receivedBytes).toBeGreaterThan((size / 3) * 4);
    },
  },
  {
    name: 'upload of a form, MTOM',
    async run(size) {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
      expect(await call('PUT', `${paths.mtom}/a`, headers, form())).toMatchObject({ status: 200 });
      expect(receivedBytes).toBeGreaterThan(size);
    },
  },
];

async function* form(): AsyncGenerator<string | Buffer> {
  yield '--b\r\nContent-Disposition: form-data; name="content"; filename="a"\r\n\r\n';
  yield* repeated(PIECE);
  yield '\r\n--b--\r\n';
}

test(`PG-10: files of ${MB} MB in both directions take at most ${GROWTH_MB} MB more memory than those of 2 MB`, {
  timeout: 1_800_000,
}, async () => {
  pieces = 40;
  for (const { run } of WAYS) await run(pieces * PIECE.length);
  await peak();
  const small = await peak();
  pieces = PIECES;
  const lines: string[] = [];
  try {
    for (const { name, run } of WAYS) {
      const begun = performance.now();
      await run(pieces * PIECE.length);
      const seconds = (performance.now() - begun) / 1000;
      const grown = (await peak()) - small;
      lines.push(`${name}: ${Math.round(grown)} MB more, ${seconds.toFixed(1)} s`);
      expect(grown, name).toBeLessThan(GROWTH_MB);
    }
  } finally {
    process.stderr.write(`files of ${MB} MB beside ${Math.round(small)} MB: ${lines.join('; ')}\n`);
  }
});
