import type { ErrorCode } from '@soapstone/http-contract';
import { defined } from '@soapstone/options/defined';
import type { Diagnostic } from '@soapstone/wsdl-parser';
import { CPU_EXCEEDED } from '../../children/limit-cpu.js';
import { type Child, prepareChild, type StartChild, startChild } from '../../children/start-child.js';
import type {
  Described,
  DocumentSource,
  FetchCredentials,
  FetchedDocument,
  FetchWay,
  FromChild,
  ImportedDocuments,
  ImportStep,
  ToChild,
} from './messages.js';

/**
 * The documents do not describe a service that can be registered. `code` is one of `WsdlErrorCode`, or `TIMEOUT`, `MEMORY`, `CANCELLED`,
 * `UNREADABLE`.
 */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: ErrorCode;
  readonly diagnostics: readonly Diagnostic[];

  constructor(code: ErrorCode, message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.code = code;
    this.diagnostics = diagnostics;
  }
}

/** The error of an import that its owner cancelled. */
export function cancelled(): ImportError {
  return new ImportError('CANCELLED', 'the import was cancelled');
}

/** The credentials for fetching, the address whose origin they belong to, and the way there. */
export interface FetchAccess {
  readonly credentials?: FetchCredentials;
  readonly way?: FetchWay;
  readonly origin: string;
}

export interface ImportOptions {
  /** The id of the account that imports. */
  readonly account: string;
  /**
   * Fetches one document through the egress guard, with the limits of `account`. A diagnostic quotes the message of its rejection.
   */
  readonly fetch: (
    uri: string,
    account: string,
    signal: AbortSignal,
    access?: FetchAccess,
  ) => Promise<Exclude<FetchedDocument, { ok: false }>>;
  /** The processor time of the process, and the elapsed time of all fetches, in milliseconds each. */
  readonly timeout: number;
  /** The heap of the process, in MiB. */
  readonly memory: number;
  /** Starts the process. Default `startChild`. */
  readonly start?: StartChild;
  /** The settings with which pages are generated. */
  readonly described: Described;
  /** Whether the result contains the documents, for a preview. Default false. */
  readonly keep?: boolean;
  /** Receives progress. */
  readonly onStep?: (step: ImportStep) => void;
  /** Ends the import, which then rejects with its reason: `cancelled()` if its owner cancels it. */
  readonly signal?: AbortSignal;
}

/**
 * Reads the documents of a service in a child process. Throws `ImportError` with all findings, even if the process runs out of time or
 * memory.
 */
export async function importDocuments(
  source: DocumentSource,
  options: ImportOptions,
): Promise<ImportedDocuments> {
  const abort = new AbortController();
  const { sent, access } = withoutAccess(source);
  const { start = startChild } = options;
  const child = start('owners/registration/child', childOptions(options));
  const patience = new FetchPatience(options.timeout);
  try {
    return await new Promise<ImportedDocuments>((resolve, reject) => {
      const cancel = () => reject(options.signal?.reason as Error);
      if (options.signal?.aborted === true) cancel();
      options.signal?.addEventListener('abort', cancel, { once: true });
      child.on('message', (said) => {
        const message = said as FromChild;
        if (message.kind === 'step') {
          options.onStep?.(message.step);
        } else if (message.kind === 'fetch') {
          const { id, uri } = message;
          void patience.during(
            () => answerFetch(child, id, uri, { ...options, access }, abort.signal),
            () => reject(timeout(`fetching the documents took longer than ${options.timeout} ms`)),
          );
        } else if (message.kind === 'imported') {
          resolve(message);
        } else {
          reject(new ImportError(message.code, message.message, message.diagnostics));
        }
      });
      child.once('error', reject);
      child.once('exit', (code, signal) => reject(exitError(code, signal, options)));
      send(child, {
        kind: 'import',
        source: sent,
        described: options.described,
        keep: options.keep ?? false,
        cpu: options.timeout,
      });
    });
  } finally {
    patience.end();
    abort.abort();
    child.kill();
  }
}

/**
 * Starts the process of the next import, if there is memory for it. Called while somebody is likely to import soon. Does nothing if
 * something else than `startChild` starts it.
 */
export function prepareImport(options: Pick<ImportOptions, 'memory' | 'start'>): void {
  if (options.start !== undefined) return;
  prepareChild('owners/registration/child', childOptions(options), options.memory * 1024 * 1024);
}

function childOptions({ memory }: Pick<ImportOptions, 'memory'>): readonly string[] {
  return [`--max-old-space-size=${memory}`];
}

/** Limits the time in which documents are fetched. Elapsed time is what a server may take; the process has a limit on processor time. */
class FetchPatience {
  #left: number;
  #since = 0;
  #fetches = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#left = milliseconds;
  }

  /** Waits for a fetch. Calls `onOver` if the time of all fetches is over. */
  async during(oneFetch: () => Promise<void>, onOver: () => void): Promise<void> {
    if (this.#fetches === 0) {
      this.#since = performance.now();
      this.#timer = setTimeout(onOver, this.#left);
    }
    this.#fetches += 1;
    await oneFetch();
    this.#fetches -= 1;
    if (this.#fetches > 0) return;
    this.end();
    this.#left = Math.max(1, this.#left - (performance.now() - this.#since));
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** The registration process opens no socket, so it gets neither the credentials nor the proxy. */
function withoutAccess(source: DocumentSource): {
  readonly sent: DocumentSource;
  readonly access?: FetchAccess;
} {
  if (source.kind !== 'url') return { sent: source };
  const { credentials, way, ...sent } = source;
  return { sent, access: { origin: source.url, ...defined({ credentials, way }) } };
}

async function answerFetch(
  child: Child,
  id: number,
  uri: string,
  {
    account,
    fetch: fetchDocument,
    access,
  }: Pick<ImportOptions, 'account' | 'fetch'> & { readonly access: FetchAccess | undefined },
  signal: AbortSignal,
): Promise<void> {
  let document: FetchedDocument;
  try {
    document = await fetchDocument(uri, account, signal, access);
  } catch (error) {
    document = { ok: false, reason: error instanceof Error ? error.message : 'cannot be fetched' };
  }
  send(child, { kind: 'document', id, document });
}

function send(child: Child, message: ToChild): void {
  child.send(message);
}

/** V8 aborts a process that runs out of heap; the kernel kills one that runs out of memory. */
function exitError(
  code: number | null,
  signal: NodeJS.Signals | null,
  { memory, timeout: cpu }: Pick<ImportOptions, 'memory' | 'timeout'>,
): ImportError {
  if (signal === CPU_EXCEEDED) {
    return timeout(`reading the documents took more than ${cpu} ms of processor time`);
  }
  if (signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134) {
    return new ImportError('MEMORY', `reading the documents took more than ${memory} MiB of memory`);
  }
  return new ImportError('UNREADABLE', `the registration process ended with ${signal ?? `code ${code}`}`);
}

function timeout(message: string): ImportError {
  return new ImportError('TIMEOUT', message);
}
