/**
 * `pnpm conformance repairs [--list] [--only text]`: how many wrong calls of agents become right if the advice of the error
 * is followed mechanically. For every operation of the corpus with a proven example, and of Exchange Web Services, valid arguments are spoilt in
 * the ways in which models err: misspelt names, values of a wrong type, missing members, values that are not in an enumeration, members at
 * the wrong level. Each spoilt call is sent as a tool call; the JSON Patch of the error (RFC 6902) is applied with an implementation of
 * its own here, and the result is sent again. A call is *right* if the mapper takes it, and *as meant* if it also equals the arguments from before.
 *
 * Exits with 1 if fewer than 95 % of the calls are right.
 */
import {
  type AgentOperation,
  aliasOf,
  argumentKeys,
  type Catalog,
  createCatalog,
  handleMessage,
} from '@soapstone/agent-tools';
import { withCode } from '@soapstone/http-contract';
import { createMapper, isMappingError, type Mapper, stringify } from '@soapstone/json-xml-mapper';
import { provenExamples } from '@soapstone/openapi-generator';
import { isWsdlError, parseWsdl } from '@soapstone/wsdl-parser';
import { applyPatch, type PatchStep } from './mcp/apply-patch.js';
import { type Json, type SpoilKind, spoil } from './mcp/spoil-arguments.js';
import { acceptableFiles, type CorpusFile, corpusResolver, corpusUri, hasCorpus } from './wsdl/corpus.js';

/** The share of wrong calls that must become right. */
const WANTED = 0.95;
/** The maximum number of spoilt calls of one kind per operation, spread over all of them. */
const MOST_PER_KIND = 12;
/** Larger examples have hundreds of places; those of EWS are up to 100 KB. */
const MAX_EXAMPLE = 8_000;

/** What became of the spoilt calls of one kind. */
interface Tally {
  wrong: number;
  right: number;
  asMeant: number;
}

/** Runs the suite; the exit code is 1 if too few calls become right. */
export async function run(argv: readonly string[]): Promise<number> {
  if (!hasCorpus()) {
    console.log('the corpus is not next to the project: nothing to measure');
    return 0;
  }
  const files = await acceptableFiles(argv);
  const tallies = new Map<SpoilKind, Tally>();
  const unrepaired: string[] = [];
  let operations = 0;
  for (const file of files) {
    const mapper = await mapperOf(file);
    if (mapper === undefined) continue;
    operations += await measure(mapper, tallies, (line) => unrepaired.push(`${file.path}: ${line}`));
  }
  return report({ tallies, unrepaired, operations, files: files.length }, argv.includes('--list'));
}

