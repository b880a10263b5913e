import {
  createMapper,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringify,
} from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import {
  inputOfPage,
  PageCall,
  type PagePlan,
  type ParsedRoute,
  pagePlan,
  type RouteTable,
  routesOf,
} from '@soapstone/json-xml-mapper/internal/routes';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { wsdlAround } from '../../material/wsdl-around.js';
import { OPTIONS } from '../design-laws.js';
import { type Law, same, text, utf8 } from '../laws.js';
import { drawService, type Service } from './draw-pages.js';

/** Laws of the pages of designs. */
export const PAGE_LAWS: readonly Law[] = [
  {
    id: 'L33',
    statement:
      'the pages of a route are the list of the service, and each request has what its client asks for',
    async check(_subject, draw) {
      const service = drawService(draw);
      const compiled = await compile(service);
      const { design, table, plan } = compiled;
      const [route] = table.routes;
      if (route === undefined) throw new Error('no route');
      const path = service.hasPath ? `/list/${encodeURIComponent(DEPT)}` : '/list';
      const match = table.match(path);
      const matched = match.kind === 'found' ? match.methods.get(route.method) : undefined;
      if (matched === undefined) throw new Error(`${path} does not match`);
      const shown = `${JSON.stringify(design)}\n${JSON.stringify(service)}`;
      const wanted = service.page.size !== undefined && draw.chance(2);
      // A GET has its criteria in the query string, and a POST in its body.
      const dept = keyOf(design, 'Dept');
      const inBody = route.body === undefined || service.hasPath ? {} : { [dept]: DEPT };
      const body = utf8(JSON.stringify(inBody));
      const query = [
        ...(service.hasPath || route.body !== undefined ? [] : [`${dept}=${encodeURIComponent(DEPT)}`]),
        ...(wanted ? [`${plan.first.size}=${SIZE}`] : []),
      ].join('&');
      const { items, requests } = await readPages(service, compiled, matched.values, { query, body }, shown);
      const name = keyOf(design, 'Name');
      const expected = Array.from({ length: service.items }, (_, at) => `{"@k":${at},"${name}":"n${at}"}`);
      same(items.join('\n'), expected.join('\n').replaceAll('"@k"', `"${keyOf(design, '@k')}"`), shown);
      for (const [at, request] of requests.entries()) {
        const isFirst = at === 0 || service.page.continue === undefined;
        same(String(isFirst ? request['Dept'] : DEPT), DEPT, shown);
        const size = valueAt(request, service.page.size);
        if (service.page.size !== undefined) same(String(size), wanted ? String(SIZE) : 'undefined', shown);
      }
      return requests.length;
    },
  },
];

const [DEPT, SIZE] = ['a-b & ü', 2];

/** Reads all pages as a client does. */
async function readPages(
  service: Service,
  { plain, designed, table, plan }: Awaited<ReturnType<typeof compile>>,
  values: readonly string[],
  first: { readonly query: string; readonly body: Uint8Array },
  shown: string,
): Promise<{ readonly items: readonly string[]; readonly requests: readonly JsonObject[] }> {
  const [route] = table.routes as [ParsedRoute];
  const items: string[] = [];
  const requests: JsonObject[] = [];
  let query: string | undefined = first.query;
  for (let count = 0; query !== undefined; count++) {
    if (count > service.items + 2) throw new Error(`does not end\n${shown}`);
    const call: PageCall | undefined = await PageCall.find(plan, values, query, SEALS);
    if (call === undefined) throw new Error(`refuses its cursor\n${shown}`);
    if (route.body !== undefined && !call.takeBody('digest')) throw new Error(`refuses its body\n${shown}`);
    const operation = designed.compile(call.operation);
    const input = inputOfPage(operation, route, call, { values, body: first.body });
    const request = input instanceof Uint8Array ? operation.encodeJson(input) : operation.toXml(input);
    const { input: seen } = plain.compile(call.operation).requestFromXml(text(request.body));
    requests.push(seen);
    const page = answer(service, call.operation, seen, count);
    const xml = text(plain.compile(call.operation).responseToXml(page).body);
    const reply = operation.fromXml(xml);
    if (reply.kind !== 'result') throw new Error('a fault');
    const read = await call.read(utf8(stringify(reply.result)));
    if ('problem' in read) throw new Error(`${read.problem}\n${shown}\n${xml}`);
    for (const item of read.items) items.push(stringify(parseJson(text(item))));
    query = read.next;
  }
  return { items, requests };
}

