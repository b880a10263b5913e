/**
 * `pnpm conformance mcp [--list] [--only text]`: first the official conformance suite of the protocol against `soapstone mcp` (not with
 * `--only`; `mcp/official-suite.ts`), whose expected failures are in `mcp/expected-failures.ts`. Then the tools of every WSDL of the corpus that an independent tool accepts. Names are valid
 * and unique, both schemas compile in ajv (JSON Schema 2020-12), the proven example of an operation is accepted as arguments and its
 * result fits the output schema, and no listing or description costs more tokens than its budget.
 */
import { type Catalog, countTokens, createCatalog, handleMessage, TOOL_NAME } from '@soapstone/agent-tools';
import { createMapper, isMappingError, type Mapper } from '@soapstone/json-xml-mapper';
import { provenExamples } from '@soapstone/openapi-generator';
import { isWsdlError, parseWsdl } from '@soapstone/wsdl-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { runOfficialSuite } from './mcp/official-suite.js';
import {
  type CorpusFile,
  corpusResolver,
  corpusUri,
  hasCorpus,
  isAcceptable,
  readManifest,
} from './wsdl/corpus.js';

/** Tokens that the listing of a service with many operations, and the description of one operation, may cost. */
const MAX_LISTED = 1_500;
const MAX_DESCRIBED = 8_000;
const BIGGEST = 10;

/** The result for one file. */
interface Outcome {
  readonly file: CorpusFile;
  readonly operations: number;
  readonly lazy: boolean;
  readonly listed: number;
  readonly described: number;
  readonly problems: readonly string[];
}

/** Runs the suite; the exit code is 1 when anything is found. */
export async function run(argv: readonly string[]): Promise<number> {
  const official = argv.includes('--only') ? 0 : await runOfficial();
  if (!hasCorpus()) {
    console.log('the corpus is not next to the project: its WSDLs are skipped');
    return official;
  }
  const only = argv.includes('--only') ? (argv[argv.indexOf('--only') + 1] ?? '') : '';
  const files = (await readManifest()).filter((file) => isAcceptable(file) && file.path.includes(only));
  const outcomes: Outcome[] = [];
  for (const file of files) outcomes.push(await judgeFile(file));
  const biggest = [...outcomes].sort((one, other) => other.operations - one.operations).slice(0, BIGGEST);
  console.table(
    biggest.map(({ file, operations, lazy, listed, described }) => ({
      WSDL: file.path.split('/').at(-1),
      operations,
      listing: lazy ? 'three tools' : 'all tools',
      'tokens of the listing': listed,
      'tokens of the longest description': described,
    })),
  );
  const problems = outcomes.flatMap(({ file, problems: found }) =>
    found.map((text) => `${file.path}: ${text}`),
  );
  for (const problem of problems.slice(0, argv.includes('--list') ? undefined : 40)) console.log(problem);
  const operations = outcomes.reduce((sum, each) => sum + each.operations, 0);
  console.log(`${outcomes.length} WSDLs, ${operations} operations, ${problems.length} findings`);
  return problems.length === 0 ? official : 1;
}

async function runOfficial(): Promise<number> {
  const { scenarios, passed, expected, failures, stale } = await runOfficialSuite();
  for (const failure of failures) console.log(failure);
  for (const entry of stale) console.log(`${entry} is expected to fail, and does not`);
  console.log(
    `official suite: ${scenarios} scenarios, ${passed} checks passed, ${expected} failed as expected, ${failures.length} unexpectedly`,
  );
  return failures.length + stale.length === 0 ? 0 : 1;
}

async function judgeFile(file: CorpusFile): Promise<Outcome> {
  let mapper: Mapper;
  try {
    const { model } = await parseWsdl(corpusUri(file.path), { resolve: corpusResolver() });
    mapper = createMapper(model);
  } catch (error) {
    if (!isWsdlError(error)) throw error;
    return {
      file,
      operations: 0,
      lazy: false,
      listed: 0,
      described: 0,
      problems: [`refused: ${error.message}`],
    };
  }
  const operations = mapper.operations.map(({ name }) => ({ name, readOnly: false }));
  const services = [{ slug: 'service', title: 'Service', mapper, operations }];
  const catalog = createCatalog(services);
  const full = createCatalog(services, { tokenBudget: Number.POSITIVE_INFINITY });
  const lazy = createCatalog(services, { tokenBudget: 0 });
  const listed = countTokens(await ask(catalog, 'tools/list', {}));
  let described = 0;
  const problems: string[] = [];
  if (catalog.lazy && listed > MAX_LISTED) problems.push(`the listing has ${listed} tokens`);
  if (new Set(full.operations.map(({ tool }) => tool)).size !== operations.length)
    problems.push('names clash');
  const tools = new Map(full.tools.map((text) => JSON.parse(text)).map((tool) => [tool.name, tool]));
  for (const { tool, name } of full.operations) {
    const found = judgeTool(tools.get(tool), mapper, name);
    const tokens = countTokens(
      await ask(lazy, 'tools/call', {
        name: 'describe_operation',
        arguments: { operation: tool, example: true },
      }),
    );
    described = Math.max(described, tokens);
    if (!TOOL_NAME.test(tool)) found.push('the name is not valid');
    if (tokens > MAX_DESCRIBED) found.push(`the description has ${tokens} tokens`);
    problems.push(...found.map((text) => `${name}: ${text}`));
  }
  return { file, operations: operations.length, lazy: catalog.lazy, listed, described, problems };
}

interface ListedTool {
  readonly inputSchema: object;
  readonly outputSchema: object;
}

/** Shared, because each new instance compiles the schema of JSON Schema first. It keeps no schema, because a corpus has many. */
const ajv = new Ajv2020({
  strictSchema: true,
  strictTypes: false,
  allowUnionTypes: true,
  validateFormats: false,
});

function judgeTool(tool: ListedTool | undefined, mapper: Mapper, name: string): string[] {
  if (tool === undefined) return ['is not listed'];
  const problems: string[] = [];
  const examples = isCompilable(mapper, name) ? provenExamples(mapper.compile(name)) : {};
  const judge = (what: string, schema: object, value: unknown): void => {
    try {
      const validate = ajv.compile(schema);
      ajv.removeSchema(schema);
      if (value !== undefined && !validate(JSON.parse(JSON.stringify(value)))) {
        problems.push(`${what}: the example is refused: ${JSON.stringify(validate.errors?.[0])}`);
      }
    } catch (error) {
      problems.push(`${what}: ${String(error).slice(0, 200)}`);
    }
  };
  judge('input', tool.inputSchema, examples.request);
  judge('output', tool.outputSchema, examples.result);
  return problems;
}

function isCompilable(mapper: Mapper, name: string): boolean {
  try {
    mapper.compile(name);
    return true;
  } catch (error) {
    if (isMappingError(error)) return false;
    throw error;
  }
}

/** The response of a server with this catalog, which calls nothing. */
async function ask(catalog: Catalog, method: string, params: object): Promise<string> {
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await handleMessage(
    new TextEncoder().encode(message),
    {
      info: { name: 'conformance', version: '1' },
      catalog: () => catalog,
      call: () => Promise.reject(new Error('nothing is called')),
    },
    { signal: new AbortController().signal, notify: () => {} },
  );
  return answer?.text ?? '';
}
