import { Argument, Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addDescriptionOptions, WSDL_ARGUMENT } from '../description-options.js';

import type { ValidateOptions } from '../validate/validate.js';

const EXAMPLES = `
Payload, declared header blocks and fault details are validated by libxml2 against the schemas of the WSDL, messages of rpc
operations by their parts. No schema describes the structs and arrays of rpc/encoded messages, nor elements whose schema is
missing: the command names what it cannot judge, and this is no problem. Schemas with common mistakes (attributes that do
not belong there, components declared twice, names that nobody declares) are corrected first, and the command says so.

Examples:
  soapstone validate users.wsdl request.xml
  soapstone request users.wsdl GetUser input.json --body | soapstone validate users.wsdl -`;

/** `soapstone validate`: validates a SOAP message against the WSDL's schemas. */
export function validateCommand(context: CommandContext): Command {
  return addDescriptionOptions(new Command('validate'))
    .description('Validate a SOAP message against the schemas of a WSDL, with libxml2.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .addArgument(new Argument('[message]', 'the SOAP envelope: a file, or - for standard input').default('-'))
    .option('--json', 'print {valid, problems: [{line, message, component}], unjudged?, corrections?}')
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string, message: string, options: ValidateOptions) => {
      const { validate } = await import('../validate/validate.js');
      await validate(wsdl, message, options, context);
    });
}
