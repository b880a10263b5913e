import type {
  CompiledOperation,
  EncodeOptions,
  JsonValue,
  SoapRequest,
  WildcardMode,
} from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { addressingOf, envelopeOf, type WhenSent } from '@soapstone/soap-call';
import { headerBlocks } from '@soapstone/soap-call/node';
import { requireWsdl } from '../batch/batch-option.js';
import { runBatch } from '../batch/run-batch.js';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { inputOfQuery, loadService, operationOf, portOf, type Service } from '../description/service.js';
import { usageError } from '../errors/errors.js';
import { located } from '../errors/located.js';
import { httpRequestOf, printHttpRequest } from '../exchange/http-request.js';
import { type PackedRequest, packRequest } from '../exchange/pack-request.js';
import { printCurl } from '../exchange/print-curl.js';
import { readMessage } from '../input/read-input.js';
import { type AddressingOptions, addressingPropertiesOf } from '../options/addressing-options.js';
import { messageLimits } from '../options/message-limits.js';
import type { SizeOptions } from '../options/size-options.js';
import { printJson } from '../output/print-json.js';
import type { CommandContext } from '../terminal/command-context.js';

export interface RequestOptions
  extends DescriptionOptions,
    Pick<SizeOptions, 'requestBytes'>,
    AddressingOptions {
  readonly query?: string;
  readonly endpoint?: string;
  readonly format: 'http' | 'body' | 'json' | 'curl';
  readonly body?: true;
  readonly curl?: true;
  readonly batch?: string;
  readonly mtom: WhenSent;
  readonly wildcards: WildcardMode;
}

/** `soapstone request`: prints the envelope and the HTTP headers that a call would send. Sends nothing. */
export async function request(
  names: { wsdl: string | undefined; operation: string | undefined; input: string | undefined },
  options: RequestOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const load = loadOptionsOf(options);
  const mapper = { wildcards: options.wildcards, limits: messageLimits(options) };
  if (options.batch !== undefined) {
    await runBatch(options.batch, context, { load, mapper }, async ({ operation, input, query }, service) => {
      const compiled = operationOf(service, operation);
      const encoded = encode(compiled, input, query, encodeOptionsOf(service, compiled, options));
      return httpRequestOf(compiled, encoded, options.endpoint);
    });
    return;
  }
  if (names.input !== undefined && options.query !== undefined) {
    throw usageError('the input is either an argument or --query, not both');
  }
  const service = await loadService(requireWsdl(names.wsdl), terminal, load, mapper);
  const compiled = operationOf(service, names.operation);
  const input = names.input === undefined ? undefined : await readMessage(names.input, terminal);
  const settings = encodeOptionsOf(service, compiled, options);
  const encoded = await located(names.input, input, terminal.cwd, () =>
    input === undefined
      ? encode(compiled, undefined, options.query, settings)
      : compiled.encodeJson(input, settings),
  );
  const made = await packRequest(
    httpRequestOf(compiled, encoded, options.endpoint),
    encoded,
    settings.xopThreshold !== undefined,
  );
  const format = options.body === true ? 'body' : options.curl === true ? 'curl' : options.format;
  terminal.out(printRequest(made, format));
}

function printRequest({ packed, ...made }: PackedRequest, format: RequestOptions['format']): string {
  switch (format) {
    case 'http':
      return printHttpRequest(made);
    case 'body':
      return `${made.body}\n`;
    case 'json':
      return printJson(made);
    case 'curl':
      return printCurl({ ...made, ...defined({ packed }) });
  }
}

function encode(
  operation: CompiledOperation,
  input: JsonValue | undefined,
  query: string | undefined,
  settings: EncodeOptions,
): SoapRequest {
  if (query !== undefined) return operation.toXml(inputOfQuery(operation, query), settings);
  return operation.toXml(input ?? {}, settings);
}

/** Returns what a call would add to the input, and how it would pack it. */
function encodeOptionsOf(
  service: Service,
  { info }: CompiledOperation,
  options: RequestOptions,
): EncodeOptions {
  const port = portOf(service, info.name);
  const settings = { ...options, addressingProperties: addressingPropertiesOf(options) };
  const to = options.endpoint ?? info.address ?? 'http://localhost/';
  const addressing = addressingOf(port, settings, info, to);
  const blocks = headerBlocks({ soapVersion: info.soapVersion, addressing, security: undefined });
  return envelopeOf(port, settings, {}, addressing, blocks).options;
}
