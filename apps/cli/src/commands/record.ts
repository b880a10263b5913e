import { Argument, Command } from 'commander';
import { addSourceOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import { addCredentialOptions } from '../options/credential-options.js';
import { addFormatOption } from '../options/formats.js';
import { readAddress, readNames, readPort } from '../options/option-values.js';
import { addMessageBytes } from '../options/size-options.js';
import type { RecordOptions } from '../recordings/record.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Listens on 127.0.0.1 only. Point your client at the printed address: every call is forwarded unchanged, and each distinct exchange is stored
as a request, a response and a small JSON file. Ctrl+C ends it. New exchanges are added to an existing recording.

HTTP headers are not stored, and WS-Security header blocks are stored without their text. --redact does the same with your members:
password is every element of this name, card.pin one inside card, @token an attribute. --ignore names members that make no difference
when calls are compared, such as input.requestId and headers.Session; recording.json of the folder keeps both.

Examples:
  soapstone record users.wsdl --upstream https://partner.example/users -o fixtures/users
  soapstone record users.wsdl --upstream https://partner.example/users -o fixtures/users --redact password,@token --ignore requestId`;

/** `soapstone record`: stores the calls of a live service. */
export function recordCommand(context: CommandContext): Command {
  const command = addMessageBytes(addCredentialOptions(new Command('record')));
  return addFormatOption(addSourceOptions(command), {
    text: 'the address, and a line for each call',
    json: 'lines: {url, wsdl, directory}, {operation, status, stored?, skipped?} for each call, {stored} at the end',
  })
    .description(
      'Record the calls between a client and a live service: each distinct call is stored in a folder.',
    )
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .requiredOption('--upstream <url>', 'the address of the service', readAddress)
    .requiredOption('-o, --output <directory>', 'the folder of the recording')
    .option('--redact <members>', 'members whose text is not stored (comma-separated)', readNames)
    .option('--ignore <members>', 'members that are ignored when calls are compared', readNames)
    .option('--port <number>', 'the TCP port to listen on; 0 for a free one', readPort, 8091)
    .option('--service <name>', 'the service, if the WSDL has several')
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string, options: RecordOptions) => {
      const { record } = await import('../recordings/record.js');
      await record(wsdl, options, context);
    });
}