function report(
  {
    tallies,
    unrepaired,
    operations,
    files,
  }: {
    readonly tallies: ReadonlyMap<SpoilKind, Tally>;
    readonly unrepaired: readonly string[];
    readonly operations: number;
    readonly files: number;
  },
  lists: boolean,
): number {
  const share = (part: number, whole: number): string =>
    `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  const rows = [...tallies].map(([kind, { wrong, right, asMeant }]) => ({
    mistake: kind,
    'wrong calls': wrong,
    right: share(right, wrong),
    'as meant': share(asMeant, wrong),
  }));
  console.table(rows);
  for (const line of unrepaired.slice(0, lists ? undefined : 20)) console.log(line);
  const sum = (member: keyof Tally): number =>
    [...tallies.values()].reduce((all, each) => all + each[member], 0);
  console.log(
    `${files} WSDLs, ${operations} operations, ${sum('wrong')} wrong calls: ${share(sum('right'), sum('wrong'))} right, ${share(sum('asMeant'), sum('wrong'))} as meant`,
  );
  return sum('right') >= WANTED * sum('wrong') ? 0 : 1;
}

async function mapperOf(file: CorpusFile): Promise<Mapper | undefined> {
  try {
    return createMapper((await parseWsdl(corpusUri(file.path), { resolve: corpusResolver() })).model);
  } catch (error) {
    if (isWsdlError(error)) return undefined;
    throw error;
  }
}

/** Spoils the calls of every operation of a service. Returns the number of operations with an example. */
export async function measure(
  mapper: Mapper,
  tallies: Map<SpoilKind, Tally>,
  unrepaired: (line: string) => void,
): Promise<number> {
  const operations = mapper.operations.map(({ name }) => ({ name, readOnly: false }));
  const catalog = createCatalog([{ slug: 'service', title: 'Service', mapper, operations }], {
    tokenBudget: Number.POSITIVE_INFINITY,
  });
  let measured = 0;
  for (const operation of catalog.operations) {
    const example = exampleOf(mapper, operation);
    if (example === undefined || JSON.stringify(example).length > MAX_EXAMPLE) continue;
    measured += 1;
    for (const { kind, value } of chosen(example)) {
      const error = await callWrongly(catalog, operation, value);
      if (error === undefined) continue;
      const tally = tallies.get(kind) ?? { wrong: 0, right: 0, asMeant: 0 };
      tallies.set(kind, tally);
      tally.wrong += 1;
      const repaired = repair(value, error.patch);
      const isRight =
        repaired !== undefined && (await callWrongly(catalog, operation, repaired as Json)) === undefined;
      if (isRight) tally.right += 1;
      else
        unrepaired(
          `${operation.name}: ${kind}: ${JSON.stringify(value).slice(0, 200)}: ${JSON.stringify(error.details).slice(0, 300)}`,
        );
      if (isRight && sorted(repaired) === sorted(example)) tally.asMeant += 1;
    }
  }
  return measured;
}

/** At most `MOST_PER_KIND` values of each kind, spread evenly. */
function chosen(example: Json): readonly { readonly kind: SpoilKind; readonly value: Json }[] {
  const byKind = new Map<SpoilKind, Json[]>();
  for (const { kind, value } of spoil(example)) byKind.set(kind, [...(byKind.get(kind) ?? []), value]);
  return [...byKind].flatMap(([kind, values]) => {
    const step = Math.max(1, values.length / MOST_PER_KIND);
    return Array.from({ length: Math.min(values.length, MOST_PER_KIND) }, (_each, index) => ({
      kind,
      value: values[Math.floor(index * step)] as Json,
    }));
  });
}

/** The proven example of an operation, with the names that its tool has for members. */
function exampleOf(mapper: Mapper, operation: AgentOperation): Json | undefined {
  try {
    const { request } = provenExamples(mapper.compile(operation.name));
    if (request === undefined) return undefined;
    const table = argumentKeys(operation);
    const isKnown = (key: string, alias: string): boolean =>
      !/__[0-9a-f]{8}$/.test(alias) || table.get(alias) === key;
    const seen = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(seen);
      if (typeof part !== 'object' || part === null) return part;
      return Object.fromEntries(
        Object.entries(part).map(([key, each]) => {
          const alias = aliasOf(key);
          return [isKnown(key, alias) ? alias : key, seen(each)];
        }),
      );
    };
    return seen(JSON.parse(stringify(request as never))) as Json;
  } catch (error) {
    if (isMappingError(error)) return undefined;
    throw error;
  }
}

/** What an agent reads about a wrong call. */
interface ToldError {
  readonly details: unknown;
  readonly patch: readonly PatchStep[] | undefined;
}

/** Calls a tool as an agent does. Resolves to what the error says; undefined if the arguments are valid. */
async function callWrongly(
  catalog: Catalog,
  { tool, name, service }: AgentOperation,
  value: Json,
): Promise<ToldError | undefined> {
  const message = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: value },
  });
  const answer = await handleMessage(
    new TextEncoder().encode(message),
    {
      info: { name: 'conformance', version: '1' },
      catalog: () => catalog,
      call: async ({ input }) => {
        const details = service.mapper.compile(name).validate(JSON.parse(new TextDecoder().decode(input)));
        return details.length === 0
          ? { kind: 'dryRun', request: { method: 'POST', headers: {}, body: '' } }
          : {
              kind: 'problem',
              problem: { ...withCode('SCHEMA_VIOLATION'), message: 'The input is invalid', details },
            };
      },
    },
    { signal: new AbortController().signal, notify: () => {} },
  );
  const { result } = JSON.parse(answer?.text ?? '{}') as {
    result?: { isError?: boolean; content: readonly { text: string }[] };
  };
  if (result === undefined) return { details: answer?.text, patch: undefined };
  if (result.isError !== true) return undefined;
  return (JSON.parse(result.content[0]?.text ?? '{}') as { error: ToldError }).error;
}

function repair(value: Json, patch: readonly PatchStep[] | undefined): unknown {
  if (patch === undefined) return undefined;
  try {
    return applyPatch(value, patch);
  } catch {
    return undefined;
  }
}

/** The same text for values that differ in the order of members alone. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
