import { spawnSync } from 'node:child_process';

/** Whether a system command can be started. */
export function isInstalled(command: string, args: readonly string[] = ['--version']): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/** The name of a suite that needs Debian packages; lists the missing ones. */
export function suiteName(name: string, installed: boolean, packages: string): string {
  return installed ? name : `${name} [skipped: needs the Debian packages ${packages}]`;
}
