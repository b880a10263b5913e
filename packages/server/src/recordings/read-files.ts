import { assertOptions, bytes, type Check, count, members, wrong } from '@soapstone/options';
import type { RecordedExchange } from './exchange-reader.js';
import {
  exchangeForm,
  exchangeOrder,
  MANIFEST,
  type Manifest,
  manifestForm,
  readJsonText,
  type StoredExchange,
  type StoredMessage,
} from './recording-files.js';

/** Limits for reading recordings. */
export interface RecordingLimits {
  /** The maximum size of one message with its attachments, in bytes. */
  readonly messageBytes: number;
  /** The maximum number of exchanges in all folders together. */
  readonly exchanges: number;
}

/** A file that cannot be used. */
export interface RecordingProblem {
  /** Its path; `''` for a problem of the whole set of files. */
  readonly file: string;
  /** One sentence: what is wrong, and what was expected. */
  readonly message: string;
}

/** A folder of a recording. */
export interface RecordingFolder {
  /** Its path with a slash at the end; `''` for the top. */
  readonly directory: string;
  /** The name of the service; the first one of the WSDL by default. */
  readonly service?: string;
  readonly redact: readonly string[];
  readonly ignore: readonly string[];
  /** The exchanges; those of one request are in the order of their recording. */
  readonly exchanges: readonly RecordedExchange[];
}

/** The recordings found among files. Files with problems are left out. */
export interface RecordingFiles {
  readonly folders: readonly RecordingFolder[];
  readonly problems: readonly RecordingProblem[];
  /** The paths of files that belong to no exchange, without those of the WSDL. */
  readonly ignored: readonly string[];
}

const DEFAULT_LIMITS: RecordingLimits = { messageBytes: 67_108_864, exchanges: 10_000 };
const MANIFEST_BYTES = 1_048_576;
const METADATA_BYTES = 65_536;
/** The maximum number of members that one folder may redact or ignore, and the maximum length of one name. */
const MAX_RULES = 200;
const MAX_RULE = 500;
const MAX_TYPE = 1_000;
/** The documents of the WSDL, and the extra files that some systems add to archives. */
const NO_EXCHANGE = /(?:^|\/)(?:wsdl|__MACOSX)\/|(?:^|\/)\.[^/]*(?:$|\/)/;

const limitsForm: Check = members<RecordingLimits>({ messageBytes: count, exchanges: count }, [
  'messageBytes',
  'exchanges',
]);
const filesForm: Check = (value) =>
  value instanceof Map
    ? [...value].flatMap(([path, content]) =>
        typeof path === 'string' ? bytes(content) : wrong('expected paths as keys'),
      )
    : wrong('expected a Map of paths and bytes');

/**
 * Reads what `record` wrote from files in memory, such as uploaded ones: each folder with a `recording.json` is a recording. The
 * messages are not parsed, and a bad file does not throw: every problem of every file is listed.
 *
 * @param files the content of files by their paths; a path that leads out of the folder is a problem
 * @param limits default: messages of 64 MiB, 10,000 exchanges
 * @throws {OptionError} for anything other than files
 *
 * @example
 * ```ts
 * const { folders, problems } = readRecordingFiles(new Map([['recording.json', bytes]]));
 * ```
 */
export function readRecordingFiles(
  files: ReadonlyMap<string, Uint8Array>,
  limits: RecordingLimits = DEFAULT_LIMITS,
): RecordingFiles {
  assertOptions(filesForm, files, 'readRecordingFiles', 'files');
  assertOptions(limitsForm, limits, 'readRecordingFiles', 'limits');
  return new Reading(files, limits).read();
}

class Reading {
  readonly #limits: RecordingLimits;
  readonly #files = new Map<string, Uint8Array>();
  readonly #used = new Set<string>();
  readonly #problems: RecordingProblem[] = [];
  #exchanges = 0;

