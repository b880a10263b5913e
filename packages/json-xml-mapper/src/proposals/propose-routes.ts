import type { Design } from '../api/design.js';
import { camelName, wordsOfName } from '../design/shaping/camel-name.js';
import type { OperationShapes } from '../operation/operation-shapes.js';
import type { ElementMember } from '../shape/shape.js';
import type { CheckProposal } from './check-proposal.js';
import { inputOf } from './list-inputs.js';
import { isPrintable, objectOf } from './member-names.js';

/** The method that the first word of an operation suggests. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  GET: ['get', 'list', 'find', 'search', 'fetch', 'read', 'query', 'retrieve', 'lookup', 'show', 'describe'],
  POST: ['create', 'add', 'insert', 'register', 'new'],
  PUT: ['update', 'modify', 'edit', 'change', 'replace', 'save'],
  DELETE: ['delete', 'remove'],
};
const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries(VERBS).flatMap(([method, verbs]) => verbs.map((verb) => [verb, method] as const)),
);

/** The operations that can have a route, as in a design. */
const MOST_ROUTES = 1000;
/** How often routes that do not fit are removed. */
const MOST_ROUNDS = 5;

/**
 * Proposes routes for operations that are called like `GetUser`, `ListUsers`, `CreateUser`, `UpdateUser` and `DeleteUser`: the method by the verb,
 * the path by the noun, and the only required text of the input in the path. Those that do not fit the service, or one another, are left out.
 *
 * @param design what else is proposed: names in paths are its names
 */
export function proposeRoutes(
  shapes: OperationShapes,
  check: CheckProposal,
  design: Design,
): ReadonlyMap<string, string> {
  const routes = new Map<string, string>();
  for (const operation of shapes.names) {
    if (routes.size === MOST_ROUTES) break;
    const route = routeOf(shapes, operation, design);
    if (route !== undefined) routes.set(operation, route);
  }
  for (let round = 0; round < MOST_ROUNDS && routes.size > 0; round++) {
    const problems = check({ ...design, operations: withRoutes(design, routes) });
    if (problems.length === 0) return routes;
    const wrong = new Set(problems.map(({ at: [part, name = ''] }) => (part === 'operations' ? name : '')));
    if ([...wrong].some((name) => !routes.delete(name))) return new Map();
  }
  return new Map();
}

/** The operations of a design with routes. */
export function withRoutes(
  { operations = {} }: Design,
  routes: ReadonlyMap<string, string>,
): NonNullable<Design['operations']> {
  const all = Object.assign(Object.create(null) as NonNullable<Design['operations']>, operations);
  return Object.assign(
    all,
    Object.fromEntries([...routes].map(([name, route]) => [name, { ...operations[name], route }])),
  );
}

function routeOf(shapes: OperationShapes, operation: string, design: Design): string | undefined {
  const [verb = '', ...noun] = wordsOfName(operation);
  const method = METHODS.get(verb);
  const object = objectOf(inputOf(shapes, operation)?.root);
  if (method === undefined || noun.length === 0 || !isPrintable(operation)) return undefined;
  if (!/^[a-z0-9-]+$/.test(noun.join('-'))) return undefined;
  const path = `/${[...noun.slice(0, -1), pluralOf(noun.at(-1) as string)].join('-')}`;
  const required = object?.form === 'plain' ? object.members.filter(isRequired) : [];
  const [only] = required;
  const id =
    required.length === 1 && only !== undefined && isText(only) ? nameOf(only.key, design) : undefined;
  const named =
    object?.members
      .filter(isText)
      .filter(isRequired)
      .map(({ key }) => key) ?? [];
  switch (method) {
    case 'GET':
    case 'DELETE':
      if (id !== undefined) return `${method} ${path}/{${id}}`;
      return method === 'GET' ? `GET ${path}` : undefined;
    case 'PUT': {
      // Besides the id, the input has the new state.
      const ids = named.filter((key) => wordsOfName(key).at(-1) === 'id');
      const [key, ...others] = named.length === 1 ? named : ids;
      return key === undefined || others.length > 0 ? undefined : `PUT ${path}/{${nameOf(key, design)}}`;
    }
    default:
      return `POST ${path}`;
  }
}

function isRequired({ min, conditional }: ElementMember): boolean {
  return min > 0 && !conditional;
}

function isText({ shape, array, substitution }: ElementMember): boolean {
  return shape.kind === 'scalar' && !array && substitution === undefined;
}

function nameOf(key: string, { names, rename = {} }: Design): string {
  const renamed = Object.hasOwn(rename, key) ? rename[key] : undefined;
  return renamed ?? (names === 'camel' ? camelName(key) : key);
}

/** The plural of an English noun, as far as its ending shows it. */
function pluralOf(noun: string): string {
  if (/(?:[^s]s|news)$/.test(noun)) return noun;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:ss|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
