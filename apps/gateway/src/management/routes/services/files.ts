import { printOpenApi, printTypes, toOpenApi31 } from '@soapstone/openapi-generator';
import { subscriptionAt } from '../../../accounts/account.js';
import { generateDescription, planRequired } from '../../../description/describe.js';
import { notFound } from '../../errors.js';
import { findService, SERVICES } from '../../find-service.js';
import { TEXT } from '../../json-schema.js';
import { ownerOf, type Route } from '../../route.js';

type Document = ReturnType<typeof generateDescription>;

/** What can be downloaded, by the last segment of the path: all of it is made of the one OpenAPI document. */
const FILES: Readonly<Record<string, { contentType: string; print: (document: Document) => string }>> = {
  'openapi-3.0.json': {
    contentType: 'application/json; charset=utf-8',
    print: (document) => printOpenApi(document, 'json'),
  },
  'openapi-3.0.yaml': {
    contentType: 'application/yaml; charset=utf-8',
    print: (document) => printOpenApi(document, 'yaml'),
  },
  'openapi-3.1.json': {
    contentType: 'application/json; charset=utf-8',
    print: (document) => printOpenApi(toOpenApi31(document), 'json'),
  },
  'openapi-3.1.yaml': {
    contentType: 'application/yaml; charset=utf-8',
    print: (document) => printOpenApi(toOpenApi31(document), 'yaml'),
  },
  'types.ts': { contentType: 'text/plain; charset=utf-8', print: printTypes },
};

const download: Route = {
  method: 'get',
  path: `${SERVICES}/:serviceId/files/:file`,
  access: 'owner',
  summary: `Download one of ${Object.keys(FILES).join(', ')}; on the Starter and Pro plans`,
  answer: TEXT,
  media: ['application/json', 'application/yaml', 'text/plain'],
  async handle(call, deps) {
    const { plan } = subscriptionAt(ownerOf(call).account, deps.now());
    const { service } = await findService(call, deps);
    const name = call.params['file'] ?? '';
    const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (file === undefined) throw notFound('file');
    if (!plan.paid) throw planRequired(plan);
    const document = generateDescription(await deps.catalog.compile(service), plan, deps.baseUrl);
    return {
      file: {
        name: `${service.slug}-${name}`,
        contentType: file.contentType,
        text: file.print(document),
      },
    };
  },
};

export const fileRoutes: readonly Route[] = [download];
