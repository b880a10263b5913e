import { nearestName } from '../../explain/keys/nearest-name.js';
import { type QueryParameter, queryParameters } from '../../query/query-parameters.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import type { PagePart } from '../../shape/page-part.js';
import type { ElementMember, ObjectShape } from '../../shape/shape.js';
import { chargeHint } from '../../work.js';
import { CURSOR_PARAMETER } from '../pages/cursor-parameter.js';
import { elementAt, findMember, keysOf, objectOf, type RouteMember } from './find-member.js';
import type { ParsedRoute } from './parsed-route.js';
import { withoutMembers } from './route-body.js';

/** Where a route takes each member of an input from. */
export interface RouteBinding {
  /** The members in the path, in its order. */
  readonly path: readonly RouteMember[];
  /** The members in the query string. */
  readonly query: readonly QueryParameter[];
  /** The member that is the body, if it is one. */
  readonly body?: ElementMember | undefined;
  /** The members that only a cursor has (PG-2), if the route has a body: they are neither in it nor parameters of clients. */
  readonly cursor: readonly QueryParameter[];
}

/** Receives the problems of a line of a route. */
export type ReportRoute = (part: string, message: string, nearest?: string | undefined) => void;

/** Finds where each member of the designed input comes from, and reports those without a place. */
export function bindRoute(
  route: ParsedRoute,
  { input, pages }: Pick<OperationShape, 'input' | 'pages'>,
  report: ReportRoute,
): RouteBinding {
  const root = objectOf(input.root) as ObjectShape;
  const path = bindPath(route, root, report);
  const part = route.page && pages?.find(({ of }) => of === route.operation);
  const ofCursor = parametersOfCursor(part);
  for (const { name } of path)
    if (ofCursor.has(name)) report('route', `cannot have {${name}}: it says which page is wanted`);
  const paged = route.body === undefined ? [] : pagedParameters(part, ofCursor, input);
  const cursor = paged.filter(({ name }) => ofCursor.has(name));
  const size = paged.filter(({ name }) => !ofCursor.has(name));
  if (route.body === '*') {
    checkRest(path, root, 0, report);
    checkRest(paged, root, 0, report, 'page');
    checkCursor(route, size, report);
    return { path, query: size, cursor };
  }
  const body = route.body === undefined ? undefined : bindBody(route, root, route.body, report);
  if (route.body !== undefined && body === undefined) return { path, query: [], cursor };
  if (body !== undefined) {
    checkBody(path, body, report);
    checkBody(paged, body, report, 'page');
  }
  const { parameters, refusal } = queryParameters(
    body === undefined ? input : withoutMembers(input, new Set([body.key])),
  );
  if (refusal !== undefined) {
    const place = body === undefined ? `a ${route.method} has no body, and` : `the body is ${body.key}, and`;
    report('route', `leaves a member without a place: ${place} ${refusal}`);
  }
  if (body === undefined && refusal === undefined) checkParameters(path, parameters, report);
  const taken = new Set([...path.map(({ name }) => name), ...ofCursor]);
  const others = parameters.filter(({ name }) => !taken.has(name));
  const known = new Set(others.map(({ name }) => name));
  const query = [...others, ...size.filter(({ name }) => !known.has(name))];
  checkCursor(route, query, report);
  return { path, query, cursor, ...(body && { body }) };
}

function checkCursor({ page }: ParsedRoute, query: readonly QueryParameter[], report: ReportRoute): void {
  if (page !== undefined && query.some(({ name }) => name === CURSOR_PARAMETER))
    report(
      'page',
      `cannot be used: the input has a member ${CURSOR_PARAMETER}, and pages are asked for with a parameter of this name; give the member another name, with rename`,
    );
}

/** The names of the parameters that a cursor has, and clients have not. */
function parametersOfCursor(part: PagePart | undefined): ReadonlySet<string> {
  return new Set(part && [...(part.to === undefined ? [] : [part.to]), ...part.keep]);
}

