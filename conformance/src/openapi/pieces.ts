import type { OpenAPIObject } from '@soapstone/openapi-generator';

type Schema = Record<string, unknown>;
type Schemas = Readonly<Record<string, Schema>>;

/** A part of a document that a generator reads alone. */
export interface Piece {
  readonly document: OpenAPIObject;
  /** The components that are whole in it, and so are to be judged. */
  readonly judged: Schemas;
}

/** So many components that contain one another are read together: there are at most 6! paths through them. */
const TOGETHER = 6;

/** So many paths of references may begin at a component that is read with others. */
const PATHS = 500;

/** So many components are read together where a document has several pieces. */
const COMPONENTS = 100;

const PREFIX = '#/components/schemas/';

/**
 * The pieces of a document for a generator that walks every path of references from component to component, as openapi-zod-client does:
 * where many components contain one another, such as the items of Exchange Web Services, the number of paths is exponential. Each component
 * of such a cycle is whole in one piece, and so is one at which many paths begin; the others are in pieces of a hundred, and the operations in one.
 * The components that a piece refers to are there without their own references. A document without large cycles and many paths is one piece.
 */
export function piecesOf(document: OpenAPIObject): readonly Piece[] {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const references = new Map(Object.entries(schemas).map(([name, schema]) => [name, referencesOf(schema)]));
  const cyclic = new Set(
    cyclesOf(references)
      .filter((cycle) => cycle.length > TOGETHER)
      .flat(),
  );
  const alone = withManyPaths(references, cyclic);
  if (alone.size === 0) return [{ document, judged: schemas }];
  const others = Object.keys(schemas).filter((name) => !alone.has(name));
  const groups = Array.from({ length: Math.ceil(others.length / COMPONENTS) }, (_, at) =>
    others.slice(at * COMPONENTS, (at + 1) * COMPONENTS),
  );
  const pieces = [...[...alone].map((name) => [name]), ...groups].map((names) =>
    pieceOf(document, schemas, names, {}),
  );
  const { paths = {} } = document;
  return Object.keys(paths).length === 0 ? pieces : [...pieces, pieceOf(document, schemas, [], paths)];
}

/** The components of `cyclic`, and those at which too many paths of references begin. */
function withManyPaths(
  references: ReadonlyMap<string, ReadonlySet<string>>,
  cyclic: ReadonlySet<string>,
): ReadonlySet<string> {
  const alone = new Set(cyclic);
  const paths = new Map<string, number>();
  // Each name comes after those that it reaches, except for those of a small cycle.
  for (const name of [...references.keys()].reduce(
    (done, each) => walk(references, each, done),
    new Set<string>(),
  )) {
    let count = 1;
    for (const target of references.get(name) ?? [])
      count += alone.has(target) ? 1 : (paths.get(target) ?? 1);
    paths.set(name, count);
    if (count > PATHS) alone.add(name);
  }
  return alone;
}

/** The piece with these components and paths, and what they refer to. */
function pieceOf(document: OpenAPIObject, schemas: Schemas, names: readonly string[], paths: object): Piece {
  const judged = Object.fromEntries(names.map((name) => [name, schemas[name] as Schema]));
  const { securitySchemes } = document.components ?? {};
  const shared =
    Object.keys(paths).length === 0
      ? { ...(securitySchemes === undefined ? {} : { securitySchemes }) }
      : { ...document.components, schemas: {} };
  const beside = [...referencesOf([judged, paths, shared])].filter((name) => !Object.hasOwn(judged, name));
  const cut = Object.fromEntries(beside.map((name) => [name, withoutReferences(schemas[name] ?? {})]));
  return {
    document: {
      ...document,
      paths: paths as NonNullable<OpenAPIObject['paths']>,
      components: { ...shared, schemas: { ...judged, ...(cut as Schemas) } },
    } as OpenAPIObject,
    judged,
  };
}

/** The names of the components that a value refers to. */
function referencesOf(value: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const { $ref } = next as Schema;
    if (typeof $ref === 'string' && $ref.startsWith(PREFIX)) names.add($ref.slice(PREFIX.length));
    waiting.push(...Object.values(next));
  }
  return names;
}

/** A copy in which the place of each reference is an object without members. */
function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (typeof value !== 'object' || value === null) return value;
  if (typeof (value as Schema)['$ref'] === 'string') return { type: 'object' };
  return Object.fromEntries(
    Object.entries(value)
      // The mapping of a discriminator names components, and a default may be of a type that is cut.
      .filter(([key, member]) => key !== 'discriminator' && (key !== 'default' || typeof member === 'object'))
      .map(([key, member]) => [key, withoutReferences(member)]),
  );
}

/** The strongly connected components of a graph: names that reach one another (Kosaraju's algorithm, without recursion). */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const backwards = new Map<string, Set<string>>([...graph.keys()].map((name) => [name, new Set()]));
  for (const [name, targets] of graph) for (const target of targets) backwards.get(target)?.add(name);
  const order = [...graph.keys()].reduce((seen, name) => walk(graph, name, seen), new Set<string>());
  const left = new Set<string>();
  const cycles: string[][] = [];
  for (const name of [...order].reverse()) {
    const before = left.size;
    walk(backwards, name, left);
    if (left.size > before) cycles.push([...left].slice(before));
  }
  return cycles;
}

/** Adds what is reached from a name to `done`, each name after those that it reaches. */
function walk(
  graph: ReadonlyMap<string, ReadonlySet<string>>,
  start: string,
  done: Set<string>,
): Set<string> {
  const open = new Set<string>();
  const path: [name: string, targets: Iterator<string>][] = [];
  const enter = (name: string): void => {
    if (done.has(name) || open.has(name)) return;
    open.add(name);
    path.push([name, (graph.get(name) ?? new Set<string>()).values()]);
  };
  enter(start);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top[1].next();
    if (next.done === true) {
      done.add(top[0]);
      path.pop();
    } else enter(next.value);
  }
  return done;
}
