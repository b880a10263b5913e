import type { Digits } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { requireWsdl } from '../batch/batch-option.js';
import { runBatch } from '../batch/run-batch.js';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { loadService, operationOf, type Service } from '../description/service.js';
import { defaultSlug } from '../description/service-slug.js';
import { type CliError, usageError } from '../errors/errors.js';
import { located } from '../errors/located.js';
import { proxyBodyOf } from '../exchange/proxy-response.js';
import { readMessage, streamMessage } from '../input/read-input.js';
import { messageLimits, streamingLimits } from '../options/message-limits.js';
import type { SizeOptions } from '../options/size-options.js';
import { printJson } from '../output/print-json.js';
import { openOutput } from '../output/write-output.js';
import type { CommandContext } from '../terminal/command-context.js';
import type { Terminal } from '../terminal/terminal.js';
import { streamReply } from './stream-reply.js';

export interface ResponseOptions extends DescriptionOptions, Pick<SizeOptions, 'responseBytes'> {
  readonly service?: string;
  readonly contentType?: string;
  readonly numbers: 'number' | 'string';
  readonly digits: Digits;
  readonly unknown: 'drop' | 'keep';
  readonly strict?: true;
  readonly format: 'json' | 'result';
  /** Shorthand for the format `result`. */
  readonly result?: true;
  readonly batch?: string;
  readonly output?: string;
}

/** `soapstone response`: prints the JSON that a client would get for a SOAP response. */
export async function response(
  names: { wsdl: string | undefined; operation: string | undefined; source: string },
  options: ResponseOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const load = loadOptionsOf(options);
  const isStreamed = options.output !== undefined && options.batch === undefined;
  const limits = isStreamed ? streamingLimits(options) : messageLimits(options);
  const mapper = {
    numbers: options.numbers,
    strictResponses: options.strict === true,
    unknown: options.unknown,
    limits,
  };
  const bodyOf = async (service: Service, operation: string | undefined, source: string): Promise<object> => {
    const compiled = operationOf(service, operation);
    const { contentType, digits } = options;
    const message = await readMessage(source, terminal);
    const reply = await located(source, message, terminal.cwd, () =>
      compiled.fromXml(message, { ...defined({ contentType }), digits }),
    );
    return proxyBodyOf(compiled, reply, options.service ?? defaultSlug(service.description.model));
  };
  if (options.batch !== undefined) {
    await runBatch(options.batch, context, { load, mapper }, ({ operation, response: source }, service) => {
      if (source === undefined) throw usageError('cannot read the case: "response" is missing');
      return bodyOf(service, operation, source);
    });
    return;
  }
  const service = await loadService(requireWsdl(names.wsdl), terminal, load, mapper);
  if (isStreamed) {
    await responseToFile(service, names, options, terminal);
    return;
  }
  const body = await bodyOf(service, names.operation, names.source);
  if (options.result !== true && options.format === 'json') terminal.out(printJson(body));
  else if ('result' in body) terminal.out(printJson(body.result));
  else throw faultWithoutResult();
}

/** Writes the JSON of a response to `--output` as it is read. */
async function responseToFile(
  service: Service,
  names: { readonly operation: string | undefined; readonly source: string },
  options: ResponseOptions,
  terminal: Terminal,
): Promise<void> {
  const operation = operationOf(service, names.operation);
  const { contentType, digits } = options;
  const format = options.result === true ? 'result' : options.format;
  const output = await openOutput(options.output as string, terminal);
  try {
    const reader = operation.createStream({ ...defined({ contentType }), digits });
    const isFault = await located(names.source, undefined, terminal.cwd, () =>
      streamReply(operation, streamMessage(names.source, terminal), reader, output, {
        format,
        slug: options.service ?? defaultSlug(service.description.model),
        elapsed: () => 0,
      }),
    );
    if (isFault && format === 'result') throw faultWithoutResult();
    await output.commit();
  } finally {
    await output.discard();
  }
}

function faultWithoutResult(): CliError {
  return usageError('the response is a fault: it has no result');
}
