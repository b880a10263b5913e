import type { ParsedRoute, ParsedRoutes } from './parsed-route.js';

/** A route of a request, and the texts in its path. */
export interface MatchedRoute {
  readonly route: ParsedRoute;
  /** The values of the members in the path, decoded, in its order. */
  readonly values: readonly string[];
}

/** The routes of a service at a path. */
export type RouteMatch =
  /** The route of each method. */
  | { readonly kind: 'found'; readonly methods: ReadonlyMap<string, MatchedRoute> }
  | { readonly kind: 'none' }
  /** A path that no service should be asked about. */
  | { readonly kind: 'malformed'; readonly problem: string };

interface Node {
  readonly literals: Map<string, Node>;
  member: Node | undefined;
  readonly routes: Map<string, ParsedRoute>;
}

/** U+0000 to U+001F and U+007F: XML has no such characters, except for three. */
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Finds the routes of paths. A text in a template wins over a member, from the left. Each node of the tree is visited at most once for a path, and
 * a path is divided no further than the longest route, so that the work is bounded by the length of the path and the routes of the service.
 */
export class RouteTable {
  readonly #root: Node = createNode();
  readonly #depth: number;
  readonly #base: readonly string[];
  readonly routes: readonly ParsedRoute[];
  /** Whether the result is in an envelope, as it is for a call by name. */
  readonly envelope: boolean;

  constructor({ base, envelope, routes }: ParsedRoutes) {
    this.#base = base;
    this.envelope = envelope;
    this.routes = routes;
    for (const route of routes) this.#add(route);
    this.#depth = base.length + Math.max(0, ...routes.map(({ segments }) => segments.length));
  }

  #add(route: ParsedRoute): void {
    let node = this.#root;
    for (const literal of this.#base) node = childOf(node, literal);
    for (const segment of route.segments) {
      if ('literal' in segment) node = childOf(node, segment.literal);
      else node = node.member ??= createNode();
    }
    if (!node.routes.has(route.method)) node.routes.set(route.method, route);
  }

  /** The path of the base: `/v1`, or an empty text. */
  get base(): string {
    return this.#base.map((segment) => `/${segment}`).join('');
  }

  /** Finds the routes at a path as it was sent, which begins with `/` and has no query string. */
  match(path: string): RouteMatch {
    const parts = path.slice(1).split('/', this.#depth + 1);
    if (!path.startsWith('/') || parts.length > this.#depth) return { kind: 'none' };
    const texts: string[] = [];
    for (const part of parts) {
      const text = decodeSegment(part);
      if (text === undefined) return { kind: 'malformed', problem: 'is not percent-encoded UTF-8' };
      if (text === '' || text === '.' || text === '..') return { kind: 'none' };
      if (text.includes('/'))
        return {
          kind: 'malformed',
          problem: 'has a / in a value (%2F), which programs on the way read as the end of a segment',
        };
      if (CONTROL.test(text)) return { kind: 'malformed', problem: 'has a control character' };
      texts.push(text);
    }
    const methods = new Map<string, MatchedRoute>();
    collect(this.#root, texts, 0, [], methods);
    return methods.size === 0 ? { kind: 'none' } : { kind: 'found', methods };
  }
}

/** Adds the best route of each method. Recursive over the segments of a template, of which there are few. */
function collect(
  node: Node,
  texts: readonly string[],
  depth: number,
  values: readonly string[],
  methods: Map<string, MatchedRoute>,
): void {
  const text = texts[depth];
  if (text === undefined) {
    for (const [method, route] of node.routes)
      if (!methods.has(method)) methods.set(method, { route, values });
    return;
  }
  const literal = node.literals.get(text);
  if (literal !== undefined) collect(literal, texts, depth + 1, values, methods);
  if (node.member !== undefined) collect(node.member, texts, depth + 1, [...values, text], methods);
}

function createNode(): Node {
  return { literals: new Map(), member: undefined, routes: new Map() };
}

function childOf(node: Node, literal: string): Node {
  let child = node.literals.get(literal);
  if (child === undefined) {
    child = createNode();
    node.literals.set(literal, child);
  }
  return child;
}

function decodeSegment(part: string): string | undefined {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
