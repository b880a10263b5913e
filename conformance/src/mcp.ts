/**
 * `pnpm conformance mcp [--list] [--only text]`: first the official conformance suite of the protocol against `soapstone mcp` (not with
 * `--only`; `mcp/official-suite.ts`), whose expected failures are in `mcp/expected-failures.ts`. Then the tools of every WSDL of the corpus that an independent tool accepts. Names are valid
 * and unique, also in listings of several services, before and after a service is added; both schemas compile in ajv (JSON Schema
 * 2020-12); no vendor rejects a tool (`VENDOR_LIMITS`); the proven example of an operation is accepted as arguments, arrives with its keys,
 * and its result fits the output schema; schemas without references have none; strict schemas are within the limits of OpenAI's strict
 * functions, and an example with null for everything that it leaves out arrives without the nulls; and no listing or description costs more tokens than its budget. Exchange Web Services and a
 * generated WSDL of 400 operations are judged too.
 */
import {
  type AgentOperation,
  aliasOf,
  argumentKeys,
  type Catalog,
  countTokens,
  createCatalog,
  handleMessage,
  lintTools,
  TOOL_NAME,
} from '@soapstone/agent-tools';
import { createMapper, isMappingError, type Mapper, stringify } from '@soapstone/json-xml-mapper';
import { provenExamples } from '@soapstone/openapi-generator';
import { bundleResolver, isWsdlError, parseWsdl } from '@soapstone/wsdl-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fillNulls } from './mcp/fill-nulls.js';
import { runOfficialSuite } from './mcp/official-suite.js';
import { acceptableFiles, type CorpusFile, corpusResolver, corpusUri, hasCorpus } from './wsdl/corpus.js';

/** Tokens that the listing of a service with many operations, and the description of one operation, may cost. */
const MAX_LISTED = 1_500;
const MAX_DESCRIBED = 4_000;
/** The operations of the generated WSDL. */
const GENERATED = 400;
const BIGGEST = 10;

/** The result for one file. */
interface Outcome {
  readonly file: Pick<CorpusFile, 'path'>;
  readonly operations: number;
  readonly lazy: boolean;
  readonly listed: number;
  readonly described: number;
  /** The number of operations with a strict schema. */
  readonly strict: number;
  readonly problems: readonly string[];
}

/** Runs the suite; the exit code is 1 when anything is found. */
export async function run(argv: readonly string[]): Promise<number> {
  const official = argv.includes('--only') ? 0 : await runOfficial();
  if (!hasCorpus()) {
    console.log('the corpus is not next to the project: its WSDLs are skipped');
    return official;
  }
  const files = await acceptableFiles(argv);
  const outcomes: Outcome[] = [];
  for (const file of files) outcomes.push(await judgeFile(file));
  outcomes.push(
    await judgeMapper({ path: `generated/${GENERATED}-operations.wsdl` }, await generatedMapper()),
  );
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
  const strict = outcomes.reduce((sum, each) => sum + each.strict, 0);
  console.log(
    `${outcomes.length} WSDLs, ${operations} operations, ${strict} of them with a strict schema, ${problems.length} findings`,
  );
  return problems.length === 0 ? official : 1;
}

async function runOfficial(): Promise<number> {
  const { scenarios, passed, expectedFailures, failures, stale } = await runOfficialSuite();
  for (const failure of failures) console.log(failure);
  for (const entry of stale) console.log(`${entry} is expected to fail, and does not`);
  console.log(
    `official suite: ${scenarios} scenarios, ${passed} checks passed, ${expectedFailures.length} failed as expected, ${failures.length} unexpectedly`,
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
      strict: 0,
      problems: [`refused: ${error.message}`],
    };
  }
  return judgeMapper(file, mapper);
}

