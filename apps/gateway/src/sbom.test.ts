import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const script = join(repository, 'scripts/sbom.mjs');

interface Bom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: { readonly purl: string } };
  readonly components: readonly { readonly purl: string; readonly licenses?: unknown }[];
}

const STATUS = `Package: libc6
Status: install ok installed
Maintainer: GNU Libc Maintainers <debian-glibc@lists.debian.org>
Architecture: amd64
Version: 2.36-9+deb12u14
Description: GNU C Library
 Conffiles and more.

Package: removed
Status: deinstall ok config-files
Maintainer: Somebody <somebody@example.org>
Architecture: all
Version: 1.0
`;

let root: string;
const write = (name: string, content: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), content);
};
const manifest = (folder: string, content: object): void =>
  write(`${folder}/package.json`, JSON.stringify(content));
const make = (file: string) =>
  spawnSync(process.execPath, [script, root, join(root, file)], { encoding: 'utf8' });

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'soapstone-sbom-'));
  write('var/lib/dpkg/status', STATUS);
  write('etc/os-release', 'ID=debian\nVERSION_ID="12"\n');
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'usr/local/bin/node'));
  manifest('usr/local/lib/node_modules/npm', { name: 'npm', version: '10.0.0', license: 'Artistic-2.0' });
  manifest('app/gateway', { name: '@soapstone/gateway', version: '1.2.3', license: 'Apache-2.0' });
  const store = 'app/gateway/node_modules/.pnpm/one@1.0.0/node_modules';
  manifest(`${store}/one`, { name: 'one', version: '1.0.0', license: '(MIT OR CC0-1.0)' });
  manifest(`${store}/@scope/two`, { name: '@scope/two', version: '2.0.0', license: 'my own words' });
  // A nested manifest that only says how the files of a package are read.
  manifest(`${store}/one/dist/cjs`, { type: 'commonjs' });
  symlinkSync(join(root, store, 'one'), join(root, 'app/gateway/node_modules/one'));
  const bundled = [
    { name: 'one', version: '1.0.0', license: 'MIT' },
    { name: '@scope/page', version: '3.0.0', license: 'MIT' },
  ];
  write('app/dashboard/dist/.bundled-packages.json', JSON.stringify(bundled));
});
afterAll(() => rmSync(root, { recursive: true }));

test('SBOM: lists the packages of Debian, npm, Node and the pages once each, and is valid CycloneDX', async () => {
  const { status, stderr } = make('sbom.json');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const text = readFileSync(join(root, 'sbom.json'), 'utf8');
  const bom = JSON.parse(text) as Bom;
  expect(bom.metadata.component.purl).toBe('pkg:npm/%40soapstone/gateway@1.2.3');
  expect(bom.components.map(({ purl }) => purl).sort()).toEqual([
    'pkg:deb/debian/libc6@2.36-9+deb12u14?arch=amd64&distro=debian-12',
    `pkg:generic/node@${process.versions.node}`,
    'pkg:npm/%40scope/page@3.0.0',
    'pkg:npm/%40scope/two@2.0.0',
    'pkg:npm/npm@10.0.0',
    'pkg:npm/one@1.0.0',
  ]);
  const { Validation } = createRequire(join(repository, 'package.json'))('@cyclonedx/cyclonedx-library');
  const validator = new Validation.JsonStrictValidator(bom.specVersion);
  expect(await validator.validate(text)).toBeNull();
  expect(await validator.validate(text.replace('"library"', '"librarian"'))).not.toBeNull();
});

test('SBOM: of packages alone has neither Debian nor Node', () => {
  const file = join(root, 'packages.json');
  expect(spawnSync(process.execPath, [script, '--packages', root, file]).status).toBe(0);
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as Bom;
  expect(components.map(({ purl }) => purl.split('@')[0])).not.toContain('pkg:generic/node');
  expect(components.every(({ purl }) => purl.startsWith('pkg:npm/'))).toBe(true);
});

test('SBOM: is the same file for the same image', () => {
  expect(make('again.json').status).toBe(0);
  expect(readFileSync(join(root, 'again.json'), 'utf8')).toBe(readFileSync(join(root, 'sbom.json'), 'utf8'));
  const bom = JSON.parse(readFileSync(join(root, 'again.json'), 'utf8')) as Bom;
  expect([bom.serialNumber, bom.metadata.timestamp]).toEqual([undefined, undefined]);
});

test('SBOM: rejects a directory that is not an image of the gateway', () => {
  const { status, stderr } = spawnSync(process.execPath, [script, tmpdir(), join(root, 'none.json')], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('is not the image of the gateway');
});
