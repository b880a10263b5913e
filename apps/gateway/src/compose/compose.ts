import { availableParallelism } from 'node:os';
import { defined } from '@soapstone/options/defined';
import type { Transport } from '@soapstone/soap-transport';
import type { Express } from 'express';
import { createAgentTools } from '../calls/agents/agent-tools.js';
import { createExposedServices } from '../calls/agents/exposed-services.js';
import { createResponseCache } from '../calls/cache/response-cache.js';
import { watchCertificates } from '../calls/catalog/watch-certificates.js';
import { createLiveServices } from '../calls/live-services.js';
import { authenticate } from '../calls/proxy/authenticate.js';
import { createCallHandler, type ProxyDependencies } from '../calls/proxy/call.js';
import { createConcurrencyLimit } from '../calls/proxy/concurrency.js';
import { allowOrigins } from '../calls/proxy/cors.js';
import { wrapCall } from '../calls/proxy/layer.js';
import { createRecordings } from '../calls/recordings/recordings.js';
import { readAllPages } from '../calls/routes/all-pages.js';
import { createServiceSessions } from '../calls/sessions/service-sessions.js';
import { createFairSlots } from '../children/fair-slots.js';
import { endSpare, type StartChild } from '../children/start-child.js';
import type { Siblings } from '../cluster/siblings.js';
import type { Config } from '../config/config.js';
import type { Secrets } from '../config/data-dir/secrets.js';
import type { ServiceProxies } from '../credentials/service-proxies.js';
import { rotateSecrets } from '../credentials/service-secrets.js';
import type { Plans } from '../domain/accounts/plan.js';
import { overloaded } from '../errors/errors.js';
import { rotateWebhookSecrets } from '../events/rotate-webhook-secrets.js';
import { createApp } from '../http/app.js';
import { createAgentLane } from '../http/lanes/agent-lane.js';
import { createProxyLane } from '../http/lanes/proxy-lane.js';
import type { ConnectionLimit } from '../http/limits/connection-limit.js';
import type { OverloadGuard } from '../http/limits/overload.js';
import { createFailRequest, type FailRequest } from '../http/messages/fail-request.js';
import { selfSignedCertificate, selfSignedReader } from '../http/server/certificate.js';
import type { Handler } from '../http/server/server.js';
import type { CallLog, Log } from '../log/log.js';
import { createAgentDocuments } from '../owners/description/agent-documents.js';
import { createArtefacts } from '../owners/description/artefacts.js';
import {
  type Attempts,
  createLocalAttempts,
  createSharedAttempts,
} from '../owners/management/routing/attempts.js';
import { readHealth } from '../owners/management/routing/health.js';
import { createClosedAccountDeletion } from '../owners/management/use-cases/delete-closed-accounts.js';
import { createDocumentFetch } from '../owners/registration/fetch-document.js';
import type { RegistrationDependencies } from '../owners/registration/register.js';
import type { Changes } from '../services/changes.js';
import type { Store } from '../store/store.js';
import { captureBodies } from '../telemetry/capture-bodies.js';
import { createMetrics, type MetricSources, type Metrics } from '../telemetry/metrics.js';
import { recordCalls } from '../telemetry/record-calls.js';
import { VERSION } from '../version.js';
import { loadTracing } from './load-tracing.js';
import { openParts, type Parts } from './open-parts.js';
import { openWatches } from './open-watches.js';
import { createReplies } from './shared-parts.js';

/** The parts of a gateway, wired together but not listening. */
export interface Composition {
  readonly secrets: Secrets;
  readonly store: Store;
  readonly changes: Changes;
  readonly registration: RegistrationDependencies;
  /** Handles the paths of calls. */
  readonly proxy: Handler;
  /** Handles the paths of AI agents. */
  readonly agents: Handler;
  /** Handles every other path. */
  readonly app: Express;
  /** Ends requests whose code throws. */
  readonly fail: FailRequest;
  /** The connections of every port of this process. */
  readonly connections: ConnectionLimit;
  /** Marks the process as not ready. */
  stopServing(): void;
  /** Writes what is only in memory, and closes every connection. */
  close(): Promise<void>;
}

/**
 * Wires up the gateway of `config`. This is the only place that knows which part depends on which. `siblings` are other processes
 * that serve the same ports; `startChild` starts what runs in child processes. Throws what `openStore` throws.
 */
