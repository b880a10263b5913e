import type { MethodPolicy } from '@soapstone/openapi-generator';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { addBatchOption } from '../batch/batch-option.js';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { OpenApiCommandOptions } from '../generate/openapi.js';
import { addDesignOption } from '../options/design-options.js';
import { addFormatOption } from '../options/formats.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Examples:
  soapstone openapi users.wsdl
  soapstone openapi users.wsdl -o openapi.yaml --base-url https://api.example.com --account acc_1 --service users
  soapstone openapi https://soap.example.com/users?wsdl --methods GET+POST --numbers string
  soapstone openapi users.wsdl --design design.yaml --routes --openapi 3.1
  soapstone openapi --batch cases.jsonl        lines {id, wsdl}; {id, ok, output?, error?} out`;

/** `soapstone openapi`: prints the OpenAPI document that a gateway serves for the same service, byte for byte. */
export function openapiCommand(context: CommandContext): Command {
  return addFormatOption(
    addBatchOption(addDesignOption(addDescriptionOptions(new Command('openapi'))), []),
    { json: 'the document as JSON', yaml: 'the document as YAML' },
    'by the file extension, else json',
  )
    .description('Print the OpenAPI description of a service, as the gateway serves it.')
    .addArgument(new Argument('[wsdl]', WSDL_ARGUMENT))
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .addOption(
      new Option('--openapi <version>', 'the version of OpenAPI').choices(['3.0', '3.1']).default('3.0'),
    )
    .option('--examples', 'add an example to every request and result, each proven by a round trip')
    .option('--routes', 'describe the routes of the design, in place of the operations by name')
    .option('--base-url <url>', 'the base address of the gateway', '/')
    .option('--account <id>', 'the account id in the paths', 'account')
    .option('--service <slug>', 'the service slug in the paths (default: from the name of the WSDL service)')
    .option('--title <title>', 'info.title (default: the name of the WSDL service)')
    .option('--api-version <version>', 'info.version (default: 1.0.0)')
    .addOption(
      new Option('--numbers <mode>', 'how numbers that a double cannot hold appear in JSON')
        .choices(['number', 'string'])
        .default('number'),
    )
    .addOption(
      new Option(
        '--methods <methods>',
        'methods of all operations: POST, GET or GET+POST; GET only where it is possible, POST elsewhere',
      )
        .argParser(readPolicy)
        .default('POST'),
    )
    .addOption(
      new Option(
        '--method <operation=methods>',
        'methods of one operation; can be repeated. GET is an error if the operation does not support it',
      )
        .argParser(collectPolicy)
        .default(new Map(), 'none'),
    )
    .option('--no-date-formats', 'omit "format" of dates and times: XML Schema allows more than RFC 3339')
    .option('--allow-empty', 'print the document of a service without operations, and end with exit code 0')
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string | undefined, options: OpenApiCommandOptions) => {
      const { openapi } = await import('../generate/openapi.js');
      await openapi(wsdl, options, context);
    });
}

function readPolicy(text: string): MethodPolicy {
  const methods = text
    .toUpperCase()
    .split(/\s*[+,]\s*/)
    .sort()
    .join(' + ');
  if (methods === 'POST' || methods === 'GET' || methods === 'GET + POST') return methods;
  throw new InvalidArgumentError('expected POST, GET or GET+POST.');
}

function collectPolicy(
  text: string,
  policies: ReadonlyMap<string, MethodPolicy>,
): ReadonlyMap<string, MethodPolicy> {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('expected operation=methods, for example GetUser=GET+POST.');
  return new Map([...policies, [text.slice(0, at), readPolicy(text.slice(at + 1))]]);
}
