import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** The TypeScript declarations that openapi-typescript generates from a document. Throws if it rejects the document. */
export async function typesOf(text: string): Promise<string> {
  return astToString(await openapiTS(JSON.parse(text) as OpenAPI3, { silent: true }));
}

/** The native compiler: what generators print for one large service takes the one written in JavaScript minutes. */
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')), 'bin/tsc');

/** The longest time for one program, in milliseconds. */
const MAX_GENERATION_MS = 30 * 60_000;

/**
 * Compiles sources by name in one program, strictly. Returns the compiler's findings, a line each, by name and line. Many sources in one
 * call share the libraries and what the compiler has found out about them. Throws if the compiler does not end in half an hour.
 *
 * @param sources the sources by absolute names, such as `/a.ts`; each is a module
 * @param imports the files of modules that the sources import, by name. Sources with imports are compiled without
 *   `exactOptionalPropertyTypes`, which zod and the runtime of oazapfts do not support
 */
export async function compileTypes(
  sources: ReadonlyMap<string, string>,
  imports?: Readonly<Record<string, readonly string[]>>,
): Promise<readonly string[]> {
  if (sources.size === 0) return [];
  const compilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: imports === undefined,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    paths: imports ?? {},
    types: [],
  };
  const folder = await mkdtemp(join(tmpdir(), 'soapstone-types-'));
  try {
    const names = [...sources.keys()];
    for (const [name, text] of sources) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: names.map((name) => `.${name}`) }),
    );
    return readFindings(await compile(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One checker: several share nothing, and would find out the same about the libraries. */
function compile(folder: string): Promise<string> {
  const argv = [TSC, '-p', '.', '--pretty', 'false', '--checkers', '1'];
  const options = {
    cwd: folder,
    timeout: MAX_GENERATION_MS,
    maxBuffer: 2 ** 28,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, argv, options, (error, stdout, stderr) => {
      // An exit code is the verdict about the sources; without one, the compiler did not end.
      if (error !== null && typeof error.code !== 'number') reject(error);
      else if (error !== null && stdout === '') reject(new Error(`the compiler fails: ${stderr}`));
      else resolve(stdout);
    });
  });
}

/** `a.ts(1,14): error TS2322: Type …`, with indented lines for details. */
function readFindings(output: string): readonly string[] {
  const findings: string[] = [];
  for (const line of output.split('\n')) {
    if (line.trim() === '') continue;
    const [, file, at, text] = /^(.+)\((\d+),\d+\): error TS\d+: (.*)$/.exec(line) ?? [];
    if (file !== undefined) findings.push(`/${file}:${at}: ${text}`);
    else if (line.startsWith(' ')) findings.push(`${findings.pop() ?? ''} ${line.trim()}`);
    else findings.push(`:0: ${line}`);
  }
  return findings;
}