async function judgeMapper(file: Outcome['file'], mapper: Mapper): Promise<Outcome> {
  const operations = mapper.operations.map(({ name }) => ({ name, readOnly: false }));
  const services = [{ slug: 'service', title: 'Service', mapper, operations }];
  const catalog = createCatalog(services);
  const full = createCatalog(services, { tokenBudget: Number.POSITIVE_INFINITY });
  const lazy = createCatalog(services, { tokenBudget: 0 });
  const listed = countTokens(await ask(catalog, 'tools/list', {}));
  let described = 0;
  const problems: string[] = [...judgeNames(mapper), ...rejections(catalog.tools), ...rejections(lazy.tools)];
  if (catalog.lazy && listed > MAX_LISTED) problems.push(`the listing has ${listed} tokens`);
  if (new Set(full.operations.map(({ tool }) => tool)).size !== operations.length)
    problems.push('names clash');
  const tools = new Map(full.tools.map((text) => JSON.parse(text)).map((tool) => [tool.name, tool]));
  problems.push(...full.tools.flatMap((text) => rejections([text])));
  for (const { tool, name } of full.operations) {
    const found = await judgeTool(tools.get(tool), full, tool);
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
  const forms = await judgeForms(services);
  problems.push(...forms.problems);
  const { strict } = forms;
  return { file, operations: operations.length, lazy: catalog.lazy, listed, described, strict, problems };
}

/** Judges the other forms of schemas: without references, and strict. */
async function judgeForms(
  services: Parameters<typeof createCatalog>[0],
): Promise<{ readonly strict: number; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  let strictTools = 0;
  for (const schemas of ['inline', 'strict'] as const) {
    const catalog = createCatalog(services, { tokenBudget: Number.POSITIVE_INFINITY, schemas });
    for (const text of catalog.tools) {
      const tool = JSON.parse(text) as ListedTool & { readonly name: string; readonly _meta?: object };
      const isStrict = tool._meta !== undefined;
      if (isStrict) strictTools++;
      const about = schemas === 'inline' ? /references|cycles/ : isStrict ? /^openai/ : /^$/;
      const found = lintTools([tool as never])
        .filter(({ limit }) => limit.effect === 'rejects' || about.test(limit.id))
        .map(({ limit, message }) => `${limit.id}: ${message}`);
      const operation = catalog.find(tool.name) as AgentOperation;
      found.push(...(await judgeExample(tool.inputSchema, operation, catalog, isStrict)));
      problems.push(...found.map((each) => `${tool.name}, ${schemas}: ${each}`));
    }
  }
  return { strict: strictTools, problems };
}

/** Whether a schema takes the proven example of an operation, and the call arrives as it is, without the nulls of a strict one. */
async function judgeExample(
  schema: object,
  operation: AgentOperation,
  catalog: Catalog,
  isStrict: boolean,
): Promise<readonly string[]> {
  const { mapper } = operation.service;
  const { request } = isCompilable(mapper, operation.name)
    ? provenExamples(mapper.compile(operation.name))
    : { request: undefined };
  if (request === undefined) return [];
  const plain = JSON.parse(stringify(request as never)) as unknown;
  const seen = asSeen(plain, operation);
  const sent = isStrict ? fillNulls(seen, schema as Readonly<Record<string, unknown>>) : seen;
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  const found = validate(sent) ? [] : [`the example is refused: ${JSON.stringify(validate.errors?.[0])}`];
  const arrived = await argumentsOf(catalog, operation.tool, sent);
  if (arrived !== JSON.stringify(plain)) found.push(`the arguments arrive as ${arrived.slice(0, 300)}`);
  return found;
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

/** What vendors reject in a listing. */
function rejections(tools: readonly string[]): string[] {
  return lintTools(tools.map((text) => JSON.parse(text)))
    .filter(({ limit }) => limit.effect === 'rejects')
    .map(({ limit, tool = 'the listing', message }) => `${limit.id}: ${tool}: ${message}`);
}

/** Names are valid in a listing of several services, and stay when services are added before and after theirs. */
function judgeNames(mapper: Mapper): string[] {
  const operations = mapper.operations.map(({ name }) => ({ name, readOnly: false }));
  const namesIn = (slugs: readonly string[]): string[] =>
    createCatalog(
      slugs.map((slug) => ({ slug, title: slug, mapper, operations })),
      { qualified: true, listing: { lazy: true, version: '' } },
    ).operations.flatMap(({ tool, service }) => (service.slug === 'b' ? [tool] : []));
  const before = namesIn(['b']);
  const after = namesIn(['a', 'b', 'b-2']);
  const found = before
    .filter((name, index) => name !== after[index])
    .map((name) => `${name} has another name later`);
  return [...found, ...before.flatMap((name) => rejections([JSON.stringify({ name, inputSchema: {} })]))];
}

async function judgeTool(tool: ListedTool | undefined, full: Catalog, named: string): Promise<string[]> {
  const operation = full.find(named);
  if (tool === undefined || operation === undefined) return ['is not listed'];
  const { mapper } = operation.service;
  const problems: string[] = [];
  const examples = isCompilable(mapper, operation.name) ? provenExamples(mapper.compile(operation.name)) : {};
  const judge = (what: string, schema: object, value: unknown): void => {
    try {
      const validate = ajv.compile(schema);
      ajv.removeSchema(schema);
      if (value !== undefined && !validate(value)) {
        problems.push(`${what}: the example is refused: ${JSON.stringify(validate.errors?.[0])}`);
      }
    } catch (error) {
      problems.push(`${what}: ${String(error).slice(0, 200)}`);
    }
  };
  const plain = (value: unknown): unknown =>
    value === undefined ? value : JSON.parse(stringify(value as never));
  const request = plain(examples.request);
  judge('input', tool.inputSchema, asSeen(request, operation));
  judge('output', tool.outputSchema, plain(examples.result));
  if (request !== undefined) {
    const arrived = await argumentsOf(full, named, asSeen(request, operation));
    if (arrived !== JSON.stringify(request))
      problems.push(`the arguments arrive as ${arrived.slice(0, 200)}`);
  }
  return problems;
}

/** The same value with the names that tools give to members. */
function asSeen(value: unknown, operation: AgentOperation): unknown {
  const table = argumentKeys(operation);
  const name = (key: string): string => {
    const alias = aliasOf(key);
    return /__[0-9a-f]{8}$/.test(alias) && table.get(alias) !== key ? key : alias;
  };
  const seen = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(seen);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [name(key), seen(each)]));
  };
  return seen(value);
}

