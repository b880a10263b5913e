import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundleResolver } from './documents/bundle.js';
import { parseWsdlCached } from './file.js';
import { type ParsedWsdl, parseWsdl } from './parse-wsdl.js';

const DIRECTORY = fileURLToPath(new URL('../../../examples/user-directory/', import.meta.url));
const FILES = {
  'user-directory.wsdl': readFileSync(join(DIRECTORY, 'user-directory.wsdl'), 'utf8'),
  'user-directory.xsd': readFileSync(join(DIRECTORY, 'user-directory.xsd'), 'utf8'),
};

let scratch = '';
let cache = '';

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'soapstone-cache-'));
  cache = join(scratch, 'models');
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

async function read(
  files: Readonly<Record<string, string>> = FILES,
  { strict = false } = {},
): Promise<ParsedWsdl & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const resolve = bundleResolver(files);
  const parsed = await parseWsdlCached(
    'user-directory.wsdl',
    {
      strict,
      resolve: async (uri, wanted) => {
        asked.push(uri);
        return await resolve(uri, wanted);
      },
    },
    cache,
  );
  return { ...parsed, asked };
}

/** The only entry of the cache. */
function entry(): string {
  const [name = '', ...others] = readdirSync(cache);
  expect(others).toEqual([]);
  return join(cache, name);
}

/**
 * Gives the kept model a mark that the parser would not: `true` in the result of `read` says that it came from the cache. The checksum is
 * that of the changed text.
 */
async function markEntry(): Promise<void> {
  const { createHash } = await import('node:crypto');
  const [head = '', body = ''] = readFileSync(entry(), 'utf8').split('\n');
  const { model, ...rest } = JSON.parse(body) as { model: object };
  const marked = JSON.stringify({ ...rest, model: { ...model, marked: true } });
  const checksum = createHash('sha256').update(marked).digest('hex');
  writeFileSync(entry(), `${head.replace(/[0-9a-f]+$/, checksum)}\n${marked}`);
}

const isMarked = ({ model }: ParsedWsdl): boolean => 'marked' in model;

