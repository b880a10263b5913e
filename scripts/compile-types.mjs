/** Compiles a program against the declarations of the packages as published, with several versions of TypeScript. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Bytes that the packages hand out are bodies for `Response` and `fetch`, without a cast. */
const PROGRAM = `
import type { Client } from '@soapstone/client';
import type { Mapper } from '@soapstone/json-xml-mapper';
import { joinBytes } from '@soapstone/soap-model/bytes';

export async function bodies(mapper: Mapper, client: Client): Promise<Response[]> {
  const operation = mapper.compile('GetUser');
  const { body, attachments, request } = await client.$operation('GetUser').full({});
  const reply = operation.decodeXml(body);
  const results = reply.kind === 'result' ? [reply.result, reply.headers ?? new Uint8Array()] : [];
  for await (const piece of client.$operation('GetUser').stream({})) results.push(piece);
  const parts = attachments.map(({ data }) => data);
  const written = [operation.toXml({}).body, operation.createStream().write(body), joinBytes([body])];
  return [body, request.body, ...results, ...parts, ...written].map((each) => new Response(each));
}
`;

const require = createRequire(import.meta.url);

/** The oldest one is a dependency of attw. Before 5.7, `Uint8Array` was not generic. */
const COMPILERS = [
  createRequire(require.resolve('@arethetypeswrong/core')).resolve('typescript/package.json'),
  require.resolve('typescript/package.json'),
  require.resolve('typescript-7/package.json'),
];

/**
 * @param project a folder with the packages in its `node_modules`
 * @returns what the compilers say against the program
 */
export function compileTypes(project) {
  writeFileSync(join(project, 'bodies.ts'), PROGRAM);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
  return COMPILERS.flatMap((manifest) => {
    const { version } = require(manifest);
    const tsc = join(dirname(manifest), 'bin/tsc');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [tsc, ...options, '--lib', 'es2023,dom', 'bodies.ts'],
      { cwd: project, encoding: 'utf8' },
    );
    return status === 0 ? [] : [`TypeScript ${version}: ${stdout}${stderr}`];
  });
}
