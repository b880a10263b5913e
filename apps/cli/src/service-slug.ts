import { slugOf } from '@soapstone/http-contract';
import type { ServiceModel } from '@soapstone/wsdl-parser';

/** The slug that a service has where nobody chose one, as the gateway makes it: `UserDirectory` as `user-directory`. */
export function defaultSlug(model: ServiceModel): string {
  const service = model.services[model.exposed[0]?.service ?? 0];
  return slugOf(service?.name.localName ?? model.name ?? 'service');
}
