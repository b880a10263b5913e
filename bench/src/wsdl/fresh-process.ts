import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import type { BenchOptions } from '../bench-options.js';

const BENCH = fileURLToPath(new URL('../..', import.meta.url));

/** Programs that create a client from a WSDL file, whose path is their argument. */
export const CREATE_CLIENT: Readonly<Record<string, string>> = {
  soapstone: `
    import { createClient } from '@soapstone/client';
    const client = await createClient(process.argv[2]);
    if (client.$operations.length === 0) throw new Error('no operation');`,
  'node-soap': `
    import { createClientAsync } from 'soap';
    await createClientAsync(process.argv[2], { disableCache: true });`,
};
/** The CPU microseconds that a process has used since it started. */
const REPORT = `
    const { user, system } = process.cpuUsage();
    console.log(user + system);
    process.exit();`;

/** The number of processes of each program. A median of fewer than seven moves by a tenth from run to run, too much for a bound. */
export function freshRounds({ rounds, bounds }: BenchOptions): number {
  return bounds ? Math.max(rounds, 7) : rounds;
}

/** A program and how to measure it. */
export interface FreshProcess {
  readonly name: string;
  /** CPU milliseconds of a new process, from its start to the end of its program. Throws if that fails. */
  measure(argument: string): number;
}

/**
 * Bundles programs into a directory, each with all of its packages, so that none pays for looking up files that a bundle would have.
 */
export async function freshProcesses(
  directory: string,
  programs: Readonly<Record<string, string>>,
): Promise<readonly FreshProcess[]> {
  const entries: Record<string, string> = {};
  for (const [name, program] of Object.entries(programs)) {
    // A folder inside the bench, whose packages it imports.
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
  return Object.keys(programs).map((name) => ({
    name,
    measure(argument) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(directory, `${name}.mjs`), argument],
        {
          encoding: 'utf8',
          timeout: 60_000,
        },
      );
      if (status !== 0)
        throw new Error(stderr.split('\n').find((line) => line.includes('Error')) ?? 'failed');
      return Number(stdout) / 1000;
    },
  }));
}
