import { API_KEY_HEADER } from '@soapstone/http-contract';
import { PLANS } from '../../../domain/accounts/plan.js';
import { SESSION_COOKIE } from '../../../domain/accounts/session.js';
import { ROUTES } from '../routes.js';
import { type Route, takesIdempotencyKey, takesIfMatch } from '../routing/route.js';
import { COMPONENTS } from './components.js';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state.',
  schema: { type: 'string' },
};

const ETAG = {
  description: 'Identifies the state of the changeable members, for If-Match.',
  schema: { type: 'string' },
};

const CHANGED_MEANWHILE = {
  description: 'The resource was changed meanwhile; nothing was saved.',
  headers: { ETag: ETAG },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ChangedMeanwhile' } } },
};

/** Returns the management API as an OpenAPI 3.0.3 document, generated from its route table. */
export function describeManagement(baseUrl: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of ROUTES) {
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const parameters = [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(route.query ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        schema: toOpenApi(schema),
      })),
      ...(takesIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
      ...(takesIfMatch(route) ? [IF_MATCH] : []),
    ];
    paths[path] = {
      ...paths[path],
      [route.method]: {
        operationId: `${route.method}_${path.replace(/\W+/g, '_')}`,
        summary: route.summary,
        security: SECURITY[route.access],
        ...(parameters.length === 0 ? {} : { parameters }),
        ...(route.body === undefined
          ? {}
          : {
              requestBody: {
                required: true,
                content: { 'application/json': { schema: toOpenApi(route.body) } },
              },
            }),
        responses: {
          [String(route.status ?? 200)]: {
            description: 'Success.',
            ...(route.method === 'get' && route.state !== undefined ? { headers: { ETag: ETAG } } : {}),
            content: contentOf(route),
          },
          ...(route.accepted === undefined
            ? {}
            : {
                202: {
                  description: 'Begun: asked for with `Prefer: respond-async`.',
                  content: { 'application/json': { schema: toOpenApi(route.accepted) } },
                },
              }),
          ...(takesIfMatch(route) ? { 412: CHANGED_MEANWHILE } : {}),
          default: {
            description: 'Failure: nothing was changed, unless the error says otherwise.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
      },
    };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Soapstone management',
      version: '1.0.0',
      description: `Accounts, services and keys. Plans: ${Object.keys(PLANS).join(', ')}.`,
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: toOpenApi(COMPONENTS),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        managementKey: { type: 'apiKey', in: 'header', name: API_KEY_HEADER },
        adminKey: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function contentOf({ answer, media }: Route): unknown {
  if (media === undefined) return { 'application/json': { schema: toOpenApi(answer) } };
  return Object.fromEntries(media.map((type) => [type, { schema: toOpenApi(answer) }]));
}

const SECURITY = {
  public: [],
  owner: [{ session: [] }, { managementKey: [] }],
  admin: [{ adminKey: [] }, { session: [] }],
} as const;

/** Converts JSON Schema to OpenAPI 3.0, where there is no type `null` and an enumeration may contain null only with `nullable`. */
function toOpenApi(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toOpenApi);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, toOpenApi(value)] as const);
  const converted = Object.fromEntries(entries) as Record<string, unknown>;
  const { anyOf, enum: values } = converted as { anyOf?: { type?: string }[]; enum?: unknown[] };
  if (anyOf?.some(({ type }) => type === 'null') === true) {
    const [only] = anyOf.filter(({ type }) => type !== 'null');
    // The siblings of a reference would be ignored.
    return only !== undefined && '$ref' in only
      ? { allOf: [only], nullable: true }
      : { ...only, nullable: true };
  }
  if (values?.includes(null) === true) return { ...converted, type: 'string', nullable: true };
  return converted;
}
