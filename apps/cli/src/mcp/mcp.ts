import type { SchemaForm } from '@soapstone/agent-tools';
import { defined } from '@soapstone/options/defined';
import { createTransport } from '@soapstone/soap-transport';
import { readCredentials } from '../credentials/credentials.js';
import type { SourceOptions } from '../description/description-options.js';
import { TIMEOUT_ALONE } from '../errors/transport-advice.js';
import { sessionOf } from '../exchange/session-exchange.js';
import { hostsOf, loadServices } from '../local-servers/served-service.js';
import type { FillOptions } from '../options/design-options.js';
import type { SizeOptions } from '../options/size-options.js';
import { printJsonLine } from '../output/print-json.js';
import type { CommandContext } from '../terminal/command-context.js';
import { createAgentHost } from './agent-host.js';
import { readDescriptions } from './descriptions.js';
import { serveHttp } from './http.js';
import { serveStdio } from './stdio.js';

/** The options of `soapstone mcp`. */
export interface McpOptions extends SourceOptions, SizeOptions, FillOptions {
  readonly http?: number;
  readonly endpoint?: string;
  readonly operations?: readonly string[];
  readonly reads?: readonly string[];
  readonly readOnly?: true;
  readonly dryRun?: true;
  readonly tokens?: number;
  readonly descriptions?: string;
  readonly schemas?: SchemaForm;
  readonly timeout?: number;
  readonly format: 'text' | 'json';
}

const MEBIBYTE = 1024 * 1024;

/** Serves the operations of the WSDLs as tools until the agent or the user stops it. */
export async function serveAgents(
  wsdls: readonly string[],
  options: McpOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const { timeout, tokens, http, dryRun, descriptions, ...others } = options;
  const credentials = await readCredentials(options, process.env, terminal.cwd);
  const texts = descriptions === undefined ? undefined : await readDescriptions(descriptions, terminal.cwd);
  const services = await loadServices(wsdls, others, terminal);
  const transport = createTransport({
    egress: { allow: hostsOf(services) },
    insecureTls: options.insecure === true,
    lenientHttp: options.lenientHttp === true,
    compatibility: options.compatibility,
    limits: { ...TIMEOUT_ALONE, ...defined({ maxResponseBytes: options.responseBytes }) },
  });
  try {
    const host = createAgentHost(services, {
      ...others,
      transport,
      credentials,
      dryRun: dryRun === true,
      ...defined({ tokenBudget: tokens, descriptions: texts }),
      deadlineMs: timeout === undefined ? undefined : timeout * 1000,
    });
    const { operations, lazy } = host.catalog();
    const writes = operations.filter(({ readOnly }) => !readOnly).length;
    const isJson = options.format === 'json';
    terminal.err(
      isJson
        ? printJsonLine({ operations: operations.map(({ name }) => name), writes, lazy })
        : `${operations.length} operations, ${writes} of which may change data${lazy ? '; listed as search, describe and call' : ''}\n`,
    );
    // A message contains an input, and what the protocol adds to it.
    const maxBytes = (options.requestBytes ?? MEBIBYTE) + MEBIBYTE;
    if (http === undefined) {
      await serveStdio(host, terminal, maxBytes);
      return;
    }
    const { url, close } = await serveHttp(host, http, maxBytes);
    terminal.out(isJson ? printJsonLine({ url }) : `${url}\n`);
    await terminal.interrupted();
    await close();
  } finally {
    await Promise.all(
      services.map(({ service, endpoint }) => sessionOf(service, transport, { endpoint })?.end()),
    );
    await transport.close();
  }
}
