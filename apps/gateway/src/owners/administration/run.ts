import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { ConfigError, readConfig } from '../../config/read-config.js';
import { SealError } from '../../domain/seal.js';
import { GatewayError } from '../../errors/errors.js';
import { explainFailure } from '../management/routing/explain-failure.js';
import type { CommandContext } from './command-context.js';
import { accountsCommand } from './commands/accounts.js';
import { auditCommand } from './commands/audit.js';
import { invitationsCommand } from './commands/invitations.js';
import { keysCommand } from './commands/keys.js';
import { operationsCommand } from './commands/operations.js';
import { sealingKeysCommand } from './commands/sealing-keys.js';
import { applyCommand, exportCommand } from './commands/services.js';
import { usersCommand } from './commands/users.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { openAdministration, StoreUnavailable } from './open-administration.js';
import type { AdministrationContext } from './services/run.js';

const HELP = `
The commands work on the configured database, whether or not the gateway is running. They need the same settings: environment
variables, or soapstone-gateway --config FILE admin. With REDIS_URL, every node sees a change immediately; without it, within 5 seconds.

Exit codes:
  0   done
  1   refused, for example: no such account, the address is taken, an audit log was changed
  2   the command line is invalid
  3   the configuration or the file is invalid, or the database cannot be reached
  70  a bug in this program

Examples:
  soapstone-gateway admin accounts create --name "Example Ltd" --plan Pro --billing-anchor 2026-01-31T00:00:00Z
  soapstone-gateway admin keys create acc_… --name automation --json
  soapstone-gateway admin accounts suspend acc_…`;

const COMMANDS = [
  accountsCommand,
  keysCommand,
  usersCommand,
  invitationsCommand,
  operationsCommand,
  sealingKeysCommand,
  auditCommand,
];

/**
 * Runs one administration command.
 *
 * @param argv the arguments after `admin`
 * @returns the exit code; never throws
 */
export async function runAdministration(
  argv: readonly string[],
  given: AdministrationContext,
): Promise<ExitCode> {
  const { terminal } = given;
  try {
    await createProgram(given).parseAsync([...argv], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    // Commander throws for help as well as for usage errors, and has already printed either.
    if (error instanceof CommanderError && !(error instanceof InvalidArgumentError)) {
      return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    }
    const { code, message, exitCode } = explain(error);
    if (argv.includes('--json')) terminal.out(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`);
    terminal.err(`error: ${message}\n`);
    return exitCode;
  }
}

function createProgram(given: AdministrationContext): Command {
  const { environment, terminal } = given;
  const program = new Command('admin')
    .description('Administer the accounts of a gateway.')
    .option('--json', 'print results and errors as JSON')
    .addHelpText('after', HELP)
    .showHelpAfterError('(add --help for usage)')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();
  const context: CommandContext = {
    terminal,
    async withStore(work) {
      const config = readConfig(environment);
      const administration = await openAdministration(config, (error) =>
        terminal.err(`warning: ${error.message}\n`),
      );
      try {
        return await work(administration);
      } finally {
        await administration.close();
      }
    },
    print(command, value, lines) {
      const json = command.optsWithGlobals()['json'] === true;
      terminal.out(`${json ? JSON.stringify(value, null, 2) : lines(value).join('\n')}\n`);
    },
  };
  for (const make of [applyCommand, exportCommand]) {
    program.addCommand(make(given).copyInheritedSettings(program));
  }
  for (const make of COMMANDS) {
    const command = make(context).copyInheritedSettings(program);
    for (const subcommand of command.commands) {
      subcommand.copyInheritedSettings(command).option('--json', 'print the result as JSON');
    }
    program.addCommand(command);
  }
  return program;
}

function explain(error: unknown): { code: string; message: string; exitCode: ExitCode } {
  // Covers documents that cannot be registered too: their findings are the details.
  const failure = explainFailure(error);
  if (error instanceof GatewayError || failure.type !== 'INTERNAL_ERROR') {
    const details = (failure.init.details ?? []).map(({ path, message }) => `\n  - ${path}: ${message}`);
    return { code: failure.code, message: failure.message + details.join(''), exitCode: EXIT.refused };
  }
  if (error instanceof SealError) {
    return { code: 'SEALING_KEY_MISSING', message: error.message, exitCode: EXIT.refused };
  }
  if (error instanceof InvalidArgumentError) {
    return { code: 'USAGE', message: error.message, exitCode: EXIT.usage };
  }
  if (error instanceof ConfigError) {
    return { code: 'CONFIGURATION', message: error.message, exitCode: EXIT.unavailable };
  }
  if (error instanceof StoreUnavailable) {
    const { cause } = error;
    const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : cause;
    return { code: 'DATABASE', message: `${error.message}: ${reason}`, exitCode: EXIT.unavailable };
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'INTERNAL', message: text, exitCode: EXIT.internal };
}
