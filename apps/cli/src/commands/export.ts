import { Argument, Command, Option } from 'commander';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { ExportClient, ExportOptions } from '../export/export.js';
import { addAddressingOptions } from '../options/addressing-options.js';
import { addFormatOption } from '../options/formats.js';
import { readAddress } from '../options/option-values.js';
import type { CommandContext } from '../terminal/command-context.js';

const HELP = `
Each operation becomes two requests, with an example as the body: a JSON call to a gateway and the SOAP call to the service. They are
in folders by port. The variables gateway, apiKey and soapHost hold the base URLs and the key.

  bruno    a collection directory with an environment "local"; run: bru run -r --env local --env-var apiKey=…
  postman  a collection file (version 2.1); run: newman run … --env-var apiKey=…
  http     an .http file for each port and http-client.env.json; run: httpyac send '*.http' --all --env local --var apiKey=…
  curl     a bash script for each request; run: apiKey=… bash …

SOAP requests carry WS-Addressing headers where the WSDL requires them, and a UsernameToken where its policy asks for one with a plain
password; the variables soapUser and soapPassword hold both, written as in XML (&amp; for &). Signatures, timestamps and password
digests differ in each message: the request names what it lacks.

The exit code is 1 if an operation has no valid example, needs MIME parts, or lacks what the WSDL asks for.

Examples:
  soapstone export bruno users.wsdl -o users-collection
  soapstone export postman users.wsdl -o . --base-url https://api.example.com --account acc_1
  soapstone serve users.wsdl &  soapstone export curl users.wsdl -o scripts`;

/** `soapstone export`: writes requests for other HTTP clients. */
export function exportCommand(context: CommandContext): Command {
  return addFormatOption(addAddressingOptions(addDescriptionOptions(new Command('export'))), {
    text: 'the number of requests, and what is left out',
    json: '{ok, requests, files, omitted, incomplete}',
  })
    .description('Write a request for each operation for Bruno, Postman, HTTP files or curl.')
    .addArgument(
      new Argument('<client>', 'the client that the files are for').choices([
        'bruno',
        'postman',
        'http',
        'curl',
      ]),
    )
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .requiredOption('-o, --output <directory>', 'the directory to write to; it is created')
    .addOption(
      new Option('--only <form>', 'json: only calls to the gateway; soap: only calls to the service').choices(
        ['json', 'soap'],
      ),
    )
    .option('--base-url <url>', 'the base URL of the gateway', 'http://localhost:8080')
    .option('--account <id>', 'the account ID in the paths of the gateway', 'local')
    .option('--service <slug>', 'the service slug in the paths (default: from the name of the WSDL service)')
    .option('--endpoint <url>', 'the address of the SOAP server (default: from the WSDL)', readAddress)
    .option(
      '--username-token',
      'add a WS-Security UsernameToken (default: if the policy of the WSDL asks for one)',
    )
    .option('--no-username-token', 'add no UsernameToken')
    .addHelpText('after', HELP)
    .action(async (client: ExportClient, wsdl: string, options: ExportOptions) => {
      const { exportRequests } = await import('../export/export.js');
      await exportRequests(client, wsdl, options, context);
    });
}
