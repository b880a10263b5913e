import type { CompiledOperation } from '@soapstone/json-xml-mapper';
import type { Port } from '@soapstone/wsdl-parser';
import type { Catalog, CompiledService } from '../catalog/catalog.js';
import type { Directory } from '../catalog/directory.js';
import type { OperationSettings } from '../catalog/registered-service.js';
import { GatewayError } from './errors.js';

/** What is called. */
export interface Target {
  readonly service: CompiledService;
  readonly operation: CompiledOperation;
  readonly settings: OperationSettings;
  readonly port: Port | undefined;
  /** Where it is called: the owner's address, or the one of the WSDL; `''` where neither is known. */
  readonly address: string;
}

/**
 * The operation `operationName` of the account's service `serviceSlug`. Throws `SERVICE_NOT_FOUND` where the account has no
 * such service or it is paused, `OperationNotFoundError` where the service does not expose the name exactly so.
 */
export async function resolveTarget(
  accountId: string,
  serviceSlug: string,
  operationName: string,
  directory: Directory,
  catalog: Catalog,
): Promise<Target> {
  const registered = await directory.findService(accountId, serviceSlug);
  if (registered === undefined || registered.status !== 'active') throw serviceNotFound();
  const service = await catalog.compile(registered);
  const operation = service.mapper.compile(operationName);
  const { name, address = '' } = operation.info;
  return {
    service,
    operation,
    settings: service.operationSettings(name),
    port: service.portOf(name),
    address: registered.settings.endpoint ?? address,
  };
}

/** The same answer for a service that is not there, not the caller's, or paused. */
export function serviceNotFound(): GatewayError {
  return new GatewayError({
    type: 'SERVICE_NOT_FOUND',
    code: 'SERVICE_NOT_FOUND',
    message: 'No service of this account has this name',
  });
}
