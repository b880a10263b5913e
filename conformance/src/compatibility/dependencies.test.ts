import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** The libraries that an installation of the published packages brings or asks for, with their versions. */
function runtimeDependencies(): Record<string, string> {
  const { catalog } = parse(read('pnpm-workspace.yaml')) as { catalog: Record<string, string> };
  const folders = [
    ...readdirSync(`${root}packages`).map((name) => `packages/${name}`),
    'apps/cli',
    'apps/gateway',
  ];
  const names = folders
    .filter((folder) => existsSync(`${root}${folder}/package.json`))
    .map((folder) => JSON.parse(read(`${folder}/package.json`)) as Record<string, unknown>)
    .filter((manifest) => manifest['private'] !== true)
    .flatMap((manifest) =>
      ['dependencies', 'peerDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.keys((manifest[kind] ?? {}) as object),
      ),
    )
    .filter((name) => !name.startsWith('@soapstone/'));
  return Object.fromEntries(names.sort().map((name) => [name, catalog[name] ?? 'not in the catalog']));
}

test('docs/dependencies.md has each library that the published packages need, with its version and the reason for it', () => {
  const rows = [
    ...read('docs/dependencies.md').matchAll(
      /^\| (\S+) \| (\S+) \| (\d{4}-\d\d-\d\d) \| ([^|]+) \| (.+) \|$/gm,
    ),
  ].map(([, name = '', version = '', released = '', , reason = '']) => ({ name, version, released, reason }));
  // fastify is the only framework among the peers: its plugin is an entry of its own.
  const { fastify: _, ...expected } = runtimeDependencies();
  expect(Object.fromEntries(rows.map(({ name, version }) => [name, version]))).toEqual(expected);
  // The year before the look-up of the page.
  for (const { name, released, reason } of rows.filter(({ released }) => released < '2025-11-30'))
    expect(reason, `${name}, released ${released}`).toContain('**If it stops:**');
});
