import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { addSourceOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import { usageError } from '../errors/errors.js';
import { addCredentialOptions } from '../options/credential-options.js';
import { excludeOptions } from '../options/excluding-options.js';
import { addFormatOption } from '../options/formats.js';
import { readAddress, readNames, readPort, readSeconds } from '../options/option-values.js';
import { addMessageBytes } from '../options/size-options.js';
import type { RecordOptions } from '../recordings/record.js';
import type { VerifyOptions } from '../recordings/verify.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Listens on 127.0.0.1 only. Point your client at the printed address: every call is forwarded unchanged, and each distinct exchange is stored
as a request, a response and a small JSON file. Ctrl+C ends it. New exchanges are added to an existing recording.

HTTP headers are not stored, and WS-Security header blocks are stored without their text. --redact does the same with your members:
password is every element of this name, card.pin one inside card, @token an attribute. --ignore names members that make no difference
when calls are compared, such as input.requestId and headers.Session; recording.json of the folder keeps both.

With --against, it sends the recorded requests one after the other and compares the responses with the recorded ones: shape (members that are
missing, new or of another type, a fault in place of a result, a deviation from the WSDL) and values. The exit code is 1 if something
differs that --fail-on names, and 4 if a call had no response. Members that were redacted are filled in with --fill. Every user of this
machine can read the arguments of a process, so the text may be @file.

Examples:
  soapstone record users.wsdl --upstream https://partner.example/users -o fixtures/users
  soapstone record users.wsdl --upstream https://partner.example/users -o fixtures/users --redact password,@token --ignore requestId
  soapstone record fixtures/users --against https://partner.example/users
  soapstone record fixtures/users --against https://partner.example/users --ignore result.time --fail-on value --format json
  soapstone record fixtures/users --against https://partner.example/users --fill password=@secret.txt`;

/** The options that only a new recording takes. */
const RECORDING = [
  'upstream',
  'output',
  'redact',
  'port',
  'service',
  'root',
  'allowHost',
  'offline',
  'documentBytes',
];
/** The options that only a comparison takes. */
const COMPARING = ['operations', 'fill', 'failOn', 'timeout'];

/** `soapstone record`: stores the calls of a live service, or compares it with a recording. */
export function recordCommand(context: CommandContext): Command {
  const command = addSourceOptions(addMessageBytes(addCredentialOptions(new Command('record'))))
    .description(
      'Record the calls between a client and a live service, or compare the service with a recording.',
    )
    .addArgument(new Argument('<wsdl>', `${WSDL_ARGUMENT}; with --against, the folder of a recording`))
    .option('--upstream <url>', 'the address of the service to record', readAddress)
    .option('-o, --output <directory>', 'the folder of the recording')
    .option('--redact <members>', 'members whose text is not stored (comma-separated)', readNames)
    .option('--ignore <members>', 'members that are ignored when calls are compared', readNames)
    .option('--port <number>', 'the TCP port to listen on; 0 for a free one', readPort, 8091)
    .option('--service <name>', 'the service, if the WSDL has several')
    .optionsGroup('Options for comparing:')
    .option(
      '--against <url>',
      'send recorded requests to this address, and report how its responses differ',
      readAddress,
    )
    .option('--operations <names>', 'only the calls of these operations (comma-separated)', readNames)
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
    .optionsGroup('Options:');
  excludeOptions(command, 'against', RECORDING);
  excludeOptions(command, 'upstream', COMPARING);
  return addFormatOption(command, {
    text: 'the address, and a line for each call; with --against, what differs',
    json: 'lines: {url, wsdl, directory}, {operation, status, stored?, skipped?} for each call, {stored} at the end; with --against {ok, counts: {same, value, shape, failed}, exchanges}',
  })
    .addHelpText('after', EXAMPLES)
    .action(async (source: string, options: Partial<RecordOptions> & VerifyOptions) => {
      if (options.against !== undefined) {
        const { verify } = await import('../recordings/verify.js');
        return await verify(source, options, context);
      }
      for (const [name, flag] of [
        ['upstream', '--upstream <url>'],
        ['output', '--output <directory>'],
      ] as const) {
        if (options[name] === undefined)
          throw usageError(
            `missing required option '${flag}'; or --against <url> to compare with a recording`,
          );
      }
      const { record } = await import('../recordings/record.js');
      await record(source, options as RecordOptions, context);
    });
}

function readFill(pair: string, all: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const at = pair.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('expected a member and its text, such as password=secret.');
  return { ...all, [pair.slice(0, at)]: pair.slice(at + 1) };
}
