import { isMappingError } from '@soapstone/json-xml-mapper';
import type { Port } from '@soapstone/wsdl-parser';
import { endpointOf } from '../../domain/services/endpoint-of.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import type { OperationSettings } from '../../domain/services/service-settings.js';
import { operationHeld, operationUnsupported, serviceNotFound, servicePaused } from '../../errors/errors.js';
import { type ActivityLabel, labelActivity } from '../../log/activity.js';
import type { SessionRole } from '../mapping/messages.js';
import type { ServiceOperation } from '../mapping/service-operation.js';
import { announcementOf } from './announce-deprecation.js';
import type { Catalog, CompiledService } from './catalog.js';
import type { Directory } from './directory.js';
import type { LateFills } from './late-fills.js';
import type { WideNumbers } from './service-operations.js';

/** The target of a call, which is the same for every call of one operation of a compiled service. */
export interface Target {
  readonly service: CompiledService;
  readonly operation: ServiceOperation;
  /** Present if the call chose a form of wide numbers in the response that is not the service's own. */
  readonly numbers: WideNumbers | undefined;
  readonly settings: OperationSettings;
  readonly port: Port | undefined;
  /** The values that the design fills in and only a call knows. */
  readonly fills: LateFills | undefined;
  /** The operation opens a session: its answer has a token, and is kept nowhere. */
  readonly isLogin: boolean;
  /** The HTTP headers that send the token of a session. */
  readonly sessionHeaders?: Readonly<Record<string, string>>;
  /** The endpoint: the owner's, or the WSDL's; `''` if neither is known. */
  readonly address: string;
  /** The start of `meta`, as text. */
  readonly title: string;
  /** The headers that announce deprecations, if there are any. */
  readonly announcement: Readonly<Record<string, string>> | undefined;
  /** The activity that the watchdog reports. */
  readonly activity: ActivityLabel;
}

/** Targets by operation name, for each compiled service. */
type Targets = WeakMap<CompiledService, Map<string, Target>>;
const targets: Targets = new WeakMap();
/** The targets of calls that chose strings for wide numbers. */
const stringTargets: Targets = new WeakMap();

/**
 * Finds the operation `operationName` of the account's service `serviceSlug`. Throws `SERVICE_NOT_FOUND` if the account has no such service,
 * `SERVICE_PAUSED` if it is paused, `OPERATION_HELD` if the operation is held, `OPERATION_UNSUPPORTED` if it cannot be mapped, and `OperationNotFoundError`
 * if the service does not expose exactly that name.
 *
 * @param numbers the form of wide numbers in the response (NM-2); undefined for the service's own
 */
export function resolveTarget(
  accountId: string,
  serviceSlug: string,
  operationName: string,
  directory: Directory,
  catalog: Catalog,
  numbers?: WideNumbers,
): Target | Promise<Target> {
  const service = resolveService(accountId, serviceSlug, directory, catalog);
  return service instanceof Promise
    ? service.then((compiled) => targetOf(compiled, operationName, numbers))
    : targetOf(service, operationName, numbers);
}

/** Finds the account's service `serviceSlug`. Throws `SERVICE_NOT_FOUND` if there is none, and `SERVICE_PAUSED` if it is paused. */
export function resolveService(
  accountId: string,
  serviceSlug: string,
  directory: Directory,
  catalog: Catalog,
): CompiledService | Promise<CompiledService> {
  const registered = directory.findService(accountId, serviceSlug);
  return registered instanceof Promise ? registered.then(compile) : compile(registered);

  function compile(found: RegisteredService | undefined): CompiledService | Promise<CompiledService> {
    if (found === undefined) throw serviceNotFound();
    if (found.status !== 'active') throw servicePaused();
    return catalog.compile(found);
  }
}

/** Returns the target of an operation of a service, as `resolveTarget` does. */
export function targetOf(
  service: CompiledService,
  operationName: string,
  numbers: WideNumbers | undefined,
): Target | Promise<Target> {
  const target = (numbers === undefined ? targets : stringTargets).get(service)?.get(operationName);
  if (target !== undefined) return target;
  if (service.heldSince(operationName) !== undefined) throw operationHeld();
  return openTarget(service, operationName, numbers);
}

async function openTarget(
  service: CompiledService,
  operationName: string,
  numbers: WideNumbers | undefined,
): Promise<Target> {
  const operation = await openOperation(service, operationName, numbers);
  const target = makeTarget(service, operation, numbers);
  const all = numbers === undefined ? targets : stringTargets;
  const known = all.get(service);
  if (known === undefined) all.set(service, new Map([[operationName, target]]));
  else known.set(operationName, target);
  return target;
}

function makeTarget(
  service: CompiledService,
  operation: ServiceOperation,
  numbers: WideNumbers | undefined,
): Target {
  const { accountId, id: serviceId } = service.service;
  const { name, address = '' } = operation.info;
  const activity = labelActivity({ accountId, serviceId, operation: name });
  return {
    service,
    operation,
    numbers,
    settings: service.operationSettings(name),
    port: service.portOf(name),
    fills: service.fillsOf(name),
    isLogin: service.session?.operations.login === name,
    address: endpointOf(service.service.settings.endpoint, address),
    title: printTitle(service.service.slug, name),
    announcement: announcementOf(service.deprecationOf(name)),
    activity,
  };
}

/**
 * Returns the target of an operation of a session, which clients may not see. Throws what opening an operation throws.
 *
 * @returns undefined if the session of the service has no operation of this role
 */
export async function sessionTarget(
  service: CompiledService,
  role: SessionRole,
): Promise<Target | undefined> {
  const operation = await service.session?.open(role);
  return operation && makeTarget(service, operation, undefined);
}

/** Opens an operation. A mapping error here means that the operation is unsupported, not that the call is invalid. */
async function openOperation(
  service: CompiledService,
  name: string,
  numbers: WideNumbers | undefined,
): Promise<ServiceOperation> {
  try {
    return await service.operation(name, numbers);
  } catch (error) {
    if (isMappingError(error)) throw operationUnsupported(name, error);
    throw error;
  }
}

/** The members of `meta` that are the same for every call of an operation. */
function printTitle(service: string, operation: string): string {
  return `"service":${JSON.stringify(service)},"operation":${JSON.stringify(operation)}`;
}
