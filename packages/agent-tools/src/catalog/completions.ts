import { isObjectText, parseValue } from '../protocol/raw-json.js';
import { RPC, RpcError } from '../protocol/rpc-error.js';
import { plainLine } from '../schema/visible-text.js';
import type { Catalog } from './catalog.js';
import { PROMPTS } from './prompts.js';
import { RESOURCE_TEMPLATES } from './resources.js';

/** The maximum number of values in one response, set by the protocol. */
const MAX_VALUES = 100;

/**
 * Answers `completion/complete` for the arguments of prompts and resource templates: names of services and operations. Returns the members
 * of the result as JSON text.
 *
 * @throws {RpcError} for an unknown reference, or an unknown argument of it
 */
export function complete(params: ReadonlyMap<string, Uint8Array>, catalog: Catalog): string {
  const ref = objectOf(params, 'ref');
  const argument = objectOf(params, 'argument');
  const { name, value } = argument;
  if (typeof name !== 'string' || typeof value !== 'string') {
    throw invalid('The param "argument" must have the strings "name" and "value"');
  }
  if (!argumentsOf(ref).includes(name)) throw invalid(`Unknown argument: ${plainLine(name, 64)}`);
  const found = matching(valuesOf(name, ref, params, catalog), value);
  const values = found.slice(0, MAX_VALUES);
  return `"completion":${JSON.stringify({ values, total: found.length, hasMore: found.length > values.length })}`;
}

/** The names of the arguments of a prompt or template. */
function argumentsOf(ref: Readonly<Record<string, unknown>>): readonly string[] {
  if (ref['type'] === 'ref/prompt') {
    const prompt = PROMPTS.find(({ name }) => name === ref['name']);
    if (prompt !== undefined)
      return (prompt['arguments'] as readonly { name: string }[]).map(({ name }) => name);
    throw invalid(`Unknown prompt: ${plainLine(String(ref['name']), 64)}`);
  }
  if (ref['type'] === 'ref/resource') {
    const template = RESOURCE_TEMPLATES.find(({ uriTemplate }) => uriTemplate === ref['uri']);
    if (template !== undefined) return ['service', 'operation'];
    throw invalid(`Unknown resource template: ${plainLine(String(ref['uri']), 100)}`);
  }
  throw invalid('The param "ref" must be of the type ref/prompt or ref/resource');
}

/** All values of an argument. Free texts have none. */
function valuesOf(
  name: string,
  ref: Readonly<Record<string, unknown>>,
  params: ReadonlyMap<string, Uint8Array>,
  { services, operations }: Catalog,
): readonly string[] {
  if (name === 'service') return services.map(({ slug }) => slug);
  if (name !== 'operation') return [];
  if (ref['type'] === 'ref/prompt') return operations.map(({ tool }) => tool);
  const chosen = chosenService(params);
  const own = operations.filter(({ service }) => chosen === undefined || service.slug === chosen);
  return [...new Set(own.map((each) => each.name))];
}

/** The service that the client has already filled in. */
function chosenService(params: ReadonlyMap<string, Uint8Array>): string | undefined {
  if (!params.has('context')) return undefined;
  const filled = objectOf(params, 'context')['arguments'] as
    | { readonly service?: unknown }
    | null
    | undefined;
  return typeof filled?.service === 'string' ? filled.service : undefined;
}

/** The values that begin with a text, then those that contain it, ignoring case. */
function matching(values: readonly string[], text: string): readonly string[] {
  const wanted = text.toLowerCase();
  const placed = values.map((value) => ({ value, at: value.toLowerCase().indexOf(wanted) }));
  return [...placed.filter(({ at }) => at === 0), ...placed.filter(({ at }) => at > 0)].map(
    ({ value }) => value,
  );
}

function objectOf(params: ReadonlyMap<string, Uint8Array>, name: string): Readonly<Record<string, unknown>> {
  const json = params.get(name);
  if (json === undefined || !isObjectText(json)) throw invalid(`The param "${name}" must be an object`);
  return parseValue(json) as Readonly<Record<string, unknown>>;
}

function invalid(message: string): RpcError {
  return new RpcError(RPC.invalidParams, message, { status: 200 });
}
