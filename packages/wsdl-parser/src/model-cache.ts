import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assertOptions, type Check, text, wrong } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { type Diagnostic, isServiceModel, type ServiceModel } from '@soapstone/soap-model';
import manifest from '../package.json' with { type: 'json' };
import type { IncompleteOperation } from './documents/incomplete-operations.js';
import type { WantedDocument } from './documents/look-up.js';
import type { ResolvedDocument, Resolver, SourceDocument } from './documents/resolver.js';
import { type ParsedWsdl, type ParseOptions, parseWsdl } from './parse-wsdl.js';
import { bundledWsdl } from './schema/bundled/notification-wsdl.js';

/** Raised with every change that gives equal documents another model, so that a cache survives no such change between two releases. */
const FORMAT = 1;
const VERSION = `${manifest.version}/${FORMAT}`;

/** Larger models are parsed each time. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;
/** The oldest entries beyond this number are removed. */
const MAX_ENTRIES = 200;
/** The most files of a directory that are looked at when old entries are removed. */
const MAX_LISTED = 10_000;
/** The age from which an unfinished file is the rest of a process that ended while it wrote. */
const ABANDONED_MS = 3_600_000;
/** How many documents are requested concurrently. */
const PARALLEL_LOADS = 6;

const ENTRY = /^[0-9a-f]{64}\.model$/;
const UNFINISHED = /^[0-9a-f]{64}\.model\.[0-9a-f]{16}$/;

const directoryPath: Check = (value) =>
  value === '' ? wrong('expected the path of a directory, not an empty string') : text(value);

/** The answer of a resolver to one request. */
interface Answer {
  readonly asked: string;
  readonly wanted?: WantedDocument;
  /** The SHA-256 of the document, or why there is none. */
  readonly hash?: string;
  readonly failure?: string;
  readonly contentType?: string;
  readonly uri?: string;
}

/** The contents of an entry besides its first line. */
interface Entry {
  /** Every request for a document, the first one for the description itself. */
  readonly answers: readonly Answer[];
  readonly documents: readonly { readonly uri: string; readonly answer: number }[];
  readonly model: ServiceModel;
  readonly diagnostics: readonly Diagnostic[];
  readonly incomplete: readonly IncompleteOperation[];
}

/**
 * Reads a description like `parseWsdl`, and keeps what it read in a directory. Equal documents are not parsed again, by this process or
 * another one.
 *
 * Every document is loaded each time, and a kept model is used only if all of them have the bytes that it was made from, and the options
 * and the version of the parser are the same. An entry that is damaged, or that another user could have written, is ignored and replaced.
 * A directory that cannot be used costs only time: the process warns once (`SOAPSTONE_CACHE`). The directory is created if necessary, for
 * its owner alone. It keeps the 200 newest descriptions, up to 64 MiB each; removing it is always safe.
 *
 * @param cache the path of the directory
 * @throws {WsdlError} and {OptionError} as `parseWsdl` does
 *
 * @example
 * ```ts
 * const { location, resolve } = await openLocal('users.wsdl');
 * const { model } = await parseWsdlCached(location, { resolve }, '/var/cache/my-program');
 * ```
 */
export async function parseWsdlCached(
  location: string,
  options: ParseOptions,
  cache: string,
): Promise<ParsedWsdl> {
  assertOptions(directoryPath, cache, 'parseWsdlCached', 'cache');
  const requests = recorded(options.resolve);
  const root = await requests.ask(location);
  const { resolve: _, ...rest } = options;
  const key = sha256(JSON.stringify([VERSION, rest, root.answer]));
  const kept = await readEntry(cache, `${key}.model`);
  if (kept !== undefined) {
    const parsed = await revived(kept, requests);
    if (parsed !== undefined) return parsed;
  }
  const parsed = await parseWsdl(location, { ...options, resolve: requests.resolve });
  const entry = await entryOf(parsed, requests);
  await writeEntry(cache, `${key}.model`, JSON.stringify(entry));
  return parsed;
}

interface Request {
  readonly answer: Answer;
  readonly outcome: { readonly resolved: ResolvedDocument } | { readonly cause: unknown };
}

interface Requests {
  readonly ask: (uri: string, wanted?: WantedDocument) => Promise<Request>;
  /** Answers from the requests so far, so that no document is loaded twice. */
  readonly resolve: Resolver;
  /** All requests so far, in the order in which they were made. */
  readonly all: () => Promise<readonly Request[]>;
}

function recorded(resolve: Resolver): Requests {
  const made = new Map<string, Promise<Request>>();
  const ask = (uri: string, wanted?: WantedDocument): Promise<Request> => {
    const key = JSON.stringify([uri, wanted?.namespace]);
    const request = made.get(key) ?? requested(resolve, uri, wanted);
    made.set(key, request);
    return request;
  };
  return {
    ask,
    async resolve(uri, wanted) {
      const { outcome } = await ask(uri, wanted);
      if ('cause' in outcome) throw outcome.cause;
      return outcome.resolved;
    },
    all: () => Promise.all(made.values()),
  };
}

