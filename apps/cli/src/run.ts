import { Command, CommanderError } from 'commander';
import type { CommandContext } from './command-context.js';
import { callCommand } from './commands/call.js';
import { clientCommand } from './commands/client.js';
import { completionCommand } from './commands/completion.js';
import { diffCommand } from './commands/diff.js';
import { exampleCommand } from './commands/example.js';
import { inspectCommand } from './commands/inspect.js';
import { mcpCommand } from './commands/mcp/mcp.js';
import { openapiCommand } from './commands/openapi.js';
import { reportCommand } from './commands/report.js';
import { requestCommand } from './commands/request.js';
import { responseCommand } from './commands/response.js';
import { serveCommand } from './commands/serve/serve.js';
import { typesCommand } from './commands/types.js';
import { validateCommand } from './commands/validate.js';
import { reportOf } from './errors.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { printError } from './print-error.js';
import { readingOnce, type Terminal } from './terminal.js';
import { VERSION } from './version.js';

const EXIT_CODES = `
Exit codes:
  0   done
  1   done, and something was found: an invalid message, a breaking change, a degraded operation
  2   the command line makes no sense
  3   an input cannot be read, or a file cannot be written
  4   a server did not answer
  70  a fault of this program`;

/**
 * Runs one command line.
 *
 * @param argv the arguments after the program's name
 * @returns the exit code; never throws
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const context: CommandContext = { terminal: readingOnce(terminal), exitCode: EXIT.ok };
  const program = createProgram(context);
  try {
    await program.parseAsync([...meantCommandLine(argv, program)], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    // Commander throws help and version too, after printing them, and has already printed usage errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const { report, exitCode } = reportOf(error);
    if (argv.includes('--json')) terminal.out(`${JSON.stringify({ ok: false, error: report })}\n`);
    else terminal.err(await printError(error, report, { color: terminal.color.err, cwd: terminal.cwd }));
    return exitCode;
  }
}

/**
 * An unknown command is an error even with --help; commander would show the help of the program as if nothing were wrong. Parsing
 * the name alone rejects it with the most similar command.
 */
function meantCommandLine(argv: readonly string[], program: Command): readonly string[] {
  const [first, second] = argv;
  const isKnown = (name: string | undefined): boolean =>
    name === undefined || name.startsWith('-') || program.commands.some((each) => each.name() === name);
  if (first !== 'help') return isKnown(first) ? argv : argv.slice(0, 1);
  if (second === 'help') return ['--help'];
  return isKnown(second) ? argv : argv.slice(1, 2);
}

const COMMANDS = [
  inspectCommand,
  openapiCommand,
  reportCommand,
  diffCommand,
  requestCommand,
  responseCommand,
  exampleCommand,
  typesCommand,
  validateCommand,
  callCommand,
  clientCommand,
  serveCommand,
  mcpCommand,
  completionCommand,
];

/** The command with all of its subcommands. */
function createProgram(context: CommandContext): Command {
  const { terminal } = context;
  const program = new Command('soapstone')
    .description('JSON interfaces of SOAP services: specifications and answers from a WSDL, offline.')
    .version(VERSION)
    .showHelpAfterError('(add --help for what is possible)')
    .addHelpText('after', EXIT_CODES)
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHasColors: () => terminal.color.out,
      getErrHasColors: () => terminal.color.err,
    })
    .exitOverride();
  for (const make of COMMANDS) {
    program.addCommand(make(context).copyInheritedSettings(program).addHelpText('after', EXIT_CODES));
  }
  return program;
}
