import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });
const EXAMPLE = fileURLToPath(
  new URL('../../../../examples/user-directory/user-directory.wsdl', import.meta.url),
);
/** WSDLs by others, kept beside the project. */
const CORPUS = fileURLToPath(
  new URL('../../../../../shared/corpus/w3c__databinding-patterns', import.meta.url),
);

/** What the compiler says of files in `cwd`. */
function compile(...files: string[]): string[] {
  const program = ts.createProgram(
    files.map((file) => join(cwd, file)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      exactOptionalPropertyTypes: true,
    },
  );
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

describe('soapstone types', () => {
  test('one type per component, and a table of operations', async () => {
    const { out, exitCode } = await runCommand(['types', 'users.wsdl'], { cwd });
    expect(exitCode).toBe(0);
    expect(out).toContain(`export interface User {
  id: number;
  name: string;
  role?: string[];
}
`);
    expect(out).toContain('export type GetUserResult = User | NoRecord;\n');
    expect(out).toContain(
      '  GetUser: { input: GetUserRequest; result: GetUserResult; response: GetUserResponse; error: GetUserError };\n',
    );
  });

  test('they compile, accept what is right and refuse what is wrong', async () => {
    await runCommand(['types', EXAMPLE, '-o', 'directory.ts'], { cwd });
    await runCommand(['types', 'users.wsdl', '-o', 'users.ts', '--numbers', 'string'], { cwd });
    writeFileSync(
      join(cwd, 'use.ts'),
      `import type { Operations } from './users.js';
       import type { Operations as Directory } from './directory.js';
       export const right: Operations['GetUser']['input'] = { userId: '42' };
       // @ts-expect-error: with numbers as strings, a long is one
       export const wrong: Operations['GetUser']['input'] = { userId: 42 };
       // @ts-expect-error: a required member is missing
       export const missing: Directory['GetUser']['input'] = {};
       export function nameOf(result: Directory['GetUser']['result']): string | undefined {
         return 'name' in result ? result.name : undefined;
       }`,
    );
    expect(compile('directory.ts', 'users.ts', 'use.ts')).toEqual([]);
  });

  test.skipIf(!existsSync(CORPUS))(
    'the types of the databinding patterns compile (skipped where there is no corpus)',
    { timeout: 300_000 },
    async () => {
      const files: string[] = [];
      for (const name of readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.wsdl')) continue;
        const file = `${files.length}.ts`;
        const { exitCode } = await runCommand(['types', join(CORPUS, name), '-o', file], { cwd });
        expect(exitCode, name).toBe(0);
        files.push(file);
      }
      expect(files.length).toBeGreaterThan(20);
      expect(compile(...files)).toEqual([]);
    },
  );
});
