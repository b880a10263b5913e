import { defined } from '@soapstone/options/defined';
import type { LoggedCall } from '../../../domain/calls/logged-call.js';
import type { Store } from '../../../store/store.js';

/** Returns a call as the component `Call` of the management API. */
export function showCall({ accountId: _, at, ...rest }: LoggedCall) {
  return { ...rest, at: new Date(at).toISOString() };
}

/** Calls as the component `Call`, with the names of their services and keys that the account has. */
export async function showCalls(
  accountId: string,
  calls: readonly LoggedCall[],
  { services, apiKeys }: Pick<Store, 'services' | 'apiKeys'>,
) {
  const [serviceNames, keyNames] = await Promise.all([
    services.names(accountId, distinct(calls.map(({ serviceId }) => serviceId))),
    apiKeys.names(accountId, distinct(calls.map(({ keyId }) => keyId))),
  ]);
  return calls.map((call) => ({
    ...showCall(call),
    ...defined({
      serviceName: serviceNames.get(call.serviceId ?? ''),
      keyName: keyNames.get(call.keyId ?? ''),
    }),
  }));
}

/** Items with a service, each with the name of its service; null if it was deleted or never existed. */
export async function nameServices<Item extends { readonly serviceId: string }>(
  accountId: string,
  items: readonly Item[],
  { services }: Pick<Store, 'services'>,
): Promise<(Item & { readonly serviceName: string | null })[]> {
  const names = await services.names(accountId, distinct(items.map(({ serviceId }) => serviceId)));
  return items.map((item) => ({ ...item, serviceName: names.get(item.serviceId) ?? null }));
}

function distinct(ids: readonly (string | undefined)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== undefined && id !== '') as string[];
}
