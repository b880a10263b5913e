import type { TransportStats } from '@soapstone/soap-transport';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CatalogStats } from '../calls/catalog/catalog.js';
import type { CertificateStats } from '../calls/catalog/watch-certificates.js';
import type { FairThreadStats } from '../children/fair-thread.js';
import type { ProcessMetrics } from '../cluster/messages.js';
import type { CallLog, CallRecord } from '../log/log.js';

/** The metrics for operators, in the Prometheus text format. Label values come from closed lists, so none is ever a tenant's name. */
export interface Metrics extends CallLog {
  readonly contentType: string;
  print(): Promise<string>;
  /** Returns the metrics as data, to be summed over processes. */
  collect(): Promise<ProcessMetrics>;
  /** Counts a browser's report that a dashboard page violated its content security policy. */
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
  readonly certificates: () => CertificateStats;
  /** When the TLS certificate of the gateway ends, in milliseconds since the Unix epoch; undefined if it has none. */
  readonly tlsEnd: () => number | undefined;
  readonly degraded: () => boolean;
  /** Decisions about limits since the start that this process took on its own or that Redis answered late. */
  readonly degradedDecisions: () => number;
  /** Calls since the start that were rejected before anything was inspected. */
  readonly refusedCalls: () => number;
}

/** In seconds. The last bucket is the deadline of an upstream. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** How many calls are counted together: counting them in a batch costs a fraction of counting each one between other work. */
const COUNTED_AT_ONCE = 256;

/** A number that is read on each scrape: a gauge, or a total since the start. */
interface Reading {
  readonly name: string;
  readonly help: string;
  readonly read: (sources: MetricSources) => number;
}

const GAUGES: readonly Reading[] = [
  {
    name: 'soapstone_client_connections',
    help: 'Open client connections.',
    read: ({ connections }) => connections().open,
  },
  {
    name: 'soapstone_upstream_sockets',
    help: 'Open connections to SOAP services.',
    read: ({ transport }) => transport().sockets,
  },
  {
    name: 'soapstone_mapping_waiting',
    help: 'Jobs that are waiting for the mapping thread.',
    read: ({ mapping }) => mapping().waiting,
  },
  {
    name: 'soapstone_security_waiting',
    help: 'Messages that are waiting for the thread that signs, encrypts, verifies and decrypts large ones.',
    read: ({ security }) => security().waiting,
  },
  {
    name: 'soapstone_catalog_bytes',
    help: 'Bytes of compiled services in memory, with all their operations compiled.',
    read: ({ catalog }) => catalog().bytes,
  },
  {
    name: 'soapstone_catalog_services',
    help: 'Compiled services in memory.',
    read: ({ catalog }) => catalog().services,
  },
];

const TOTALS: readonly Reading[] = [
  {
    name: 'soapstone_client_connections_refused_total',
    help: 'Client connections rejected because the limit was reached.',
    read: ({ connections }) => connections().refused,
  },
  {
    name: 'soapstone_calls_refused_total',
    help: 'Calls that an overloaded process rejected unread; no other metric counts them.',
    read: ({ refusedCalls }) => refusedCalls(),
  },
  {
    name: 'soapstone_limiter_degraded_decisions_total',
    help: 'Decisions about limits that this node took on its own or that Redis answered after REDIS_TIMEOUT_MS.',
    read: ({ degradedDecisions }) => degradedDecisions(),
  },
  {
    name: 'soapstone_mapping_jobs_total',
    help: 'Jobs completed by the mapping thread.',
    read: ({ mapping }) => mapping().jobs,
  },
  {
    name: 'soapstone_mapping_seconds_total',
    help: 'Time that the mapping thread was busy.',
    read: ({ mapping }) => mapping().seconds,
  },
  {
    name: 'soapstone_mapping_restarts_total',
    help: 'How often the mapping thread was stopped in the middle of a job that exceeded its time or memory.',
    read: ({ mapping }) => mapping().restarts,
  },
];

export function createMetrics(sources: MetricSources): Metrics {
  return new GatewayMetrics(sources);
}

class GatewayMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #calls: Counter<'method' | 'status' | 'type' | 'cached'>;
  readonly #duration: Histogram<'status'>;
  readonly #cspReports: Counter;
  #waiting: CallRecord[] = [];

  constructor(sources: MetricSources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    registerReadings(registers, sources);
    this.#calls = new Counter({
      name: 'soapstone_calls_total',
      help: 'Proxy calls by response.',
      labelNames: ['method', 'status', 'type', 'cached'],
      registers,
    });
    this.#duration = new Histogram({
      name: 'soapstone_call_duration_seconds',
      help: 'Time from the header section of a request to its response.',
      buckets: BUCKETS,
      labelNames: ['status'],
      registers,
    });
    const help = 'Browser reports of dashboard pages that violated their content security policy.';
    this.#cspReports = new Counter({ name: 'soapstone_csp_reports_total', help, registers });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  print(): Promise<string> {
    this.#count();
    return this.#registry.metrics();
  }

  collect(): Promise<ProcessMetrics> {
    this.#count();
    return this.#registry.getMetricsAsJSON();
  }

  cspReport(): void {
    this.#cspReports.inc();
  }

  call(record: CallRecord): void {
    this.#waiting.push(record);
    if (this.#waiting.length === COUNTED_AT_ONCE) this.#count();
  }

  #count(): void {
    for (const { method, status, type, cached, latencyMs } of this.#waiting) {
      // A client may send any method, but label values come from a closed list.
      const known = method === 'GET' || method === 'POST' ? method : 'other';
      this.#calls.inc({ method: known, status, type: type ?? 'none', cached: String(cached ?? false) });
      this.#duration.observe({ status }, latencyMs / 1000);
    }
    this.#waiting = [];
  }
}

function registerReadings(registers: Registry[], sources: MetricSources): void {
  for (const { name, help, read } of GAUGES) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read(sources));
      },
    });
  }
  for (const { name, help, read } of TOTALS) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read(sources));
      },
    });
  }
  new Gauge({ name: 'soapstone_processes', help: 'Processes included in these sums.', registers }).set(1);
  new Gauge({
    name: 'soapstone_connection_certificates',
    help: 'Certificates in the credentials of services that expire within 30 days or have expired.',
    labelNames: ['state'],
    aggregator: 'max', // Every process checks the same certificates.
    registers,
    collect() {
      const { ending, ended } = sources.certificates();
      this.set({ state: 'ending' }, ending);
      this.set({ state: 'ended' }, ended);
    },
  });
  new Gauge({
    name: 'soapstone_tls_certificate_end_seconds',
    help: 'When the TLS certificate of the gateway ends, in seconds since the Unix epoch. Absent behind a proxy.',
    // Without a label there would be a sample, 0, before the end is known.
    labelNames: ['use'],
    aggregator: 'min',
    registers,
    collect() {
      const end = sources.tlsEnd();
      if (end === undefined) this.reset();
      else this.set({ use: 'server' }, end / 1000);
    },
  });
  new Gauge({
    name: 'soapstone_limiter_degraded',
    help: '1 while this node decides about limits on its own.',
    // 1 if any of several processes does.
    aggregator: 'max',
    registers,
    collect() {
      this.set(sources.degraded() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'soapstone_upstream_breakers',
    help: 'Circuit breakers by state.',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset();
      for (const { state } of sources.transport().breakers) this.inc({ state });
    },
  });
}
