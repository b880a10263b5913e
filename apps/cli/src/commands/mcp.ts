import type { SchemaForm } from '@soapstone/agent-tools';
import { Argument, Command, Option } from 'commander';
import { addSourceOptions, WSDL_ARGUMENT } from '../description/description-options.js';
import type { McpOptions } from '../mcp/mcp.js';
import { addAccessOptions } from '../options/access-options.js';
import { addFillOptions, SECRETS_HELP } from '../options/design-options.js';
import { addFormatOption } from '../options/formats.js';
import { readAddress, readCount, readNames, readPort } from '../options/option-values.js';
import { addRequestBytes, addResponseBytes } from '../options/size-options.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Without --http it speaks on standard input and output: an agent starts it. Credentials for the SOAP server are JSON in a file or in the
environment variable SOAPSTONE_CREDENTIALS: {"basic": {"username": "…", "password": "…"}}, {"headers": {"X-Key": "…"}} or
{"usernameToken": {"username": "…", "password": "…", "type": "digest"}}.

Examples:
  soapstone mcp users.wsdl
  soapstone mcp users.wsdl orders.wsdl --reads GetUser,FindOrders --read-only
  soapstone mcp users.wsdl --dry-run
  soapstone mcp users.wsdl --http 8090        http://127.0.0.1:8090/mcp`;

/** Not those of the package, which this file would load. */
const FORMS: readonly SchemaForm[] = ['full', 'inline', 'strict'];

/** `soapstone mcp`: the operations of some WSDLs as tools for AI agents. */
export function mcpCommand(context: CommandContext): Command {
  const command = addFillOptions(addRequestBytes(addAccessOptions(new Command('mcp')), 'an input'));
  return addFormatOption(addSourceOptions(addResponseBytes(command, 'a SOAP response')), {
    text: 'a summary on standard error; with --http, the address',
    json: 'the same: {operations, writes, lazy} on standard error, {url} on standard output',
  })
    .description('Offer the operations of these WSDLs to AI agents, as tools of the Model Context Protocol.')
    .addArgument(new Argument('<wsdl...>', WSDL_ARGUMENT))
    .option('--operations <names>', 'offer only these operations (comma-separated; default: all)', readNames)
    .option(
      '--reads <names>',
      'operations that change nothing: clients may call them without asking',
      readNames,
    )
    .option('--read-only', 'offer only operations that change nothing, by --reads or by the WSDL')
    .option(
      '--descriptions <file>',
      'what operations do, in your words, in place of the documentation: YAML or JSON, {"GetUser": "…"}',
    )
    .addOption(
      new Option('--schemas <form>', 'the form of schemas that the API of the model needs').choices(FORMS),
    )
    .option('--dry-run', 'send nothing: tools return the SOAP request')
    .option('--endpoint <url>', 'the address of the SOAP server (default: from the WSDL)', readAddress)
    .option('--timeout <seconds>', 'fail a call after this time (default: 30)', readCount)
    .option(
      '--tokens <number>',
      'list search, describe and call instead of all tools above this (default: 8000)',
      readCount,
    )
    .option('--http <port>', 'listen on this TCP port of 127.0.0.1 instead; 0 for a free one', readPort)
    .addHelpText('after', SECRETS_HELP + EXAMPLES)
    .action(async (wsdls: string[], options: McpOptions) => {
      const { serveAgents } = await import('../mcp/mcp.js');
      await serveAgents(wsdls, options, context);
    });
}
