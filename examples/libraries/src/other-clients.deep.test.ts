import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Block, blocksOf, oneLine, promisedOutput } from './testing/markdown.js';
import { runProgram, Shell } from './testing/run.js';

// The guides for other clients than node-soap: each task with that client and with ours, against the same service.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const home = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const PYTHON = '/usr/bin/python3';
const hasZeep = await run(PYTHON, ['-c', 'import zeep']).then(
  () => true,
  () => false,
);

const pages = [
  { name: 'from-strong-soap', language: 'js', runs: true },
  { name: 'from-wsdl-tsclient', language: 'ts', runs: true },
  { name: 'from-zeep', language: 'python', runs: hasZeep },
];
/** The tasks that end differently on purpose. */
const DIFFERENT = ['A wrong argument'];
/** The tasks that a client does not have. */
const MISSING: Readonly<Record<string, readonly string[]>> = { 'from-zeep': ['Serve'] };

let directory: UserDirectory;
const folders = new Map<string, string>();
beforeAll(async () => {
  directory = await startUserDirectory();
  for (const { name } of pages) {
    const folder = mkdtempSync(join(home, 'page-'));
    folders.set(name, folder);
    const example = join(root, 'examples/user-directory/user-directory');
    copyFileSync(`${example}.wsdl`, join(folder, 'users.wsdl'));
    copyFileSync(`${example}.xsd`, join(folder, 'user-directory.xsd'));
  }
});
afterAll(async () => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
  await directory.stop();
});

interface Task {
  readonly name: string;
  readonly theirs: Block | undefined;
  readonly ours: Block;
}

/** The sections of a page that have programs. */
function tasksOf(page: string): Task[] {
  const text = readFileSync(join(root, `docs/${page}.md`), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [theirs, ours] = blocksOf(section);
      const name = section.split('\n', 1)[0] ?? '';
      if (theirs === undefined) return [];
      return [ours === undefined ? { name, theirs: undefined, ours: theirs } : { name, theirs, ours }];
    });
}

function here(program: string): string {
  return program
    .replaceAll('https://example.com/users?wsdl', directory.wsdlAddress)
    .replaceAll('https://example.com/users', directory.address);
}

/** What a Python program promises: the comments of its `print` lines. */
const promisedByPython = (program: string): string =>
  oneLine([...program.matchAll(/print\(.*\) {2}# (.*)$/gm)].map(([, comment]) => comment).join('\n'));

async function runBlocks(folder: string, name: string, language: string, text: string): Promise<string> {
  const file = join(folder, `${name}.${language === 'python' ? 'py' : language}`);
  writeFileSync(file, here(text));
  const { stdout } =
    language === 'python' ? await run(PYTHON, [file], { cwd: folder }) : await runProgram(file, [], folder);
  return oneLine(stdout);
}

const joined = (blocks: readonly (Block | undefined)[]): string =>
  blocks.map((block) => block?.text ?? '').join('\n');

describe.each(pages)('the guide $name', ({ name, language, runs }) => {
  const tasks = tasksOf(name);
  const promised = language === 'python' ? promisedByPython : promisedOutput;

  test('has the ten tasks of every such page, each with both clients', () => {
    expect(tasks.map((task) => task.name)).toEqual(tasksOf('from-strong-soap').map((task) => task.name));
    expect(tasks).toHaveLength(10);
    for (const { name: task, theirs, ours } of tasks) {
      expect(ours.language, task).toBe('ts');
      if (MISSING[name]?.includes(task)) expect(theirs, task).toBeUndefined();
      else expect(theirs?.language, task).toBe(language);
    }
  });

  test('promises the same output with both, except where the page says so', () => {
    for (const { name: task, theirs, ours } of tasks) {
      expect(promisedOutput(ours.text), task).not.toBe('');
      if (theirs === undefined) continue;
      if (DIFFERENT.includes(task)) expect(promised(theirs.text), task).not.toBe(promisedOutput(ours.text));
      else expect(promised(theirs.text), task).toBe(promisedOutput(ours.text));
    }
  });

  test('its commands run', async () => {
    const folder = folders.get(name) ?? '';
    const shell = new Shell(folder);
    try {
      const text = readFileSync(join(root, `docs/${name}.md`), 'utf8');
      const lines = blocksOf(text).filter((block) => block.language === 'sh');
      for (const line of lines.flatMap((block) => block.text.trim().split('\n'))) {
        if (line.startsWith('npx wsdl-tsclient ')) {
          const manifest = createRequire(import.meta.url).resolve('wsdl-tsclient/package.json');
          const program = join(manifest, '../dist/src/cli.js');
          await run(process.execPath, [program, ...line.split(' ').slice(2)], { cwd: folder });
        } else if (line.startsWith('npx @soapstone/cli ')) await shell.run(line);
        else expect(line).toBe('npm install @soapstone/client @soapstone/server');
      }
    } finally {
      await shell.close();
    }
  });

  test.skipIf(!runs)('the programs as they are print what the page says', async () => {
    const program = joined(tasks.map(({ theirs }) => theirs));
    const printed = await runBlocks(folders.get(name) ?? '', 'theirs', language, program);
    expect(printed).toBe(oneLine(tasks.map(({ theirs }) => promised(theirs?.text ?? '')).join(' ')));
  });

  test('the rewritten programs print what the page says', async () => {
    const program = joined(tasks.map(({ ours }) => ours));
    const printed = await runBlocks(folders.get(name) ?? '', 'ours', 'ts', program);
    expect(printed).toBe(promisedOutput(program));
  });
});

// After the commands, which write modules that the programs import.
test('the TypeScript of the pages compiles', { timeout: 600_000 }, async () => {
  const project = join(home, 'page-types');
  mkdirSync(project, { recursive: true });
  folders.set('types', project);
  const compile = async (file: string, compilerOptions: object): Promise<string> => {
    const settings = join(project, 'tsconfig.json');
    const include = [...folders.values()].map((folder) => join(folder, file));
    writeFileSync(settings, JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, stderr } = await run(process.execPath, [tsc, '-p', settings], { cwd: home }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return stdout + stderr;
  };
  expect(await compile('ours.ts', {})).toBe('');
  // The generated modules of wsdl-tsclient import types as values.
  expect(await compile('theirs.ts', { verbatimModuleSyntax: false })).toBe('');
});
