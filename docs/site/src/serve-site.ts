import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Serves the files of a folder on 127.0.0.1, as a plain web server does: compressed, and with its page for addresses without one. */
export async function serveSite(
  folder: string,
): Promise<{ readonly url: string; readonly missing: readonly string[]; close(): Promise<void> }> {
  const missing: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = normalize(
      join(folder, decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname)),
    );
    const bytes = path.startsWith(folder + sep) ? await readFile(path).catch(() => undefined) : undefined;
    if (bytes === undefined) {
      missing.push(pathname);
      const page = await readFile(join(folder, '404.html'));
      response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const isText = !/image\/png|woff2|octet/.test(type);
    response
      .writeHead(200, {
        'Content-Type': type,
        ...(isText && { 'Content-Encoding': 'gzip' }),
        // Their names have a hash of their content.
        ...(pathname.startsWith('/assets/') && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
      })
      .end(isText ? gzipSync(bytes) : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    missing,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