async function compile({ schema, page, method, hasPath, names, rename, lift, isFlagText }: Service) {
  const files = { 'service.wsdl': wsdlAround(schema), 'schema.xsd': schema };
  const { model } = await parseWsdl('service.wsdl', {
    resolve: bundleResolver(new Map(Object.entries(files).map(([name, each]) => [name, utf8(each)]))),
  });
  const plain = createMapper(model, OPTIONS);
  const flags = isFlagText ? { values: { End: { Y: true, N: false } } } : {};
  const lines = {
    ...(names === 'camel' && { names }),
    ...(Object.keys(rename).length > 0 && { rename }),
  };
  const result = { ...flags, ...(lift.length > 0 && { lift }) };
  const ofBoth = Object.keys(result).length > 0 ? { result } : {};
  const dept = keyOf(lines, 'Dept');
  const design: Design = {
    ...lines,
    operations: {
      List: {
        route: `${method} /list${hasPath ? `/{${dept}}` : ''}`,
        ...(method === 'GET' && { safe: true as const }),
        page,
        ...ofBoth,
      },
      ...(page.continue !== undefined && Object.keys(ofBoth).length > 0 && { More: ofBoth }),
    },
  };
  const { problems } = checkDesign(model, design, OPTIONS);
  const unneeded = problems.length === 1 && problems[0]?.message.startsWith('changes nothing');
  if (problems.length > 0 && !unneeded)
    throw new Error(`${JSON.stringify(problems)}\n${JSON.stringify(design)}\n${schema}`);
  const fitting = unneeded ? withoutSafe(design) : design;
  const designed = createMapper(model, { ...OPTIONS, design: fitting });
  const table = routesOf(fitting) as RouteTable;
  const parsed = table.routes[0]?.page;
  const plan = parsed && pagePlan(parsed, (name) => designed.compile(name).shape.pages);
  return { design: fitting, plain, designed, table, plan: plan as PagePlan };
}

/** The name of an operation may say that it only reads. */
function withoutSafe(design: Design): Design {
  const { List, ...others } = design.operations ?? {};
  const { safe: _safe, ...list } = List ?? {};
  return { ...design, operations: { List: list, ...others } };
}

/** The key that a member has with a design, as far as these designs name it. */
function keyOf({ names, rename = {} }: Design, key: string): string {
  const own = Object.hasOwn(rename, key) ? rename[key] : undefined;
  if (own !== undefined) return own;
  const camel = key.replace(/^@?(.)/, (text) => text.toLowerCase());
  return names === 'camel' ? camel : key;
}

/** What the service answers, without the design. */
function answer(
  { items: all, size, page, isFlagText, isCounted }: Service,
  operation: string,
  request: JsonObject,
  count: number,
): JsonObject {
  const isMore = operation === 'More';
  const at = valueAt(request, isMore ? 'At' : (page.start ?? page.number ?? page.after));
  const from = page.from ?? 0;
  const first = page.number === undefined ? Number(at ?? from) - from : (Number(at ?? from) - from) * size;
  // An operation that is continued begins without being told where.
  const begin =
    page.continue !== undefined && !isMore ? 0 : page.after === undefined ? first : Number(at ?? 0);
  const end = Math.min(all, begin + size);
  const hasMore = end < all;
  const users = Array.from({ length: Math.max(0, end - begin) }, (_, index) =>
    own({ Name: `n${begin + index}`, '@k': begin + index }),
  );
  const list = page.items.split('/').reduceRight<JsonValue>((value, key) => own({ [key]: value }), users);
  const flag = (is: boolean): JsonValue => (isFlagText ? (is ? 'Y' : 'N') : is);
  const value: JsonValue | undefined =
    page.more !== undefined
      ? flag(hasMore)
      : page.done !== undefined
        ? flag(!hasMore)
        : page.total !== undefined
          ? all
          : page.pages !== undefined
            ? Math.ceil(all / size)
            : undefined;
  if (isMore && page.keep !== undefined) same(String(request['Search']), 's-1', `request ${count}`);
  return own(list as object, {
    ...(page.after !== undefined && hasMore && { Next: isCounted ? end : String(end) }),
    ...(value !== undefined && { End: value }),
    ...(page.keep !== undefined && !isMore && { Search: 's-1' }),
  });
}

/** Cursors that say what is sealed. */
const SEALS = {
  seal: (place: string, sealed: string) => encodeURIComponent(JSON.stringify([place, sealed])),
  open: (place: string, cursor: string) => {
    const [of, sealed] = JSON.parse(decodeURIComponent(cursor)) as [string, string];
    return of === place ? sealed : undefined;
  },
};

function valueAt(value: JsonObject, path: string | undefined): JsonValue | undefined {
  return (path ?? '').split('/').reduce<JsonValue | undefined>((each, key) => {
    const object = each as JsonObject | undefined;
    return object !== undefined && object !== null && Object.hasOwn(object, key) ? object[key] : undefined;
  }, value);
}

function own(...parts: readonly object[]): JsonObject {
  const object = Object.create(null) as JsonObject;
  for (const part of parts) for (const [key, value] of Object.entries(part)) object[key] = value as JsonValue;
  return object;
}
