import { createExchanges, type Exchanges, type MapperParts } from '@soapstone/json-xml-mapper/internal';
import type { Diagnostic, ExposedOperation, Port, ServiceModel } from '@soapstone/soap-model';
import { assertOptions, oneOf, text } from '@soapstone/soap-model/options';
import type { CallTarget } from './call-target.js';
import type { Client, ClientMembers, ClientOperation, OperationMap, UntypedOperations } from './client.js';
import { securityOf } from './merge-security.js';
import { namingMissing } from './naming-missing.js';
import { createOperation } from './operation.js';
import { type ClientOptions, mapperOptions, streamingOptions } from './options.js';
import type { Channel } from './platform/platform.js';
import type { Security } from './security.js';
import { operationNotFound, unknownNames } from './unknown-names.js';

/** A parsed service, ready to become a client. */
export interface ServiceDefinition {
  /** The operations of the client. */
  readonly model: ServiceModel;
  /** The operations of each port of the service, by port name. */
  readonly ports: ReadonlyMap<string, readonly ExposedOperation[]>;
  readonly diagnostics: readonly Diagnostic[];
  /** What is missing, by the name of the operation. Default: nothing. */
  readonly incomplete?: ReadonlyMap<string, string>;
}

/**
 * Creates the client of a service.
 *
 * @param parts the parts of the mapper that the types of the service need
 */
export function assemble<Operations extends OperationMap<Operations>>(
  definition: ServiceDefinition,
  channel: Channel,
  options: ClientOptions,
  parts: MapperParts,
): Client<Operations> {
  const { model, ports, diagnostics, incomplete = new Map<string, string>() } = definition;
  // Unusable credentials are reported when the client is created, not on its first call.
  const securityFor = onceFor((port: Port) => securityOf(options.security, port));
  for (const { service, port } of model.exposed) {
    const found = model.services[service]?.ports[port];
    if (found !== undefined) securityFor(found);
  }
  const close = async (): Promise<void> => await channel.close();
  const clientOf = (exposed: readonly ExposedOperation[]): Client => {
    const offered = { ...model, exposed };
    const exchanges = lazily(() => createExchanges(offered, mapperOptions(options), parts));
    const streaming = lazily(() => createExchanges(offered, streamingOptions(options), parts));
    const operations = new Map<string, () => ClientOperation<UntypedOperations[string]>>();
    for (const each of exposed) {
      operations.set(
        each.name,
        lazily(() =>
          namingMissing(
            createOperation(
              targetOf(each, model, { exchanges, streaming }, { channel, options, securityFor }),
            ),
            incomplete.get(each.name),
          ),
        ),
      );
    }
    const members: ClientMembers = {
      $operation(name) {
        assertOptions(text, name, '$operation', 'name');
        const make = operations.get(name);
        if (make === undefined) throw operationNotFound(name, members);
        return make();
      },
      $operations: [...operations.keys()],
      $port(name) {
        assertOptions(portName, name, '$port', 'name');
        const make = byPort.get(name);
        // `assertOptions` has rejected every name that is not in `byPort`.
        return make === undefined ? clientOf([]) : make();
      },
      $ports: [...ports.keys()],
      $model: model,
      $diagnostics: diagnostics,
      $incomplete: incomplete,
      $close: close,
      [Symbol.asyncDispose]: close,
    };
    const client = Object.create(unknownNames(members)) as object;
    for (const key of Reflect.ownKeys(members) as (keyof ClientMembers)[]) {
      Object.defineProperty(client, key, { value: members[key] });
    }
    for (const [name, make] of operations) {
      // A member `then` would make the client a thenable: awaiting it would call the operation.
      if (name === 'then') continue;
      Object.defineProperty(client, name, { get: make, enumerable: true });
    }
    return Object.freeze(client) as Client;
  };
  const portName = oneOf(...ports.keys());
  const byPort = new Map([...ports].map(([name, exposed]) => [name, lazily(() => clientOf(exposed))]));
  return clientOf(model.exposed) as unknown as Client<Operations>;
}

function targetOf(
  exposed: ExposedOperation,
  model: ServiceModel,
  { exchanges, streaming }: { readonly exchanges: () => Exchanges; readonly streaming: () => Exchanges },
  {
    securityFor,
    ...shared
  }: Pick<CallTarget, 'channel' | 'options'> & {
    readonly securityFor: (port: Port) => Security | undefined;
  },
): CallTarget {
  const service = model.services[exposed.service];
  const port: Port | undefined = service?.ports[exposed.port];
  if (service === undefined || port === undefined) {
    throw new RangeError(`the model exposes ${exposed.name} through a port that it does not have`);
  }
  const { name } = exposed;
  return {
    ...shared,
    security: securityFor(port),
    name,
    service: service.name.localName,
    port,
    compiled: () => exchanges().compile(name),
    loadUncommonContent: () => exchanges().loadUncommonContent(),
    loadDecoders: () => exchanges().loadDecoders(),
    streaming: () => streaming().compile(name),
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Remembers the value of each argument: connections are pooled by credentials object, so a port must always get the same object. */
function onceFor<Argument extends object, Value>(
  make: (argument: Argument) => Value,
): (argument: Argument) => Value {
  const made = new Map<Argument, Value>();
  return (argument) => {
    if (!made.has(argument)) made.set(argument, make(argument));
    return made.get(argument) as Value;
  };
}
