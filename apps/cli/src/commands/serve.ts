import { Argument, Command } from 'commander';
import { addSourceOptions, incompleteOption, WSDL_ARGUMENT } from '../description/description-options.js';
import { addCredentialOptions, CREDENTIALS_HELP } from '../options/credential-options.js';
import { addFillOptions, SECRETS_HELP } from '../options/design-options.js';
import { addFormatOption } from '../options/formats.js';
import { readAddress, readPort } from '../options/option-values.js';
import { addFileBytes, addRequestBytes, addResponseBytes } from '../options/size-options.js';
import type { ServeOptions } from '../serve/serve.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Listens on 127.0.0.1 only, without accounts and API keys, and calls the SOAP servers that the WSDLs name. Paths, responses and headers
are those of the gateway. Rate-limit headers count calls, but no call is rejected. The routes of a design are below /apis/local/{service}.

Examples:
  soapstone serve users.wsdl
  soapstone serve users.wsdl orders.wsdl --port 9000
  soapstone serve users.wsdl --endpoint http://localhost:8088/users
  soapstone serve users.wsdl --design design.yaml        curl http://127.0.0.1:8080/apis/local/users/v1/users/1001`;

/** `soapstone serve`: runs a local JSON gateway for one or more WSDLs, with documentation at `/`. */
export function serveCommand(context: CommandContext): Command {
  const command = addFillOptions(addRequestBytes(addCredentialOptions(new Command('serve')), 'a request'));
  return addFormatOption(addSourceOptions(addFileBytes(addResponseBytes(command, 'a SOAP response'))), {
    text: 'the address, and a line for each service',
    json: 'one line: {url, services: [{service, openapi, operations, routesOpenapi?, routes?}]}',
  })
    .description('Run a local JSON gateway for these WSDLs, in memory, with API documentation at /.')
    .addArgument(new Argument('<wsdl...>', WSDL_ARGUMENT))
    .option('--port <number>', 'the TCP port to listen on; 0 for a free one', readPort, 8080)
    .option('--endpoint <url>', 'the address of the SOAP server (default: from the WSDL)', readAddress)
    .addOption(incompleteOption())
    .addHelpText('after', CREDENTIALS_HELP + SECRETS_HELP + EXAMPLES)
    .action(async (wsdls: string[], options: ServeOptions) => {
      const { serve } = await import('../serve/serve.js');
      await serve(wsdls, options, context);
    });
}
