import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { type Check, count, listOf, members, OptionError, text } from '@soapstone/soap-model/options';
import { parseWsdl, type ResolvedDocument, type SourceDocument } from '@soapstone/wsdl-parser';
import type { ServerSource } from '../read-source.js';
import { Contract, canonicalText, digest, type Message, type ReadRequest } from './contract.js';
import { MemberRules, memberRules } from './member-rules.js';
import { ALWAYS_REDACTED, replaceIn } from './redact.js';

/** The recorded facts about a service: `recording.json` of its folder. */
export interface Manifest {
  /** The version of this form. */
  readonly soapstone: 1;
  readonly service?: string;
  /** The documents of the WSDL, itself first, and the files that have them. */
  readonly documents: readonly { readonly uri: string; readonly file: string }[];
  /** Members whose text is replaced before a message is stored; see `MemberRules`. */
  readonly redact: readonly string[];
  /** Members that do not count when requests and responses are compared. */
  readonly ignore: readonly string[];
}

/** A request and its response. */
export interface Exchange {
  /** The name of its files: `GetUser.3f2a1c9b`. A later response to the same request ends with `-2`. */
  readonly name: string;
  readonly operation: string;
  readonly request: Message;
  readonly response: Message & { readonly status: number };
}

/** An exchange, and what it says. */
export interface ReadExchange extends Exchange {
  readonly read: ReadRequest;
  /** Equal for requests that say the same. */
  readonly key: string;
}

interface StoredMessage {
  readonly file: string;
  readonly contentType: string;
  readonly soapAction?: string;
  readonly status?: number;
}

const MANIFEST = 'recording.json';

const manifestForm: Check = members<Manifest>(
  {
    soapstone: (value) => (value === 1 ? [] : [{ path: '', expected: 'expected 1' }]),
    service: text,
    documents: listOf(members<Manifest['documents'][number]>({ uri: text, file: text }, ['uri', 'file'])),
    redact: memberRules,
    ignore: memberRules,
  },
  ['soapstone', 'documents'],
);
const messageForm: Check = members<StoredMessage>(
  { file: text, contentType: text, soapAction: text, status: count },
  ['file', 'contentType'],
);
const exchangeForm: Check = members<{ operation: string; request: unknown; response: unknown }>(
  { operation: text, request: messageForm, response: messageForm },
  ['operation', 'request', 'response'],
);

/** Thrown for a folder that is no recording, and for a file of one that cannot be used. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  readonly code = 'RECORDING_UNREADABLE';
  /** The path of the folder or file. */
  readonly file: string;

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`cannot use ${file}: ${reason}`, options);
    this.file = file;
  }
}

/** A folder with recorded exchanges of one service, and the contract to read them. */
export class Recording {
  readonly directory: string;
  readonly contract: Contract;
  readonly #redact: readonly string[];
  readonly #ignore: MemberRules;

  private constructor(directory: string, contract: Contract, manifest: Manifest) {
    this.directory = directory;
    this.contract = contract;
    this.#redact = [...ALWAYS_REDACTED, ...manifest.redact];
    this.#ignore = new MemberRules([...ALWAYS_REDACTED, ...manifest.ignore]);
  }

  /**
   * Opens a folder.
   *
   * @param ignore rules besides those of the folder
   * @throws {RecordingError} if it is no recording
   */
  static async open(directory: string, ignore: readonly string[] = []): Promise<Recording> {
    const manifest = await readManifest(directory);
    const files = new Map(manifest.documents.map(({ uri, file }) => [uri, file]));
    const load = async (uri: string): Promise<ResolvedDocument> => {
      const file = files.get(uri);
      if (file === undefined) throw new Error('the recording has no such document');
      return { bytes: await readFile(inside(directory, file)), uri };
    };
    const parsed = await parseWsdl(manifest.documents[0]?.uri ?? '', { resolve: load });
    const contract = await Contract.read(parsed, manifest.service);
    return new Recording(directory, contract, { ...manifest, ignore: [...manifest.ignore, ...ignore] });
  }

