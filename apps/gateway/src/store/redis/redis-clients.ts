import { waitInTurns } from '@soapstone/rate-limiter/redis';
import { Cluster, type Command, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from '../../config/redis-address.js';

/** The address of Redis, and the certificate authorities by which it is trusted. */
export interface RedisPlace {
  readonly address: RedisAddress;
  /** CA certificates in PEM. Default: the public authorities. */
  readonly ca?: Buffer;
}

type SendRest = Parameters<Cluster['sendCommand']> extends [unknown, ...infer Rest] ? Rest : never;
type Settings = Omit<RedisOptions, 'replyMapping' | 'himportFieldsets'>;

const CONNECT_TIMEOUT = 500;
const RECONNECT = (attempt: number): number => Math.min(50 * attempt, 1_000);

/**
 * A connection that sends the commands of one turn of the event loop together. Each command has its own reply and timeout, but a
 * write to the socket costs more than everything else in a decision.
 */
export class TurnwiseRedis extends Redis {
  #held = false;

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    this.#hold();
    return super.sendCommand(command, stream);
  }

  #hold(): void {
    const { stream } = this;
    if (this.#held || stream === undefined) return;
    this.#held = true;
    stream.cork();
    setImmediate(() => {
      this.#held = false;
      stream.uncork();
    });
  }
}

/**
 * A cluster whose commands wait for a connection that is being opened, such as after a slot has moved, but no longer than the timeout of a
 * command. Without the queue, ioredis would reject all commands for such a node, and the limiter would consider Redis down. With the queue
 * alone, commands would wait as long as the cluster is down.
 */
class TimelyCluster extends Cluster {
  override sendCommand(command: Command, ...rest: SendRest): unknown {
    // The client itself sends `cluster` commands before it is ready.
    if (command.name !== 'cluster') {
      if (this.status !== 'ready') {
        command.reject(new Error('the cluster is not connected'));
        return command.promise;
      }
      const timeout = this.options.redisOptions?.commandTimeout;
      if (timeout !== undefined) command.setTimeout(timeout);
    }
    return super.sendCommand(command, ...rest);
  }
}

/**
 * Opens a connection for commands, which succeed in time or fail and are never sent twice: to one server, to the master that sentinels
 * name, or to a cluster.
 *
 * @param timeout the timeout of a command, in milliseconds
 * @param Client the class of connections to a server that is not part of a cluster
 */
export function openCommands(place: RedisPlace, timeout: number, Client: typeof Redis): Redis | Cluster {
  const client = openClient(place, timeout, Client);
  // Calls keep the event loop busy, so a timer alone cannot tell whether Redis has answered.
  waitInTurns(client);
  return client;
}

function openClient(place: RedisPlace, timeout: number, Client: typeof Redis): Redis | Cluster {
  const { kind, nodes } = place.address;
  const settings: Settings = {
    ...accessOf(place),
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout: timeout,
    connectTimeout: CONNECT_TIMEOUT,
    retryStrategy: RECONNECT,
    // If the master has become a replica, the next connection finds the new master.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  };
  if (kind === 'single') return new Client({ ...settings, ...nodes[0] });
  if (kind === 'sentinel') return new Client({ ...settings, ...sentinelsOf(place) });
  const { retryStrategy: _, enableOfflineQueue: __, ...redisOptions } = settings;
  return new TimelyCluster([...nodes], {
    redisOptions,
    enableOfflineQueue: true,
    clusterRetryStrategy: RECONNECT,
    slotsRefreshTimeout: 1_000,
    // Without it, the client does not look for the successor of a lost master.
    slotsRefreshInterval: 1_000,
    // A closed connection may have executed its commands, so sending one again could charge a call twice.
    retryDelayOnFailover: 0,
    // Certificates contain the names that the cluster announces, not their addresses.
    dnsLookup: (host, callback) => callback(null, host),
  });
}

/**
 * Opens the connection for subscriptions, which can do nothing else and reconnects for as long as it takes. Every node of a cluster
 * receives what is published on any other, so this connects to one node, and to the next one if that fails. It does not use the `Cluster`
 * of ioredis, which does not report that its subscriber has changed and messages may have been missed.
 */
export function openListener(place: RedisPlace): Redis {
  const { kind, nodes } = place.address;
  const settings: Settings = {
    ...accessOf(place),
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT,
    retryStrategy: RECONNECT,
  };
  if (kind === 'sentinel') return new Redis({ ...settings, ...sentinelsOf(place) });
  const listener: Redis = new Redis({
    ...settings,
    ...nodes[0],
    retryStrategy(attempt: number) {
      Object.assign(listener.options, nodes[attempt % nodes.length]);
      return RECONNECT(attempt);
    },
  });
  return listener;
}

function accessOf({ address: { access }, ca }: RedisPlace): Settings {
  const { tls, ...user } = access;
  return { ...user, ...(tls && { tls: ca === undefined ? {} : { ca } }) };
}

/** Sentinels use the same users and TLS settings as Redis itself. */
function sentinelsOf(place: RedisPlace): Settings {
  const { address } = place;
  const { username, password, tls } = accessOf(place);
  return {
    sentinels: address.nodes.map(({ host, port }) => ({ host, port })),
    name: address.kind === 'sentinel' ? address.master : '',
    sentinelRetryStrategy: RECONNECT,
    ...(username !== undefined && { sentinelUsername: username }),
    ...(password !== undefined && { sentinelPassword: password }),
    ...(tls !== undefined && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
  };
}