/** Never rejects: a document that cannot be loaded is part of what a model was made from. */
async function requested(resolve: Resolver, asked: string, wanted?: WantedDocument): Promise<Request> {
  const question = {
    asked,
    ...(wanted?.namespace !== undefined && { wanted: { namespace: wanted.namespace } }),
  };
  try {
    const resolved = await resolve(asked, wanted);
    const { contentType, uri } = resolved;
    return {
      answer: { ...question, hash: sha256(resolved.bytes), ...defined({ contentType, uri }) },
      outcome: { resolved },
    };
  } catch (cause) {
    const failure = cause instanceof Error ? cause.message : String(cause);
    return { answer: { ...question, failure }, outcome: { cause } };
  }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function entryOf(parsed: ParsedWsdl, requests: Requests): Promise<Entry> {
  const all = await requests.all();
  const { model, diagnostics, incomplete } = parsed;
  return {
    answers: all.map(({ answer }) => answer),
    documents: parsed.documents.map(({ uri, bytes }) => ({
      uri,
      answer: all.findIndex(({ outcome }) => 'resolved' in outcome && outcome.resolved.bytes === bytes),
    })),
    model,
    diagnostics,
    incomplete,
  };
}

/** The sources of an entry, if every document is still the same. */
async function revived(entry: Entry, requests: Requests): Promise<ParsedWsdl | undefined> {
  const { answers, model, diagnostics, incomplete } = entry;
  const outcomes: Request['outcome'][] = [];
  for (let at = 0; at < answers.length; at += PARALLEL_LOADS) {
    const batch = answers.slice(at, at + PARALLEL_LOADS);
    const loaded = await Promise.all(batch.map(({ asked, wanted }) => requests.ask(asked, wanted)));
    if (loaded.some(({ answer }, index) => JSON.stringify(answer) !== JSON.stringify(batch[index])))
      return undefined;
    outcomes.push(...loaded.map(({ outcome }) => outcome));
  }
  const documents: SourceDocument[] = [];
  for (const { uri, answer } of entry.documents) {
    const outcome = outcomes[answer];
    const bundled = bundledWsdl(uri);
    if (outcome !== undefined && 'resolved' in outcome) documents.push({ ...outcome.resolved, uri });
    else if (bundled !== undefined) documents.push({ bytes: new TextEncoder().encode(bundled), uri });
    else return undefined;
  }
  return { model, diagnostics, incomplete, documents };
}

/** The entry with this name; `undefined` if there is none that can be trusted. */
async function readEntry(directory: string, name: string): Promise<Entry | undefined> {
  try {
    // Follows no link, and does not wait for the writer of a pipe.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const file = await open(join(directory, name), flags);
    try {
      const stats = await file.stat();
      if (!stats.isFile() || stats.size > MAX_ENTRY_BYTES || !isOurs(stats)) return undefined;
      return entryFrom(name, await file.readFile('utf8'));
    } finally {
      await file.close();
    }
  } catch {
    // Writing says why the directory cannot be used.
    return undefined;
  }
}

/** Whether only this user, or the administrator, can have written a file. */
function isOurs({ uid, mode }: Stats): boolean {
  const own = process.getuid?.();
  return own === undefined || ((uid === own || uid === 0) && (mode & 0o022) === 0);
}

function entryFrom(name: string, content: string): Entry | undefined {
  const end = content.indexOf('\n');
  const body = content.slice(end + 1);
  if (content.slice(0, end) !== headOf(name, body)) return undefined;
  const entry = JSON.parse(body) as Entry;
  return isServiceModel(entry.model) ? entry : undefined;
}

/** The first line of an entry: what wrote it, which one it is, and the checksum of the rest. */
function headOf(name: string, body: string): string {
  return `soapstone ${VERSION} ${name} ${sha256(body)}`;
}

async function writeEntry(directory: string, name: string, body: string): Promise<void> {
  const content = `${headOf(name, body)}\n${body}`;
  if (content.length > MAX_ENTRY_BYTES / 3 && Buffer.byteLength(content) > MAX_ENTRY_BYTES) return;
  const unfinished = join(directory, `${name}.${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    // Readers find the old entry or the new one, never a part. A link with this name is replaced, not followed.
    await rename(unfinished, join(directory, name));
    await removeOld(directory);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    warn(directory, error);
  }
}

/** Removes the oldest entries beyond the limit, and what ended processes left unfinished. Leaves every other file alone. */
async function removeOld(directory: string): Promise<void> {
  const names = (await readdir(directory)).slice(0, MAX_LISTED);
  const entries = names.filter((name) => ENTRY.test(name));
  const unfinished = names.filter((name) => UNFINISHED.test(name));
  if (entries.length <= MAX_ENTRIES && unfinished.length === 0) return;
  const aged = await Promise.all(
    [...entries, ...unfinished].map(async (name) => ({
      name,
      // Another process may have removed it.
      changed: (await stat(join(directory, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  const oldest = aged
    .filter(({ name }) => ENTRY.test(name))
    .sort((one, other) => other.changed - one.changed)
    .slice(MAX_ENTRIES);
  const abandoned = aged.filter(
    ({ name, changed }) => UNFINISHED.test(name) && changed < Date.now() - ABANDONED_MS,
  );
  await Promise.all([...oldest, ...abandoned].map(({ name }) => rm(join(directory, name), { force: true })));
}

const warned = new Set<string>();

function warn(directory: string, error: unknown): void {
  if (warned.has(directory)) return;
  warned.add(directory);
  const reason = error instanceof Error ? error.message : String(error);
  process.emitWarning(
    `cannot keep parsed models in "${directory}": ${reason}; they are parsed each time. Make the directory writable, or leave out the option "cache"`,
    { code: 'SOAPSTONE_CACHE' },
  );
}
