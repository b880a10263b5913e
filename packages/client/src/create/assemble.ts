import { createExchanges, type Exchanges, type MapperParts } from '@soapstone/json-xml-mapper/internal';
import { assertOptions, oneOf, text } from '@soapstone/options';
import type { Diagnostic, ExposedOperation, Port, ServiceModel } from '@soapstone/soap-model';
import type {
  Client,
  ClientMembers,
  ClientOperation,
  OperationMap,
  UntypedOperations,
} from '../api/client.js';
import { type ClientOptions, mapperOptions, streamingOptions, valueKinds } from '../api/options.js';
import type { CallTarget } from '../call/call-target.js';
import { createOperation } from '../call/operation.js';
import type { PagedClient, PagesOf } from '../call/paged-items.js';
import type { ClientSession } from '../client-session.js';
import type { Channel } from '../platform/platform.js';
import { securityOf } from '../security/merge-security.js';
import type { Security } from '../security/security.js';
import { changedOptions } from './client-changes.js';
import { closable } from './closable-channel.js';
import { namingMissing } from './naming-missing.js';
import type { openSession } from './open-session.js';
import { operationNotFound, unknownNames } from './unknown-names.js';

/** A parsed service, ready to become a client. */
export interface ServiceDefinition {
  /** The operations of the client. */
  readonly model: ServiceModel;
  /** The operations of each port of the service, by port name. */
  readonly ports: ReadonlyMap<string, readonly ExposedOperation[]>;
  readonly diagnostics: readonly Diagnostic[];
  /** The missing documents, by the name of the operation. Default: nothing. */
  readonly incomplete?: ReadonlyMap<string, string>;
}

/** The parts that only clients with a design have. */
export interface DesignedClient {
  readonly openSession?: typeof openSession | undefined;
  readonly pages?: PagesOf | undefined;
}

/**
 * Creates the client of a service.
 *
 * @param parts the parts of the mapper that the types of the service need
 */
export function assemble<Operations extends OperationMap<Operations>>(
  definition: ServiceDefinition,
  connection: Channel,
  options: ClientOptions,
  parts: MapperParts,
  { openSession: open, pages }: DesignedClient = {},
): Client<Operations> {
  const { model, ports } = definition;
  const channel = closable(connection);
  const allParts = { ...parts, values: valueKinds(options) };
  const offerOf = (exposed: readonly ExposedOperation[]): Offer => {
    const offered = { ...model, exposed };
    const { design } = options;
    return {
      exposed: design ? exposed.filter(({ name }) => !parts.designs?.hides(design, name)) : exposed,
      exchanges: lazily(() => createExchanges(offered, mapperOptions(options), allParts)),
      streaming: lazily(() => createExchanges(offered, streamingOptions(options), allParts)),
    };
  };
  const shared: Omit<Shared, 'session'> = {
    definition,
    channel,
    offer: offerOf(model.exposed),
    offersByPort: new Map([...ports].map(([name, exposed]) => [name, lazily(() => offerOf(exposed))])),
    pages,
  };
  // A design that does not fit is reported when the client is created.
  if (options.design !== undefined) shared.offer.exchanges();
  const securityFor = onceFor((port: Port) => securityOf(options.security, port, 'createClient'));
  const session = open?.({
    model,
    rules: shared.offer.exchanges().session,
    options,
    targetOf: (exposed, own) =>
      targetOf(exposed, model, shared.offer, { channel, options: own, securityFor }),
  });
  const close = async (): Promise<void> => {
    await session?.close();
    await channel.close();
  };
  return withOptions({ ...shared, session }, options, 'createClient', close) as unknown as Client<Operations>;
}

/** Operations that are compiled once for all clients that offer them. */
interface Offer {
  readonly exposed: readonly ExposedOperation[];
  readonly exchanges: () => Exchanges;
  readonly streaming: () => Exchanges;
}

/** The state that clients of one service share, regardless of their options. */
interface Shared {
  readonly definition: ServiceDefinition;
  readonly channel: Channel;
  readonly offer: Offer;
  readonly offersByPort: ReadonlyMap<string, () => Offer>;
  readonly session: ClientSession | undefined;
  readonly pages: PagesOf | undefined;
}

/**
 * Creates a client with these options.
 *
 * @param what the function that took the options, for messages
 */
function withOptions(
  shared: Shared,
  options: ClientOptions,
  what: string,
  close: () => Promise<void>,
): Client {
  const { definition, channel, offer, offersByPort, session, pages } = shared;
  const { model, diagnostics, incomplete = new Map<string, string>() } = definition;
  // Unusable credentials are reported when the client is created, not on its first call.
  const securityFor = onceFor((port: Port) => securityOf(options.security, port, what));
  for (const { service, port } of model.exposed) {
    const found = model.services[service]?.ports[port];
    if (found !== undefined) securityFor(found);
  }
  const clientOf = ({ exposed, ...compiled }: Offer): Client => {
    const operations = new Map<string, () => ClientOperation<UntypedOperations[string]>>();
    const paged: PagedClient = {
      operation: (name) => members.$operation(name),
      compiled: (name) => compiled.exchanges().compile(name),
    };
    for (const each of exposed) {
      operations.set(
        each.name,
        lazily(() => {
          const target = targetOf(each, model, compiled, { channel, options, securityFor, session });
          const operation = createOperation(target);
          return namingMissing(
            pages === undefined ? operation : pages(operation, target, paged),
            incomplete.get(each.name),
          );
        }),
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
        return make === undefined ? client : make();
      },
      $ports: [...offersByPort.keys()],
      $with: (changes) =>
        withOptions(
          { ...shared, offer: { exposed, ...compiled } },
          changedOptions(options, changes),
          '$with',
          leaveOpen,
        ),
      $model: model,
      $diagnostics: diagnostics,
      $incomplete: incomplete,
      $close: close,
      [Symbol.asyncDispose]: close,
    };
    const client = Object.create(unknownNames(members)) as Client;
    for (const key of Reflect.ownKeys(members) as (keyof ClientMembers)[]) {
      Object.defineProperty(client, key, { value: members[key] });
    }
    for (const [name, make] of operations) {
      // A member `then` would make the client a thenable: awaiting it would call the operation.
      if (name === 'then') continue;
      Object.defineProperty(client, name, { get: make, enumerable: true });
    }
    return Object.freeze(client);
  };
  const portName = oneOf(...offersByPort.keys());
  const byPort = new Map(
    [...offersByPort].map(([name, offerOfPort]) => [name, lazily(() => clientOf(offerOfPort()))]),
  );
  return clientOf(offer);
}

/** The connections belong to the client that was created. */
const leaveOpen = (): Promise<void> => Promise.resolve();

function targetOf(
  exposed: ExposedOperation,
  model: ServiceModel,
  { exchanges, streaming }: Omit<Offer, 'exposed'>,
  {
    securityFor,
    ...shared
  }: Pick<CallTarget, 'channel' | 'options' | 'session'> & {
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
    loadRawXml: () => exchanges().loadRawXml(),
    loadDecoders: () => exchanges().loadDecoders(),
    loadStreaming: () => streaming().loadDecoders(),
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