export async function compose(
  config: Config,
  log: Log,
  siblings?: Siblings,
  startChild?: StartChild,
): Promise<Composition> {
  const parts = await openParts(config, log);
  const {
    now,
    elapsed,
    store,
    directory,
    catalog,
    redis,
    limiter,
    transport,
    overload,
    budget,
    connections,
    unread,
  } = parts;
  const { limits } = config;
  const fail = createFailRequest(log, now);
  const agentTools = createAgentTools(parts.mapping);
  const certificates = watchCertificates(store, parts.sealer, log, now);
  const vitals = vitalsOf(parts, certificates);
  const metrics = createMetrics(vitals);
  siblings?.shareMetrics(() => metrics.collect());
  const recorder = recordCalls(store, log, now, parts.events.seeCalls);
  const calls: CallLog = {
    call(record) {
      for (const sink of [log, metrics, recorder]) sink.call(record);
    },
  };
  const { plans } = config.plans;
  const sessions = createServiceSessions({ store, sealer: parts.sealer, transport, limits, log, now });
  const callDependencies: ProxyDependencies = {
    sessionOf: sessions.forCall,
    directory,
    plans,
    catalog,
    limiter,
    sealer: parts.sealer,
    concurrency: createConcurrencyLimit(),
    cache: createResponseCache(createReplies(config, redis, elapsed, log)),
    transport,
    recordings: createRecordings({ store, thread: parts.mapping, log, now }),
    limits,
    pressure: () => overload.pressure,
    log: calls,
    now,
    elapsed,
  };
  const tracing = config.tracing === undefined ? undefined : await loadTracing(config.tracing, log);
  const capture = captureBodies(store, catalog, log, now);
  const call = wrapCall(createCallHandler(tracing?.traceSteps(callDependencies) ?? callDependencies), [
    readAllPages,
    ...(tracing === undefined ? [] : [tracing.layer]),
    allowOrigins(directory, now),
    capture.layer,
  ]);
  const hops = config.tls.kind === 'proxy' ? config.tls.hops : 0;
  const proxy = createProxyLane(call, budget, now, unread, fail, hops);
  const registration = createRegistration(config, { ...parts, plans, startChild });
  const artefacts = createArtefacts({ ...registration });
  const watches = openWatches(config, { ...parts, registration, artefacts, log });
  const agents = createAgentLane(
    {
      tokens: parts.tokens,
      exposed: createExposedServices(directory, catalog, store, agentTools, elapsed),
      call,
      documents: createAgentDocuments(artefacts, { store, baseUrl: config.baseUrl }),
      directory,
      plans,
      limiter,
      pressure: () => overload.pressure,
      limits,
      info: { name: 'soapstone', version: VERSION },
      baseUrl: config.baseUrl,
      checksHost: config.tls.kind !== 'proxy',
      hops,
      log,
      now,
    },
    budget,
    unread,
    fail,
  );
  let serving = true;
  const app = createApp({
    offer: config.plans,
    signUp: config.signUp,
    keyLifetime: config.keyLifetime,
    tokens: parts.tokens,
    tokenIssuers: config.tokenIssuers,
    watch: config.watch,
    sendsMail: config.mail !== undefined,
    health: () => readHealth(healthOf(config, parts, vitals)),
    plans,
    store,
    secrets: parts.secrets,
    sealer: parts.sealer,
    index: {
      directory,
      plans,
      store,
      catalog,
      limiter,
      pressure: () => overload.pressure,
      baseUrl: config.baseUrl,
      log,
      now,
    },
    proxy,
    identifyKey: (sent) => authenticate(sent, { directory, plans }, now()),
    live: createLiveServices(callDependencies, agentTools, sessions),
    transport,
    limits,
    artefacts,
    changes: parts.changes,
    registration,
    limiter,
    attempts: createAttempts(config, redis, elapsed),
    adminKey: config.adminKey,
    fail,
    hops,
    unread,
    baseUrl: config.baseUrl,
    certificate: selfSignedCertificate(config),
    pressure: () => overload.pressure,
    readCertificate: selfSignedReader(config),
    metrics: siblings === undefined ? metrics : printedBySiblings(metrics, siblings),
    log,
    now,
    ready: async () => {
      await store.check();
      return serving;
    },
  });
  await sealAgain(store, parts.sealer, log);
  const deletion = createClosedAccountDeletion({ store, changes: parts.changes, log, now });
  for (const part of [certificates, parts.ownCertificate, parts.events, parts.outbox, deletion, watches])
    part?.start();
  return {
    secrets: parts.secrets,
    store,
    changes: parts.changes,
    registration,
    proxy,
    agents,
    app,
    fail,
    connections,
    stopServing() {
      serving = false;
    },
    async close() {
      overload.close();
      certificates.close();
      parts.ownCertificate.close();
      endSpare();
      await Promise.all([watches?.close(), parts.mapping.close(), parts.tokens?.close()]);
      capture.close();
      await limiter.settle?.();
      await Promise.all([parts.ledger.close(), recorder.close(), transport.close(), tracing?.close()]);
      await closeLast(parts, deletion);
    },
  };
}

