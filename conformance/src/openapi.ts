/**
 * `pnpm conformance openapi [--all] [--list] [--only text]`: the OpenAPI document of every WSDL of the corpus that an independent tool
 * accepts, in 3.0 and 3.1, judged by public tools: a validator, a linter, a generator of types with a strict compiler.
 * Each is generated twice, the second time from files that arrive in another order, and must be the same. `--all` includes the
 * files that no other tool accepts.
 */
import { isWsdlError } from '@soapstone/wsdl-parser';
import { compileTypes } from './openapi/generated-types.js';
import { createDocumentJudge, type DocumentJudge } from './openapi/judge-document.js';
import { judgeService } from './openapi/judge-service.js';
import {
  type CorpusFile,
  corpusResolver,
  corpusUri,
  hasCorpus,
  isAcceptable,
  readManifest,
} from './wsdl/corpus.js';

/** The outcome of one file. */
interface Outcome {
  readonly file: CorpusFile;
  readonly operations: number;
  readonly kilobytes: number;
  readonly ms: number;
  readonly problems: readonly string[];
}

/** Runs the suite; the exit code is 1 if anything is found. */
export async function run(argv: readonly string[]): Promise<number> {
  if (!hasCorpus()) {
    console.log('skipped: the corpus is not next to the project');
    return 0;
  }
  const only = argv.includes('--only') ? (argv[argv.indexOf('--only') + 1] ?? '') : '';
  const files = (await readManifest()).filter(
    (file) => (argv.includes('--all') || isAcceptable(file)) && file.path.includes(only),
  );
  const judge = await createDocumentJudge();
  const types = new Map<string, string>();
  const outcomes: Outcome[] = [];
  for (const file of files) {
    outcomes.push(await judgeFile(file, judge, types));
    if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.length} of ${files.length}`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r');

  const compiled = compileTypes(types);
  printTable(outcomes, compiled);
  const problems = outcomes.flatMap(({ file, problems: found }) =>
    found.map((text) => `${file.path}: ${text}`),
  );
  for (const problem of [...problems, ...compiled].slice(0, argv.includes('--list') ? undefined : 40)) {
    console.log(problem);
  }
  console.log(
    `${types.size} declaration files compile with ${compiled.length} errors; ${problems.length} other findings`,
  );
  return problems.length + compiled.length === 0 ? 0 : 1;
}

async function judgeFile(
  file: CorpusFile,
  judge: DocumentJudge,
  types: Map<string, string>,
): Promise<Outcome> {
  try {
    const judged = await judgeService(corpusUri(file.path), corpusResolver(), file.path, judge);
    const { service, problems, ms } = judged;
    for (const [name, text] of judged.types) types.set(name, text);
    const { operations } = service.mapper;
    return { file, operations: operations.length, kilobytes: service.text.length / 1000, ms, problems };
  } catch (error) {
    if (!isWsdlError(error)) throw error;
    // A file that no other tool accepts may be rejected.
    const problems = isAcceptable(file) ? [`refused: ${error.message}`] : [];
    return { file, operations: 0, kilobytes: 0, ms: 0, problems };
  }
}

function printTable(outcomes: readonly Outcome[], compiled: readonly string[]): void {
  const rows: Record<string, Record<string, number>> = {};
  const repositories = [...new Set(outcomes.map(({ file }) => file.repository))];
  for (const name of [...repositories, 'all']) {
    const group = outcomes.filter(({ file }) => name === 'all' || file.repository === name);
    const sum = (of: (outcome: Outcome) => number): number =>
      Math.round(group.reduce((n, o) => n + of(o), 0));
    rows[name] = {
      WSDLs: group.length,
      operations: sum(({ operations }) => operations),
      'kB of JSON': sum(({ kilobytes }) => kilobytes),
      ms: sum(({ ms }) => ms),
      findings: sum(({ problems }) => problems.length),
      'type errors': compiled.filter((line) => name === 'all' || line.startsWith(`/${name}/`)).length,
    };
  }
  console.table(rows);
}