/** The arguments of a call as the host gets them. */
async function argumentsOf(catalog: Catalog, name: string, value: unknown): Promise<string> {
  let arrived = '';
  const params = { name, arguments: value };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  await handleMessage(
    new TextEncoder().encode(message),
    {
      info: { name: 'conformance', version: '1' },
      catalog: () => catalog,
      call: async ({ input }) => {
        arrived = new TextDecoder().decode(input);
        return { kind: 'dryRun', request: { method: 'POST', headers: {}, body: '' } };
      },
    },
    { signal: new AbortController().signal, notify: () => {} },
  );
  return arrived;
}

/** A service of many operations with names and members that no model API takes as they are. */
async function generatedMapper(): Promise<Mapper> {
  const names = Array.from({ length: GENERATED }, (_each, index) =>
    index % 3 === 0
      ? `Get.Order.v${index}`
      : index % 3 === 1
        ? `Größe${index}`
        : `Get${'Customer'.repeat(9)}${index}`,
  );
  const each = (text: (name: string) => string): string => names.map(text).join('\n');
  const wsdl = `<definitions name="Many" targetNamespace="urn:m" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:m" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:m" elementFormDefault="qualified">
${each((name) => `<xs:element name="${name}"><xs:complexType><xs:choice><xs:element name="名前" type="xs:string"/><xs:element name="id" type="xs:long"/></xs:choice><xs:attribute name="version" type="xs:string"/></xs:complexType></xs:element>`)}
</xs:schema></types>
${each((name) => `<message name="${name}"><part name="p" element="t:${name}"/></message>`)}
<portType name="P">${each((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}"/></operation>`)}</portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each((name) => `<operation name="${name}"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`)}
</binding>
<service name="Many"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1:1/"/></port></service></definitions>`;
  const files = new Map([['many.wsdl', new TextEncoder().encode(wsdl)]]);
  return createMapper((await parseWsdl('many.wsdl', { resolve: bundleResolver(files) })).model);
}

function isCompilable(mapper: Pick<Mapper, 'compile'>, name: string): boolean {
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
