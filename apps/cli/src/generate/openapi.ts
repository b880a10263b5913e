import { extname } from 'node:path';
import { gatewayContract, routesContract } from '@soapstone/http-contract';
import { createMapper } from '@soapstone/json-xml-mapper';
import { routesOf } from '@soapstone/json-xml-mapper/internal/routes';
import { createOperationShapes, type ShapeOptions } from '@soapstone/json-xml-mapper/shapes';
import {
  generateOpenApi,
  type MethodPolicy,
  type OpenAPI31Object,
  type OpenAPIObject,
  type OpenApiOptions,
  printOpenApi,
  provenExamples,
  toOpenApi30,
} from '@soapstone/openapi-generator';
import { defined } from '@soapstone/options/defined';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import { requireWsdl } from '../batch/batch-option.js';
import { runBatch } from '../batch/run-batch.js';
import { describedMapper } from '../description/described-mapper.js';
import { type DescriptionOptions, loadOptionsOf } from '../description/description-options.js';
import { assertNotEmpty, countFindings, loadDescription } from '../description/load-description.js';
import { badDesign, designedMapper } from '../description/read-design.js';
import { defaultSlug } from '../description/service-slug.js';
import { unknownOperation } from '../description/unknown-operation.js';
import { usageError } from '../errors/errors.js';
import type { DesignOptions } from '../options/design-options.js';
import { writeOutput } from '../output/write-output.js';
import type { CommandContext } from '../terminal/command-context.js';

export interface OpenApiCommandOptions extends DescriptionOptions, DesignOptions {
  readonly output?: string;
  readonly format?: 'json' | 'yaml';
  readonly baseUrl: string;
  readonly account: string;
  readonly service?: string;
  readonly title?: string;
  readonly apiVersion?: string;
  readonly numbers: 'number' | 'string';
  readonly methods: MethodPolicy;
  readonly method: ReadonlyMap<string, MethodPolicy>;
  readonly dateFormats: boolean;
  readonly openapi: '3.0' | '3.1';
  readonly examples?: true;
  readonly routes?: true;
  readonly allowEmpty?: true;
  readonly batch?: string;
}

/** The end of the error about a service without operations. */
const ALLOW_EMPTY = '; --allow-empty prints the document without paths';

const ROUTES_NEED_DESIGN = '--routes needs --design: routes are those of a design';

/** The maximum number of operations that a note lists. */
const MAX_NAMED = 10;

/** `soapstone openapi`: prints the OpenAPI document that a gateway serves for the same service, byte for byte. */
export async function openapi(
  wsdl: string | undefined,
  options: OpenApiCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  assertByName(options);
  const load = loadOptionsOf(options);
  if (options.batch !== undefined) {
    if (options.design !== undefined) throw usageError('--design is for one service: leave out --batch');
    if (options.routes === true) throw usageError(ROUTES_NEED_DESIGN);
    await runBatch(options.batch, context, { load }, async (_, { description }) => {
      if (options.allowEmpty !== true) assertNotEmpty(description, ALLOW_EMPTY);
      assertQuerySafe(options.method, description.model);
      return openApiDocument(description.model, options, keptByPost(description.model, options));
    });
    return;
  }
  const description = await loadDescription(requireWsdl(wsdl), terminal, load);
  const { model, diagnostics } = description;
  if (options.allowEmpty !== true) assertNotEmpty(description, ALLOW_EMPTY);
  assertOffered(options.method.keys(), model);
  const designed = await designedMapper(model, options, terminal.cwd, { numbers: options.numbers });
  assertQuerySafe(options.method, model, designed);
  const routes = routeCount(options, designed);
  const { output } = options;
  const format = options.format ?? (/^\.ya?ml$/i.test(extname(output ?? '')) ? 'yaml' : 'json');
  const kept = keptByPost(model, options, designed);
  const text = printOpenApi(openApiDocument(model, options, kept, designed), format);
  await writeOutput(text, output, terminal);
  if (kept.length > 0) {
    const more = kept.length > MAX_NAMED ? ', …' : '';
    terminal.err(
      `note: GET is not possible, so they keep POST: ${kept.slice(0, MAX_NAMED).join(', ')}${more}\n`,
    );
  }
  if (routes > 0 && options.routes !== true)
    terminal.err(
      `note: these are the operations by name; --routes describes the routes of the design (${routes})\n`,
    );
  const { errors, warnings } = countFindings(diagnostics);
  if (errors + warnings > 0) {
    terminal.err(`${errors} errors, ${warnings} warnings in the WSDL: \`soapstone report\` lists them\n`);
  }
}

