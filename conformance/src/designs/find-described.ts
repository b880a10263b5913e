import { createCatalog } from '@soapstone/agent-tools';
import { gatewayContract } from '@soapstone/http-contract';
import { type Mapper, queryParameters } from '@soapstone/json-xml-mapper';
import type { FilledPlace } from '@soapstone/json-xml-mapper/design';
import { generateOpenApi } from '@soapstone/openapi-generator';

/** The size of a tool that is judged, in tokens: far more than a listing may have. */
const MAX_TOKENS = 1_000_000;

/** Finds filled members in what describes an operation: its OpenAPI document, its tool for agents, and its query parameters. */
export function findDescribed(
  mapper: Mapper,
  name: string,
  places: readonly FilledPlace[],
  canaries: readonly string[],
): string[] {
  const operation = mapper.compile(name);
  const info = mapper.operations.filter((each) => each.name === name);
  const document = generateOpenApi(
    { model: mapper.model, operations: info, compile: (wanted) => mapper.compile(wanted) },
    {
      ...gatewayContract({ baseUrl: 'https://gateway.example', accountId: 'acc_1', serviceSlug: 'service' }),
      defaultPolicy: 'GET + POST',
    },
  );
  const [path = {}] = Object.values(document.paths ?? {}) as { post?: unknown; get?: unknown }[];
  const body = valueAt(path, ['post', 'requestBody', 'content', 'application/json', 'schema']);
  const { tools } = createCatalog(
    [{ slug: 'service', title: 'Service', mapper, operations: [{ name, readOnly: false }] }],
    { tokenBudget: MAX_TOKENS },
  );
  const tool = JSON.parse(tools[0] ?? '{}') as { readonly inputSchema?: unknown };
  const parameters = operation.info.querySafe.safe
    ? queryParameters(operation.shape.input).parameters.map((parameter) => parameter.name)
    : [];
  const found: string[] = [];
  const text = `${JSON.stringify(document)}${tools.join('')}`;
  if (canaries.some((canary) => text.includes(canary))) found.push('a document has a secret');
  for (const { keys } of places) {
    const shown = keys.join('/');
    if (hasProperty(document, body, keys)) found.push(`its OpenAPI document has ${shown}`);
    if (hasProperty(tool.inputSchema, tool.inputSchema, keys)) found.push(`its tool has ${shown}`);
    if (parameters.includes(keys.join('.'))) found.push(`a parameter of its GET is ${shown}`);
  }
  return found;
}

/** Whether a JSON Schema has a property at a path, below any of its alternatives. */
function hasProperty(root: unknown, schema: unknown, keys: readonly string[], depth = 0): boolean {
  if (typeof schema !== 'object' || schema === null || depth > 64) return false;
  const { $ref, properties, items, allOf, anyOf, oneOf } = schema as Readonly<Record<string, unknown>>;
  if (typeof $ref === 'string') {
    const pointer = $ref
      .slice($ref.indexOf('#') + 1)
      .split('/')
      .slice(1);
    const target = valueAt(
      root,
      pointer.map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')),
    );
    if (hasProperty(root, target, keys, depth + 1)) return true;
  }
  const [key = '', ...rest] = keys;
  const property = valueAt(properties, [key]);
  if (property !== undefined && (rest.length === 0 || hasProperty(root, property, rest, depth + 1)))
    return true;
  return [items, allOf, anyOf, oneOf].flat().some((part) => hasProperty(root, part, keys, depth + 1));
}

/** The value at a path. Only own keys count. */
export function valueAt(value: unknown, keys: readonly string[]): unknown {
  let at = value;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}
