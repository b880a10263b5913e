import { createTransport } from '@soapstone/soap-transport';
import { Argument, Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../../command-context.js';
import { WSDL_ARGUMENT } from '../../description-options.js';
import { hostsOf, loadServices } from '../../served-service.js';
import { createAgentHost } from './agent-host.js';
import { serveHttp } from './http.js';
import { readCredentials } from './read-credentials.js';
import { serveStdio } from './stdio.js';

interface McpOptions {
  readonly http?: number;
  readonly endpoint?: string;
  readonly root?: string;
  readonly operations?: readonly string[];
  readonly reads?: readonly string[];
  readonly readOnly?: true;
  readonly dryRun?: true;
  readonly credentials?: string;
  readonly tokens?: number;
  readonly timeout?: number;
}

const EXAMPLES = `
Without --http it speaks on standard input and output: an agent starts it. Credentials for the SOAP server are JSON in a file or in the
environment variable SOAPSTONE_CREDENTIALS: {"basic": {"username": "…", "password": "…"}}, {"headers": {"X-Key": "…"}} or
{"usernameToken": {"username": "…", "password": "…", "type": "digest"}}.

Examples:
  soapstone mcp users.wsdl
  soapstone mcp users.wsdl orders.wsdl --reads GetUser,FindOrders --read-only
  soapstone mcp users.wsdl --dry-run
  soapstone mcp users.wsdl --http 8090        http://127.0.0.1:8090/mcp`;

/** `soapstone mcp`: the operations of some WSDLs as tools for AI agents. */
export function mcpCommand(context: CommandContext): Command {
  return new Command('mcp')
    .description('Offer the operations of these WSDLs to AI agents, as tools of the Model Context Protocol.')
    .addArgument(new Argument('<wsdl...>', WSDL_ARGUMENT))
    .option('--operations <names>', 'offer only these operations (comma-separated; default: all)', readNames)
    .option(
      '--reads <names>',
      'operations that change nothing: clients may call them without asking',
      readNames,
    )
    .option('--read-only', 'offer only operations that change nothing, by --reads or by the WSDL')
    .option('--dry-run', 'send nothing: tools return the SOAP request')
    .option('--credentials <file>', 'a JSON file with the credentials for the SOAP server')
    .option('--endpoint <url>', 'the address of the SOAP server (default: as the WSDL says)')
    .option('--timeout <seconds>', 'give a call up after this time (default: 30)', readCount)
    .option(
      '--tokens <number>',
      'list search, describe and call instead of all tools above this (default: 8000)',
      readCount,
    )
    .option('--http <port>', 'listen on this TCP port of 127.0.0.1 instead; 0 for a free one', readPort)
    .option('--root <directory>', 'read no local document outside this directory')
    .addHelpText('after', EXAMPLES)
    .action((wsdls: string[], options: McpOptions) => serveAgents(wsdls, options, context));
}

async function serveAgents(
  wsdls: readonly string[],
  options: McpOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const { credentials, timeout, tokens, http, dryRun, ...others } = options;
  const profile = await readCredentials(credentials, process.env, terminal.cwd);
  const services = await loadServices(wsdls, others, terminal);
  const transport = createTransport({ egress: { allow: hostsOf(services) } });
  try {
    const host = createAgentHost(services, {
      ...others,
      transport,
      credentials: profile,
      dryRun: dryRun === true,
      ...(tokens === undefined ? {} : { tokenBudget: tokens }),
      deadlineMs: timeout === undefined ? undefined : timeout * 1000,
    });
    const { operations, lazy } = host.catalog();
    const writes = operations.filter(({ readOnly }) => !readOnly).length;
    terminal.err(
      `${operations.length} operations, ${writes} of which may change data${lazy ? '; listed as search, describe and call' : ''}\n`,
    );
    if (http === undefined) {
      await serveStdio(host, terminal);
      return;
    }
    const { url, close } = await serveHttp(host, http);
    terminal.out(`${url}\n`);
    await terminal.interrupted();
    await close();
  } finally {
    await transport.close();
  }
}

function readNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('expected names with commas between them.');
  return names;
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1 || count > 1_000_000) {
    throw new InvalidArgumentError('expected a whole number from 1 to 1000000.');
  }
  return count;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > 65535)
    throw new InvalidArgumentError('expected a port from 0 to 65535.');
  return port;
}
