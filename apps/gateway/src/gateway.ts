import type { Socket } from 'node:net';
import { defined } from '@soapstone/options/defined';
import type { StartChild } from './children/start-child.js';
import type { Siblings } from './cluster/siblings.js';
import { type Composition, compose } from './compose/compose.js';
import { keepTickShape } from './compose/keep-tick-shape.js';
import type { Config } from './config/config.js';
import { isAgentPath } from './http/lanes/agent-lane.js';
import { isOffersRequest } from './http/lanes/offers.js';
import { isProxyPath } from './http/lanes/proxy-lane.js';
import { createRedirect } from './http/lanes/redirect.js';
import { clientScheme } from './http/messages/client-address.js';
import { isRoutePath } from './http/messages/error-for.js';
import { currentCertificate } from './http/server/certificate.js';
import { type Handler, type ListeningServer, type ListenOptions, listen } from './http/server/server.js';
import { createLog, type Log } from './log/log.js';

/** A running gateway, and what a program in the same process can do with it. */
export interface Gateway
  extends Pick<Composition, 'secrets' | 'store' | 'changes' | 'registration' | 'connections'> {
  readonly config: Config;
  /** Ends the request whose code was running on `socket`, with 500. Returns false if it is not a connection of the gateway. */
  failRequest(socket: Socket, error: unknown): boolean;
  /** Reloads the certificate after a renewal. If the new one is unusable, this is logged and the current one stays. */
  reloadCertificate(): Promise<void>;
  /**
   * Reports that it is not ready for `grace` milliseconds (default 0) while calls are still accepted; then stops accepting, finishes
   * running calls, writes what is only in memory, and closes. May be called twice.
   */
  close(grace?: number): Promise<void>;
}

/** Options of a gateway in addition to its configuration. */
export interface StartOptions {
  /** Default: a log of the configured level on standard output. */
  readonly log?: Log;
  /** Other processes of this machine that serve the same ports. */
  readonly siblings?: Siblings;
  /** Starts what runs in child processes. Default `startChild`. */
  readonly startChild?: StartChild;
}

/** Starts the gateway of `config`. Throws if a port is taken or the database cannot be opened, and then leaves nothing open. */
export async function startGateway(config: Config, options: StartOptions = {}): Promise<Gateway> {
  keepTickShape();
  const { log = createLog(config.logLevel), siblings, startChild } = options;
  const parts = await compose(config, log, siblings, startChild);
  const { proxy, agents, app } = parts;
  const front: Handler = (request, response) => {
    const { url = '' } = request;
    if ((isProxyPath(url) || isRoutePath(url)) && !isOffersRequest(request)) proxy(request, response);
    else if (isAgentPath(url)) agents(request, response);
    else app(request, response);
  };
  const redirect = createRedirect(config.baseUrl, Date.now, log);
  const listening = {
    pace: config.clients,
    connections: parts.connections,
    fail: parts.fail,
    log,
    proxyProtocol: config.proxyProtocol,
    now: Date.now,
  };

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
    // While draining, /readyz returns 503 and every response carries `Connection: close`. Requests in flight are still accepted.
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
    failRequest: (socket, error) => servers.some((server) => server.failRequest(socket, error)),
    async reloadCertificate() {
      try {
        const certificate = await currentCertificate(config, Date.now());
        if (certificate === undefined) return;
        for (const server of servers) server.replaceCertificate(certificate);
        log.info('the certificate was reloaded');
      } catch (error) {
        log.error('the certificate cannot be used: the current one stays', error);
      }
    },
    close(grace = 0) {
      stopped ??= stop(grace);
      return stopped;
    },
  };
}

/** Opens the port for calls: with TLS, or behind a proxy that terminates TLS and reports the original scheme. */
async function listenMain(
  config: Config,
  front: Handler,
  redirect: Handler,
  listening: Omit<ListenOptions, 'host' | 'port'>,
): Promise<ListeningServer> {
  const { tls, host } = config;
  if (tls.kind === 'proxy') {
    const secureOnly: Handler = (request, response) =>
      clientScheme(request.headers) === 'https' ? front(request, response) : redirect(request, response);
    return listen(secureOnly, { ...listening, host, port: tls.port });
  }
  const certificate = await currentCertificate(config, Date.now());
  return listen(front, {
    ...listening,
    host,
    port: tls.port,
    ...defined({ certificate }),
  });
}
