import { answer, client } from './client.js';
import type { components, paths } from './schema.js';
import { forgetServices } from './services.js';
import { useAction } from './use-action.js';

export type ConnectionTest = components['schemas']['ConnectionTest'];
export type Credentials = NonNullable<
  paths['/api/manage/services/{serviceId}/credentials']['put']['requestBody']
>['content']['application/json'];
export type StoredHeaders = NonNullable<
  paths['/api/manage/services/{serviceId}/headers']['put']['requestBody']
>['content']['application/json'];

const at = (serviceId: string) => ({ params: { path: { serviceId } } });

/** Tests whether the service responds, and whether it accepts the stored credentials. */
export function useTestConnection(serviceId: string) {
  return useAction({
    mutationFn: () =>
      answer(client.POST('/api/manage/services/{serviceId}/connection-test', { ...at(serviceId), body: {} })),
  });
}

/** Replaces credentials, or with null removes them. They can never be read again. */
export function useSetCredentials(serviceId: string) {
  return useAction({
    mutationFn: (body: Credentials | null) =>
      body === null
        ? answer(client.DELETE('/api/manage/services/{serviceId}/credentials', at(serviceId)))
        : answer(client.PUT('/api/manage/services/{serviceId}/credentials', { ...at(serviceId), body })),
    onSuccess: forgetServices,
  });
}

/** Replaces the SOAP headers of every call, or with null removes them. They can never be read again. */
export function useSetHeaders(serviceId: string) {
  return useAction({
    mutationFn: (body: StoredHeaders | null) =>
      body === null
        ? answer(client.DELETE('/api/manage/services/{serviceId}/headers', at(serviceId)))
        : answer(client.PUT('/api/manage/services/{serviceId}/headers', { ...at(serviceId), body })),
    onSuccess: forgetServices,
  });
}
