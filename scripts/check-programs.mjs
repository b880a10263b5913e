/** What programs do with the packages as published: compile against them, bundle them, and test with Jest (decision 0144). */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { installable, run } from './pack-libraries.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const TSC = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/** The entries whose declarations need types of others: `@types/node`, or a framework that the entry is for. */
const NEEDS_OTHERS = {
  '@soapstone/compat': 'node',
  '@soapstone/rate-limiter/redis': 'ioredis',
  '@soapstone/rest/fastify': 'fastify',
  '@soapstone/rest/node': 'node',
  '@soapstone/server/node': 'node',
  '@soapstone/ws-security/internal': 'node',
};

/**
 * Compiles against the declarations of every entry, with `skipLibCheck` off: without any types of a platform, with those of a browser, and
 * all entries with those of Node.
 *
 * @param project a folder with the packages in its `node_modules`
 */
export function compileEntries(project, entries) {
  const alone = entries.filter((entry) => !Object.hasOwn(NEEDS_OTHERS, entry));
  const withNode = entries.filter((entry) => ['node', undefined].includes(NEEDS_OTHERS[entry]));
  return [
    { lib: ['es2022'], types: [], imported: alone },
    { lib: ['es2022', 'dom'], types: [], imported: alone },
    { lib: ['es2022'], types: ['node'], imported: withNode },
  ].flatMap(({ lib, types, imported }, index) => {
    const file = `entries-${index}.mts`;
    const config = `tsconfig.entries-${index}.json`;
    writeFileSync(
      join(project, file),
      imported.map((entry, each) => `export type * as e${each} from ${JSON.stringify(entry)};\n`).join(''),
    );
    const typeRoots = [join(root, 'node_modules/@types')];
    const language = { strict: true, module: 'nodenext', target: 'es2022', lib };
    const compilerOptions = { noEmit: true, ...language, types, typeRoots };
    writeFileSync(join(project, config), JSON.stringify({ compilerOptions, files: [file] }));
    const { status, stdout } = spawnSync(process.execPath, [TSC, '--project', config], {
      cwd: project,
      encoding: 'utf8',
    });
    return status === 0 ? [] : [`skipLibCheck: false, lib ${lib}, types [${types}]: ${stdout}`];
  });
}

/** Finds modules of Node that the packages name without `node:`, which Deno and Workers do not resolve. */
export function bareBuiltins(project, names) {
  const bare = new RegExp(
    `(?:\\bfrom|\\bimport|\\brequire\\(|\\bimport\\() ?"(?:${builtinModules.join('|')})"`,
  );
  return names.flatMap((name) => {
    const folder = join(project, 'node_modules', name, 'dist');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.c?js$/.test(file))
      .flatMap((file) => bare.exec(readFileSync(join(folder, file), 'utf8'))?.[0] ?? [])
      .map((found) => `${name} names a module of Node without its prefix: ${found}`);
  });
}

/** The line that the READMEs give for bundles of ES modules: undici and other dependencies are CommonJS, and `require` modules of Node. */
const BANNER =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

