import type { ExchangeInfo } from '../../api/operation.js';
import { isMappingError } from '../../errors.js';
import { nearestName } from '../../explain/keys/nearest-name.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import { chargeHint, WorkMeter } from '../../work.js';
import type { DesignProblem } from '../design-error.js';
import { DESIGN_LIMITS } from '../limits.js';
import { bindRoute, type ReportRoute } from './bind-route.js';
import { elementAt, findMember, objectOf } from './find-member.js';
import type { ParsedRoute, ParsedRoutes } from './parsed-route.js';

/** The work of finding the names that were probably meant, in units. */
const MAX_WORK = 10_000_000;

/** The Shapes of a service, as a design wants them. */
export interface RoutedShapes {
  readonly names: readonly string[];
  get(name: string): { readonly shape: OperationShape; readonly info: Pick<ExchangeInfo, 'readStyle'> };
}

/**
 * Checks the routes of a design against its service.
 *
 * @param ofSession the operations that the session hides
 */
export function checkRoutes(
  { routes }: ParsedRoutes,
  shapes: RoutedShapes,
  ofSession: readonly string[],
): readonly DesignProblem[] {
  const problems: DesignProblem[] = [...conflicts(routes)];
  new WorkMeter(MAX_WORK).run(() => {
    for (const route of routes) {
      if (problems.length >= DESIGN_LIMITS.problems) return;
      const report: ReportRoute = (part, message, nearest) => {
        const at = [...route.at, ...part.split('\0')];
        problems.push(nearest === undefined ? { at, message } : { at, message, nearest });
      };
      if (ofSession.includes(route.operation))
        report('route', 'changes nothing: the session calls the operation, and clients do not see it');
      else checkRoute(route, shapes, report);
    }
  });
  return problems.slice(0, DESIGN_LIMITS.problems);
}

function checkRoute(route: ParsedRoute, shapes: RoutedShapes, report: ReportRoute): void {
  const found = shapeOf(route.operation, shapes);
  if (found === undefined) return;
  const { shape, info } = found;
  bindRoute(route, shape, report);
  if (route.method === 'GET') checkSafety(route, info.readStyle, report);
  checkFaults(route, shape, report);
  checkLocation(route, shape, report);
}

/** Unknown operations and those that cannot be called are reported with their other lines. */
function shapeOf(name: string, shapes: RoutedShapes): ReturnType<RoutedShapes['get']> | undefined {
  if (!shapes.names.includes(name)) return undefined;
  try {
    return shapes.get(name);
  } catch (error) {
    if (isMappingError(error)) return undefined;
    throw error;
  }
}

/** Programs repeat a GET, follow it in advance and store its response (RFC 9110, section 9.2.1). */
function checkSafety({ operation, safe }: ParsedRoute, readStyle: boolean, report: ReportRoute): void {
  if (readStyle && safe)
    report('safe', `changes nothing: ${operation} has the name of an operation that only reads`);
  if (!readStyle && !safe)
    report(
      'route',
      `must not be a GET, because ${operation} has not the name of an operation that only reads; if it does, say safe: true`,
    );
}

function checkFaults({ faults, operation }: ParsedRoute, shape: OperationShape, report: ReportRoute): void {
  const declared = shape.faults.map(({ name }) => name);
  for (const { name } of faults) {
    if (declared.includes(name)) continue;
    const nearest = chargeHint(declared.length) ? nearestName(name, declared) : undefined;
    const known = declared.slice(0, 20).join(', ');
    const rest =
      nearest === undefined ? (known === '' ? '' : `, only ${known}`) : `; did you mean ${nearest}?`;
    report(
      `faults\0${name}`,
      `${operation} declares no fault ${JSON.stringify(name.slice(0, 80))}${rest}`,
      nearest,
    );
  }
}

function checkLocation(
  { location, operation, body, segments }: ParsedRoute,
  shape: OperationShape,
  report: ReportRoute,
): void {
  const result = shape.output?.record?.shape ?? shape.output?.root;
  // Where the members of an unknown body are is not reported again.
  if (body !== undefined && body !== '*' && elementAt(objectOf(shape.input.root), body) === undefined) return;
  for (const part of location) {
    if ('text' in part) continue;
    const { source, member: name } = part;
    const written = source === 'result' ? `result.${name}` : name;
    const root = source === 'result' ? result : shape.input.root;
    const member =
      root === undefined
        ? { problem: `${operation} has no result` }
        : findMember(root, name, `the ${source} of ${operation}`);
    if ('problem' in member)
      report('location', `cannot have {${written}}: ${member.problem}`, member.nearest);
    else if (source === 'input' && body !== '*' && member.path[0] !== body && !isInPath(segments, name))
      report(
        'location',
        `cannot have {${written}}: it is in the query string, and Location takes members of the path, the body and the result`,
      );
    else if (member.path.some((key) => key.includes('.')))
      report('location', `cannot have {${written}}: its key has a dot; give it another name with rename`);
  }
}

function isInPath(segments: ParsedRoute['segments'], name: string): boolean {
  return segments.some((segment) => 'member' in segment && segment.member === name);
}

/** Routes that the same paths match: with the same method, and literals and members in the same places. */
function conflicts(routes: readonly ParsedRoute[]): readonly DesignProblem[] {
  const first = new Map<string, ParsedRoute>();
  return routes.flatMap((route): readonly DesignProblem[] => {
    const { method, segments } = route;
    const key = `${method} ${segments.map((each) => ('literal' in each ? each.literal : '{}')).join('/')}`;
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, route);
      return [];
    }
    const message = `conflicts with the route of ${other.operation}, ${other.method} ${other.path}: the same paths match both`;
    return [{ at: [...route.at, 'route'], message }];
  });
}
