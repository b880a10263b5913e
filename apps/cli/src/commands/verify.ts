import { Command, InvalidArgumentError, Option } from 'commander';
import { addCredentialOptions } from '../options/credential-options.js';
import { addFormatOption } from '../options/formats.js';
import { readAddress, readNames, readSeconds } from '../options/option-values.js';
import { addMessageBytes } from '../options/size-options.js';
import type { VerifyOptions } from '../recordings/verify.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Sends the recorded requests one after the other and compares the responses with the recorded ones: shape (members that are missing, new or of
another type, a fault in place of a result, a deviation from the WSDL) and values. The exit code is 1 if something differs that --fail-on
names, and 4 if a call had no response.

Members that were redacted are filled in with --fill. Every user of this machine can read the arguments of a process, so the text may be @file.

Examples:
  soapstone verify fixtures/users --against https://partner.example/users
  soapstone verify fixtures/users --against https://partner.example/users --ignore result.time --fail-on value --format json
  soapstone verify fixtures/users --against https://partner.example/users --fill password=@secret.txt`;

/** `soapstone verify`: compares a recording with a live service. */
export function verifyCommand(context: CommandContext): Command {
  return addFormatOption(addMessageBytes(addCredentialOptions(new Command('verify'))), {
    text: 'what differs, for each exchange',
    json: '{ok, counts: {same, value, shape, failed}, exchanges}',
  })
    .description('Send recorded requests to a live service, and report how its responses differ.')
    .argument('<directory>', 'a folder created by soapstone record')
    .requiredOption('--against <url>', 'the address of the service', readAddress)
    .option('--operations <names>', 'only the calls of these operations (comma-separated)', readNames)
    .option('--ignore <members>', 'more members to ignore', readNames)
    .addOption(
      new Option('--fill <member=text>', 'the text of a redacted member; may be repeated')
        .argParser(readFill)
        .default({}, 'none'),
    )
    .addOption(
      new Option('--fail-on <what>', 'what makes the exit code 1: value means shape, too')
        .choices(['value', 'shape', 'never'])
        .default('shape'),
    )
    .option('--timeout <seconds>', 'the time for one call (default: 30)', readSeconds)
    .addHelpText('after', EXAMPLES)
    .action(async (directory: string, options: VerifyOptions) => {
      const { verify } = await import('../recordings/verify.js');
      await verify(directory, options, context);
    });
}

function readFill(pair: string, all: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const at = pair.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('expected a member and its text, such as password=secret.');
  return { ...all, [pair.slice(0, at)]: pair.slice(at + 1) };
}
