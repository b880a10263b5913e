import { Cluster, type Command, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from '../config/redis-address.js';

/** The address of Redis, and the certificate authorities that it is trusted by. */
export interface RedisPlace {
  readonly address: RedisAddress;
  /** PEM certificates of authorities. Default: the public ones. */
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
 * A cluster whose commands wait for a connection that is being opened, as after a slot has moved, but no longer than the
 * timeout of a command. Without its queue ioredis rejects all commands for such a node, and the limiter takes Redis for lost; with its queue
 * alone they would wait for as long as the cluster is away.
 */
class TimelyCluster extends Cluster {
  override sendCommand(command: Command, ...rest: SendRest): unknown {
    // The client's own questions about the cluster are asked before it is ready.
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
 * A connection for commands, which succeed in time or fail, and are never sent twice: to one server, to the master that sentinels name,
 * or to a cluster.
 *
 * @param timeout of a command, in milliseconds
 * @param Client what connects to a server that is not part of a cluster
 */
export function openCommands(place: RedisPlace, timeout: number, Client: typeof Redis): Redis | Cluster {
  const { kind, nodes } = place.address;
  const settings: Settings = {
    ...accessOf(place),
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout: timeout,
    connectTimeout: CONNECT_TIMEOUT,
    retryStrategy: RECONNECT,
    // A master that has become a replica: the next connection finds the new one.
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
    // Without it, the client does not look for the successor of a master that is gone.
    slotsRefreshInterval: 1_000,
    // A closed connection may have carried out its commands: to send one again would charge a call twice.
    retryDelayOnFailover: 0,
    // Certificates are for the names that the cluster announces, not for their addresses.
    dnsLookup: (host, callback) => callback(null, host),
  });
}

/**
 * The connection for news. A subscribed connection can do nothing else, and reconnects for as long as it takes. A node of a cluster
 * hears what is published at any other, so it is connected to one node, and to the next one where that is gone: the `Cluster` of
 * ioredis does not tell when its subscriber has changed, and so what may have been missed.
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

/** Sentinels have the same users and the same TLS as Redis itself. */
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
