import { Argument, Command } from 'commander';
import { addSourceOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { FaceOptions } from '../face/face.js';
import { addCredentialOptions } from '../options/credential-options.js';
import { addFormatOption } from '../options/formats.js';
import { readAddress, readPort } from '../options/option-values.js';
import { addRequestBytes, addResponseBytes } from '../options/size-options.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Listens on 127.0.0.1 only. Requests are checked against the WSDL, and results before they are sent. Without a rule, an operation becomes
POST <backend>/<operation> with the input as JSON, and the JSON that comes back is its result.

Rules are YAML: operations by name. Templates such as "{{input.userId}}" become the value itself; they have input, headers (SOAP), and, for
the way back, body and status.
  GetUser:
    request: GET /users/{userId}                # other members go into the query, or into the body of POST, PUT and PATCH
    result: { user: "{{body.data}}" }
    faults:
      404: { reason: no such user, detail: { UserNotFound: { userId: "{{input.userId}}" } } }
      5xx: { reason: "the directory is closed ({{status}})" }
  CreateUser:
    request: POST /users
    body: "{{input.user}}"
    headers: { Idempotency-Key: "{{headers.Session.token}}" }

Examples:
  soapstone face users.wsdl --backend https://users.internal/api
  soapstone face users.wsdl --backend https://users.internal/api --rules face.yaml --header 'Authorization: @token.txt'`;

/** `soapstone face`: a SOAP server in front of a JSON back end. */
export function faceCommand(context: CommandContext): Command {
  const command = addRequestBytes(
    addCredentialOptions(new Command('face'), 'the JSON API'),
    'a SOAP request',
    '10MiB',
  );
  return addFormatOption(addSourceOptions(addResponseBytes(command, 'a response of the JSON API')), {
    text: 'addresses',
    json: 'one line: {url, wsdl, operations}',
  })
    .description('Serve this WSDL, and answer its operations with calls of a JSON API.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .requiredOption('--backend <url>', 'the address of the JSON API', readAddress)
    .option('--rules <file>', 'YAML file with rules')
    .option('--port <number>', 'the TCP port to listen on; 0 for a free one', readPort, 8093)
    .option('--service <name>', 'the service, if the WSDL has several')
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string, options: FaceOptions) => {
      const { face } = await import('../face/face.js');
      await face(wsdl, options, context);
    });
}
