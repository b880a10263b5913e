import { Argument, Command } from 'commander';
import type { MigrateOptions } from '../migrate/migrate.js';
import { addFormatOption } from '../options/formats.js';
import type { CommandContext } from '../terminal/command-context.js';

const HELP = `
Changes the imports of node-soap to @soapstone/compat, which has the same functions, classes, options, events and types: import and export
declarations, require, import(), types, and mocks of the module (jest, vi). The rest of a file stays as it is, byte for byte.

What has no counterpart is listed with its place and what to do: options, private modules of node-soap, strong-soap. The exit code is 1 if
there is any, or if --check finds a file to change. A directory stands for the files below it with the endings .js, .mjs, .cjs, .jsx, .ts,
.mts, .cts and .tsx, without node_modules and folders whose names begin with a dot.

Examples:
  soapstone migrate src
  soapstone migrate src test/users.test.ts --check
  npm install @soapstone/compat                          afterwards`;

/** `soapstone migrate`: moves a program from node-soap to `@soapstone/compat`. */
export function migrateCommand(context: CommandContext): Command {
  return addFormatOption(new Command('migrate'), {
    text: 'the files that change, and what is left to do',
    json: '{ok, files: [{file, state, changes: [{line, column, from, to}], left: [{line, column, problem}]}]}',
  })
    .description('Change a program on node-soap to @soapstone/compat.')
    .addArgument(new Argument('<files...>', 'files and directories of JavaScript and TypeScript'))
    .option('--check', 'write nothing; exit with 1 if a file would change')
    .addHelpText('after', HELP)
    .action(async (files: readonly string[], options: MigrateOptions) => {
      const { migrate } = await import('../migrate/migrate.js');
      await migrate(files, options, context);
    });
}
