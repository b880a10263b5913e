import type { ServiceModel } from '@soapstone/wsdl-parser';

const LONGEST = 48;

/** The slug that a service has where nobody chose one, as the gateway makes it: `UserDirectory` as `user-directory`. */
export function defaultSlug(model: ServiceModel): string {
  const service = model.services[model.exposed[0]?.service ?? 0];
  const name = service?.name.localName ?? model.name ?? 'service';
  const slug = name
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'service' : slug;
}
