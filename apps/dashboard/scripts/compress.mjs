/** Writes a `.br` and a `.gz` file next to every file of the build that compression makes smaller. The gateway serves them unchanged. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** Brotli's highest quality takes a second per megabyte. Above this size a lower one is used, with files a few per cent larger. */
const LARGE = 400_000;

const names = await readdir(dist, { recursive: true });
await Promise.all(names.filter((name) => /^[^.].*\.(?:js|css|svg|json)$/.test(name)).map(compress));

async function compress(name) {
  const file = join(dist, name);
  const bytes = await readFile(file);
  const quality = bytes.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY;
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    deflate(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
}
