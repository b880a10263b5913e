import { slugOf } from '@soapstone/http-contract';
import type { ServiceModel } from '@soapstone/wsdl-parser';

/** Returns the default slug of a service, as the gateway derives it: `UserDirectory` becomes `user-directory`. */
export function defaultSlug(model: ServiceModel): string {
  const service = model.services[model.exposed[0]?.service ?? 0];
  return slugOf(service?.name.localName ?? model.name ?? 'service');
}
