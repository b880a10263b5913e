import { stringify } from '@soapstone/json-xml-mapper';
import {
  assertOptions,
  type Check,
  callback,
  flag,
  limit,
  listOf,
  members,
  oneOf,
  text,
} from '@soapstone/options';
import { hash } from '../hash.js';
import { LAZY_TOOLS } from '../lazy/lazy-tools.js';
import { createSearch, type Search } from '../lazy/search.js';
import { encodeUtf8 } from '../platform.js';
import { SCHEMA_FORMS, type SchemaForm } from '../schema/schema-form.js';
import { unlessTooLarge } from '../schema/tool-schema.js';
import type { AgentOperation, AgentService, OfferedOperation } from '../service/agent-service.js';
import { createTool, withExample } from '../service/tool.js';
import { otherToolNames, uniqueToolNames } from '../service/tool-name.js';

/** The options of a catalog. */
export interface CatalogOptions {
  /**
   * The maximum size of a listing of all tools, in tokens (bytes of JSON / 4). Above it the listing is `search_operations`,
   * `describe_operation` and `call_operation`. Default 8000.
   */
  readonly tokenBudget?: number;
  /** Sends nothing: tools return the SOAP request instead. Default false. */
  readonly dryRun?: boolean;
  /** The form of the schemas of tools, which some model APIs need: `full`, `inline` or `strict`. Default `full`. */
  readonly schemas?: SchemaForm;
  /**
   * Whether the name of every tool begins with the name of its service. A listing to which services may be added later needs it, because
   * names must not change then. Default: true if there are several services.
   */
  readonly qualified?: boolean;
  /**
   * `lazy`, `version` and perhaps `tools` of a catalog of the same services that was created elsewhere, such as in a thread. This catalog
   * then names and finds operations without compiling any. Without `tools`, it lists none.
   */
  readonly listing?: Pick<Catalog, 'lazy' | 'version'> & Partial<Pick<Catalog, 'tools'>>;
}

/** The tools that an agent sees, for one set of services. Immutable: each revision gets a new catalog. */
export interface Catalog {
  readonly services: readonly AgentService[];
  readonly operations: readonly AgentOperation[];
  readonly dryRun: boolean;
  /** The form of the schemas. With `strict`, a null of a member that may be left out is dropped from arguments. */
  readonly schemas: SchemaForm;
  /** Whether the listing consists of the three tools that find and call operations. */
  readonly lazy: boolean;
  /** A digest of the listing: equal for equal listings. */
  readonly version: string;
  readonly search: Search;
  /** The JSON text of each tool of the listing, in its order. */
  readonly tools: readonly string[];
  /**
   * The operation of a tool; `undefined` for other names. Also accepts the names that earlier versions listed, and those of the same
   * operation in another listing, if they are unambiguous.
   */
  find(tool: string): AgentOperation | undefined;
}

/** The budget of a listing in tokens. */
export const DEFAULT_TOKEN_BUDGET = 8000;

const catalogOptions: Check = members<CatalogOptions>({
  tokenBudget: limit,
  dryRun: flag,
  qualified: flag,
  schemas: oneOf(...SCHEMA_FORMS),
  listing: members<NonNullable<CatalogOptions['listing']>>(
    { lazy: flag, version: text, tools: listOf(text) },
    ['lazy', 'version'],
  ),
});

const exposedOperation: Check = members<OfferedOperation>(
  { name: text, readOnly: flag, idempotent: flag, destructive: flag, description: text },
  ['name', 'readOnly'],
);

const agentServices: Check = listOf(
  members<AgentService>(
    { slug: text, title: text, mapper: mapperCheck, operations: listOf(exposedOperation) },
    ['slug', 'title', 'mapper', 'operations'],
  ),
);

/** Accepts other members too, because a mapper may be an instance of a class. */
function mapperCheck(value: unknown): ReturnType<Check> {
  const compile = typeof value === 'object' && value !== null && 'compile' in value ? value.compile : value;
  return callback(compile);
}

