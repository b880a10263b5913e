import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds the dashboard before the tests, unless the last build is newer than every source. */
export default function buildDashboard(): void {
  if (newest(join(root, 'dist')) > newestSource()) return;
  // Vite builds in production mode, regardless of the mode the tests run in.
  const env = { ...process.env, NODE_ENV: 'production' };
  for (const command of [
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    [join(root, 'scripts/compress.mjs')],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: root, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`the dashboard cannot be built:\n${stderr}`);
  }
}

function newestSource(): number {
  const places = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', 'scripts/compress.mjs'];
  return Math.max(...places.map((place) => newest(join(root, place))));
}

/** Returns when the newest file below a path was written; 0 if there is none. */
function newest(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(0, ...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}