describe('a cache of parsed models', () => {
  test('gives what the parser gives, documents and diagnostics included', async () => {
    const expected = await parseWsdl('user-directory.wsdl', { resolve: bundleResolver(FILES) });
    const { asked: _, ...first } = await read();
    const { asked, ...second } = await read();
    expect(first).toStrictEqual(expected);
    expect(second).toStrictEqual(expected);
    expect(asked).toEqual(['user-directory.wsdl', 'user-directory.xsd']);
  });

  test('is for its owner alone', async () => {
    await read();
    expect(statSync(cache).mode & 0o777).toBe(0o700);
    expect(statSync(entry()).mode & 0o777).toBe(0o600);
  });

  test('is used while every document is the same, and replaced when an imported one changes', async () => {
    await read();
    await markEntry();
    expect(isMarked(await read())).toBe(true);
    const changed = { ...FILES, 'user-directory.xsd': `${FILES['user-directory.xsd']}<!-- changed -->` };
    const parsed = await read(changed);
    expect(isMarked(parsed)).toBe(false);
    // Each document was loaded once, although the kept model could not be used.
    expect(parsed.asked).toEqual(['user-directory.wsdl', 'user-directory.xsd']);
    await markEntry();
    expect(isMarked(await read(changed))).toBe(true);
  });

  test('a document that was missing and is there now is read', async () => {
    const { 'user-directory.wsdl': alone } = FILES;
    const incomplete = await read({ 'user-directory.wsdl': alone });
    expect(incomplete.diagnostics.map(({ code }) => code)).toContain('LOAD_FAILED');
    await markEntry();
    expect(isMarked(await read({ 'user-directory.wsdl': alone }))).toBe(true);
    expect(isMarked(await read())).toBe(false);
  });

  test('other options, and another first document, have entries of their own', async () => {
    await read();
    await read(FILES, { strict: true });
    await read({ ...FILES, 'user-directory.wsdl': `${FILES['user-directory.wsdl']}<!-- 2 -->` });
    expect(readdirSync(cache)).toHaveLength(3);
  });

  test('a description that cannot be read is not kept, and its error is that of the parser', async () => {
    await expect(read({ 'user-directory.wsdl': '<html/>' })).rejects.toMatchObject({ code: 'NOT_WSDL' });
    await expect(read({})).rejects.toMatchObject({ code: 'LOAD_FAILED' });
    expect(existsSync(cache)).toBe(false);
  });

  test.each<[string, (text: string) => string]>([
    ['truncated', (text) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['with a changed byte', (text) => text.replace('GetUser', 'GotUser')],
    ['that is that of another description', (text) => text.replace(/[0-9a-f]{64}/, '0'.repeat(64))],
    ['of another version of the parser', (text) => text.replace(/^soapstone \S+/, 'soapstone 99.0.0/1')],
    ['that is no entry', () => '{"model": {"services": []}}'],
    ['with JSON of another form', () => 'soapstone\nnull'],
  ])('an entry %s is ignored and replaced', async (_, damage) => {
    const { asked: _asked, ...expected } = await read();
    const path = entry();
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, damage(whole));
    const { asked: _again, ...found } = await read();
    expect(found).toStrictEqual(expected);
    expect(readFileSync(path, 'utf8')).toBe(whole);
  });

  test('an entry that others may write is ignored and replaced', async () => {
    await read();
    await markEntry();
    chmodSync(entry(), 0o622);
    expect(isMarked(await read())).toBe(false);
    expect(statSync(entry()).mode & 0o777).toBe(0o600);
  });

  test('a link in place of an entry is replaced; what it leads to is neither read nor written', async () => {
    await read();
    await markEntry();
    const path = entry();
    const target = join(scratch, 'target');
    writeFileSync(target, readFileSync(path), { mode: 0o600 });
    const before = readFileSync(target, 'utf8');
    rmSync(path);
    symlinkSync(target, path);
    expect(isMarked(await read())).toBe(false);
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe(before);
  });

  test('keeps the 200 newest entries and removes what an ended process left, but no file of anyone else', async () => {
    mkdirSync(cache);
    const name = (index: number): string => index.toString(16).padStart(64, '0');
    for (let index = 0; index < 205; index += 1) {
      writeFileSync(join(cache, `${name(index)}.model`), '');
      utimesSync(join(cache, `${name(index)}.model`), index, index);
    }
    writeFileSync(join(cache, `${name(0)}.model.0123456789abcdef`), '');
    utimesSync(join(cache, `${name(0)}.model.0123456789abcdef`), 1, 1);
    writeFileSync(join(cache, 'notes.txt'), 'mine');
    await read();
    const left = readdirSync(cache);
    expect(left).toHaveLength(201);
    expect(left).toContain('notes.txt');
    expect(left).not.toContain(`${name(5)}.model`);
    expect(left).toContain(`${name(6)}.model`);
  });

  test('a directory that cannot be used is a warning, once, and not a failure', async () => {
    writeFileSync(cache, 'a file');
    const warnings: (Error & { code?: string })[] = [];
    const note = (warning: Error): void => {
      warnings.push(warning);
    };
    process.on('warning', note);
    try {
      expect((await read()).model.exposed).toHaveLength(3);
      await read();
      await expect.poll(() => warnings.length).toBe(1);
    } finally {
      process.off('warning', note);
    }
    expect(warnings[0]?.code).toBe('SOAPSTONE_CACHE');
    expect(warnings[0]?.message).toContain(`cannot keep parsed models in "${cache}": EEXIST`);
    expect(warnings[0]?.message).toContain('leave out the option "cache"');
    expect(readFileSync(cache, 'utf8')).toBe('a file');
  });

  test('processes that write the same entry at once leave one whole entry', async () => {
    const program = `
      import { openLocal, parseWsdlCached } from ${JSON.stringify(new URL('./file.ts', import.meta.url).href)};
      const { location, resolve } = await openLocal(${JSON.stringify(join(DIRECTORY, 'user-directory.wsdl'))});
      const names = new Set();
      process.send('ready');
      await new Promise((go) => process.once('message', go));
      for (let turn = 0; turn < 20; turn += 1) {
        const { model } = await parseWsdlCached(location, { resolve, limits: { diagnostics: 1000 + (turn % 3) } }, ${JSON.stringify(cache)});
        names.add(JSON.stringify(model.exposed.map(({ name }) => name)));
      }
      process.send([...names], () => process.disconnect());
    `;
    const start = (): ChildProcess =>
      spawn(
        process.execPath,
        ['--import', 'tsx', '--conditions=@soapstone/source', '--input-type=module', '--eval', program],
        {
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          cwd: fileURLToPath(new URL('../../..', import.meta.url)),
        },
      );
    const children = [start(), start()];
    await Promise.all(children.map((child) => once(child, 'message')));
    const printed = children.map((child) => once(child, 'message'));
    const ended = children.map((child) => once(child, 'exit'));
    for (const child of children) child.send('go');
    for (const each of printed) {
      const [[names, ...others]] = (await each) as [string[]];
      expect(JSON.parse(names ?? '')).toHaveLength(3);
      expect(others).toEqual([]);
    }
    expect((await Promise.all(ended)).map(([code]) => code as number)).toEqual([0, 0]);
    expect(readdirSync(cache).filter((name) => /^[0-9a-f]{64}\.model$/.test(name))).toHaveLength(3);
    expect(readdirSync(cache)).toHaveLength(3);
  });
});
