import type { ServiceModel } from '@soapstone/wsdl-parser';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import { notFound } from '../../../errors/management-errors.js';
import { type ManagementCall, type ManagementDependencies, type Owner, ownerOf } from './route.js';

/** The path prefix of service routes. */
export const SERVICES = '/api/manage/services';

/** Returns the service in the path of a call, and the caller. Throws 404 if the account has no such service. */
export async function findService(
  call: ManagementCall,
  { store }: Pick<ManagementDependencies, 'store'>,
): Promise<{ service: RegisteredService; owner: Owner }> {
  const owner = ownerOf(call);
  const service = await store.services.find(owner.account.id, call.params['serviceId'] ?? '');
  if (service === undefined) throw notFound('service');
  return { service, owner };
}

/** Whether a service exposes an operation of this name. */
export function hasOperation({ exposed }: Pick<ServiceModel, 'exposed'>, name: string): boolean {
  return exposed.some((operation) => operation.name === name);
}

/** Reads the number of a revision in the path. Throws 404 if it is not a number. */
export function revisionNumber(call: ManagementCall): number {
  const text = call.params['number'] ?? '';
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound('revision');
  return Number(text);
}

/** Records an action in the audit log. */
export function audit(
  { store, now }: Pick<ManagementDependencies, 'store' | 'now'>,
  { account, actor }: Owner,
  action: string,
  subject: string,
): Promise<void> {
  return store.audit.add(account.id, { at: now(), actor, action, subject });
}