/** Closes what other parts use until they are closed, and the database after everything. */
async function closeLast(
  { events, outbox, security, redis, store }: Parts,
  deletion: { close(): Promise<void> },
): Promise<void> {
  await Promise.all([events.close(), outbox.close(), deletion.close()]);
  await security.close();
  redis?.close();
  await store.close();
}

/** The figures of a process that metrics and the health page show. */
function vitalsOf(parts: Parts, certificates: ReturnType<typeof watchCertificates>): MetricSources {
  const { connections, transport, catalog, mapping, security, limiter, budget } = parts;
  return {
    connections: () => connections.stats,
    transport: () => transport.stats(),
    catalog: () => catalog.stats(),
    mapping: () => mapping.stats(),
    security: () => security.stats(),
    certificates: () => certificates.stats(),
    tlsEnd: parts.ownCertificate.end,
    degraded: () => limiter.degraded === true,
    degradedDecisions: () => limiter.degradedDecisions ?? 0,
    refusedCalls: () => budget.refused,
  };
}

/** The contents of the health page. */
function healthOf(
  config: Config,
  { store, overload, redis }: Parts,
  vitals: MetricSources,
): Parameters<typeof readHealth>[0] {
  return {
    ...vitals,
    config,
    store,
    pressure: () => overload.pressure,
    redisConnected: () => redis?.isConnected() === true,
  };
}

/** Limits logins and requests of owners, across all processes if they share a Redis. */
function createAttempts({ nodes }: Config, redis: Parts['redis'], elapsed: () => number): Attempts {
  const local = createLocalAttempts(elapsed);
  return redis === undefined ? local : createSharedAttempts(redis.limits, local, nodes);
}

/** Seals stored secrets under the current key, and reports those that no configured key opens. */
async function sealAgain(store: Store, sealer: Parts['sealer'], log: Log): Promise<void> {
  const services = await rotateSecrets(store, sealer);
  const webhooks = await rotateWebhookSecrets(store, sealer);
  const moved = services.moved + webhooks.moved;
  const failures = [...services.failures, ...webhooks.failures];
  if (failures.length > 0) {
    log.error(
      `${failures.length} secrets cannot be opened, and calls of their services fail: put their key into ENCRYPTION_KEYS`,
      failures[0],
    );
  }
  if (moved > 0) log.info('secrets were sealed again under the current key', { moved });
}

/** Returns the metrics of all processes, whichever process receives the request. */
function printedBySiblings(
  metrics: Metrics,
  siblings: Siblings,
): Pick<Metrics, 'contentType' | 'print' | 'cspReport'> {
  return {
    contentType: metrics.contentType,
    print: () => siblings.printMetrics(),
    cspReport: () => metrics.cspReport(),
  };
}

/** The parts of a registration, with the slots of its child processes. */
function createRegistration(
  { limits }: Config,
  parts: {
    readonly store: Store;
    readonly plans: Plans;
    readonly transport: Transport;
    readonly proxies: ServiceProxies;
    readonly overload: OverloadGuard;
    readonly now: () => number;
    readonly startChild: StartChild | undefined;
  },
): RegistrationDependencies {
  const { store, plans, transport, proxies, overload, now, startChild } = parts;
  return {
    ...defined({ start: startChild }),
    store,
    plans,
    now,
    assertRoom: () => {
      if (overload.pressure > 0) throw overloaded();
    },
    slots: createFairSlots({
      atOnce: Math.max(3, availableParallelism()),
      ofAccount: 2,
      waiting: 100,
      waitingOfAccount: 20,
    }),
    timeout: limits.registrationTimeout,
    memory: limits.registrationMemory,
    fetch: createDocumentFetch(transport),
    proxies,
  };
}