/** Routes have the methods that the design says. */
function assertByName({ routes, methods, method }: OpenApiCommandOptions): void {
  if (routes !== true || (methods === 'POST' && method.size === 0)) return;
  throw usageError('--routes: the design says the methods; leave out --methods and --method');
}

/** How many routes the design has. Throws if `--routes` asks for them and there are none. */
function routeCount(
  { routes, design: file }: OpenApiCommandOptions,
  { design }: Pick<ShapeOptions, 'design'>,
): number {
  const count = design === undefined ? 0 : (routesOf(design)?.routes.length ?? 0);
  if (routes !== true || count > 0) return count;
  if (design === undefined) throw usageError(ROUTES_NEED_DESIGN);
  throw badDesign([`${file}: it has no routes; give an operation one, such as route: GET /users/{userId}`]);
}

/** An operation that `--method` names but the service does not have is a mistake, not an empty selection. */
function assertOffered(names: Iterable<string>, model: ServiceModel): void {
  const offered = model.exposed.map(({ name }) => name);
  for (const name of names) {
    if (!offered.includes(name)) throw unknownOperation('--method', name, offered);
  }
}

/**
 * `--method op=GET` for an operation that cannot have GET is an error, as in the gateway: the document would differ from the
 * request. `--methods` applies to every operation as far as possible.
 */
function assertQuerySafe(
  policies: ReadonlyMap<string, MethodPolicy>,
  model: ServiceModel,
  designed: ShapeOptions = {},
): void {
  const shapes = createOperationShapes(model, designed);
  for (const [name, policy] of policies) {
    // In a batch, some services may not have the operation.
    if (policy === 'POST' || !shapes.names.includes(name)) continue;
    const { querySafe } = shapes.get(name).info;
    if (querySafe.safe) continue;
    throw usageError(`--method: operation "${name}" cannot have GET: ${querySafe.reason}`);
  }
}

/**
 * Returns the operations that should only have GET but do not support it. As in the gateway, they keep POST, because an operation
 * without a method would be lost.
 */
function keptByPost(
  model: ServiceModel,
  { methods, method }: Pick<OpenApiCommandOptions, 'methods' | 'method'>,
  designed: ShapeOptions = {},
): readonly string[] {
  if (methods !== 'GET') return [];
  const shapes = createOperationShapes(model, designed);
  return shapes.names.filter((name) => !method.has(name) && !shapes.get(name).info.querySafe.safe);
}

function openApiDocument(
  model: ServiceModel,
  options: OpenApiCommandOptions,
  kept: readonly string[],
  designed: Pick<ShapeOptions, 'design'> = {},
): OpenAPIObject | OpenAPI31Object {
  const { numbers } = options;
  const common = openApiOptions(model, options, kept, designed);
  let document: OpenAPI31Object;
  if (options.examples === true) {
    // Examples are proven with compiled operations; without examples, nothing needs compiling.
    const mapper = createMapper(model, { numbers, ...designed, fills: 'hidden' });
    const examples = (operation: string) => provenExamples(mapper.compile(operation));
    document = generateOpenApi(mapper, { ...common, examples });
  } else {
    document = generateOpenApi(describedMapper(model, { numbers, ...designed }), common);
  }
  return options.openapi === '3.1' ? document : toOpenApi30(document);
}

function openApiOptions(
  model: ServiceModel,
  options: OpenApiCommandOptions,
  kept: readonly string[],
  { design }: Pick<ShapeOptions, 'design'>,
): OpenApiOptions {
  const place = {
    baseUrl: options.baseUrl,
    accountId: options.account,
    serviceSlug: options.service ?? defaultSlug(model),
  };
  const posted = kept.map((name): [string, MethodPolicy] => [name, 'POST']);
  return {
    ...(options.routes === true ? { ...routesContract(place), routes: design } : gatewayContract(place)),
    ...defined({ title: options.title, version: options.apiVersion }),
    numbers: options.numbers,
    defaultPolicy: options.methods,
    policies: new Map([...posted, ...options.method]),
    dateFormats: options.dateFormats,
  };
}
