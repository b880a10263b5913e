import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@soapstone/testing/free-port';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Block, blocksOf, oneLine, promisedOutput } from './testing/markdown.js';
import { runProgram, Shell } from './testing/run.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Inside this package, which depends on all others. */
const home = fileURLToPath(new URL('..', import.meta.url));
/** The packages that are published. */
const packages = readdirSync(join(root, 'packages'))
  .filter((name) => {
    const manifest = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
    return (JSON.parse(manifest) as { readonly private?: boolean }).private !== true;
  })
  .sort();
const guides = ['start', 'from-node-soap', 'from-soapui', 'from-api-management'];
const pages = [
  ...packages.map((name) => `packages/${name}/README.md`),
  ...guides.map((name) => `docs/${name}.md`),
];
const withRedis = await hasRedis();

let directory: UserDirectory;
let redis: RedisServer | undefined;
const folders = new Map<string, string>();
/** The ports that pages name, and ports that are free here. */
const ports = new Map<string, number>();
beforeAll(async () => {
  directory = await startUserDirectory();
  redis = withRedis ? await startRedis() : undefined;
  for (const port of ['3000', '8088', '8090', '8091']) ports.set(port, await freePort());
  for (const page of pages) {
    const folder = mkdtempSync(join(home, 'page-'));
    folders.set(page, folder);
    const example = join(root, 'examples/user-directory/user-directory');
    copyFileSync(`${example}.wsdl`, join(folder, 'users.wsdl'));
    copyFileSync(`${example}.xsd`, join(folder, 'user-directory.xsd'));
    copyFileSync(join(root, 'examples/user-directory/mock.yaml'), join(folder, 'mock.yaml'));
    writeFileSync(join(folder, 'page.ts'), here(programOf(page)));
  }
  writeFileSync(
    join(home, 'tsconfig.pages.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      // node-soap gives its clients an index signature.
      compilerOptions: { noPropertyAccessFromIndexSignature: false },
      include: ['page-*/page.ts'],
    }),
  );
});
afterAll(async () => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
  rmSync(join(home, 'tsconfig.pages.json'), { force: true });
  await Promise.all([directory.stop(), redis?.stop()]);
});

function blocksIn(page: string, ...languages: string[]): Block[] {
  const blocks = blocksOf(readFileSync(join(root, page), 'utf8'));
  return blocks.filter(({ language }) => languages.includes(language));
}

/** The TypeScript blocks of a page, one after the other, as a reader would paste them into one file. */
function programOf(page: string): string {
  return blocksIn(page, 'ts')
    .map(({ text }) => text)
    .join('\n');
}

/** A program with the addresses of this machine. */
function here(program: string): string {
  return program
    .replaceAll('https://example.com/users?wsdl', directory.wsdlAddress)
    .replaceAll('https://example.com/users', directory.address)
    .replaceAll('redis://localhost:6379', `redis://127.0.0.1:${redis?.port ?? 6379}`)
    .replaceAll(/\b(?:3000|8088|8090|8091)\b/g, (port) => String(ports.get(port)));
}

test('every package has a page that says how to install and use it', () => {
  for (const page of pages.slice(0, packages.length)) {
    const text = readFileSync(join(root, page), 'utf8');
    expect(text, page).toMatch(/^npm install @soapstone\//m);
    expect(blocksIn(page, 'ts').length, page).toBeGreaterThan(0);
    expect(text.toLowerCase(), page).toMatch(/limit/);
    expect(text.toLowerCase(), page).toMatch(/error/);
  }
});

describe.each(pages)('%s', (page) => {
  test('has blocks of known languages only', () => {
    const languages = blocksOf(readFileSync(join(root, page), 'utf8')).map(({ language }) => language);
    expect(languages.filter((each) => !['ts', 'js', 'sh', 'json', 'xml', 'yaml', ''].includes(each))).toEqual(
      [],
    );
  });

  test('its commands run', async () => {
    const shell = new Shell(folders.get(page) ?? '');
    try {
      for (const line of blocksIn(page, 'sh').flatMap(({ text }) => text.trim().split('\n'))) {
        if (line.startsWith('npm install ')) assertKnown(line.split(' ').slice(2));
        else if (/^(?:npx @soapstone\/cli|curl -sf) /.test(line)) await shell.run(here(line));
        else throw new Error(`${page}: the test does not know how to run "${line}"`);
      }
    } finally {
      await shell.close();
    }
  });

  // The page of the limiter needs a Redis.
  const needsRedis = programOf(page).includes('redis://');
  test.skipIf(needsRedis && !withRedis)('runs, and prints what its comments say', async () => {
    const folder = folders.get(page) ?? '';
    const { stdout } = await runProgram(join(folder, 'page.ts'), [], folder);
    expect(oneLine(stdout)).toBe(promisedOutput(programOf(page)));
  });

  for (const { text, line } of blocksIn(page, 'js')) {
    test(`the program in line ${line} runs, and prints what its comments say`, async () => {
      const folder = folders.get(page) ?? '';
      const file = join(folder, `line-${line}.js`);
      writeFileSync(file, here(text));
      const { stdout } = await runProgram(file, [], folder);
      expect(oneLine(stdout)).toBe(promisedOutput(text));
    });
  }
});

// After the commands, which write modules that pages import.
test('the TypeScript of every page compiles under the strictest settings', { timeout: 600_000 }, async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const run = promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.pages.json'], { cwd: home });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  expect(stdout + stderr).toBe('');
});

/** Packages that a page installs: ours, or those that this package has. */
function assertKnown(names: readonly string[]): void {
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const known = [...Object.keys(manifest.devDependencies), '@soapstone/cli', '@soapstone/gateway'];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
}
