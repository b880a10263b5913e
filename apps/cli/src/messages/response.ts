import type { Digits } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/soap-model/defined';
import { requireWsdl } from '../batch/batch-option.js';
import { runBatch } from '../batch/run-batch.js';
import type { CommandContext } from '../command-context.js';
import { type DescriptionOptions, loadOptionsOf } from '../description-options.js';
import { usageError } from '../errors.js';
import { loadService, operationOf, type Service } from '../service.js';
import { defaultSlug } from '../service-slug.js';
import { located } from './located.js';
import { printJson } from './print-json.js';
import { proxyBodyOf } from './proxy-response.js';
import { readMessage } from './read-input.js';

export interface ResponseOptions extends DescriptionOptions {
  readonly service?: string;
  readonly contentType?: string;
  readonly numbers: 'number' | 'string';
  readonly digits: Digits;
  readonly strict?: true;
  readonly format: 'json' | 'result';
  /** Short for the format `result`. */
  readonly result?: true;
  readonly batch?: string;
}

/** `soapstone response`: prints the JSON that a client would get for a SOAP response. */
export async function response(
  names: { wsdl: string | undefined; operation: string | undefined; source: string },
  options: ResponseOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const load = loadOptionsOf(options);
  const mapper = { numbers: options.numbers, strictResponses: options.strict === true };
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
  const body = await bodyOf(service, names.operation, names.source);
  if (options.result !== true && options.format === 'json') terminal.out(printJson(body));
  else if ('result' in body) terminal.out(printJson(body.result));
  else throw usageError('the response is a fault: it has no result');
}
