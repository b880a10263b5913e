import type { Siblings } from './cluster/siblings.js';
import { type Composition, compose } from './compose.js';
import type { Config } from './config/config.js';
import { currentCertificate } from './http/certificate.js';
import { isProxyPath } from './http/proxy-lane.js';
import { createRedirect } from './http/redirect.js';
import { type Handler, type ListeningServer, type ListenOptions, listen } from './http/server.js';
import { createLog, type Log } from './log/log.js';

/** A gateway that is serving, and what a program in the same process may do with it. */
export interface Gateway
  extends Pick<Composition, 'secrets' | 'store' | 'changes' | 'registration' | 'connections'> {
  readonly config: Config;
  /** Read the certificate again, after a renewal. One that cannot be used is written to the log, and the present one stays. */
  reloadCertificate(): Promise<void>;
  /**
   * Say for `grace` milliseconds (default 0) that this node is not ready, while calls are still taken; then stop accepting,
   * finish what runs, write what is only in memory, close. May be called twice.
   */
  close(grace?: number): Promise<void>;
}

/** How a gateway is started, beside its configuration. */
export interface StartOptions {
  /** Default: the log of the configured level on standard output. */
  readonly log?: Log;
  /** Whether calls of the proxy pass Express by. Default true; both ways give the same answers, one of them late. */
  readonly fastLane?: boolean;
  /** Other processes of this machine that serve the same ports. */
  readonly siblings?: Siblings;
}

/** Start the gateway of `config`. Throws where a port is taken or the database cannot be opened; then nothing is left open. */
export async function startGateway(config: Config, options: StartOptions = {}): Promise<Gateway> {
  const { log = createLog(config.logLevel), fastLane = true, siblings } = options;
  const parts = await compose(config, log, siblings);
  const { proxy, app } = parts;
  const front: Handler = (request, response) =>
    fastLane && isProxyPath(request.url ?? '') ? proxy(request, response) : app(request, response);
  const redirect = createRedirect(config.baseUrl, Date.now, log);
  const listening = { pace: config.clients, connections: parts.connections, now: Date.now };

  const servers: ListeningServer[] = [];
  try {
    servers.push(await listenMain(config, front, redirect, listening));
    if (config.httpPort !== undefined) {
      servers.push(await listen(redirect, { ...listening, host: config.host, port: config.httpPort }));
    }
  } catch (error) {
    await Promise.all(servers.map((server) => server.close(0)));
    await parts.close();
    throw error;
  }
  log.info('listening', { baseUrl: config.baseUrl, host: config.host, port: config.tls.port });

  async function stop(grace: number): Promise<void> {
    parts.stopServing();
    log.info('stopping');
    // Who asks for readiness hears no, and sends nothing more; who keeps a connection is told to leave it. What is on its way is
    // still taken.
    for (const server of servers) server.announceClose();
    await new Promise((resolve) => setTimeout(resolve, grace));
    await Promise.all(servers.map((server) => server.close(config.limits.drainTimeout)));
    await parts.close();
    log.info('stopped');
  }
  let stopped: Promise<void> | undefined;
  return {
    config,
    secrets: parts.secrets,
    store: parts.store,
    changes: parts.changes,
    registration: parts.registration,
    connections: parts.connections,
    async reloadCertificate() {
      try {
        const certificate = await currentCertificate(config, Date.now());
        if (certificate === undefined) return;
        for (const server of servers) server.replaceCertificate(certificate);
        log.info('the certificate was read again');
      } catch (error) {
        log.error('the certificate cannot be used: the present one stays', error);
      }
    },
    close(grace = 0) {
      stopped ??= stop(grace);
      return stopped;
    },
  };
}

/** The port that calls come to: with TLS here, or behind a proxy that ends it and says so. */
async function listenMain(
  config: Config,
  front: Handler,
  redirect: Handler,
  listening: Omit<ListenOptions, 'host' | 'port'>,
): Promise<ListeningServer> {
  const { tls, host } = config;
  if (tls.kind === 'proxy') {
    const secureOnly: Handler = (request, response) =>
      forwardedProtocol(request.headers['x-forwarded-proto']) === 'https'
        ? front(request, response)
        : redirect(request, response);
    return listen(secureOnly, { ...listening, host, port: tls.port });
  }
  const certificate = await currentCertificate(config, Date.now());
  return listen(front, {
    ...listening,
    host,
    port: tls.port,
    ...(certificate === undefined ? {} : { certificate }),
  });
}

/** What the nearest proxy says; what stands before it came from further away, perhaps from the client. */
function forwardedProtocol(header: string | string[] | undefined): string | undefined {
  const values = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  return values.at(-1)?.trim().toLowerCase();
}
