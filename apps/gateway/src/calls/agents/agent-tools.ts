import {
  type AgentOperation,
  type AgentService,
  createCatalog,
  type KeyTable,
  type SchemaForm,
  type Catalog as ToolCatalog,
} from '@soapstone/agent-tools';
import { ownBytes } from '../../children/own-bytes.js';
import { type KeyScope, mayCall } from '../../domain/accounts/api-key.js';
import { agentAccessOf, agentDescriptionOf, readsOnly } from '../../domain/services/agent-access.js';
import { labelActivity } from '../../log/activity.js';
import type { CompiledService } from '../catalog/catalog.js';
import type {
  DescribedTool,
  Job,
  JobValues,
  PackedAgentService,
  PackedOutcome,
  ToolListing,
} from '../mapping/messages.js';
import { type Customer, JobFailure, type MappingThread } from '../mapping/thread-jobs.js';

/**
 * The tools of some services of one account. Only the mapping thread has their types, because a listing may need hundreds of operations.
 */
export interface ServiceTools {
  readonly listing: ToolListing;
  /** Names and finds the operations. Has no tools, and its mappers compile nothing. */
  readonly catalog: ToolCatalog;
  /** The services that offer tools. */
  readonly services: readonly CompiledService[];
  /** The same catalog with the texts of its tools: cached for recently listed services, otherwise written by the thread. */
  listed(): ToolCatalog | Promise<ToolCatalog>;
  /** Returns the keys of an operation's input that only a table finds by their aliases. Cached by the operation of `catalog`. */
  keys(operation: AgentOperation): Promise<KeyTable>;
  /** Leaves out the nulls of arguments that stand for absent members: agents with strict schemas write them. */
  omitNulls(operation: AgentOperation, json: Uint8Array): Promise<Uint8Array>;
  /** Answers a message that needs types. Resolves to `undefined` if there is nothing to send. */
  answer(message: AgentMessage): Promise<{ readonly status: number; readonly text: string } | undefined>;
}

/** A message of an agent, in the form that `handleMessage` takes. */
export type AgentMessage = Pick<Extract<Job, { kind: 'agent' }>, 'message' | 'headers' | 'info' | 'ttlMs'> & {
  /** The outcome of the call in the message. */
  readonly outcome?: PackedOutcome;
};

/** The work that the mapping thread does for agents. Every method rejects as `MappingThread.run` does. */
export interface AgentTools {
  /**
   * Creates the listing of the operations that agents may call now.
   *
   * @param joint whether the listing is that of an account, whose names begin with the service however many there are
   * @param scope the operations that the key may call; undefined for all. A service without any of them is left out
   * @param schemas the form of the schemas. Default `full`
   */
  open(
    accountId: string,
    services: readonly CompiledService[],
    joint: boolean,
    scope?: KeyScope,
    schemas?: SchemaForm,
  ): Promise<ServiceTools>;
  /** Describes what a model reads about an operation if it is offered; undefined if it cannot become a tool. */
  describe(service: CompiledService, operation: string, lazy: boolean): Promise<DescribedTool | undefined>;
}

/** The maximum number of listings whose texts are cached. The budget of a listing limits each to 32 KB. */
const MAX_KEPT = 256;

