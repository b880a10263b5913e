import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DirectoryServer, startDirectory } from './testing/directory-server.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** The blocks of the README, one after the other, as a reader would paste them into one file. */
const program = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block = '']) => block).join('\n');
// Inside the package, so that it finds itself by its own name.
const folder = mkdtempSync(join(root, 'readme-'));
const file = join(folder, 'readme.ts');

let server: DirectoryServer;
beforeAll(async () => {
  server = await startDirectory();
  writeFileSync(file, program.replaceAll('https://example.com/users?wsdl', server.wsdlAddress));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

test('the README compiles under the strictest settings', () => {
  const { config } = ts.readConfigFile(join(root, '../../tsconfig.base.json'), (path) =>
    ts.sys.readFile(path),
  ) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, '../..'));
  const program = ts.createProgram([file], {
    ...options,
    types: ['node'],
    isolatedDeclarations: false,
    declaration: false,
  });
  const found = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(found).toEqual([]);
});

test('the README runs, and prints what its comments say', async () => {
  const args = ['--import', 'tsx', '--conditions=@soapstone/source', file];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root });
  const promised = [...program.matchAll(/console\.log\(.*\)[;,]? \/\/ (.*)$/gm)]
    .map(([, comment = '']) => comment)
    // Branches that the example does not take say what they mean in words.
    .filter((comment) => !/^(?:nothing was sent|sent: false)/.test(comment));
  expect(stderr).toBe('');
  expect(unwrapped(stdout)).toBe(unwrapped(promised.join('\n')));
  expect(promised).toHaveLength(9);
});

/** `console.log` breaks long objects into lines, and prints the quotes of a string in a list. */
function unwrapped(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