/** The members that a page names. A request with a body has them in its query string, as the link to the next page has. */
function pagedParameters(
  part: PagePart | undefined,
  ofCursor: ReadonlySet<string>,
  input: OperationShape['input'],
): readonly QueryParameter[] {
  if (part === undefined) return [];
  return queryParameters(input).parameters.filter(({ name }) => ofCursor.has(name) || name === part.size);
}
/** Without a body, path and query are read as one query string, which has to know the members in the path. */
function checkParameters(
  path: readonly RouteMember[],
  parameters: readonly QueryParameter[],
  report: ReportRoute,
): void {
  const known = new Set(parameters.map(({ name }) => name));
  for (const { name } of path)
    if (!known.has(name)) report('route', `cannot have {${name}}: a query string cannot carry it either`);
}

function bindPath(
  { segments, operation }: ParsedRoute,
  root: ObjectShape,
  report: ReportRoute,
): readonly RouteMember[] {
  const found = new Map<string, RouteMember>();
  for (const segment of segments) {
    if ('literal' in segment) continue;
    const { member: name } = segment;
    if (found.has(name)) {
      report('route', `has {${name}} twice`);
      continue;
    }
    const member = findMember(root, name, `the input of ${operation}`);
    if ('problem' in member) report('route', `cannot have {${name}}: ${member.problem}`, member.nearest);
    else found.set(name, member);
  }
  return [...found.values()];
}

function bindBody(
  { operation }: ParsedRoute,
  root: ObjectShape,
  key: string,
  report: ReportRoute,
): ElementMember | undefined {
  const member = elementAt(root, key);
  if (member === undefined) {
    const keys = root.members.map((each) => each.key);
    const nearest = chargeHint(keys.length) ? nearestName(key, keys) : undefined;
    const suggestion = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    report(
      'body',
      `the input of ${operation} has no member ${JSON.stringify(key.slice(0, 80))}${suggestion}`,
      nearest,
    );
  }
  return member;
}

/** A member of the body can be in the path if the body is the object around it. */
function checkBody(
  path: readonly BoundMember[],
  body: ElementMember,
  report: ReportRoute,
  line: 'route' | 'page' = 'route',
): void {
  const inBody = path.filter(({ path: [first] }) => first === body.key);
  if (inBody.some((member) => member.path.length === 1))
    report('body', `uses ${body.key} twice: it is in ${line === 'page' ? 'page' : 'the path'}`);
  else if (!body.array && objectOf(body.shape) !== undefined)
    checkRest(inBody, objectOf(body.shape) as ObjectShape, 1, report, line);
}

/** A member that is not in the body. */
type BoundMember = Pick<RouteMember, 'name' | 'path'>;

/**
 * Reports members of the path whose objects would be divided between the path and the body.
 *
 * @param depth how many keys lead from the input to the object that is the body
 */
function checkRest(
  path: readonly BoundMember[],
  body: ObjectShape,
  depth: number,
  report: ReportRoute,
  line: 'route' | 'page' = 'route',
): void {
  for (const { name, path: keys } of path) {
    if (keys.length === depth + 1) continue;
    const key = keys[depth] as string;
    const inside = elementAt(body, key);
    const object = inside && objectOf(inside.shape);
    const taken = path.filter((member) => member.path.length === depth + 2 && member.path[depth] === key);
    const isWhole =
      keys.length === depth + 2 && object !== undefined && keysOf(object).length === taken.length;
    if (isWhole) continue;
    const above = keys.slice(0, -1).join('.');
    if (line === 'page')
      report(
        line,
        `cannot have ${name} in the query string: the rest of ${above} is in the body; say which member is the body, with body: …`,
      );
    else
      report(
        line,
        `cannot have {${name}}: the rest of ${above} is in the body; ${depth === 0 && keys.length === 2 ? `say body: ${key}` : 'leave it in the body'}`,
      );
  }
}
