import type { ServiceModel } from '@soapstone/wsdl-parser';

/** The slug that a service has where nobody chose one: `UserDirectoryService` as `user-directory-service`. */
export function defaultSlug(model: ServiceModel): string {
  const service = model.services[model.exposed[0]?.service ?? 0];
  const name = service?.name.localName ?? model.name ?? 'service';
  const words = name.replace(/([a-z0-9])([A-Z])|([A-Z]+)([A-Z][a-z])/g, '$1$3-$2$4');
  const slug = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'service' : slug;
}
