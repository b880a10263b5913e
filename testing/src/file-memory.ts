import { readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { type FilesServer, PIECE } from './files-server.js';

/** A server of the routes of `FILES_DESIGN`, in a process of its own. */
export interface ServerOfFiles {
  readonly pid: number;
  /** The address of the routes, with the path of the service. */
  readonly url: string;
}

/** How much more memory a process took for large files than for small ones. */
export interface Growth {
  readonly way: string;
  readonly megabytes: number;
  readonly seconds: number;
}

const SMALL_PIECES = 40;
const OCTETS = 'application/octet-stream';
const WAYS = [
  { way: 'download, base64', name: 'inline' },
  { way: 'download, MTOM', name: 'parts' },
  { way: 'upload', type: OCTETS },
  { way: 'upload of a form', type: 'multipart/form-data; boundary=b' },
] as const;

/**
 * Sends and receives a file of some megabytes in every way that there is. Throws for a response that is not the expected one.
 *
 * @param upstream the SOAP server that has the files
 * @returns for each way, how much larger the resident memory of the process was at its peak than with files of 2 MB
 */
export async function growthWithFiles(
  { pid, url }: ServerOfFiles,
  upstream: FilesServer,
  megabytes: number,
): Promise<readonly Growth[]> {
  for (const each of WAYS) await transfer(url, each, upstream, SMALL_PIECES);
  peakOf(pid);
  for (const each of WAYS) await transfer(url, each, upstream, SMALL_PIECES);
  const small = peakOf(pid);
  const grown: Growth[] = [];
  for (const each of WAYS) {
    const startedAt = performance.now();
    await transfer(url, each, upstream, Math.ceil((megabytes * 1e6) / PIECE.length));
    const seconds = (performance.now() - startedAt) / 1000;
    grown.push({ way: each.way, megabytes: Math.round(peakOf(pid) - small), seconds: Math.round(seconds) });
  }
  return grown;
}

async function transfer(
  url: string,
  way: (typeof WAYS)[number],
  upstream: FilesServer,
  pieces: number,
): Promise<void> {
  upstream.pieces = pieces;
  upstream.counts.received = 0;
  const expected = pieces * PIECE.length;
  const { status, bytes, text } =
    'name' in way
      ? await send(`${url}/files/${way.name}`, { method: 'GET', headers: { Accept: OCTETS } })
      : await send(
          `${url}/files/a`,
          { method: 'PUT', headers: { 'Content-Type': way.type } },
          bodyOf(way.type !== OCTETS, pieces),
        );
  const isWhole = 'name' in way ? bytes === expected : upstream.counts.received > (expected / 3) * 4;
  if (status !== 200 || !isWhole) throw new Error(`${way.way}: ${status}, ${bytes} bytes: ${text}`);
}

function* bodyOf(isForm: boolean, pieces: number): Generator<string | Buffer> {
  if (isForm) yield '--b\r\nContent-Disposition: form-data; name="content"; filename="a"\r\n\r\n';
  for (let at = 0; at < pieces; at++) yield PIECE;
  if (isForm) yield '\r\n--b--\r\n';
}

function send(
  url: string,
  options: { readonly method: string; readonly headers: Record<string, string> },
  body: Iterable<string | Buffer> = [],
): Promise<{ status: number; bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, options, (response) => {
      let [bytes, text] = [0, ''];
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (text.length < 300) text += chunk.toString('latin1', 0, 300);
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, text }));
    });
    request.on('error', reject);
    const pieces = body[Symbol.iterator]();
    const write = (): void => {
      for (let step = pieces.next(); !step.done; step = pieces.next()) {
        if (request.write(step.value)) continue;
        request.once('drain', write);
        return;
      }
      request.end();
    };
    write();
  });
}

/** The largest resident memory of a process since the last time, in MB. */
function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
