import { readConfig } from '../../config/read-config.js';
import { StartError } from '../../config/start-error.js';
import { backUp, restore } from '../../store/backup.js';
import { EXIT, type ExitCode } from './exit-code.js';
import type { Terminal } from './terminal.js';

/**
 * Runs `backup FILE` or `restore FILE` on the embedded database of the configuration.
 *
 * @returns the exit code
 * @throws {StartError} with one sentence for the operator
 */
export async function runBackup(
  command: 'backup' | 'restore',
  [file, ...others]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<ExitCode> {
  if (file === undefined || others.length > 0 || file.startsWith('-')) {
    terminal.err(`usage: soapstone-gateway ${command} FILE\n`);
    return EXIT.usage;
  }
  const { databaseUrl, dataDir } = readConfig(environment);
  if (databaseUrl !== undefined) {
    throw new StartError(
      `${command} is for the embedded database; use pg_dump and pg_restore for PostgreSQL`,
    );
  }
  if (command === 'backup') {
    const { bytes } = await backUp(dataDir, file);
    terminal.out(`${file}: ${bytes} bytes\n`);
    terminal.err(
      `Keep the secrets elsewhere: api-key-pepper and encryption-key of ${dataDir}, unless they are configured. The backup needs them.\n`,
    );
    return EXIT.ok;
  }
  const { replaced } = await restore(dataDir, file, Date.now());
  terminal.out(`restored ${file}\n`);
  if (replaced !== undefined) terminal.out(`the previous database is now ${replaced}\n`);
  return EXIT.ok;
}