/**
 * Returns the tokens of a text as this package counts them: bytes of UTF-8 / 4. Throws `OptionError` for anything but a string.
 *
 * @example
 * ```ts
 * countTokens(JSON.stringify(tools)) > 8000;
 * ```
 */
export function countTokens(counted: string): number {
  assertOptions(text, counted, 'countTokens', 'text');
  return Math.ceil(encodeUtf8(counted).length / 4);
}

/**
 * Creates the catalog of some services. The listing is generated once, here; requests for it get the stored text.
 *
 * @throws {OptionError} for an unknown option or service member, or a value of the wrong type
 *
 * @example
 * ```ts
 * const mapper = createMapper(model);
 * const operations = [{ name: 'GetUser', readOnly: true }];
 * const catalog = createCatalog([{ slug: 'users', title: 'Users', mapper, operations }]);
 * ```
 */
export function createCatalog(services: readonly AgentService[], options: CatalogOptions = {}): Catalog {
  assertOptions(agentServices, services, 'createCatalog', 'services');
  assertOptions(catalogOptions, options, 'createCatalog');
  const { tokenBudget = DEFAULT_TOKEN_BUDGET, dryRun = false, schemas = 'full' } = options;
  const operations = nameOperations(services, options.qualified ?? services.length > 1);
  const byTool = new Map(operations.map((operation) => [operation.tool, operation]));
  const { tools, lazy, version } =
    options.listing === undefined
      ? listTools(operations, tokenBudget, dryRun, schemas)
      : { tools: [], ...options.listing };
  let search: Search | undefined;
  let byOtherName: ReadonlyMap<string, AgentOperation> | undefined;
  return {
    services,
    operations,
    dryRun,
    schemas,
    lazy,
    version,
    get search() {
      search ??= createSearch(operations);
      return search;
    },
    tools,
    find(tool) {
      const found = byTool.get(tool);
      if (found !== undefined) return found;
      byOtherName ??= otherToolNames(operations);
      return byOtherName.get(tool);
    },
  };
}

function listTools(
  operations: readonly AgentOperation[],
  tokenBudget: number,
  dryRun: boolean,
  form: SchemaForm,
): Pick<Catalog, 'tools' | 'lazy' | 'version'> {
  const full = unlessTooLarge(() => listAll(operations, tokenBudget, dryRun, form));
  const tools = full ?? LAZY_TOOLS(operations, dryRun, form).map((tool) => JSON.stringify(tool));
  const version = hash(
    `${tools.join()} ${operations.map(({ tool, readOnly }) => `${tool}:${readOnly}`).join()}`,
  );
  return { tools, lazy: full === undefined, version };
}

function nameOperations(services: readonly AgentService[], qualified: boolean): AgentOperation[] {
  const entries = services.flatMap((service) =>
    service.operations.map((operation) => ({ service, operation })),
  );
  const names = uniqueToolNames(
    entries.map(({ service, operation: { name } }) =>
      qualified ? { name, prefix: service.slug } : { name },
    ),
  );
  return entries.map(({ service, operation }, index) => ({
    ...operation,
    service,
    tool: names[index] as string,
  }));
}

/**
 * Returns the texts of all tools, or `undefined` if they exceed the budget. Their schemas have examples if those fit too. Throws what
 * `createTool` throws.
 */
function listAll(
  operations: readonly AgentOperation[],
  tokenBudget: number,
  dryRun: boolean,
  form: SchemaForm,
): string[] | undefined {
  const tools: string[] = [];
  const withExamples: string[] = [];
  let tokens = 0;
  let more = 0;
  for (const operation of operations) {
    // Each member takes at least four bytes, which is one token, so a schema with more members than tokens never fits.
    const tool = createTool(operation, { dryRun, most: Math.max(1, tokenBudget), form });
    if (tool === undefined) continue;
    const text = stringify(tool);
    tokens += countTokens(text);
    if (tokens > tokenBudget) return undefined;
    tools.push(text);
    if (tokens + more > tokenBudget) continue;
    const longer = stringify(withExample(tool, operation));
    more += countTokens(longer) - countTokens(text);
    withExamples.push(longer);
  }
  return tokens + more <= tokenBudget ? withExamples : tools;
}
