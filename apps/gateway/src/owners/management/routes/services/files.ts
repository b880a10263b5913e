import { subscriptionAt } from '../../../../domain/accounts/account.js';
import { TEXT } from '../../../../domain/json-schema.js';
import { notFound } from '../../../../errors/management-errors.js';
import { FILES, type FileName } from '../../../description/artefact.js';
import { offerOf, planRequired } from '../../../description/offer.js';
import { findService, SERVICES } from '../../routing/find-service.js';
import { ownerOf, type Route, route } from '../../routing/route.js';

const download = route({
  method: 'get',
  path: `${SERVICES}/:serviceId/files/:file`,
  access: 'owner',
  limit: 'pages',
  summary: `Download one of ${Object.keys(FILES).join(', ')}; on the Starter and Pro plans`,
  answer: TEXT,
  media: ['application/json', 'application/yaml', 'text/plain'],
  async handle(call, deps) {
    const { plan } = subscriptionAt(ownerOf(call).account, deps.now(), deps.offer.plans);
    const { service } = await findService(call, deps);
    const name = call.params['file'] ?? '';
    if (!isFileName(name)) throw notFound('file');
    if (!plan.paid) throw planRequired(plan);
    const offer = await offerOf(service, plan, deps);
    const { text } = await deps.artefacts.get(service, { kind: 'file', file: name, offer });
    return { file: { name: `${service.slug}-${name}`, contentType: FILES[name].contentType, text } };
  },
});

function isFileName(name: string): name is FileName {
  return Object.hasOwn(FILES, name);
}

export const fileRoutes: readonly Route[] = [download];
