import { answer, client } from './requests/client.js';
import { ifMatch } from './requests/tagged.js';
import { useAction } from './requests/use-action.js';
import { useEdit } from './requests/use-edit.js';
import type { components, paths } from './schema.js';
import { forgetServices } from './services.js';

export type ConnectionTest = components['schemas']['ConnectionTest'];
export type Credentials = NonNullable<
  paths['/api/manage/services/{serviceId}/credentials']['put']['requestBody']
>['content']['application/json'];
export type StoredHeaders = NonNullable<
  paths['/api/manage/services/{serviceId}/headers']['put']['requestBody']
>['content']['application/json'];
export type ProxyLogin = NonNullable<
  paths['/api/manage/services/{serviceId}/proxy-login']['put']['requestBody']
>['content']['application/json'];
export type WsdlLogin = NonNullable<
  paths['/api/manage/services/{serviceId}/wsdl-login']['put']['requestBody']
>['content']['application/json'];

const at = (serviceId: string) => ({ params: { path: { serviceId } } });

/** Tests whether the service responds, and whether it accepts the stored credentials. */
export function useTestConnection(serviceId: string) {
  return useAction({
    mutationFn: () =>
      answer(client.POST('/api/manage/services/{serviceId}/connection-test', { ...at(serviceId), body: {} })),
  });
}

/** Replaces credentials, or with null removes them. They can never be read again. `etag` is that of the ones that are replaced. */
export function useSetCredentials(serviceId: string, etag: string) {
  return useEdit({
    read: () => ({ etag }),
    send: (body: Credentials | null, tag) => {
      const params = { ...at(serviceId).params, ...ifMatch(tag) };
      const path = '/api/manage/services/{serviceId}/credentials';
      return body === null
        ? answer(client.DELETE(path, { params }))
        : answer(client.PUT(path, { params, body }));
    },
    onSuccess: forgetServices,
  });
}

/** Replaces the SOAP headers of every call, or with null removes them. They can never be read again. `etag` is that of the replaced ones. */
export function useSetHeaders(serviceId: string, etag: string) {
  return useEdit({
    read: () => ({ etag }),
    send: (body: StoredHeaders | null, tag) => {
      const params = { ...at(serviceId).params, ...ifMatch(tag) };
      const path = '/api/manage/services/{serviceId}/headers';
      return body === null
        ? answer(client.DELETE(path, { params }))
        : answer(client.PUT(path, { params, body }));
    },
    onSuccess: forgetServices,
  });
}

/** Replaces the login of a service at its proxy, or with null removes it. It can never be read again. `etag` is that of the replaced one. */
export function useSetProxyLogin(serviceId: string, etag: string) {
  return useEdit({
    read: () => ({ etag }),
    send: (body: ProxyLogin | null, tag) => {
      const params = { ...at(serviceId).params, ...ifMatch(tag) };
      const path = '/api/manage/services/{serviceId}/proxy-login';
      return body === null
        ? answer(client.DELETE(path, { params }))
        : answer(client.PUT(path, { params, body }));
    },
    onSuccess: forgetServices,
  });
}

/** Replaces the login at the server of the WSDL, or with null removes it. It can never be read again. `etag` is that of the replaced one. */
export function useSetWsdlLogin(serviceId: string, etag: string) {
  return useEdit({
    read: () => ({ etag }),
    send: (body: WsdlLogin | null, tag) => {
      const params = { ...at(serviceId).params, ...ifMatch(tag) };
      const path = '/api/manage/services/{serviceId}/wsdl-login';
      return body === null
        ? answer(client.DELETE(path, { params }))
        : answer(client.PUT(path, { params, body }));
    },
    onSuccess: forgetServices,
  });
}