  /**
   * Makes a folder, or adds to one that is a recording already. Its rules stay: somebody may have edited them.
   *
   * @throws {RecordingError} if it has a `recording.json` that cannot be read
   */
  static async create(
    directory: string,
    source: ServerSource,
    { service, redact = [], ignore = [] }: Partial<Pick<Manifest, 'service' | 'redact' | 'ignore'>>,
  ): Promise<Recording> {
    const contract = await Contract.read(source, service);
    if (contract.documents.length === 0) {
      throw new OptionError('record', {
        path: '/source',
        expected: 'expected a WSDL with its documents, not a model alone',
      });
    }
    const documents = documentFiles(contract.documents);
    await mkdir(directory, { recursive: true });
    const known = (await readdir(directory)).includes(MANIFEST) ? await readManifest(directory) : undefined;
    const manifest: Manifest = {
      soapstone: 1,
      ...(service !== undefined && { service }),
      documents: documents.map(({ uri, file }) => ({ uri, file })),
      redact: [...new Set([...(known?.redact ?? []), ...redact])],
      ignore: [...new Set([...(known?.ignore ?? []), ...ignore])],
    };
    for (const { file, bytes } of documents) {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), bytes);
    }
    await writeFile(join(directory, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
    return new Recording(directory, contract, manifest);
  }

  /** The exchanges of the folder, those of one request in the order of their recording. */
  async exchanges(): Promise<readonly ReadExchange[]> {
    const names = (await readdir(this.directory))
      .filter((file) => file.endsWith('.json') && file !== MANIFEST)
      .map((file) => file.slice(0, -'.json'.length))
      .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
    const exchanges: ReadExchange[] = [];
    for (const name of names) exchanges.push(await this.#load(name));
    return exchanges;
  }

  /** The same message without secrets; undefined if their places are unknown. */
  async redacted(message: Message, root: 'input' | 'result'): Promise<Message | undefined> {
    return await replaceIn(message, this.#redact, root);
  }

  /** Reads a request, and finds what is equal for all that say the same. Throws `Refusal` for what is no envelope. */
  async read(request: Message): Promise<{ readonly read: ReadRequest; readonly key: string }> {
    const read = await this.contract.readRequest(request);
    return { read, key: canonicalText({ operation: read.operation, ...this.compared(read.content) }) };
  }

  /** The members of a message that count: all that are not ignored. */
  compared(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.#ignore.without(content, []) as Record<string, unknown>;
  }

  /** The members of a response that count, as text. */
  async replyText({ served }: ReadRequest, { status, ...message }: Exchange['response']): Promise<string> {
    const { content } = await this.contract.readReply(served, status, message);
    return canonicalText(this.compared({ status, ...content }));
  }

  /** Stores an exchange. Its metadata is written last, so that an interrupted one does not count. */
  async store(exchange: Exchange): Promise<void> {
    const { name, operation, request, response } = exchange;
    const stored = {
      operation,
      request: await this.#write(`${name}.request`, request),
      response: { ...(await this.#write(`${name}.response`, response)), status: response.status },
    };
    await writeFile(join(this.directory, `${name}.json`), `${JSON.stringify(stored, undefined, 2)}\n`);
  }

  async #write(name: string, { body, contentType, soapAction }: Message): Promise<StoredMessage> {
    const file = `${name}.${extensionOf(contentType)}`;
    await writeFile(join(this.directory, file), body);
    return { file, contentType, ...(soapAction !== undefined && { soapAction }) };
  }

  async #load(name: string): Promise<ReadExchange> {
    const stored = (await readJson(this.directory, `${name}.json`, exchangeForm)) as {
      operation: string;
      request: StoredMessage;
      response: StoredMessage;
    };
    const message = async ({ file, ...rest }: StoredMessage) => {
      return { ...rest, body: new Uint8Array(await readFile(inside(this.directory, file))) };
    };
    const request = await message(stored.request);
    const response = { status: 200, ...(await message(stored.response)) };
    const { read, key } = await this.read(request).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new RecordingError(join(this.directory, stored.request.file), reason, { cause });
    });
    return { name, operation: stored.operation, request, response, read, key };
  }
}

/** The name of an exchange's files: readable, and the same whenever the same request is recorded. */
export function exchangeName(operation: string, key: string, number: number): string {
  const readable = operation.replaceAll(/[^\w.-]+/g, '_').slice(0, 80);
  return `${readable}.${digest(key).slice(0, 8)}${number === 1 ? '' : `-${number}`}`;
}

function extensionOf(contentType: string): string {
  if (/^multipart\//i.test(contentType)) return 'mime';
  if (/xml/i.test(contentType)) return 'xml';
  if (/^text\/html/i.test(contentType)) return 'html';
  return /^text\//i.test(contentType) ? 'txt' : 'bin';
}

/** Names for the documents of a WSDL: those that they have, below `wsdl/`, each once. */
function documentFiles(
  documents: readonly SourceDocument[],
): readonly { readonly uri: string; readonly file: string; readonly bytes: Uint8Array }[] {
  const taken = new Set<string>();
  const directory = commonDirectory(documents.map(({ uri }) => uri).filter((uri) => LOCAL.test(uri)));
  return documents.map(({ uri, bytes }, index) => {
    const last = /([^/\\?#]*)(?:[?#].*)?$/.exec(uri)?.[1] ?? '';
    const plain = last.replaceAll(/[^\w.-]+/g, '_').replace(/^\.+/, '');
    const base = plain === '' ? (index === 0 ? 'service.wsdl' : 'document.xsd') : plain;
    const name = taken.has(base.toLowerCase()) ? `${index}-${base}` : base;
    taken.add(name.toLowerCase());
    // Paths of this machine are private, and the same WSDL elsewhere must make the same recording.
    const moved = LOCAL.test(uri) ? `file:///recording/${uri.slice(directory.length)}` : uri;
    return { uri: moved, file: `wsdl/${name}`, bytes };
  });
}

const LOCAL = /^file:/i;

/** The longest directory that all of these are in. */
function commonDirectory([first = '', ...rest]: readonly string[]): string {
  let directory = first.slice(0, first.lastIndexOf('/') + 1);
  while (!rest.every((uri) => uri.startsWith(directory)))
    directory = directory.slice(0, directory.lastIndexOf('/', directory.length - 2) + 1);
  return directory;
}

/** The path of a file that a recording names. Throws `RecordingError` for one outside of its folder. */
function inside(directory: string, file: string): string {
  const path = resolve(directory, file);
  if (path.startsWith(resolve(directory) + sep)) return path;
  throw new RecordingError(path, `expected a file in ${directory}`);
}

async function readManifest(directory: string): Promise<Manifest> {
  const read = (await readJson(directory, MANIFEST, manifestForm)) as Partial<Manifest> &
    Pick<Manifest, 'documents'>;
  return { soapstone: 1, redact: [], ignore: [], ...read };
}

async function readJson(directory: string, file: string, form: Check): Promise<unknown> {
  const path = join(directory, file);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new RecordingError(
      path,
      `expected a folder that record has made (${cause.code ?? cause.message})`,
      { cause },
    );
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new RecordingError(path, `expected JSON (${cause instanceof Error ? cause.message : cause})`, {
      cause,
    });
  }
  const [problem] = form(value);
  if (problem !== undefined) {
    const place = problem.path === '' ? '' : `${problem.path}: `;
    throw new RecordingError(path, place + problem.expected);
  }
  return value;
}
