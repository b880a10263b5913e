import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

const BENCH = fileURLToPath(new URL('../..', import.meta.url));

/** The program of a fresh process: creates a client from a WSDL file and prints the CPU microseconds used since the start. */
const PROGRAMS: Readonly<Record<string, string>> = {
  soapstone: `
    import { createClient } from '@soapstone/client';
    const client = await createClient(process.argv[2]);
    if (client.$operations.length === 0) throw new Error('no operation');`,
  'node-soap': `
    import { createClientAsync } from 'soap';
    await createClientAsync(process.argv[2], { disableCache: true });`,
};
const REPORT = `
    const { user, system } = process.cpuUsage();
    console.log(user + system);
    process.exit();`;

/** A program, and its parser. */
export interface FreshProcess {
  readonly name: string;
  /** CPU milliseconds of a new process, from its start to the finished client. Throws if it cannot read the file. */
  measure(wsdl: string): number;
}

/**
 * Bundles a program for each contender into a directory, with all packages of both, so that neither pays for finding files
 * that a bundle would contain.
 */
export async function freshProcesses(directory: string): Promise<readonly FreshProcess[]> {
  const entries: Record<string, string> = {};
  for (const [name, program] of Object.entries(PROGRAMS)) {
    // Below the bench, whose packages it imports.
    entries[name] = join(BENCH, `.fresh-${process.pid}-${name}.mjs`);
    await writeFile(entries[name], program + REPORT);
  }
  try {
    await build({
      config: false,
      silent: true,
      entry: entries,
      outDir: directory,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      splitting: true,
      dts: false,
      clean: false,
      noExternal: [/./],
      external: ['libxmljs2'],
      banner: {
        js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
      },
      outExtension: () => ({ js: '.mjs' }),
      esbuildOptions(options) {
        options.conditions = ['@soapstone/source', 'node', 'import'];
      },
    });
  } finally {
    for (const entry of Object.values(entries)) await rm(entry);
  }
  return Object.keys(PROGRAMS).map((name) => ({
    name,
    measure(wsdl) {
      const { status, stdout, stderr } = spawnSync('node', [join(directory, `${name}.mjs`), wsdl], {
        encoding: 'utf8',
        timeout: 60_000,
      });
      if (status !== 0)
        throw new Error(stderr.split('\n').find((line) => line.includes('Error')) ?? 'failed');
      return Number(stdout) / 1000;
    },
  }));
}
