import { hash } from 'node:crypto';
import type { Mapper, MapperOptions } from '@soapstone/json-xml-mapper';
import { createUncheckedMapper } from '@soapstone/json-xml-mapper/unchecked';
import { defined } from '@soapstone/options/defined';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import { withDesign } from '../../domain/services/read-design.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { selectModel } from '../../domain/services/select-model.js';
import { serviceNotFound } from '../../errors/errors.js';
import { labelActivity } from '../../log/activity.js';
import type { Store } from '../../store/store.js';
import type { MapperSource, SessionRole } from '../mapping/messages.js';
import { type OperationParts, openOperation, type ServiceOperation } from '../mapping/service-operation.js';
import type { MappingThread } from '../mapping/thread-jobs.js';
import type { SharedValues } from './shared-values.js';

/** The form of numbers that a double cannot hold, if a call asks for a different one than its service is set to (NM-2). */
export type WideNumbers = 'string';

/** Opens an exposed operation by its name, in the form of numbers that the service or the call has chosen. */
export type OpenOperation = (
  name: string,
  numbers?: WideNumbers,
) => ServiceOperation | Promise<ServiceOperation>;

/** A mapper of a service: its name in the mapping thread, what it is created from there, and its instance on the event loop. */
export interface MapperVariant {
  readonly key: string;
  readonly source: () => Promise<MapperSource>;
  /** Returns the source once, if it was kept when the service was loaded. */
  readonly takeSource?: () => MapperSource | undefined;
  readonly mapper: () => Mapper;
}

/** Returns the mapper of a service with some options, which it shares with services of the same description. */
export function mapperVariant(
  {
    service: { accountId, id, revision },
    model,
    digest,
    select,
    design,
  }: {
    readonly service: RegisteredService;
    readonly model: ServiceModel;
    readonly digest: string;
    readonly select: RegisteredService['settings']['select'];
    /** The design of the revision, as JSON text. */
    readonly design: string | undefined;
  },
  options: MapperOptions,
  { store, mappers }: { readonly store: Store; readonly mappers: SharedValues<Mapper> },
): MapperVariant {
  const recipe = JSON.stringify([digest, select, options, ...(design === undefined ? [] : [design])]);
  return {
    key: hash('sha256', recipe, 'base64url'),
    source: async () => {
      const found = await store.services.findPackedModel(accountId, id, revision);
      if (found === undefined) throw serviceNotFound();
      return { packed: found.packed, select, options, ...defined({ design }) };
    },
    mapper: () =>
      mappers.share(recipe, () =>
        createUncheckedMapper(selectModel(model, select), withDesign(options, design)),
      ),
  };
}

/** Opens the operations of a service: with the mapper of its settings and, on demand, with the one that writes wide numbers as strings. */
export function operationsOf(
  service: RegisteredService,
  thread: MappingThread,
  own: MapperVariant,
  makeStrings: () => MapperVariant,
): OpenOperation {
  const { settings } = service;
  const opened = (variant: MapperVariant) =>
    rememberOperations((name) =>
      openOperation({
        ...partsOf(service, thread, variant, name),
        target: { mapper: variant.key, operation: name },
        compile: () => variant.mapper().compile(name),
      }),
    );
  const ordinary = opened(own);
  let strings = settings.numbers === 'string' ? ordinary : undefined;
  return (name, numbers) => {
    if (numbers === undefined) return ordinary(name);
    strings ??= opened(makeStrings());
    return strings(name);
  };
}

/** Opens an operation of a session. */
export type OpenSessionOperation = (
  name: string,
  role: SessionRole,
) => ServiceOperation | Promise<ServiceOperation>;

/** Opens the operations of the session that the design of a service describes (DF-7). */
export function sessionOperationsOf(
  service: RegisteredService,
  thread: MappingThread,
  variant: MapperVariant,
): OpenSessionOperation {
  const opened = (role: SessionRole) =>
    rememberOperations((name) =>
      openOperation({
        ...partsOf(service, thread, variant, name),
        target: { mapper: variant.key, operation: name, ofSession: role },
        compile: () => variant.mapper().session?.[role] ?? variant.mapper().compile(name),
      }),
    );
  const roles = { login: opened('login'), logout: opened('logout') };
  return (name, role) => roles[role](name);
}

function partsOf(
  { accountId, id: serviceId }: RegisteredService,
  thread: MappingThread,
  { source, takeSource }: MapperVariant,
  operation: string,
): Pick<OperationParts, 'thread' | 'customer' | 'source' | 'takeSource'> {
  const activity = labelActivity({ accountId, serviceId, operation });
  return { thread, customer: { accountId, activity }, source, ...defined({ takeSource }) };
}

/** Opens each operation once; if that fails, the next call tries again. */
function rememberOperations(
  open: (name: string) => Promise<ServiceOperation>,
): (name: string) => ServiceOperation | Promise<ServiceOperation> {
  const known = new Map<string, ServiceOperation | Promise<ServiceOperation>>();
  return (name) => {
    const present = known.get(name);
    if (present !== undefined) return present;
    const opening = open(name).then(
      (operation) => {
        known.set(name, operation);
        return operation;
      },
      (error: unknown) => {
        known.delete(name);
        throw error;
      },
    );
    known.set(name, opening);
    return opening;
  };
}
