import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Digits, EncodeOptions, MapperOptions } from '@soapstone/json-xml-mapper';
import { wsdlAround } from './wsdl-around.js';

/** The folder of the cases: one directory each, named by the sentence that it shows. */
const casesFolder: string = join(dirname(fileURLToPath(import.meta.url)), '../../cases');

/** `case.json` of a case. */
export interface CaseManifest {
  /** The rules of docs/json-mapping.md that it shows. */
  readonly rules: readonly string[];
  /** The source of the expectations: `by hand`, or the name of the SOAP stack that wrote them. Never our own output. */
  readonly expectations: string;
  /** The exposed operation; by default the only one of the WSDL. */
  readonly operation?: string;
  readonly options?: MapperOptions;
  /** The digits of every message. Default `canonical`. */
  readonly digits?: Digits;
  /** Sent with the JSON of a request. */
  readonly encode?: EncodeOptions;
  /** The MIME parts of the response; `data` is base64. */
  readonly attachments?: readonly {
    readonly contentId: string;
    readonly contentType: string;
    readonly data: string;
  }[];
  /** The warnings of the response, as `CODE /pointer`, in any order. */
  readonly warnings?: readonly string[];
  /** `false` if the response cannot be written back unchanged (prefixes, order, white space and defaults never count). */
  readonly reversible?: boolean;
  /** The names of the exposed operations (OP-3). */
  readonly operations?: readonly string[];
  /** The codes of the parser's diagnostics. */
  readonly diagnostics?: readonly string[];
  /** Expected members of the compiled operation's `info`. */
  readonly info?: Readonly<Record<string, unknown>>;
  /** The response is rejected with this code of `DecodeError`. */
  readonly refused?: string;
  /** Differences for further responses, by number: `response-2.xml` is number 2. */
  readonly responses?: Readonly<Record<string, ResponseManifest>>;
}

/** The expectations of one response. */
export type ResponseManifest = Pick<CaseManifest, 'warnings' | 'reversible' | 'refused' | 'attachments'>;

export interface Case {
  readonly name: string;
  readonly manifest: CaseManifest;
  /** The documents of the case by file name; `service.wsdl` is the entry. */
  readonly documents: Readonly<Record<string, string>>;
  /** The text of a file of the case, if it exists: `request.json`, `request.xml`, `response.xml` … */
  file(name: string): string | undefined;
}

/** One request or response of a case: the first has plain file names, the others a number, as in `request-2.json`. */
export interface Message {
  readonly number: number;
  /** The text of `request.json`, `response.xml` … of this number. */
  file(name: string): string | undefined;
}

/** The messages of a case: `part` is a file that each of them has. */
export function messagesOf(entry: Case, part: 'request.json' | 'response.xml'): Message[] {
  const messages: Message[] = [];
  for (let number = 1; ; number++) {
    const file = (name: string) => entry.file(number === 1 ? name : name.replace('.', `-${number}.`));
    if (file(part) === undefined) return messages;
    messages.push({ number, file });
  }
}

/** The expectations of the response with this number. */
export function responseManifest({ manifest }: Case, number: number): ResponseManifest {
  return number === 1 ? manifest : (manifest.responses?.[number] ?? {});
}

/** Reads every case. `service.wsdl` may be omitted if `schema.xsd` is enough: see `wsdlAround`. */
export function readCases(): Case[] {
  return readdirSync(casesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readCase(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readCase(name: string): Case {
  const folder = join(casesFolder, name);
  const file = (wanted: string) =>
    existsSync(join(folder, wanted)) ? readFileSync(join(folder, wanted), 'utf8') : undefined;
  const documents: Record<string, string> = {};
  for (const entry of readdirSync(folder))
    if (/\.(wsdl|xsd)$/.test(entry)) documents[entry] = readFileSync(join(folder, entry), 'utf8');
  const schema = documents['schema.xsd'];
  if (documents['service.wsdl'] === undefined && schema !== undefined)
    documents['service.wsdl'] = wsdlAround(schema);
  return { name, manifest: JSON.parse(file('case.json') ?? '{}') as CaseManifest, documents, file };
}
