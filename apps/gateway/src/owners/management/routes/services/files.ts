import { subscriptionAt } from '../../../../domain/accounts/account.js';
import { TEXT } from '../../../../domain/json-schema.js';
import { notFound } from '../../../../errors/management-errors.js';
import { FILES, type FileName } from '../../../description/artefact.js';
import { findRoutes, offerOf, planRequired } from '../../../description/offer.js';
import { findService, SERVICES } from '../../routing/find-service.js';
import { ownerOf, type Route, route } from '../../routing/route.js';

/** Before the name of a document of OpenAPI, for that of the routes of the design. */
const OF_ROUTES = 'routes-';

const download = route({
  method: 'get',
  path: `${SERVICES}/:serviceId/files/:file`,
  access: 'owner',
  limit: 'pages',
  summary: `Download one of ${Object.keys(FILES).join(', ')}; with ${OF_ROUTES} before openapi, of the routes of its design; on the Starter and Pro plans`,
  answer: TEXT,
  media: ['application/json', 'application/yaml', 'text/plain'],
  async handle(call, deps) {
    const { plan } = subscriptionAt(ownerOf(call).account, deps.now(), deps.offer.plans);
    const { service } = await findService(call, deps);
    const name = call.params['file'] ?? '';
    const ofRoutes = name.startsWith(`${OF_ROUTES}openapi-`);
    const file = ofRoutes ? name.slice(OF_ROUTES.length) : name;
    if (!isFileName(file)) throw notFound('file');
    if (!plan.paid) throw planRequired(plan);
    if (ofRoutes && (await findRoutes(service, deps)) === undefined) throw notFound('file');
    const offer = await offerOf(service, plan, deps);
    const request = { kind: 'file', file, offer, ...(ofRoutes && { routes: true as const }) } as const;
    const { text } = await deps.artefacts.get(service, request);
    return { file: { name: `${service.slug}-${name}`, contentType: FILES[file].contentType, text } };
  },
});

function isFileName(name: string): name is FileName {
  return Object.hasOwn(FILES, name);
}

export const fileRoutes: readonly Route[] = [download];
