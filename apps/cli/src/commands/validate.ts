import { Argument, Command } from 'commander';
import { addDescriptionOptions, WSDL_ARGUMENT, XML_ARGUMENT } from '../description/description-options.js';
import { addFormatOption } from '../options/formats.js';
import type { CommandContext } from '../terminal/command-context.js';

import type { ValidateOptions } from '../validate/validate.js';

const EXAMPLES = `
libxml2 validates the payload, declared header blocks and fault details against the schemas of the WSDL, and messages of rpc
operations part by part. Structs and arrays of rpc/encoded messages and elements whose schema is missing cannot be checked:
they are named, and are not problems. Schemas that are not valid themselves are rejected, also where all other commands read what
their author means.

Examples:
  soapstone validate users.wsdl request.xml
  soapstone request users.wsdl GetUser input.json --body | soapstone validate users.wsdl -`;

/** `soapstone validate`: validates a SOAP message against the WSDL's schemas. */
export function validateCommand(context: CommandContext): Command {
  return addFormatOption(addDescriptionOptions(new Command('validate')), {
    text: 'a line for each problem',
    json: '{valid, problems: [{line, message, component}], unjudged?, unjudgedTypes?}',
  })
    .description('Validate a SOAP message against the schemas of a WSDL, with libxml2.')
    .addArgument(new Argument('<wsdl>', WSDL_ARGUMENT))
    .addArgument(new Argument('[message]', XML_ARGUMENT).default('-'))
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string, message: string, options: ValidateOptions) => {
      const { validate } = await import('../validate/validate.js');
      await validate(wsdl, message, options, context);
    });
}
