import { Command, CommanderError } from 'commander';
import { callCommand } from './commands/call.js';
import { clientCommand } from './commands/client.js';
import { completionCommand } from './commands/completion.js';
import { designCommand } from './commands/design.js';
import { diffCommand } from './commands/diff.js';
import { exampleCommand } from './commands/example.js';
import { exportCommand } from './commands/export.js';
import { inspectCommand } from './commands/inspect.js';
import { mcpCommand } from './commands/mcp.js';
import { migrateCommand } from './commands/migrate.js';
import { mockCommand } from './commands/mock.js';
import { openapiCommand } from './commands/openapi.js';
import { recordCommand } from './commands/record.js';
import { reportCommand } from './commands/report.js';
import { requestCommand } from './commands/request.js';
import { responseCommand } from './commands/response.js';
import { serveCommand } from './commands/serve.js';
import { typesCommand } from './commands/types.js';
import { validateCommand } from './commands/validate.js';
import { usageError } from './errors/errors.js';
import { EXIT, type ExitCode } from './errors/exit-code.js';
import type { CommandContext } from './terminal/command-context.js';
import { readingOnce, type Terminal } from './terminal/terminal.js';
import { VERSION } from './version.js';

const EXIT_CODES = `
Exit codes:
  0   success
  1   success with findings: an invalid message, a breaking change, a degraded operation
  2   invalid command line
  3   an input cannot be read, or a file cannot be written
  4   a server did not respond
  70  a bug in this program`;

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
    assertNotReplaced(argv);
    await program.parseAsync([...meantCommandLine(argv, program)], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    // Commander throws help and version too, after printing them, and has already printed usage errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    // The predicates for the errors of the parser, the mapper and the transport load all three of them.
    const { reportOf } = await import('./errors/error-report.js');
    const { report, exitCode } = reportOf(error);
    if (wantsJson(argv)) {
      terminal.out(`${JSON.stringify({ ok: false, error: report })}\n`);
      return exitCode;
    }
    const { printError } = await import('./output/print-error.js');
    terminal.err(await printError(error, report, { color: terminal.color.err, cwd: terminal.cwd }));
    return exitCode;
  }
}

/** Commands of earlier versions, with what replaces each of them. */
const REPLACED: ReadonlyMap<string | undefined, string> = new Map([
  ['replay', 'soapstone mock --recordings <directory>'],
  ['verify', 'soapstone record <directory> --against <url>'],
  ['face', 'a program of ten lines on @soapstone/server: examples/libraries/src/soap-in-front-of-json.ts'],
]);

/** Whether errors are printed as JSON, like the results. */
function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (each, index) => each === '--format=json' || (each === '--format' && argv[index + 1] === 'json'),
  );
}

/** Throws a usage error that names the replacement, if a command of an earlier version is called. */
function assertNotReplaced([first, second]: readonly string[]): void {
  const command = first === 'help' ? second : first;
  const replacement = REPLACED.get(command);
  if (replacement !== undefined) throw usageError(`'soapstone ${command}' is replaced by ${replacement}`);
}

/**
 * An unknown command is an error even with --help; commander would show the help of the program instead. Parsing the name alone
 * rejects it with the most similar command.
 */
function meantCommandLine(argv: readonly string[], program: Command): readonly string[] {
  const [first, second] = argv;
  const isKnown = (name: string | undefined): boolean =>
    name === undefined || name.startsWith('-') || program.commands.some((each) => each.name() === name);
  if (first !== 'help') return isKnown(first) ? argv : argv.slice(0, 1);
  if (second === 'help') return ['--help'];
  return isKnown(second) ? argv : argv.slice(1, 2);
}

/**
 * Every command, in the order of the help. A file in `commands/` only declares arguments and options, because help, completion and
 * typos load all of them; its action imports the work when the command runs.
 */
const COMMANDS: readonly ((context: CommandContext) => Command)[] = [
  inspectCommand,
  openapiCommand,
  reportCommand,
  diffCommand,
  designCommand,
  requestCommand,
  responseCommand,
  exampleCommand,
  typesCommand,
  validateCommand,
  callCommand,
  clientCommand,
  exportCommand,
  serveCommand,
  mcpCommand,
  mockCommand,
  recordCommand,
  migrateCommand,
  completionCommand,
];

/** Options that a command does not have, and what to do instead. */
const UNKNOWN_OPTIONS = [
  ['--json', 'use --format json'],
  [
    '--design',
    'a design changes the JSON of clients, not SOAP; use it with call, client, types, openapi or serve',
  ],
] as const;

/** Creates the program with all of its commands. */
function createProgram(context: CommandContext): Command {
  const { terminal } = context;
  const program = new Command('soapstone')
    .description('Work with SOAP services as JSON: inspect, describe and call them from their WSDL.')
    .version(VERSION)
    .showHelpAfterError('(--help lists the options)')
    .addHelpText('after', EXIT_CODES)
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      outputError: (text, write) => {
        const advice = UNKNOWN_OPTIONS.find(([option]) => text.includes(`unknown option '${option}'`))?.[1];
        write(advice === undefined ? text : text.replace(/\n/, `: ${advice}\n`));
      },
      getOutHasColors: () => terminal.color.out,
      getErrHasColors: () => terminal.color.err,
    })
    .exitOverride();
  for (const make of COMMANDS) {
    program.addCommand(make(context).copyInheritedSettings(program).addHelpText('after', EXIT_CODES));
  }
  return program;
}
