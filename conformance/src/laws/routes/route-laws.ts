import { routesContract } from '@soapstone/http-contract';
import { isMappingError, type JsonValue, parseJson, stringify } from '@soapstone/json-xml-mapper';
import { encodeRoute, inputOfRoute, locationOf } from '@soapstone/json-xml-mapper/internal/routes';
import { generateOpenApi } from '@soapstone/openapi-generator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { outcome } from '../design-laws.js';
import { drawObject, isObject } from '../draw-value.js';
import { type Law, resultOf, same, text, utf8 } from '../laws.js';
import { ODD_NAMES } from '../whole-design-laws.js';
import { drawRequest, drawRouted, type Routed, type Sent, spoiltRequest } from './draw-route.js';

/** Laws of the routes of designs. */
export const ROUTE_LAWS: readonly Law[] = [
  {
    id: 'L31',
    statement:
      'a call by a route of a design with lines of every kind is the call by name with the same input',
    check(subject, draw) {
      const routed = drawRouted(subject, draw, ODD_NAMES);
      const sent = drawRequest(routed, draw);
      if (sent === undefined) return 0;
      const variants = [
        sent,
        ...[1, 2, 3].flatMap(() => spoiltRequest(routed, sent, draw) ?? []),
        ...Object.keys(sent.path).map((name) => withParameter(sent, name)),
        ...UNKNOWN.filter((name) => !isParameter(routed, name)).map((name) => withParameter(sent, name)),
      ];
      for (const each of variants) {
        const shown = `${JSON.stringify(routed.design)}\n${JSON.stringify(each.path)} ${each.query} ${stringify(each.body ?? null)}\n${stringify(each.whole ?? null)}`;
        const expected = each.whole === undefined ? 'refused' : outcome(routed.operation, each.whole);
        same(byRoute(routed, each), expected, shown);
      }
      const { location } = routed.route;
      if (location.length === 0) return variants.length;
      const plain = subject.operation;
      const xml = text(plain.responseToXml(plain.normalise(drawObject(draw, plain.shape.input.root))).body);
      const result = resultOf(routed.operation, xml);
      const values = routed.binding.path.map(({ name }) => sent.path[name] as string);
      const found = locationOf(routed.route, { values, body: bytesOf(sent.body) }, utf8(result));
      const template = routed.design.operations?.['Do']?.location as string;
      same(
        String(found),
        String(locationIn(template, sent.path, parseJson(result))),
        `${template}\n${result}`,
      );
      return variants.length;
    },
  },
  {
    id: 'L32',
    statement: 'the document of a route has its parameters, and takes the bodies that the route takes',
    check(subject, draw) {
      // ajv takes members of `Object.prototype` for those of the value.
      const routed = drawRouted(subject, draw, []);
      const sent = drawRequest(routed, draw);
      if (sent === undefined) return 0;
      const { binding, design, mapper, operation, route } = routed;
      const place = { baseUrl: 'https://a.example', accountId: 'a', serviceSlug: 's' };
      const document = generateOpenApi(mapper, { ...routesContract(place), routes: design });
      const shown = `${JSON.stringify(design)}\n${stringify(sent.body ?? null)}`;
      const [item] = Object.values(document.paths ?? {});
      const described = item?.[route.method.toLowerCase() as 'get'];
      const parameters = (described?.parameters ?? []).flatMap((each) =>
        'in' in each && each.in !== 'header' ? [`${each.in} ${each.name} ${each.required === true}`] : [],
      );
      const expected = [
        ...binding.path.map(({ name }) => `path ${name} true`),
        ...binding.query.map(({ name, required }) => `query ${name} ${required}`),
      ];
      same(parameters.sort().join('\n'), expected.sort().join('\n'), shown);
      const content = (described?.requestBody as { content?: Content } | undefined)?.content;
      // The parameters are one case, and each body another one.
      if (content === undefined) return 1;
      const schema = content['application/json']?.schema as object;
      const judge = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile({
        ...schema,
        components: document.components,
      });
      // ajv only supports doubles.
      const judged = JSON.parse(stringify(sent.body ?? null)) as JsonValue;
      if (stringify(judged) !== stringify(sent.body ?? null)) return 1;
      // A document has numbers for doubles, and not the texts INF and NaN.
      if (/"(?:-?INF|NaN)"/.test(stringify(judged))) return 1;
      const isTaken = byRoute(routed, sent) !== 'refused';
      if (isTaken && !judge(judged)) throw new Error(`${JSON.stringify(judge.errors)}\n${shown}`);
      if (!isObject(sent.body) || operation.shape.input.root.kind !== 'object') return 2;
      const others = [
        { ...sent.body, zzz: 1 },
        ...Object.keys(sent.path).map((name) => ({ ...(sent.body as object), [name]: 'x' })),
      ];
      const wrong = route.body === '*' ? others : others.slice(0, 1);
      for (const other of wrong)
        if (judge(JSON.parse(JSON.stringify(other))))
          throw new Error(`takes ${JSON.stringify(other)}\n${shown}`);
      return 2 + wrong.length;
    },
  },
];

type Content = Readonly<Record<string, { readonly schema?: object }>>;

const UNKNOWN: readonly string[] = ['__proto__', 'constructor', 'zzz'];

function isParameter({ binding: { path, query } }: Routed, name: string): boolean {
  return [...path, ...query].some((each) => each.name === name);
}

/** The same request with a parameter that it cannot have. */
function withParameter(sent: Sent, name: string): Sent {
  const query = [...(sent.query === '' ? [] : [sent.query]), `${encodeURIComponent(name)}=x`];
  return { ...sent, query: query.join('&'), whole: undefined };
}

/** The bytes of the request, or that there are none. */
function byRoute({ operation, route, table }: Routed, { path, query, body }: Sent): string {
  const parts = route.segments.map((part) =>
    'literal' in part ? part.literal : encodeURIComponent(path[part.member] as string),
  );
  const found = table.match([table.base, ...parts].join('/'));
  const matched = found.kind === 'found' ? found.methods.get(route.method) : undefined;
  if (matched === undefined) throw new Error(`the path does not match: ${parts.join('/')}`);
  const given = { values: matched.values, query, body: bytesOf(body) };
  try {
    const input = inputOfRoute(operation, route, given);
    if (!(input instanceof Uint8Array)) return text(operation.toXml(input).body);
    const bytes = text(operation.encodeJson(input).body);
    same(text(encodeRoute(operation, route, given).body), bytes);
    return bytes;
  } catch (error) {
    if (!isMappingError(error)) throw error;
    return 'refused';
  }
}

function bytesOf(body: JsonValue | undefined): Uint8Array {
  return body === undefined ? new Uint8Array() : utf8(stringify(body));
}

/** The value of `Location`, from the text of the template. */
function locationIn(template: string, path: Sent['path'], result: JsonValue): string | undefined {
  const name = template.slice('/do/{'.length, -1);
  let value: JsonValue | undefined = result;
  if (!name.startsWith('result.')) value = path[name];
  else
    for (const key of name.slice('result.'.length).split('.'))
      value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (value === undefined || value === null || isObject(value) || Array.isArray(value)) return undefined;
  const segment = typeof value === 'string' ? value : stringify(value);
  return ['', '.', '..'].includes(segment) ? undefined : `/do/${encodeURIComponent(segment)}`;
}