/** Bundles a program for each front door as ES modules for Node, and runs it. */
export async function runBundles(project) {
  const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8');
  if (!readme.includes(BANNER)) return [`packages/client/README.md does not give this line: ${BANNER}`];
  const problems = [];
  for (const name of ['client', 'rest', 'server', 'compat']) {
    const outfile = join(project, `bundles/${name}.mjs`);
    await build({
      stdin: { contents: BUNDLED[name], resolveDir: project, loader: 'js' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      banner: { js: BANNER },
      logLevel: 'error',
    });
    const { stdout, stderr } = spawnSync(process.execPath, [outfile, WSDL], { encoding: 'utf8' });
    if (stdout !== 'works\n' || stderr !== '') problems.push(`bundle of ${name}: ${stdout}${stderr}`);
  }
  return problems;
}

const WSDL = join(root, 'examples/user-directory/user-directory.wsdl');
/** A call to a port that nothing listens on: it needs the parser, the mapper and the transport. */
const UNREACHABLE = `{ endpoint: 'http://127.0.0.1:9/' }`;
const BUNDLED = {
  client: `
    import { createClient } from '@soapstone/client';
    const client = await createClient(process.argv[2], ${UNREACHABLE});
    await client.GetUser({ userId: 1 }).catch(({ code }) => console.log(code === 'UPSTREAM_CONNECT' ? 'works' : code));`,
  rest: `
    import { createRestApi } from '@soapstone/rest';
    const api = await createRestApi(process.argv[2], { client: ${UNREACHABLE} });
    const { status } = await api.fetch(new Request('http://localhost/GetUser', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"userId":1}' }));
    console.log(status >= 500 ? 'works' : status);`,
  server: `
    import { createSoapServer } from '@soapstone/server';
    const server = await createSoapServer(process.argv[2], {});
    const { status } = await server.fetch(new Request('http://localhost/?wsdl'));
    console.log(status === 200 ? 'works' : status);`,
  compat: `
    import soap from '@soapstone/compat';
    const client = await soap.createClientAsync(process.argv[2]);
    console.log(typeof client.GetUserAsync === 'function' ? 'works' : Object.keys(client));`,
};

/** What `nest new` of Nest 11 writes for its tests, with its versions, and Jest 29. */
const NEST = {
  name: 'nest',
  private: true,
  devDependencies: {
    '@nestjs/common': '^11.0.1',
    '@nestjs/core': '^11.0.1',
    '@nestjs/testing': '^11.0.1',
    '@types/jest': '^30.0.0',
    '@types/node': '^22.10.7',
    jest: '^30.0.0',
    'jest-29': 'npm:jest@^29.7.0',
    'reflect-metadata': '^0.2.2',
    rxjs: '^7.8.1',
    'ts-jest': '^29.2.5',
    typescript: '^5.7.3',
  },
  jest: {
    moduleFileExtensions: ['js', 'json', 'ts'],
    rootDir: 'src',
    testRegex: '.*\\.spec\\.ts$',
    transform: { '^.+\\.(t|j)s$': 'ts-jest' },
    collectCoverageFrom: ['**/*.(t|j)s'],
    coverageDirectory: '../coverage',
    testEnvironment: 'node',
  },
};
const NEST_COMPILER_OPTIONS = {
  module: 'nodenext',
  moduleResolution: 'nodenext',
  resolvePackageJsonExports: true,
  esModuleInterop: true,
  isolatedModules: true,
  declaration: true,
  removeComments: true,
  emitDecoratorMetadata: true,
  experimentalDecorators: true,
  allowSyntheticDefaultImports: true,
  target: 'ES2023',
  sourceMap: true,
  outDir: './dist',
  baseUrl: './',
  incremental: true,
  skipLibCheck: true,
  strictNullChecks: true,
  forceConsistentCasingInFileNames: true,
  noImplicitAny: false,
  strictBindCallApply: false,
  noFallthroughCasesInSwitch: false,
};
const NEST_SERVICE = `
import { Injectable } from '@nestjs/common';
import { createClient, SoapFaultError, TransportError } from '@soapstone/client';

@Injectable()
export class UsersService {
  async name(endpoint: string): Promise<string> {
    const client = await createClient(process.env.WSDL ?? '', { endpoint });
    try {
      return String((await client.GetUser({ userId: 1 })).name);
    } catch (error) {
      if (error instanceof SoapFaultError) return error.fault.reason;
      if (error instanceof TransportError) return error.code;
      throw error;
    } finally {
      await client.$close();
    }
  }
}
`;
const NEST_TEST = `
import { once } from 'node:events';
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { Test } from '@nestjs/testing';
import { UsersService } from './users.service';

const answer = (body: string) =>
  \`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\${body}</s:Body></s:Envelope>\`;
const FAULT = answer('<s:Fault><faultcode>s:Server</faultcode><faultstring>sorry</faultstring></s:Fault>');

describe('UsersService', () => {
  let users: UsersService;
  beforeEach(async () => {
    const module = await Test.createTestingModule({ providers: [UsersService] }).compile();
    users = module.get(UsersService);
  });

  it('calls, and knows the errors of a call', async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(500, { 'content-type': 'text/xml' });
      response.end(FAULT);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await users.name(\`http://127.0.0.1:\${port}/\`)).toBe('sorry');
    server.closeAllConnections();
    server.close();
    expect(await users.name('http://127.0.0.1:9/')).toBe('UPSTREAM_CONNECT');
  }, 60_000);

  it.each(ENTRIES)('%s loads', (name) => {
    expect(Object.keys(require(name)).length).toBeGreaterThan(0);
  });
});
`;

/** Tests a NestJS project that uses the packages, with the Jest set-up that its command writes, and with Jest 29. */
export function runJest(packed, scratch, entries) {
  const project = join(scratch, 'nest');
  mkdirSync(join(project, 'src'), { recursive: true });
  const dependencies = Object.fromEntries(packed.map((each) => [each.name, installable(each)]));
  const loaded = entries.filter((entry) => [undefined, 'node'].includes(NEEDS_OTHERS[entry]));
  const files = {
    'package.json': JSON.stringify({ ...NEST, dependencies }),
    'tsconfig.json': JSON.stringify({ compilerOptions: NEST_COMPILER_OPTIONS }),
    'src/users.service.ts': NEST_SERVICE,
    'src/users.service.spec.ts': NEST_TEST.replace('ENTRIES', JSON.stringify(loaded)),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], project);
  return ['jest', 'jest-29'].flatMap((name) => {
    const { status, stderr } = spawnSync(process.execPath, [`node_modules/${name}/bin/jest.js`], {
      cwd: project,
      env: { ...process.env, WSDL, CI: '1' },
      encoding: 'utf8',
    });
    return status === 0 ? [] : [`${name}: ${stderr}`];
  });
}
