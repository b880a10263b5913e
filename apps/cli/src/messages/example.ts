import type { CompiledOperation, SoapFaultInfo } from '@soapstone/json-xml-mapper';
import { createColors } from 'picocolors';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { loadService, operationOf, type Service } from '../description/service.js';
import { defaultSlug } from '../description/service-slug.js';
import { type HttpRequest, httpRequestOf, printHttpRequest } from '../exchange/http-request.js';
import { proxyBodyOf } from '../exchange/proxy-response.js';
import { printJson } from '../output/print-json.js';
import type { CommandContext } from '../terminal/command-context.js';
import { exampleFaultDetail, faultsOf } from './fault-detail.js';

export interface ExampleOptions extends DescriptionOptions {
  readonly format: 'text' | 'json';
}

/** A message as JSON and as XML, with the HTTP headers for the XML. */
interface ExampleMessage<Http> {
  readonly json: unknown;
  readonly xml: string;
  readonly http: Http;
}

type ExampleRequest = ExampleMessage<Omit<HttpRequest, 'body'>>;
type ExampleResponse = ExampleMessage<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}>;

/** Examples of an operation: the messages of the client and of the SOAP server. */
interface OperationExample {
  readonly operation: string;
  readonly request: ExampleRequest;
  /** Absent for a one-way operation. */
  readonly response?: ExampleResponse;
  readonly faults: readonly (ExampleResponse & { readonly name: string })[];
}

/** `soapstone example`: prints request, response and faults of an operation, as JSON and as XML. */
export async function example(
  wsdl: string,
  name: string | undefined,
  options: ExampleOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const service = await loadService(wsdl, terminal, loadOptionsOf(options));
  const made = exampleOf(service, operationOf(service, name));
  terminal.out(options.format === 'json' ? printJson(made) : printExample(made, terminal.color.out));
}

function exampleOf(service: Service, operation: CompiledOperation): OperationExample {
  const { model } = service.description;
  const slug = defaultSlug(model);
  const { info, shape } = operation;
  const input = operation.example('input');
  const { body: xml, ...http } = httpRequestOf(operation, operation.toXml(input), undefined);
  const request = { json: input, xml, http };
  const faults = faultsOf(model, info.name).flatMap((fault, index) => {
    const declared = shape.faults[index];
    if (declared === undefined) return [];
    const value: SoapFaultInfo = {
      version: info.soapVersion,
      code: FAULT_CODE[info.soapVersion],
      reason: fault.documentation ?? fault.name,
      name: fault.name,
      detail: exampleFaultDetail(model, info.name, fault, declared.detail.key),
    };
    const json = proxyBodyOf(operation, { kind: 'fault', fault: value, warnings: [] }, slug);
    return [{ name: fault.name, json, ...responseOf(operation.faultToXml(value), 500) }];
  });
  if (info.oneWay) return { operation: info.name, request, faults };
  const result = operation.example('output');
  const json = proxyBodyOf(operation, { kind: 'result', result, warnings: [] }, slug);
  const response = { json, ...responseOf(operation.responseToXml(result), 200) };
  return { operation: info.name, request, response, faults };
}

const FAULT_CODE: Readonly<Record<'1.1' | '1.2', string>> = {
  '1.1': '{http://schemas.xmlsoap.org/soap/envelope/}Server',
  '1.2': '{http://www.w3.org/2003/05/soap-envelope}Receiver',
};

function printExample({ request, response, faults }: OperationExample, color: boolean): string {
  const { bold } = createColors(color);
  const parts = [
    `${bold('# request')}\n${printJson(request.json)}`,
    `${bold('# request to the SOAP server')}\n${printHttpRequest({ ...request.http, body: request.xml })}`,
  ];
  const pair = (title: string, { json, xml }: ExampleResponse): void => {
    parts.push(
      `${bold(`# ${title} of the SOAP server`)}\n${xml}\n`,
      `${bold(`# ${title}`)}\n${printJson(json)}`,
    );
  };
  if (response !== undefined) pair('response', response);
  for (const fault of faults) pair(`fault ${fault.name}`, fault);
  return parts.join('\n');
}

function responseOf(
  { body, contentType }: { readonly body: Uint8Array; readonly contentType: string },
  status: number,
): Omit<ExampleResponse, 'json'> {
  const headers = { 'Content-Type': contentType, 'Content-Length': String(body.length) };
  return { xml: new TextDecoder().decode(body), http: { status, headers } };
}
