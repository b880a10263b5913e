import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { type Check, OptionError } from '@soapstone/options';
import { modelProblem, type ServiceModel } from '@soapstone/soap-model';
import { parseWsdl, type ResolvedDocument } from '@soapstone/wsdl-parser';
import type { ServerSource } from '../service/read-source.js';
import { Contract } from './contract.js';
import { documentFiles } from './document-files.js';
import { ExchangeReader, type ReadExchange, type RecordedExchange } from './exchange-reader.js';
import {
  exchangeFiles,
  exchangeForm,
  exchangeOrder,
  MANIFEST,
  type Manifest,
  manifestForm,
  readJsonText,
  type StoredExchange,
  type StoredMessage,
} from './recording-files.js';

/** Thrown for a folder that is not a recording, and for an unusable file in a recording. */
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
export class Recording extends ExchangeReader {
  readonly directory: string;

  private constructor(directory: string, contract: Contract, manifest: Manifest) {
    super(contract, manifest);
    this.directory = directory;
  }

  /**
   * Opens a folder.
   *
   * @param ignore rules besides those of the folder
   * @param messageBytes the maximum size of a message that is sent or received
   * @throws {RecordingError} if it is not a recording
   */
  static async open(
    directory: string,
    ignore: readonly string[] = [],
    messageBytes?: number,
  ): Promise<Recording> {
    const manifest = await readManifest(directory);
    const files = new Map(manifest.documents.map(({ uri, file }) => [uri, file]));
    const load = async (uri: string): Promise<ResolvedDocument> => {
      const file = files.get(uri);
      if (file === undefined) throw new Error('the recording has no such document');
      return { bytes: await readFile(inside(directory, file)), uri };
    };
    const source =
      manifest.model === undefined
        ? await parseWsdl(manifest.documents[0]?.uri ?? '', { resolve: load })
        : await readModel(directory, manifest.model);
    const contract = await Contract.read(source, manifest.service, messageBytes);
    return new Recording(directory, contract, { ...manifest, ignore: [...manifest.ignore, ...ignore] });
  }

  /**
   * Creates a folder, or opens one that is a recording already to add to it. The existing rules are kept, because they may have
   * been edited.
   *
   * @throws {RecordingError} if it has a `recording.json` that cannot be read
   */
  static async create(
    directory: string,
    source: ServerSource,
    { service, redact = [], ignore = [] }: Partial<Pick<Manifest, 'service' | 'redact' | 'ignore'>>,
    messageBytes?: number,
  ): Promise<Recording> {
    const contract = await Contract.read(source, service, messageBytes);
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

  /** Returns the exchanges of the folder; those of one request are in the order of their recording. */
  async exchanges(): Promise<readonly ReadExchange[]> {
    const names = (await readdir(this.directory))
      .filter((file) => file.endsWith('.json') && file !== MANIFEST)
      .map((file) => file.slice(0, -'.json'.length))
      .sort(exchangeOrder);
    const exchanges: ReadExchange[] = [];
    for (const name of names) exchanges.push(await this.#load(name));
    return exchanges;
  }

  /** Stores an exchange. Its metadata is written last, so that an incomplete exchange is never read. */
  async store(exchange: RecordedExchange): Promise<void> {
    for (const [file, bytes] of exchangeFiles(exchange)) await writeFile(join(this.directory, file), bytes);
  }

  async #load(name: string): Promise<ReadExchange> {
    const stored = (await readJson(this.directory, `${name}.json`, exchangeForm)) as StoredExchange;
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

/** Returns the path of a file that a recording refers to. Throws `RecordingError` for one outside its folder. */
function inside(directory: string, file: string): string {
  const path = resolve(directory, file);
  if (path.startsWith(resolve(directory) + sep)) return path;
  throw new RecordingError(path, `expected a file in ${directory}`);
}

async function readModel(directory: string, file: string): Promise<ServiceModel> {
  const path = inside(directory, file);
  const value = await readJson(directory, file, () => []);
  const problem = modelProblem(value);
  if (problem !== undefined) throw new RecordingError(path, problem);
  return value as ServiceModel;
}

async function readManifest(directory: string): Promise<Manifest> {
  const read = (await readJson(directory, MANIFEST, manifestForm)) as Partial<Manifest> &
    Pick<Manifest, 'documents'>;
  return { soapstone: 1, redact: [], ignore: [], ...read };
}

async function readJson(directory: string, file: string, form: Check): Promise<unknown> {
  const path = join(directory, file);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new RecordingError(path, `expected a folder created by record (${cause.code ?? cause.message})`, {
      cause,
    });
  });
  const read = readJsonText(text, form);
  if ('problem' in read) throw new RecordingError(path, read.problem);
  return read.value;
}
