import type { TransportStats } from '@soapstone/soap-transport';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CatalogStats } from '../catalog/catalog.js';
import type { FairThreadStats } from '../children/fair-thread.js';
import type { ProcessMetrics } from '../cluster/messages.js';
import type { CallLog, CallRecord } from '../log/log.js';

/** The metrics for operators, in the Prometheus text format. Labels come from closed lists, so none is ever a tenant's name. */
export interface Metrics extends CallLog {
  readonly contentType: string;
  print(): Promise<string>;
  /** Returns the metrics as data, to be added up over processes. */
  collect(): Promise<ProcessMetrics>;
  /** A browser reported that a dashboard page violated its content security policy. */
  cspReport(): void;
}

/** The gauges that are read on each scrape. */
export interface MetricSources {
  /** Client connections: currently `open`, and `refused` since the start. */
  readonly connections: () => { readonly open: number; readonly refused: number };
  readonly transport: () => TransportStats;
  readonly catalog: () => CatalogStats;
  readonly mapping: () => FairThreadStats;
  readonly security: () => Pick<FairThreadStats, 'waiting'>;
  readonly degraded: () => boolean;
  /** Calls rejected before anything was inspected, since the start. */
  readonly refusedCalls: () => number;
}

/** In seconds; the last bucket is the deadline of an upstream. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The number of calls counted together: counted in sequence they cost a fraction of what each costs between other work. */
const COUNTED_AT_ONCE = 256;

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const calls = new Counter({
    name: 'soapstone_calls_total',
    help: 'Calls of the proxy by their answer.',
    labelNames: ['method', 'status', 'type', 'cached'],
    registers,
  });
  const duration = new Histogram({
    name: 'soapstone_call_duration_seconds',
    help: 'Time from the head of a request to its answer.',
    buckets: BUCKETS,
    labelNames: ['status'],
    registers,
  });
  new Gauge({
    name: 'soapstone_limiter_degraded',
    help: '1 while this node decides about limits alone.',
    // One of several processes is enough to check.
    aggregator: 'max',
    registers,
    collect() {
      this.set(sources.degraded() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'soapstone_processes',
    help: 'Processes that these metrics are the sums of.',
    registers,
  }).set(1);
  new Gauge({
    name: 'soapstone_client_connections',
    help: 'Open connections of clients.',
    registers,
    collect() {
      this.set(sources.connections().open);
    },
  });
  new Counter({
    name: 'soapstone_client_connections_refused_total',
    help: 'Connections of clients that were one too many.',
    registers,
    collect() {
      this.reset();
      this.inc(sources.connections().refused);
    },
  });
  new Counter({
    name: 'soapstone_calls_refused_total',
    help: 'Calls that an overloaded process refused unread; they are in no other count.',
    registers,
    collect() {
      this.reset();
      this.inc(sources.refusedCalls());
    },
  });
  new Gauge({
    name: 'soapstone_upstream_sockets',
    help: 'Open connections to SOAP services.',
    registers,
    collect() {
      this.set(sources.transport().sockets);
    },
  });
  new Gauge({
    name: 'soapstone_upstream_breakers',
    help: 'Circuit breakers by their state.',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset();
      for (const { state } of sources.transport().breakers) this.inc({ state });
    },
  });
  new Gauge({
    name: 'soapstone_mapping_waiting',
    help: 'Pieces of mapping that wait for the mapping thread.',
    registers,
    collect() {
      this.set(sources.mapping().waiting);
    },
  });
  new Counter({
    name: 'soapstone_mapping_jobs_total',
    help: 'Pieces of mapping that the mapping thread did.',
    registers,
    collect() {
      this.reset();
      this.inc(sources.mapping().jobs);
    },
  });
  new Counter({
    name: 'soapstone_mapping_seconds_total',
    help: 'Time for which the mapping thread was busy.',
    registers,
    collect() {
      this.reset();
      this.inc(sources.mapping().seconds);
    },
  });
  new Counter({
    name: 'soapstone_mapping_restarts_total',
    help: 'How often the mapping thread was ended in the middle of a job, for its time or its memory.',
    registers,
    collect() {
      this.reset();
      this.inc(sources.mapping().restarts);
    },
  });
  new Gauge({
    name: 'soapstone_security_waiting',
    help: 'Messages that wait for the thread that signs, encrypts, verifies and decrypts large ones.',
    registers,
    collect() {
      this.set(sources.security().waiting);
    },
  });
  new Gauge({
    name: 'soapstone_catalog_bytes',
    help: 'Bytes of compiled services in memory, with all their operations compiled.',
    registers,
    collect() {
      this.set(sources.catalog().bytes);
    },
  });
  new Gauge({
    name: 'soapstone_catalog_services',
    help: 'Compiled services in memory.',
    registers,
    collect() {
      this.set(sources.catalog().services);
    },
  });
  const cspReports = new Counter({
    name: 'soapstone_csp_reports_total',
    help: 'Reports of browsers about pages of the dashboard that broke their content security policy.',
    registers,
  });
  let waiting: CallRecord[] = [];

  function count(): void {
    for (const { method, status, type, cached, latencyMs } of waiting) {
      // A client may send any method, but labels are closed.
      const known = method === 'GET' || method === 'POST' ? method : 'other';
      calls.inc({ method: known, status, type: type ?? 'none', cached: String(cached ?? false) });
      duration.observe({ status }, latencyMs / 1000);
    }
    waiting = [];
  }

  return {
    contentType: registry.contentType,
    cspReport: () => cspReports.inc(),
    print() {
      count();
      return registry.metrics();
    },
    collect() {
      count();
      return registry.getMetricsAsJSON();
    },
    call(record) {
      waiting.push(record);
      if (waiting.length === COUNTED_AT_ONCE) count();
    },
  };
}
