import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../run.js';
import { runCommand, testTerminal } from '../testing/run-command.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const wsdl = join(root, 'examples/user-directory/user-directory.wsdl');
// Inside the package, so that the modules find @soapstone/client.
const folder = mkdtempSync(join(root, 'apps/cli/client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const generate = (directory: string, ...options: string[]) =>
  runCommand(['client', wsdl, '-o', join(folder, directory), ...options]);
const read = (directory: string, file: string): string => readFileSync(join(folder, directory, file), 'utf8');

describe('soapstone client', () => {
  test('writes the same bytes each time, and --check detects any difference', async () => {
    for (const directory of ['one', 'two'])
      expect(await generate(directory)).toMatchObject({ exitCode: 0, err: '' });
    expect(readdirSync(join(folder, 'one'))).toEqual(['index.ts', 'service.ts']);
    for (const file of ['index.ts', 'service.ts']) expect(read('one', file)).toBe(read('two', file));
    expect(await generate('one', '--check')).toMatchObject({ exitCode: 0, err: '' });
    writeFileSync(join(folder, 'one/index.ts'), `${read('one', 'index.ts')}\n`);
    expect(await generate('one', '--check')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('index.ts'),
    });
    expect(await generate('none', '--check')).toMatchObject({ exitCode: 1 });
    expect(readdirSync(folder)).not.toContain('none');
  });

  test('the service module contains no path of this machine and no documentation', async () => {
    await generate('one');
    expect(read('one', 'service.ts')).not.toMatch(/user-directory\.wsdl|"location"|"documentation"/);
  });

  test('--operations keeps only these operations and their types', async () => {
    expect(await generate('few', '--operations', 'GetUser')).toMatchObject({ exitCode: 0 });
    expect(read('few', 'index.ts')).toContain('GetUser: { input: GetUserRequest; result: GetUserResult };');
    expect(read('few', 'index.ts')).not.toMatch(/NewUser|ListUsers|NotPermitted/);
    expect(read('few', 'service.ts')).not.toMatch(/NewUser|ListUsers/);
  });

  /** The module with the data of `CreateUser`, of the example and of an edited one, in both forms of a client. */
  async function* modulesOf(edit: (xml: string) => string) {
    for (const file of ['user-directory.wsdl', 'user-directory.xsd']) {
      const text = readFileSync(join(root, 'examples/user-directory', file), 'utf8');
      writeFileSync(join(folder, file), edit(text));
    }
    for (const file of ['service.ts', 'CreateUser.ts']) {
      const form = file === 'service.ts' ? [] : ['--split'];
      await generate('example', ...form);
      await runCommand([
        'client',
        join(folder, 'user-directory.wsdl'),
        '-o',
        join(folder, 'edited'),
        ...form,
      ]);
      yield { example: read('example', file), edited: read('edited', file) };
    }
  }

  test('imports the pattern engine only if a type has a pattern', async () => {
    const plain = (xml: string) => xml.replaceAll(/<xs:pattern [^>]*>/g, '');
    for await (const { example, edited } of modulesOf(plain)) {
      expect(example).toContain('patterns: ');
      expect(edited).not.toContain('compilePatterns');
    }
  });

  test('imports the codec of unions only if a type is a union', async () => {
    const union =
      '<xs:simpleType name="CountryCode"><xs:union memberTypes="xs:language xs:token"/></xs:simpleType>';
    const withUnion = (xml: string) =>
      xml.replace(/<xs:simpleType name="CountryCode">.*?<\/xs:simpleType>/s, union);
    for await (const { example, edited } of modulesOf(withUnion)) {
      expect(edited).toContain('unions: $soapstone.unions');
      expect(example).not.toContain('$soapstone.unions');
    }
  });

  test('imports lists, dates, bytes and XML names only if an input has such a type', async () => {
    // The input of CreateUser has a date.
    const plain = (xml: string) => xml.replaceAll('xs:date"', 'xs:string"');
    for await (const { example, edited } of modulesOf(plain)) {
      expect(example).toContain('uncommonTypes: $uncommonTypes');
      expect(edited).not.toContain('uncommonTypes');
    }
  });

  test('imports the encoders of uncommon content only if an input has such content', async () => {
    const wildcard = '<xs:any namespace="##other" processContents="lax" minOccurs="0"/></xs:sequence>';
    // The inputs and records of this schema only have sequences.
    const open = (xml: string) => xml.replaceAll('</xs:sequence>', wildcard);
    for await (const { example, edited } of modulesOf(open)) {
      expect(example).not.toContain('uncommonContent');
      expect(edited).toContain('uncommonContent: $uncommonContent');
    }
  });

  test('--split writes a module for each operation, with only the data of this operation', async () => {
    expect(await generate('split', '--split')).toMatchObject({ exitCode: 0 });
    expect(readdirSync(join(folder, 'split')).sort()).toEqual([
      'CreateUser.ts',
      'GetUser.ts',
      'ListUsers.ts',
      'index.ts',
      'service.ts',
    ]);
    expect(read('split', 'GetUser.ts')).not.toMatch(/ListUsers|NewUser/);
    expect(read('split', 'index.ts')).not.toContain('createClient');
  });

  test('--watch writes again after a change, and continues after an error', async () => {
    const source = join(folder, 'watched.wsdl');
    const text = readFileSync(wsdl, 'utf8');
    writeFileSync(source, text);
    const { terminal, written } = testTerminal({ cwd: folder });
    let end: () => void = () => {};
    const interrupted = new Promise<void>((resolve) => {
      end = resolve;
    });
    const running = run(['client', source, '-o', 'watched', '--watch'], {
      ...terminal,
      interrupted: () => interrupted,
    });
    await expect.poll(() => written.err, { timeout: 60_000 }).toContain('2 of 2 files written');
    writeFileSync(source, '<broken');
    await expect.poll(() => written.err, { timeout: 60_000 }).toContain('error: ');
    writeFileSync(source, text.replaceAll('GetUser', 'FetchUser'));
    await expect.poll(() => read('watched', 'index.ts'), { timeout: 60_000 }).toContain('FetchUser:');
    end();
    expect(await running).toBe(0);
  });

  test('an unknown operation is rejected, and the error names the nearest one', async () => {
    const { exitCode, err } = await generate('bad', '--operations', 'GetUsr');
    expect([exitCode, err]).toEqual([2, expect.stringMatching(/GetUser/)]);
  });
});

const DESIGN = `rename: { '@id': id, '@status': status, manager: boss, userId: user }
fill: { ListUsers/department: { secret: team } }
operations:
  GetUser: { route: 'GET /users/{user}', result: { omit: [lastSeen], values: { '@status': { active: here, left: gone } } } }
  ListUsers: { result: { rename: { user: users } } }
  CreateUser: { hidden: true }
`;

describe('the generated client', () => {
  let server: { readonly address: string; stop(): Promise<void> };
  beforeAll(async () => {
    writeFileSync(join(folder, 'design.yaml'), DESIGN);
    const { startSoapServer } = (await import(join(root, 'examples/user-directory/soap-server.mjs'))) as {
      startSoapServer: () => Promise<typeof server>;
    };
    server = await startSoapServer();
    await generate('run', '--numbers', 'bigint');
    await generate('run/split', '--numbers', 'bigint', '--split');
    await generate('run/designed', '--design', join(folder, 'design.yaml'));
    writeFileSync(
      join(folder, 'run/use.ts'),
      [
        "import { createClient, type User, UserNotFoundFault } from './index.js';",
        'export async function use(endpoint: string) {',
        '  const directory = createClient({ endpoint });',
        '  const user: User = await directory.GetUser({ userId: 9007199254740993n });',
        '  const manager: bigint | null = user.manager;',
        '  const ids: bigint[] = [];',
        "  for await (const each of directory.ListUsers.items({}, 'user')) ids.push(each['@id']);",
        '  let suggestion: bigint[] | undefined;',
        '  try {',
        '    await directory.GetUser({ userId: 5n });',
        '  } catch (error) {',
        '    if (error instanceof UserNotFoundFault) suggestion = error.detail?.UserNotFound?.suggestion;',
        '  }',
        '  await directory.$close();',
        '  return { name: user.name, manager, ids, suggestion };',
        '}',
        '// @ts-expect-error: userId is a bigint',
        "export const wrong = (): unknown => createClient().GetUser({ userId: 'x' });",
        '// @ts-expect-error: the list is called user',
        "export const wrongPath = (): unknown => createClient().ListUsers.items({}, 'users');",
        '',
      ].join('\n'),
    );
    writeFileSync(
      join(folder, 'run/designed/use.ts'),
      [
        "import { createClient, UserNotFoundFault } from './index.js';",
        'export async function use(endpoint: string) {',
        "  const directory = createClient({ endpoint, fills: { secret: () => 'engines' } });",
        '  const { id, boss, status } = await directory.GetUser({ user: 1001 });',
        "  const here: 'here' | 'gone' | 'on-leave' = status;",
        '  const users: unknown[] = [];',
        "  for await (const each of directory.ListUsers.items({}, 'users')) users.push(each.name);",
        '  let suggestion: unknown;',
        '  try {',
        '    await directory.GetUser({ user: 5 });',
        '  } catch (error) {',
        '    if (error instanceof UserNotFoundFault) suggestion = error.detail?.UserNotFound?.user;',
        '  }',
        '  await directory.$close();',
        '  return { id, boss, here, users, suggestion, operations: directory.$operations };',
        '}',
        '// @ts-expect-error: the design hides it',
        'export const hidden = (): unknown => createClient().CreateUser;',
        '// @ts-expect-error: the design fills it',
        "export const filled = (): unknown => createClient().ListUsers({ department: 'x' });",
        '// @ts-expect-error: the design renames it',
        'export const renamed = (): unknown => createClient().GetUser({ userId: 1 });',
        '',
      ].join('\n'),
    );
  });
  afterAll(async () => {
    await server.stop();
  });

  test('with a design has its names and values, fills, and not the hidden operations', async () => {
    const { use } = (await import(join(folder, 'run/designed/use.ts'))) as {
      use: (endpoint: string) => Promise<unknown>;
    };
    expect(await use(server.address)).toEqual({
      id: 1001,
      boss: null,
      here: 'here',
      users: ['Ada Lovelace', 'Emmy Noether & Töchter <GmbH>'],
      suggestion: 5,
      operations: ['GetUser', 'ListUsers'],
    });
    expect(read('run/designed', 'service.ts')).toContain('$design.designOf(');
    expect(read('run', 'service.ts')).not.toContain('design');
    const few = await generate(
      'few-designed',
      '--design',
      join(folder, 'design.yaml'),
      '--operations',
      'GetUser',
    );
    expect(few).toMatchObject({ exitCode: 0, err: '' });
    for (const [options, text] of [
      [['--operations', 'CreateUser'], 'CreateUser'],
      [['--split'], '--design and --split cannot be used together'],
    ] as const) {
      const refused = await generate('bad', '--design', join(folder, 'design.yaml'), ...options);
      expect([refused.exitCode, refused.err]).toEqual([2, expect.stringContaining(text)]);
    }
  });

  test('checks patterns, both in one module and with --split', async () => {
    interface Generated {
      createClient(): {
        readonly CreateUser: { validate(input: unknown): readonly { readonly keyword: string }[] };
      };
    }
    for (const file of ['run/index.ts', 'run/split/CreateUser.ts']) {
      const { createClient } = (await import(join(folder, file))) as Generated;
      const problems = createClient().CreateUser.validate({ user: { email: 'nobody' } });
      expect(problems.map(({ keyword }) => keyword)).toContain('pattern');
    }
  });

  test('compiles under the strictest settings', async () => {
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions: { types: ['node'], isolatedDeclarations: false, declaration: false },
        files: ['run/use.ts', 'run/designed/use.ts', 'run/split/GetUser.ts', 'run/split/ListUsers.ts'],
      }),
    );
    // The native compiler, which takes a quarter of the time: all packages are compiled with it.
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
    const run = promisify(execFile)(process.execPath, [tsc, '-p', folder]);
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
    expect(stdout + stderr).toBe('');
  });

  test('calls the service: exact numbers, items of a list, a fault by its class', async () => {
    const { use } = (await import(join(folder, 'run/use.ts'))) as {
      use: (endpoint: string) => Promise<unknown>;
    };
    expect(await use(server.address)).toEqual({
      name: 'Grace Hopper',
      manager: 1001n,
      ids: [1001n, 9007199254740993n, 9223372036854775807n],
      suggestion: [1001n],
    });
  });

  test('a module of --split calls its operation, and has no others', async () => {
    const { createClient } = (await import(join(folder, 'run/split/GetUser.ts'))) as {
      createClient: (options: object) => Record<string, (input: object) => Promise<unknown>> & {
        $operations: string[];
      };
    };
    const client = createClient({ endpoint: server.address });
    expect(client.$operations).toEqual(['GetUser']);
    expect(await client['GetUser']?.({ userId: 1001n })).toMatchObject({ name: 'Ada Lovelace' });
  });
});
