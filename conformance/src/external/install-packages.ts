import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Packages by others in a folder of their own: they are large, and nothing but this suite needs them. */
export interface InstalledPackages extends AsyncDisposable {
  /** The folder with their `node_modules`. */
  readonly folder: string;
}

/** Installs packages, such as `a@1.2.3`, without their install scripts. @returns undefined if the registry cannot be reached */
export async function installPackages(...specifiers: string[]): Promise<InstalledPackages | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'external-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional', '--loglevel=error'];
    await promisify(execFile)('npm', ['install', ...options, ...specifiers], {
      cwd: folder,
      timeout: 300_000,
    });
    return { folder, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    process.stderr.write(`not installed: ${specifiers.join(', ')}: ${String(error).slice(0, 200)}\n`);
    return undefined;
  }
}