/** Creates the `AgentTools` that work in `thread`. */
export function createAgentTools(thread: MappingThread): AgentTools {
  const kept = new Map<ToolListing, ToolCatalog>();
  const run = async <Kind extends 'listing' | 'agent' | 'keys' | 'nulls' | 'tool'>(
    accountId: string,
    compiled: readonly CompiledService[],
    job: Extract<Job, { kind: Kind }>,
  ): Promise<JobValues[Kind]> => {
    const sources = () => Promise.all(compiled.map(({ threadMapper }) => threadMapper.source()));
    const done = await thread.run<Kind>(customerOf(accountId, compiled), () => ({ job }), sources);
    if (done instanceof JobFailure) throw done.error;
    return done.value;
  };

  return {
    async open(accountId, all, qualified, scope, schemas = 'full') {
      const offered = all.map((each) => ({ each, operations: offeredOperations(each, scope) }));
      const shown = offered.filter(({ operations }) => scope === undefined || operations.length > 0);
      const compiled = shown.map(({ each }) => each);
      const services = shown.map(({ each, operations }) => pack(each, operations));
      const print = () =>
        run<'listing'>(accountId, compiled, { kind: 'listing', services, qualified, schemas });
      const { texts, ...listing } = await print();
      const { lazy, version } = listing;
      const named = shown.map(({ each, operations }) => withoutTypes(each, operations));
      const keep = (catalog: ToolCatalog): ToolCatalog => {
        kept.delete(listing);
        kept.set(listing, catalog);
        const [oldest] = kept.keys();
        if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
        return catalog;
      };
      /** The service of an operation, with that alone. */
      const alone = ({ name, readOnly, service: { slug } }: AgentOperation) => ({
        compiled: compiled.filter(({ service }) => service.slug === slug),
        services: services
          .filter((each) => each.slug === slug)
          .map((each) => ({ ...each, operations: [{ name, readOnly }] })),
      });
      const tables = new WeakMap<AgentOperation, Promise<KeyTable>>();
      const withTexts = (tools: readonly string[]): ToolCatalog =>
        createCatalog(named, { qualified, schemas, listing: { lazy, version, tools } });
      keep(withTexts(texts));
      return {
        listing,
        services: compiled,
        catalog: createCatalog(named, { qualified, schemas, listing: { lazy, version } }),
        listed() {
          const known = kept.get(listing);
          return known === undefined
            ? print().then((printed) => keep(withTexts(printed.texts)))
            : keep(known);
        },
        keys(operation) {
          const known = tables.get(operation);
          if (known !== undefined) return known;
          const only = alone(operation);
          const table = run<'keys'>(accountId, only.compiled, { kind: 'keys', services: only.services });
          tables.set(operation, table);
          table.catch(() => tables.delete(operation));
          return table;
        },
        omitNulls(operation, json) {
          const only = alone(operation);
          return run<'nulls'>(accountId, only.compiled, {
            kind: 'nulls',
            services: only.services,
            json: ownBytes(json),
          });
        },
        answer: (message) =>
          run<'agent'>(accountId, compiled, { kind: 'agent', services, qualified, schemas, ...message }),
      };
    },
    describe(compiled, name, lazy) {
      const { service, operationSettings } = compiled;
      const readOnly = agentAccessOf(name, operationSettings(name), service.settings) === 'read-only';
      const services = [pack(compiled, [{ name, readOnly, ...agentDescriptionOf(name, service.settings) }])];
      return run<'tool'>(service.accountId, [compiled], { kind: 'tool', services, lazy });
    },
  };
}

/** The operations of a service that agents may call now: chosen by the owner and not held. */
function offeredOperations(
  compiled: CompiledService,
  scope: KeyScope | undefined,
): AgentService['operations'] {
  const { service, mapper, operationSettings, heldSince } = compiled;
  return mapper.model.exposed.flatMap(({ name }) => {
    const access = agentAccessOf(name, operationSettings(name), service.settings);
    return access === 'no' || !isWithin(scope, compiled, name) || heldSince(name) !== undefined
      ? []
      : [{ name, readOnly: access === 'read-only', ...agentDescriptionOf(name, service.settings) }];
  });
}

/** Whether a key may call an operation of a service. */
export function isWithin(
  scope: KeyScope | undefined,
  { service, operationSettings }: CompiledService,
  name: string,
): boolean {
  if (scope === undefined) return true;
  return mayCall(scope, service.slug, name, readsOnly(name, operationSettings(name), service.settings));
}

function pack(
  { service, threadMapper }: CompiledService,
  operations: AgentService['operations'],
): PackedAgentService {
  return { slug: service.slug, title: service.name, operations, mapper: threadMapper.key };
}

function withoutTypes(
  { service, mapper }: CompiledService,
  operations: AgentService['operations'],
): AgentService {
  const compile = (): never => {
    throw new Error('the mapping thread compiles operations for agents');
  };
  return {
    slug: service.slug,
    title: service.name,
    operations,
    mapper: { model: mapper.model, compile },
  };
}

/** The log names the service only if there is exactly one. */
function customerOf(accountId: string, [first, ...more]: readonly CompiledService[]): Customer {
  const serviceId = first === undefined || more.length > 0 ? '' : first.service.id;
  return { accountId, activity: labelActivity({ accountId, serviceId }) };
}
