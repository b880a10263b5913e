/**
 * `pnpm conformance fuzz-wsdl --runs N [--seed S] [--keep DIRECTORY]`: reads N descriptions that are wrong in random ways.
 *
 * For every document, parsing ends with a model or with a `WsdlError`, within a second; a model is plain data. Anything
 * else fails the run and prints the seed: the same seed makes the same documents. Bases are the descriptions of
 * `wsdl/base-documents.ts` and, if the corpus is present, each of its WSDLs with its imports.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleResolver, isServiceModel, isWsdlError, parseWsdl } from '@soapstone/wsdl-parser';
import { BASE_DOCUMENTS } from './wsdl/base-documents.js';
import { corpusResolver, corpusUri, hasCorpus, readManifest } from './wsdl/corpus.js';
import { mutate, pick, seededRandom } from './wsdl/mutate.js';

/** A description and its documents, as texts with one character per byte, so that any byte can be changed. */
export interface FuzzBase {
  readonly name: string;
  readonly location: string;
  readonly files: ReadonlyMap<string, string>;
}

/** The failure of one run. */
export interface FuzzFailure {
  readonly seed: number;
  readonly base: string;
  readonly reason: string;
  readonly files: ReadonlyMap<string, string>;
}

/** The time limit of one description, in milliseconds. */
const DEADLINE = 1000;
/** The maximum size of a base in bytes: many small ones make better use of the time. */
const BASE_SIZE = 300_000;

/** Runs the suite; the exit code is 1 if anything but a model or a `WsdlError` came out. */
export async function run(argv: readonly string[]): Promise<number> {
  const option = (name: string, otherwise: number): number => {
    const index = argv.indexOf(name);
    return index === -1 ? otherwise : Number(argv[index + 1]);
  };
  const runs = option('--runs', 2000);
  const first = option('--seed', 1);
  const bases = [...ownBases(), ...(await corpusBases())];
  const outcomes = new Map<string, number>();
  const failures: FuzzFailure[] = [];
  const start = performance.now();
  for (let seed = first; seed < first + runs; seed += 1) {
    const result = await fuzzOnce(seed, bases);
    if (typeof result === 'string') outcomes.set(result, (outcomes.get(result) ?? 0) + 1);
    else failures.push(result);
  }
  console.log(
    `${runs} runs over ${bases.length} descriptions in ${Math.round(performance.now() - start)} ms`,
  );
  for (const [outcome, count] of [...outcomes].sort((a, b) => b[1] - a[1])) {
    console.log(`  ${outcome.padEnd(24)}${String(count).padStart(8)}`);
  }
  const keep = argv.includes('--keep') ? argv[argv.indexOf('--keep') + 1] : undefined;
  for (const failure of failures) {
    console.log(`  FAILED seed ${failure.seed} (${failure.base}): ${failure.reason}`);
    if (keep !== undefined) await writeFailure(keep, failure);
  }
  return failures.length === 0 ? 0 : 1;
}

/** The bases that need no corpus. */
export function ownBases(): readonly FuzzBase[] {
  return BASE_DOCUMENTS.map(({ name, location, files }) => ({
    name,
    location,
    files: new Map(
      Object.entries(files).map(([path, text]) => [path, Buffer.from(String(text)).toString('latin1')]),
    ),
  }));
}

/** The readable descriptions of the corpus, each with all its documents. */
export async function corpusBases(): Promise<readonly FuzzBase[]> {
  if (!hasCorpus()) return [];
  const bases: FuzzBase[] = [];
  for (const { path } of await readManifest()) {
    const location = corpusUri(path);
    try {
      const { documents } = await parseWsdl(location, { resolve: corpusResolver() });
      const size = documents.reduce((sum, d) => sum + d.bytes.length, 0);
      if (size > BASE_SIZE) continue;
      const files = new Map(documents.map((d) => [d.uri, Buffer.from(d.bytes).toString('latin1')]));
      bases.push({ name: path, location, files });
    } catch (error) {
      if (!isWsdlError(error)) throw error;
    }
  }
  return bases;
}

/** Generates and reads the documents of one seed; returns the outcome in a word, or the failure. */
export async function fuzzOnce(seed: number, bases: readonly FuzzBase[]): Promise<string | FuzzFailure> {
  const random = seededRandom(seed);
  const base = pick(random, bases);
  const files = new Map(base.files);
  // Several documents of a description may be wrong at once.
  for (let n = 1 + Math.floor(random() * 2); n > 0; n -= 1) {
    const name = pick(random, [...files.keys()]);
    files.set(name, mutate(files.get(name) ?? '', random));
  }
  const fail = (reason: string): FuzzFailure => ({ seed, base: base.name, reason, files });
  const result = await readOnce(base.location, files);
  if (result.ms <= DEADLINE) return result.outcome ?? fail(result.reason);
  // A busy machine is not a slow parser, so the fastest of three counts.
  const again = [await readOnce(base.location, files), await readOnce(base.location, files)];
  const ms = Math.min(result.ms, ...again.map((r) => r.ms));
  return ms > DEADLINE ? fail(`took ${Math.round(ms)} ms`) : (result.outcome ?? fail(result.reason));
}

async function readOnce(
  location: string,
  files: ReadonlyMap<string, string>,
): Promise<{ outcome?: string; reason: string; ms: number }> {
  const bytes = new Map([...files].map(([name, text]) => [name, Buffer.from(text, 'latin1')]));
  const bundle = bundleResolver(bytes);
  // Names of a bundle are paths; those of the corpus are URIs that must be found unchanged.
  const resolve = async (uri: string) => {
    const content = bytes.get(uri);
    return content === undefined ? await bundle(uri) : { bytes: content, uri };
  };
  const start = performance.now();
  try {
    const { model, diagnostics } = await parseWsdl(location, { resolve });
    const stored: unknown = JSON.parse(JSON.stringify(model));
    const ms = performance.now() - start;
    if (!isServiceModel(stored)) return { reason: 'the model does not survive JSON', ms };
    const lost = diagnostics.find((d) => d.message === '' || d.file === '');
    if (lost !== undefined) return { reason: `a diagnostic says nothing: ${lost.code}`, ms };
    return {
      outcome: diagnostics.some((d) => d.severity !== 'info') ? 'degraded' : 'accepted',
      reason: '',
      ms,
    };
  } catch (error) {
    const ms = performance.now() - start;
    if (isWsdlError(error)) return { outcome: error.code, reason: '', ms };
    return { reason: error instanceof Error ? (error.stack ?? error.message) : String(error), ms };
  }
}

async function writeFailure(directory: string, failure: FuzzFailure): Promise<void> {
  for (const [name, text] of failure.files) {
    const path = join(directory, String(failure.seed), name.replace(/^file:\/*/, ''));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.from(text, 'latin1'));
  }
}
