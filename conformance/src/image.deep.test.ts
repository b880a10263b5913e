import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const TAG = 'soapstone-gateway:tested';
const programs = ['buildah', 'mmdebstrap', 'unshare', 'chroot'];
const missing = programs.filter((name) => spawnSync(name, ['--version']).error !== undefined);
if (process.getuid?.() !== 0) missing.push('root');
if (missing.length > 0) process.stderr.write(`the image is not built: it needs ${missing.join(', ')}\n`);

// scripts/check-image.mjs says what is checked while the image runs.
test.skipIf(missing.length > 0)(
  'image: is built, runs unprivileged on a read-only root, drains, finds its data again, and its SBOM has every library',
  { timeout: 1_800_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'soapstone-image-test-'));
    const sbom = join(folder, 'sbom.json');
    const script = join(repository, 'scripts/image.mjs');
    try {
      const options = ['--local-base', '--check', '--twice', '--tag', TAG, '--sbom', sbom];
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...options], {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      });
      expect(status, `${stdout.slice(-4_000)}\n${stderr.slice(-4_000)}`).toBe(0);
      const [, megabytes = '1000'] = /; ([\d.]+) MB compressed/.exec(stdout) ?? [];
      process.stderr.write(`image: ${megabytes} MB compressed\n`);
      expect(Number(megabytes)).toBeLessThanOrEqual(120);
      expect(stdout).toContain('two builds give the same');
      const { components } = JSON.parse(readFileSync(sbom, 'utf8')) as {
        readonly components: readonly { readonly purl: string }[];
      };
      const has = (start: string): boolean => components.some(({ purl }) => purl.startsWith(start));
      // Packages of Debian, Node, the gateway and npm, and those bundled into the dashboard.
      for (const start of ['deb/debian/libc6', 'generic/node', 'npm/express', 'npm/react-dom', 'npm/npm'])
        expect(has(`pkg:${start}@`), start).toBe(true);
      for (const name of ['libxmljs2', 'typescript', 'tsup', 'vite'])
        expect(has(`pkg:npm/${name}@`), name).toBe(false);
    } finally {
      spawnSync('buildah', ['rmi', TAG]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
