import { defined } from '@soapstone/options/defined';
/**
 * `pnpm conformance wsdl`: reads every WSDL of the corpus and reports the outcome.
 *
 * A file fails the run if an independent tool accepts it and we reject it, if we lose operations that the tool
 * finds without a diagnostic, or if we throw anything but a `WsdlError`. A rejection must name file and line.
 *
 *     --engine libxmljs2     read with the optional engine
 *     --list                 print every file that is degraded or rejected, with the diagnostics
 *     --unresolved           print every reference that leads nowhere
 *     --schemas              also read every schema document on its own, and print what stays unresolved
 */
import { type Diagnostic, isWsdlError, parseWsdl } from '@soapstone/wsdl-parser';
import {
  type CorpusFile,
  corpusResolver,
  corpusUri,
  hasCorpus,
  isAcceptable,
  readManifest,
} from './wsdl/corpus.js';
import { readStandAloneSchemas, type SchemaOutcome } from './wsdl/stand-alone-schemas.js';
import { operationsOfBindings, printToolCounts, type ToolCount, toolCounts } from './wsdl/tool-counts.js';

/** The outcome of one file. */
interface Outcome {
  readonly file: CorpusFile;
  readonly kind: 'accepted' | 'degraded' | 'refused';
  /** Operations of different SOAP bindings. */
  readonly operations: number;
  readonly exposed: number;
  /** The counts of the tools that accept the file. */
  readonly counts: readonly ToolCount[];
  readonly diagnostics: readonly Diagnostic[];
  /** Why it is rejected. */
  readonly reason?: string;
  /** Why it fails the run. */
  readonly failure?: string;
  readonly ms: number;
}

/** Runs the suite; the exit code is 1 if a file fails it. */
export async function run(argv: readonly string[]): Promise<number> {
  if (!hasCorpus()) {
    console.log('there is no corpus next to the project: nothing to do');
    return 0;
  }
  const engine = argv[argv.indexOf('--engine') + 1] === 'libxmljs2' ? 'libxmljs2' : 'saxes';
  const outcomes: Outcome[] = [];
  for (const file of await readManifest()) outcomes.push(await readOne(file, engine));

  printTable(outcomes);
  printToolCounts(outcomes.flatMap(({ counts }) => counts));
  printRefused(outcomes);
  if (argv.includes('--list')) printDegraded(outcomes);
  if (argv.includes('--unresolved')) printUnresolved(outcomes);
  if (argv.includes('--schemas')) printSchemas(await readStandAloneSchemas());
  return printVerdict(outcomes);
}

async function readOne(file: CorpusFile, engine: 'saxes' | 'libxmljs2'): Promise<Outcome> {
  const start = performance.now();
  try {
    const { model, diagnostics } = await parseWsdl(corpusUri(file.path), {
      resolve: corpusResolver(),
      engine,
    });
    const operations = operationsOfBindings(model);
    const counts = toolCounts(file, model, diagnostics);
    const lost = counts.find((count) => count.lost > 0);
    const failure =
      findLoss(file, operations, diagnostics) ??
      (lost === undefined
        ? undefined
        : `${lost.ours} operations of the ${lost.theirs} that ${lost.tool} finds`);
    return {
      file,
      kind: diagnostics.some((d) => d.severity !== 'info') ? 'degraded' : 'accepted',
      operations,
      exposed: model.exposed.length,
      counts,
      diagnostics,
      ...defined({ failure }),
      ms: performance.now() - start,
    };
  } catch (error) {
    const refused = {
      file,
      kind: 'refused',
      operations: 0,
      exposed: 0,
      counts: [],
      ms: performance.now() - start,
    } as const;
    if (!isWsdlError(error)) {
      return { ...refused, diagnostics: [], failure: `threw ${String(error)}`, reason: String(error) };
    }
    const { code, message, diagnostics } = error;
    // A file of another kind has no line to name.
    const last = diagnostics.at(-1);
    const nameless = last === undefined || last.file === '' || (last.line === 0 && last.code !== 'NOT_WSDL');
    const failure = isAcceptable(file)
      ? 'another tool accepts it'
      : nameless
        ? 'the refusal does not say where'
        : undefined;
    return {
      ...refused,
      diagnostics,
      reason: `${code} ${message}`,
      ...defined({ failure }),
    };
  }
}

/**
 * Losses compared with the other tools. The manifest counts operations of SOAP bindings, used by a port or not and regardless of their
 * transport; zeep counts those of every port, including HTTP GET and POST; the smaller number is what both agree on. An operation
 * that is omitted with a diagnostic (a pattern that no client calls, a transport that is not HTTP) is not lost.
 */
