import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { writeResponse } from '../messages/write-response.js';

/** One representation of a file: as it is, or compressed. */
interface Form {
  readonly body: Buffer;
  readonly etag: string;
  /** The `Content-Encoding`; absent for the file itself. */
  readonly coding?: 'br' | 'gzip';
}

interface StaticFile {
  readonly type: string;
  readonly modified: string;
  readonly plain: Form;
  /** The preferred one first. */
  readonly compressed: readonly Form[];
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html;charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'text/xml',
};

/** The compressed forms that a build writes next to a file, the smallest first. */
const CODINGS = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const;

/**
 * Serves the files of a folder from memory, which a response needs neither a descriptor nor the disk for, whether its client reads it or
 * not. The folder is read once. Not served are files whose path has a part that begins with a dot, and `except`. `cacheControl` receives the
 * path.
 */
export function serveStaticFiles(
  dir: string,
  except: string,
  cacheControl: (path: string) => string,
): RequestHandler {
  const files = readFiles(dir);
  files.delete(except);
  return (request, response, next) => {
    const path = decodePath(request.path);
    const file = files.get(path);
    if (file === undefined) next();
    else sendFile(request, response, file, cacheControl(path));
  };
}

function readFiles(dir: string): Map<string, StaticFile> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(dir, name)).isFile(),
  );
  const present = new Set(names);
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    const path = `/${name.replaceAll('\\', '/').normalize()}`;
    if (path.includes('/.') || isCompressedForm(name, present)) continue;
    files.set(path, {
      type: TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream',
      modified: statSync(join(dir, name)).mtime.toUTCString(),
      plain: readForm(join(dir, name)),
      compressed: CODINGS.filter(([end]) => present.has(name + end)).map(([end, coding]) => ({
        ...readForm(join(dir, name + end)),
        coding,
      })),
    });
  }
  return files;
}

function isCompressedForm(name: string, present: ReadonlySet<string>): boolean {
  return CODINGS.some(([end]) => name.endsWith(end) && present.has(name.slice(0, -end.length)));
}

function readForm(file: string): Form {
  const body = readFileSync(file);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function sendFile(request: Request, response: Response, file: StaticFile, cacheControl: string): void {
  const { body, etag, coding } = chooseForm(request, file);
  const headers: Record<string, string> = { 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' };
  // `fresh` compares these two with the conditions of the request.
  response.setHeader('ETag', etag);
  response.setHeader('Last-Modified', file.modified);
  if (request.fresh) {
    writeResponse(request, response, { status: 304, headers, body: '' });
    return;
  }
  headers['Content-Type'] = file.type;
  headers['Accept-Ranges'] = 'bytes';
  if (coding !== undefined) headers['Content-Encoding'] = coding;
  const range = rangeOf(request, response, body.length);
  if (range === undefined) {
    writeResponse(request, response, { status: 200, headers, body });
  } else if (range === 'outside') {
    headers['Content-Range'] = `bytes */${body.length}`;
    writeResponse(request, response, { status: 416, headers, body: '' });
  } else {
    headers['Content-Range'] = `bytes ${range.start}-${range.end}/${body.length}`;
    writeResponse(request, response, {
      status: 206,
      headers,
      body: body.subarray(range.start, range.end + 1),
    });
  }
}

/** Returns the smallest form that the client accepts. */
function chooseForm(request: Request, { plain, compressed }: StaticFile): Form {
  if (compressed.length === 0) return plain;
  const accepted = request.acceptsEncodings();
  return compressed.find(({ coding = '' }) => accepted.includes(coding)) ?? plain;
}

/**
 * Returns the requested part of `size` bytes; undefined if the whole file is to be sent, which is also the response to several ranges, to
 * invalid ones, and to a condition (RFC 9110 §13.1.5) that names another version.
 */
function rangeOf(
  request: Request,
  response: Response,
  size: number,
): { readonly start: number; readonly end: number } | 'outside' | undefined {
  const condition = request.headers['if-range'];
  if (
    condition !== undefined &&
    condition !== response.getHeader('ETag') &&
    condition !== response.getHeader('Last-Modified')
  )
    return undefined;
  // Several ranges are not parsed: a header of 16 KB may hold thousands.
  if (request.method !== 'GET' || request.headers.range?.includes(',') === true) return undefined;
  const ranges = request.range(size);
  if (ranges === undefined || ranges === -2) return undefined;
  if (ranges === -1) return 'outside';
  return ranges.type === 'bytes' ? ranges[0] : undefined;
}
