import { API_KEY_HEADER, operationPath } from '@soapstone/http-contract';
import type { CompiledOperation } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { portOf, type Service } from '../description/service.js';
import { defaultSlug } from '../description/service-slug.js';
import { httpRequestOf } from '../exchange/http-request.js';
import { printJson } from '../output/print-json.js';
import { fileName } from './file-name.js';
import {
  type SoapHeaderOptions,
  soapHeadersOf,
  splitVariables,
  USER_VARIABLES,
  variable,
} from './soap-headers.js';

/** A text that may contain variables of the collection. */
export type Template = readonly (string | { readonly variable: string })[];

/** A request of a collection. */
export interface ExportedRequest {
  /** The operation and the form: `GetUser (JSON)`. Unique in its folder. */
  readonly name: string;
  /** The name for a file system, without an extension: `GetUser-json`. Unique in its folder. */
  readonly file: string;
  readonly form: ExportForm;
  readonly documentation?: string;
  readonly url: Template;
  readonly headers: readonly (readonly [name: string, value: Template])[];
  readonly body: Template;
  /** The parts that the WSDL requires and this request lacks. */
  readonly missing: readonly string[];
}

/** `json`: a call of a gateway; `soap`: of the service itself. */
export type ExportForm = 'json' | 'soap';

/** The requests of one port. */
export interface ExportedFolder {
  readonly name: string;
  readonly requests: readonly ExportedRequest[];
}

/** Everything that a format prints. */
export interface ExportedCollection {
  readonly name: string;
  readonly folders: readonly ExportedFolder[];
  /** Variables with their values: the base URLs; the API key, user and password, which are empty. */
  readonly variables: ReadonlyMap<string, string>;
  /** Messages that are not exported, with the reason. */
  readonly omitted: readonly string[];
}

/** Options for collecting requests. */
export interface CollectOptions extends SoapHeaderOptions {
  /** The forms of each operation. */
  readonly forms: readonly ExportForm[];
  /** The base URL of the gateway. */
  readonly baseUrl: string;
  readonly account: string;
  /** The slug of the service. Default: from the name of the WSDL service. */
  readonly slug?: string | undefined;
  /** The URL of the SOAP server for all ports. Default: from the WSDL. */
  readonly endpoint?: string | undefined;
}

/** Collects a request for each operation and form, by port, with its example as the body. */
export function collectRequests(service: Service, options: CollectOptions): ExportedCollection {
  const { model } = service.description;
  const slug = options.slug ?? defaultSlug(model);
  const variables = new Map<string, string>();
  if (options.forms.includes('json')) {
    variables.set('gateway', options.baseUrl.replace(/\/+$/, ''));
    variables.set('apiKey', '');
  }
  const folders = new Map<string, ExportedRequest[]>();
  const omitted: string[] = [];
  const files = new Set<string>();
  for (const { name } of service.mapper.operations) {
    const operation = service.mapper.compile(name);
    const { info } = operation;
    const folder = folders.get(info.port) ?? [];
    folders.set(info.port, folder);
    const file = uniqueFile(`${info.port}/`, fileName(name), files);
    const shared = defined({ documentation: info.documentation });
    try {
      const input = operation.example('input');
      const soap = options.forms.includes('soap')
        ? soapRequest(service, operation, input, options, variables)
        : undefined;
      if (options.forms.includes('json')) {
        folder.push({
          ...shared,
          name: `${name} (JSON)`,
          file: `${file}-json`,
          form: 'json',
          url: [{ variable: 'gateway' }, operationPath(options.account, slug, name)],
          headers: [
            ['Content-Type', ['application/json']],
            [API_KEY_HEADER, [{ variable: 'apiKey' }]],
          ],
          body: [printJson(input).trimEnd()],
          missing: [],
        });
      }
      if (typeof soap === 'string') omitted.push(`${name} (SOAP): ${soap}`);
      else if (soap !== undefined) {
        folder.push({ ...shared, ...soap, name: `${name} (SOAP)`, file: `${file}-soap`, form: 'soap' });
      }
    } catch (error) {
      omitted.push(`${name}: no valid example: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return {
    name: model.services[model.exposed[0]?.service ?? 0]?.name.localName ?? slug,
    folders: [...folders].map(([name, requests]) => ({ name, requests })),
    variables,
    omitted,
  };
}

/** Returns the SOAP request of an input, or the reason why it cannot be exported. */
function soapRequest(
  service: Service,
  operation: CompiledOperation,
  input: ReturnType<CompiledOperation['example']>,
  options: CollectOptions,
  variables: Map<string, string>,
): Pick<ExportedRequest, 'url' | 'headers' | 'body' | 'missing'> | string {
  const url = options.endpoint ?? operation.info.address;
  if (url === undefined || !URL.canParse(url)) return 'the WSDL has no address for it: --endpoint sets one';
  const { origin } = new URL(url);
  // The address as written, because a parsed URL has different escapes. It may have no path at all.
  const [, rest = ''] = /^[^/]*\/\/[^/?#]*(.*)$/s.exec(url) ?? [];
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  const soapHost = originVariable(origin, variables);
  const port = portOf(service, operation.info.name);
  const added = soapHeadersOf(operation, port, variable(soapHost) + path, options);
  const request = operation.toXml(input, added.options);
  const { headers, body, attachments } = httpRequestOf(operation, request, url);
  if (attachments !== undefined) return 'its attachments are MIME parts, which collections cannot send';
  if (added.hasUsernameToken) for (const name of Object.values(USER_VARIABLES)) variables.set(name, '');
  return {
    url: [{ variable: soapHost }, path],
    headers: Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name, [value]] as const),
    body: splitVariables(body).map((piece, index) => (index % 2 === 0 ? piece : { variable: piece })),
    missing: added.missing,
  };
}

/** Returns the variable of a SOAP server: `soapHost`, and `soapHost2` and so on for other servers. */
function originVariable(origin: string, variables: Map<string, string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'soapHost' : `soapHost${number}`;
    const known = variables.get(name);
    if (known === undefined) variables.set(name, origin);
    if (known === undefined || known === origin) return name;
  }
}

/** Returns a name that no other file of the folder has, even on file systems that ignore case. */
function uniqueFile(folder: string, wanted: string, used: Set<string>): string {
  let name = wanted;
  for (let number = 2; used.has(folder + name.toLowerCase()); number++) name = `${wanted}-${number}`;
  used.add(folder + name.toLowerCase());
  return name;
}

/** Returns the notes of a request: its documentation, and what it lacks. */
export function notesOf({ documentation, missing }: ExportedRequest): string | undefined {
  const notes = [
    ...(missing.length === 0
      ? []
      : [
          `The WSDL asks for more than this request has: ${missing.join(', ')}. "soapstone call" can send it.`,
        ]),
    ...(documentation === undefined ? [] : [documentation]),
  ];
  return notes.length === 0 ? undefined : notes.join('\n\n');
}

/** Prints a template in the syntax of a format: its variables, and the text between them. */
export function printTemplate(
  template: Template,
  variable: (name: string) => string,
  literal: (text: string) => string = (text) => text,
): string {
  return template
    .map((piece) => (typeof piece === 'string' ? literal(piece) : variable(piece.variable)))
    .join('');
}