  constructor(files: ReadonlyMap<string, Uint8Array>, limits: RecordingLimits) {
    this.#limits = limits;
    for (const [given, content] of files) {
      const path = given.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
      if (leadsOut(path)) this.#report(given, 'expected a path inside the folder');
      else if (this.#files.has(path)) this.#report(given, 'expected each path once');
      else this.#files.set(path, content);
    }
  }

  read(): RecordingFiles {
    const paths = [...this.#files.keys()].filter((path) => !NO_EXCHANGE.test(path));
    const manifests = paths.filter((path) => path === MANIFEST || path.endsWith(`/${MANIFEST}`));
    if (manifests.length === 0)
      this.#report('', `expected a file ${MANIFEST}, which soapstone record writes next to the messages`);
    const folders = manifests.sort(exchangeOrder).flatMap((path) => this.#folder(path, paths) ?? []);
    if (this.#exchanges > this.#limits.exchanges)
      this.#report('', `expected at most ${this.#limits.exchanges} exchanges, not ${this.#exchanges}`);
    return {
      folders,
      problems: this.#problems,
      ignored: paths.filter((path) => !this.#used.has(path)),
    };
  }

  #report(file: string, message: string): void {
    this.#problems.push({ file, message });
  }

  #folder(path: string, paths: readonly string[]): RecordingFolder | undefined {
    const directory = path.slice(0, -MANIFEST.length);
    this.#used.add(path);
    const manifest = this.#json(path, manifestForm, MANIFEST_BYTES) as Manifest | undefined;
    const { service, redact = [], ignore = [] } = manifest ?? {};
    const rules = [...redact, ...ignore];
    if (rules.length > MAX_RULES || rules.some((rule) => rule.length > MAX_RULE))
      this.#report(
        path,
        `expected at most ${MAX_RULES} members of ${MAX_RULE} characters to redact or ignore`,
      );
    const exchanges = paths
      .filter((file) => file.startsWith(directory) && !file.slice(directory.length).includes('/'))
      .filter((file) => file.endsWith('.json') && file !== path)
      .map((file) => file.slice(0, -'.json'.length))
      .sort(exchangeOrder)
      .flatMap((name) => this.#exchange(directory, name) ?? []);
    if (manifest === undefined) return undefined;
    return { directory, ...(service !== undefined && { service }), redact, ignore, exchanges };
  }

  #exchange(directory: string, path: string): RecordedExchange | undefined {
    this.#exchanges += 1;
    const file = `${path}.json`;
    this.#used.add(file);
    const stored = this.#json(file, exchangeForm, METADATA_BYTES) as StoredExchange | undefined;
    if (stored === undefined) return undefined;
    const { operation, request: sent, response: received } = stored;
    const [request, response] = [
      this.#message(directory, file, sent),
      this.#message(directory, file, received),
    ];
    const { status = 200 } = received;
    const hasStatus = Number.isInteger(status) && status >= 100 && status <= 599;
    if (!hasStatus) this.#report(file, '/response/status: expected an HTTP status');
    if (request === undefined || response === undefined || !hasStatus) return undefined;
    return { name: path.slice(directory.length), operation, request, response: { ...response, status } };
  }

  #message(
    directory: string,
    metadata: string,
    stored: StoredMessage,
  ): Omit<RecordedExchange['request'], 'status'> | undefined {
    const { file, contentType, soapAction } = stored;
    const path = `${directory}${file}`;
    const body = leadsOut(file) ? undefined : this.#files.get(path);
    if (body === undefined) {
      this.#report(metadata, `expected the file ${JSON.stringify(file.slice(0, 200))}, which it refers to`);
      return undefined;
    }
    this.#used.add(path);
    if (contentType.length > MAX_TYPE || (soapAction?.length ?? 0) > MAX_TYPE) {
      this.#report(metadata, `expected a contentType and a soapAction of at most ${MAX_TYPE} characters`);
      return undefined;
    }
    const { messageBytes } = this.#limits;
    if (body.length > messageBytes) {
      this.#report(path, `expected at most ${messageBytes} bytes, not ${body.length}`);
      return undefined;
    }
    return { body, contentType, ...(soapAction !== undefined && { soapAction }) };
  }

  #json(path: string, form: Check, most: number): unknown {
    const content = this.#files.get(path)!;
    if (content.length > most) {
      this.#report(path, `expected at most ${most} bytes, not ${content.length}`);
      return undefined;
    }
    const read = readJsonText(new TextDecoder().decode(content), form);
    if (!('problem' in read)) return read.value;
    this.#report(path, read.problem);
    return undefined;
  }
}

/** Whether a path leads out of the folder. */
function leadsOut(path: string): boolean {
  const steps = path.split(/[/\\]/);
  return (
    path.length > 1_024 ||
    /^[A-Za-z]:|[\0-\x1f]/.test(path) ||
    steps.some((step) => step === '' || step === '..' || step === '.')
  );
}
