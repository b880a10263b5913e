import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrateModule } from '../migrate/migrate-module.js';
import { directoryOf, runCommand } from '../testing/run-command.js';

/** The text of a module after the migration; the text itself if it stays as it is. */
const migrated = (text: string, file = 'a.ts'): string => migrateModule(text, file).text ?? text;

describe('soapstone migrate: the forms of an import', () => {
  test.each([
    ['a.mjs', "import soap from 'soap';"],
    ['a.mjs', 'import * as soap from "soap";'],
    ['a.mjs', "import { createClientAsync, WSSecurity as Security } from 'soap';"],
    ['a.mjs', "import soap, { createClient } from 'soap';"],
    ['a.mjs', "import 'soap';"],
    ['a.mjs', "export { createClient } from 'soap';"],
    ['a.mjs', "export * from 'soap';"],
    ['a.mjs', "export * as soap from 'soap';"],
    ['a.mjs', "const { createClientAsync } = await import('soap');"],
    ['a.mjs', 'const soap = await import(`soap`);'],
    ['a.cjs', "const soap = require('soap');"],
    ['a.cjs', 'const { createClient } = require("soap")'],
    ['a.cjs', "var client = require('soap').createClient;"],
    ['a.cjs', 'require(`soap`).listen(server, "/", services, xml);'],
    ['a.cjs', "require.resolve('soap');"],
    ['a.js', "if (a) { return require('soap'); }"],
    ['a.js', "jest.mock('soap'); const real = jest.requireActual('soap');"],
    ['a.ts', "vi.mock('soap', () => ({ createClientAsync: vi.fn() })); await vi.importActual('soap');"],
    ['a.ts', "import type { Client, IOptions } from 'soap';"],
    ['a.ts', "import { type Client, createClientAsync } from 'soap';"],
    ['a.ts', "import soap = require('soap');"],
    ['a.ts', "export import soap = require('soap');"],
    ['a.ts', "let client: import('soap').Client;"],
    ['a.ts', "type Soap = typeof import('soap');"],
    ['a.ts', "const cast = <Client>require('soap');"],
    ['a.cts', "import soap = require('soap');"],
    ['a.mts', "import soap from 'soap';"],
    ['a.tsx', "import soap from 'soap'; export const View = () => <p>soap</p>;"],
    ['a.jsx', "import soap from 'soap'; export const View = () => <p title='soap'>soap</p>;"],
    ['a.js', '// @flow\nimport soap from "soap"; const f = (a: string): number => 1;'],
    ['a.ts', "@Injectable() class A { constructor(@Inject('soap') private a: string) {} } import 'soap';"],
  ])('%s: %s', (file, text) => {
    // The specifiers are the only strings that change.
    const expected = text.replaceAll(
      /(\bfrom |\bimport |import\(|\brequire\(|resolve\(|ock\(|Actual\()(['"`])soap\2/g,
      '$1$2@soapstone/compat$2',
    );
    expect(expected).not.toBe(text);
    expect(migrated(text, file)).toBe(expected);
  });

  test('strings, comments, templates and other modules stay as they are', () => {
    const text = [
      "// import soap from 'soap'; require('soap')",
      "/* require('soap') */",
      'const text = "require(\'soap\')";',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program, which has a template
      "const template = `import soap from 'soap' ${require('fs').soap}`;",
      "const name = 'soap'; load('soap'); require(name); requires('soap'); a.require('soap');",
      "import other from 'soap-something'; import more from './soap'; import x from '@scope/soap';",
      "const pattern = /require('soap')/;",
      "mock('soap'); db.mock('soap');",
    ].join('\n');
    expect(migrateModule(text, 'a.ts')).toEqual({ changes: [], left: [] });
  });

  test('line ends, a byte order mark, the first line of a script and missing semicolons are kept', () => {
    const text = "\uFEFF'use strict'\r\nconst soap   =   require( 'soap' )\r\n\r\n\tsoap.listen\r\n";
    expect(migrated(text, 'a.js')).toBe(text.replace("'soap'", "'@soapstone/compat'"));
    const script = '#!/usr/bin/env node\nimport soap from "soap"\n';
    expect(migrated(script, 'a.mjs')).toBe(script.replace('"soap"', '"@soapstone/compat"'));
  });

  test('every change has its place', () => {
    const { changes } = migrateModule(
      "import soap from 'soap';\n\n  const again = require('soap');\n",
      'a.js',
    );
    expect(changes).toEqual([
      { line: 1, column: 18, from: 'soap', to: '@soapstone/compat' },
      { line: 3, column: 25, from: 'soap', to: '@soapstone/compat' },
    ]);
  });
});

describe('soapstone migrate: what is left', () => {
  const left = (text: string, file = 'a.ts'): string[] =>
    migrateModule(text, file).left.map(({ line, column, problem }) => `${line}:${column} ${problem}`);

  test.each<[string, RegExp]>([
    [
      "import { Client } from 'soap/lib/client';",
      /^1:24 "soap\/lib\/client" is a private module of node-soap/,
    ],
    ["require('soap/package.json')", /^1:9 this reads the version of node-soap/],
    ["import { soap } from 'strong-soap';", /^1:22 strong-soap has functions of its own/],
    ["declare module 'soap' { interface Client { a: 1 } }", /^1:1 this adds to the types of soap/],
    [
      "import soap from 'soap';\nsoap.createClientAsync(url, { returnSaxStream: true });",
      /^2:31 option "returnSaxStream": operation\.items/,
    ],
    [
      "import { createClient as make } from 'soap';\nmake(url, { wsdl_header: {} }, () => {});",
      /^2:13 option "wsdl_header": .* did you mean "wsdl_headers"\?/,
    ],
    [
      "const { createClientAsync: make } = require('soap');\nmake(url, { 'nonsense': 1 });",
      /^2:13 option "nonsense": this is not an option of node-soap, and has no effect there: remove it/,
    ],
    [
      "import soap from 'soap';\nconst client = await soap.createClientAsync(url);\nclient.AddAsync({ a: 1 }, { ciphers: 'x' });",
      /^3:29 option "ciphers": the option request of createClient takes an axios instance/,
    ],
    [
      "const soap = require('soap');\nsoap.createClient(url, (error, client) => client.Add({}, done, { agent }));",
      /^2:66 option "agent": use httpsAgent/,
    ],
    [
      'const soap = require("soap"); soap.listen(server, { path, services, xml, pfx });',
      /^1:74 option "pfx"/,
    ],
  ])('%s', (text, expected) => {
    expect(left(text)).toEqual([expect.stringMatching(expected)]);
  });

  test('options of node-soap, of other functions, and names that are computed are not reported', () => {
    const text = `import soap from 'soap';
      const client = await soap.createClientAsync(url, { endpoint, wsdl_headers: {}, ...others, [name]: 1 });
      await client.AddAsync({ proxy: 1 }, { timeout: 5 }, { proxy: 'a header' });
      other.createClientAsync(url, { proxy: 1 });`;
    expect(left(text)).toEqual([]);
  });

  test('a text that cannot be parsed is not changed, and its error has a place', () => {
    expect(migrateModule("import soap from 'soap';\nconst = 1;", 'a.ts')).toEqual({
      changes: [],
      left: [
        {
          line: 2,
          column: 7,
          problem: expect.stringMatching(/^the file cannot be parsed, and is not changed: /),
        },
      ],
    });
    const deep = `require('soap');${'['.repeat(100_000)}`;
    expect(left(deep, 'a.js')).toEqual([
      '1:1 the file cannot be parsed, and is not changed: it nests too deeply',
    ]);
  });

  test('names that every object has are no options', () => {
    const text =
      "require('soap').createClient; const soap = require('soap'); soap.createClient(url, { __proto__: a, constructor: 1 });";
    expect(left(text)).toEqual([
      expect.stringContaining('option "__proto__": this is not an option'),
      expect.stringContaining('option "constructor": this is not an option'),
    ]);
  });
});

describe('soapstone migrate: files', () => {
  const OLD = "const soap = require('soap');\n";
  const NEW = "const soap = require('@soapstone/compat');\n";

  function project(): string {
    const cwd = directoryOf({ 'index.js': OLD, 'other.js': 'export {};\n', 'notes.md': "require('soap')" });
    mkdirSync(join(cwd, 'src/deep'), { recursive: true });
    mkdirSync(join(cwd, 'node_modules/x'), { recursive: true });
    mkdirSync(join(cwd, '.hidden'));
    for (const file of ['src/deep/a.ts', 'node_modules/x/a.js', '.hidden/a.js'])
      writeFileSync(join(cwd, file), OLD);
    symlinkSync(join(cwd, 'src'), join(cwd, 'src/deep/loop'));
    return cwd;
  }
  const read = (cwd: string, file: string): string => readFileSync(join(cwd, file), 'utf8');

  test('a directory stands for its source files, without node_modules and hidden folders', async () => {
    const cwd = project();
    expect(await runCommand(['migrate', '.'], { cwd })).toEqual({
      out: [
        'index.js:1:22: soap -> @soapstone/compat',
        'src/deep/a.ts:1:22: soap -> @soapstone/compat',
        '2 of 3 files changed',
        'next: npm install @soapstone/compat, and npm uninstall soap',
        '',
      ].join('\n'),
      err: '',
      exitCode: 0,
    });
    expect([read(cwd, 'index.js'), read(cwd, 'src/deep/a.ts')]).toEqual([NEW, NEW]);
    expect([read(cwd, 'node_modules/x/a.js'), read(cwd, '.hidden/a.js')]).toEqual([OLD, OLD]);
    expect(await runCommand(['migrate', '.'], { cwd })).toMatchObject({
      out: '0 of 3 files changed\n',
      exitCode: 0,
    });
  });

  test('--check writes nothing, and exits with 1 if a file would change', async () => {
    const cwd = project();
    const { out, exitCode } = await runCommand(['migrate', 'index.js', 'src', '--check'], { cwd });
    expect([exitCode, out]).toEqual([1, expect.stringMatching(/\n2 of 2 files would change\n$/)]);
    expect(read(cwd, 'index.js')).toBe(OLD);
  });

  test('--format json has changes and the rest of each file; anything left exits with 1', async () => {
    const cwd = directoryOf({ 'a.mjs': "import 'soap';\nimport 'soap/lib/client';\n" });
    const { out, exitCode } = await runCommand(['migrate', 'a.mjs', '--format', 'json'], { cwd });
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toEqual({
      ok: false,
      files: [
        {
          file: 'a.mjs',
          state: 'written',
          changes: [{ line: 1, column: 8, from: 'soap', to: '@soapstone/compat' }],
          left: [{ line: 2, column: 8, problem: expect.stringContaining('private module') }],
        },
      ],
    });
    expect(read(cwd, 'a.mjs')).toBe("import '@soapstone/compat';\nimport 'soap/lib/client';\n");
  });

  test('bytes that are not UTF-8 stay as they are', async () => {
    const cwd = directoryOf({});
    const bytes = Buffer.concat([Buffer.from(OLD), Buffer.from([0xff, 0x0a])]);
    writeFileSync(join(cwd, 'latin.js'), bytes);
    const { out, exitCode } = await runCommand(['migrate', 'latin.js'], { cwd });
    expect([exitCode, out]).toEqual([
      1,
      expect.stringContaining('latin.js:1:1: left: the file is not UTF-8'),
    ]);
    expect(readFileSync(join(cwd, 'latin.js'))).toEqual(bytes);
  });
});