function findLoss(
  file: CorpusFile,
  operations: number,
  diagnostics: readonly Diagnostic[],
): string | undefined {
  if (!isAcceptable(file)) return undefined;
  const wanted = file.zeep === 'ok' ? Math.min(file.operations, file.zeepOperations) : file.operations;
  const explained = diagnostics.filter((d) => d.code === 'MESSAGE_PATTERN_UNSUPPORTED').length;
  const otherTransport = diagnostics.some(
    (d) => d.code === 'BINDING_SKIPPED' && d.message.includes('transport'),
  );
  if (operations + explained >= wanted || otherTransport) return undefined;
  return `${operations} operations of ${wanted}`;
}

function printTable(outcomes: readonly Outcome[]): void {
  const repositories = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const { repository } = outcome.file;
    repositories.set(repository, [...(repositories.get(repository) ?? []), outcome]);
  }
  const row = (name: string, group: readonly Outcome[]): string => {
    const count = (kind: Outcome['kind']): string => String(group.filter((o) => o.kind === kind).length);
    const sum = (of: (o: Outcome) => number): string => String(group.reduce((n, o) => n + of(o), 0));
    const cells = [
      String(group.length),
      sum((o) => o.operations),
      count('accepted'),
      count('degraded'),
      count('refused'),
      sum((o) => Math.round(o.ms)),
    ];
    return name.padEnd(44) + cells.map((c) => c.padStart(11)).join('');
  };
  const heads = ['files', 'operations', 'accepted', 'degraded', 'refused', 'ms'];
  console.log(`${'corpus'.padEnd(44)}${heads.map((h) => h.padStart(11)).join('')}`);
  for (const [name, group] of repositories) console.log(row(name, group));
  console.log(row('all', outcomes));
}

function printRefused(outcomes: readonly Outcome[]): void {
  console.log('\nrefused:');
  for (const { file, reason } of outcomes) {
    if (reason !== undefined) console.log(`  ${file.path}\n    ${shorten(reason)}`);
  }
}

function printDegraded(outcomes: readonly Outcome[]): void {
  console.log('\ndegraded:');
  for (const { file, kind, diagnostics } of outcomes) {
    if (kind !== 'degraded') continue;
    console.log(`  ${file.path}`);
    for (const d of diagnostics) if (d.severity !== 'info') console.log(`    ${describe(d)}`);
  }
}

function printUnresolved(outcomes: readonly Outcome[]): void {
  console.log('\nunresolved:');
  for (const { file, diagnostics } of outcomes) {
    const unresolved = diagnostics.filter(
      (d) => d.code.startsWith('UNRESOLVED_') || d.code === 'LOAD_FAILED',
    );
    if (unresolved.length === 0) continue;
    console.log(`  ${file.path}`);
    for (const d of unresolved) console.log(`    ${describe(d)}`);
  }
}

function printSchemas(outcomes: readonly SchemaOutcome[]): void {
  const incomplete = outcomes.filter((o) => o.unresolved.length > 0);
  const refused = incomplete.filter((o) => o.libxml2 !== '').length;
  console.log(
    `\n${outcomes.length} schema documents, each on its own: ${outcomes.length - incomplete.length} without unresolved ` +
      `references, ${incomplete.length} with, of which libxml2 rejects ${refused}`,
  );
  for (const { path, unresolved, libxml2 } of incomplete) {
    console.log(`  ${path}\n    libxml2: ${libxml2 === '' ? 'compiles it' : shorten(libxml2)}`);
    for (const reference of unresolved.slice(0, 3)) console.log(`    ${shorten(reference)}`);
    if (unresolved.length > 3) console.log(`    and ${unresolved.length - 3} more`);
  }
}

function printVerdict(outcomes: readonly Outcome[]): number {
  const acceptable = outcomes.filter((o) => isAcceptable(o.file));
  const failures = outcomes.filter((o) => o.failure !== undefined);
  const kept = acceptable.filter((o) => o.failure === undefined);
  console.log(
    `\nof ${acceptable.length} files that zeep or PHP accepts, ${kept.length} give a model with every operation`,
  );
  for (const { file, failure } of failures) console.log(`  FAILED ${file.path}: ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

function describe({ code, file, line, column, message }: Diagnostic): string {
  return shorten(`${code} ${file}:${line}:${column} ${message}`);
}

/** Paths inside the corpus are enough. */
function shorten(text: string): string {
  return text.replaceAll(corpusUri(''), '').slice(0, 400);
}
