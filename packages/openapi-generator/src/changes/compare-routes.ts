import type { Design } from '@soapstone/json-xml-mapper/design';
import { type ParsedRoute, type RouteTable, routesOf } from '@soapstone/json-xml-mapper/internal/routes';
import { defined } from '@soapstone/options/defined';
import type { MessageChange } from './contract-change.js';

/** The designs of two revisions. */
export interface ComparedDesigns {
  readonly before?: Design | undefined;
  readonly after?: Design | undefined;
}

/** Compares the routes of an operation that both revisions have. */
export interface RouteComparison {
  compare(operation: string): Iterable<MessageChange>;
}

/** The facts about a route that its clients depend on, as texts by their names. */
type RouteAspects = ReadonlyMap<string, string>;

/**
 * Starts comparing the routes of two revisions. Methods, paths, bodies and statuses are compared as they are written: another name for a member
 * in a path counts as another path, because it may be another member. Throws `DesignError` for routes that are none.
 */
export function createRouteComparison({ before, after }: ComparedDesigns): RouteComparison {
  const [old, now] = [aspectsOf(before), aspectsOf(after)];
  return {
    *compare(operation) {
      const [was, is] = [old.get(operation), now.get(operation)];
      if (was === undefined || is === undefined) {
        if (was !== undefined)
          yield { ...ROUTE, change: 'removed', breaking: true, ...defined({ before: was.get('route') }) };
        else if (is !== undefined)
          yield { ...ROUTE, change: 'added', breaking: false, ...defined({ after: is.get('route') }) };
        return;
      }
      for (const aspect of new Set([...was.keys(), ...is.keys()])) {
        const [from, to] = [textOf(was, aspect), textOf(is, aspect)];
        if (from === to) continue;
        // A new header takes nothing away, but pages may take the members that their cursor replaces.
        const breaking = from !== undefined || (aspect !== 'location' && to !== CONTINUED);
        yield { ...ROUTE, change: 'form', breaking, aspect, ...defined({ before: from, after: to }) };
      }
    },
  };
}

const ROUTE = { message: 'route', path: '' } as const;

function aspectsOf(design: Design | undefined): ReadonlyMap<string, RouteAspects> {
  const table = design === undefined ? undefined : routesOf(design);
  if (table === undefined) return new Map();
  return new Map(table.routes.map((route) => [route.operation, describe(route, table)]));
}

/** Pages by an operation of their own: all members of the input stay. */
const CONTINUED = 'a cursor';

/** The beginning of the aspects that are statuses of faults. */
const OF_FAULT = 'status of ';

/** A fault without a line has the status of undeclared ones. */
function textOf(aspects: RouteAspects, aspect: string): string | undefined {
  return aspects.get(aspect) ?? (aspect.startsWith(OF_FAULT) ? '502' : undefined);
}

function describe(route: ParsedRoute, { base, envelope }: RouteTable): RouteAspects {
  const { method, path, body, status, location, faults, page } = route;
  const template = location
    .map((part) =>
      'text' in part ? part.text : `{${part.source === 'result' ? 'result.' : ''}${part.member}}`,
    )
    .join('');
  return new Map([
    ['route', `${method} ${base}${path}`],
    ...(body === undefined ? [] : ([['body', body]] as const)),
    ['status', String(status)],
    ...(envelope && status !== 204 ? ([['envelope', '{result, meta}']] as const) : []),
    ...(template === '' ? [] : ([['location', `${base}${template}`]] as const)),
    ...(page === undefined ? [] : ([['pages', describePages(page)]] as const)),
    ...faults.map((fault) => [OF_FAULT + fault.name, String(fault.status)] as const),
  ]);
}

/** Cursors hide the parameters for pages of the service. */
function describePages({ continuation, mover, keep }: NonNullable<ParsedRoute['page']>): string {
  if (continuation !== undefined) return CONTINUED;
  const replaced = [mover.to, ...keep.map(({ to }) => to)].map(({ keys }) => keys.join('/'));
  return `a cursor in place of ${replaced.join(', ')}`;
}
