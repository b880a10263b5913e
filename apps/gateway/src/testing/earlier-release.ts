import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/** The gateway of an earlier commit of this repository. */
export interface EarlierRelease {
  /** The path of its program, for `startGatewayProcess`. */
  readonly main: string;
  /** Runs its administration command. Resolves to its standard output. */
  admin(environment: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Whether the history of the repository is available, which is not the case in a shallow clone or a published archive. */
export async function hasCommit(commit: string): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: repository }).then(
    () => true,
    () => false,
  );
}

/** Checks out a commit, installs the packages in its lockfile, and bundles its gateway. */
export async function buildRelease(commit: string): Promise<EarlierRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'soapstone-earlier-'));
  const archive = join(folder, 'sources.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: repository });
  await run('tar', ['xf', archive], { cwd: folder });
  const { packageManager } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly packageManager: string;
  };
  const pnpm = ['--yes', packageManager.split('+')[0]!, 'install'];
  const only = ['--filter', 'soapstone', '--filter', '@soapstone/gateway...'];
  await run('npx', [...pnpm, '--prefer-offline', '--frozen-lockfile', '--ignore-scripts', ...only], {
    cwd: folder,
  });
  await run(process.execPath, ['scripts/bundle-processes.mjs'], { cwd: folder });
  const main = join(folder, 'apps/gateway/.processes/main.js');
  return {
    main,
    async admin(environment, ...argv) {
      const env = { PATH: process.env['PATH'] ?? '', ...environment };
      return (await run(process.execPath, [main, 'admin', ...argv], { env })).stdout;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
