import { Argument, Command, Option } from 'commander';
import {
  addSelectionOptions,
  digitsOption,
  incompleteOption,
  JSON_ARGUMENT,
  unknownOption,
  WSDL_ARGUMENT,
} from '../description/description-options.js';
import type { CallOptions } from '../messages/call.js';
import { addAddressingOptions } from '../options/addressing-options.js';
import { addCredentialOptions, addPolicyOptions, CREDENTIALS_HELP } from '../options/credential-options.js';
import { addFillOptions, SECRETS_HELP } from '../options/design-options.js';
import { addFormatOption } from '../options/formats.js';
import { addMtomOption } from '../options/mtom-option.js';
import { readAddress, readSeconds } from '../options/option-values.js';
import { addRequestBytes, addResponseBytes } from '../options/size-options.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Examples:
  soapstone call users.wsdl GetUser '{"userId": 42}'
  soapstone call users.wsdl GetUser --query userId=42 --verbose
  echo '{"userId": 42}' | soapstone call users.wsdl GetUser - --endpoint http://localhost:8088/users
  SOAPSTONE_PASSWORD=… soapstone call users.wsdl GetUser input.json --username-token ada --digest
  soapstone call bank.wsdl Pay pay.json --policy --sign-cert us.pem --encrypt-cert bank.pem
  soapstone call users.wsdl PutPhoto '{"userId": 42}' --attach photo=portrait.png
  soapstone call orders.wsdl Export --result -o orders.json --timeout 600

--attach takes keys with dots between them (user.photo=portrait.png). Below $attachments, and after part:
(part:user.photo=portrait.png), the value is {contentType, data, filename}, which is sent as a MIME part.

With -o, a response may have any size, because it is written as it comes; --response-bytes sets a maximum then. --verbose and --save
hold it in memory. The file is only replaced once the whole response was read.

A fault is printed as the error body that a client of the gateway gets, and the exit code is 1.`;

/** `soapstone call`: sends one request, with JSON in and JSON out. */
export function callCommand(context: CommandContext): Command {
  return addSizes(
    addFormatOption(requestOptions(new Command('call')), {
      json: 'what a client of the gateway gets: {result, meta} or {error}',
      result: 'the result alone; a fault as {error}',
      xml: 'the body of the SOAP response',
    }),
  )
    .description('Call an operation of the real service with JSON.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .addArgument(new Argument('[operation]', 'the operation (optional if there is only one)'))
    .addArgument(new Argument('[input]', JSON_ARGUMENT))
    .option('--query <query>', 'the input as a query string, as in a GET')
    .option('--endpoint <url>', 'the address of the SOAP server (default: from the WSDL)', readAddress)
    .option('--timeout <seconds>', 'fail after this time (default: 30)', readSeconds)
    .addOption(
      new Option('--attach <place=file>', 'put a file into the input as base64; may be repeated')
        .argParser((text, all: readonly string[]) => [...all, text])
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--raw <path>',
        'print the elements at these keys (page.row) as they came, as $xml; may be repeated',
      )
        .argParser((text, all: readonly string[]) => [...all, text])
        .default([], 'none'),
    )
    .addOption(digitsOption())
    .addOption(incompleteOption())
    .addOption(unknownOption())
    .option('-o, --output <file>', 'write the result to this file; a large one is written as it arrives')
    .option('--verbose', 'print both messages and timings to standard error, without secrets')
    .option('--save <directory>', 'write request.xml, response.xml and the attachments of the response there')
    .option('--result', 'short for --format result')
    .addHelpText('after', CREDENTIALS_HELP + SECRETS_HELP + EXAMPLES)
    .action(
      async (
        wsdl: string,
        operation: string | undefined,
        input: string | undefined,
        options: CallOptions,
      ) => {
        const { call } = await import('../messages/call.js');
        await call({ wsdl, operation, input }, options, context);
      },
    );
}

function requestOptions(command: Command): Command {
  return addMtomOption(
    addAddressingOptions(
      addPolicyOptions(addCredentialOptions(addSelectionOptions(addFillOptions(command)))),
    ),
  );
}

function addSizes(command: Command): Command {
  return addResponseBytes(addRequestBytes(command, 'the input'), 'the response');
}
