/** The address of Redis, as given by `REDIS_URL`. */
export type RedisAddress =
  | { readonly kind: 'single'; readonly nodes: readonly [RedisNode]; readonly access: RedisAccess }
  | { readonly kind: 'cluster'; readonly nodes: readonly RedisNode[]; readonly access: RedisAccess }
  | {
      readonly kind: 'sentinel';
      readonly nodes: readonly RedisNode[];
      readonly access: RedisAccess;
      /** The name under which the sentinels monitor the master. */
      readonly master: string;
    };

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** The credentials that every connection sends: ACL users have a name, others only a password. */
export interface RedisAccess {
  readonly username?: string;
  readonly password?: string;
  readonly db?: number;
  readonly tls: boolean;
}

/** The forms that `REDIS_URL` can take. */
const REDIS_FORMS =
  'redis://HOST:PORT, a list of the nodes of a cluster (redis://HOST:PORT,HOST:PORT), or redis+sentinel://HOST:PORT,HOST:PORT/MASTER; rediss for TLS';

const SCHEME = /^(redis|rediss)(?:\+(cluster|sentinel))?:\/\//;
const NODE = /^(\[[0-9a-fA-F:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/;

/**
 * Reads an address. `redis+cluster://HOST` is a cluster of which one node is known. The name and password appear once, before the first
 * host, as in other URLs.
 *
 * @throws {Error} with a message that says what is wrong, without the password
 */
export function readRedisAddress(text: string): RedisAddress {
  const [whole = '', scheme, mode] = SCHEME.exec(text) ?? [];
  if (whole === '') throw new Error(`expected ${REDIS_FORMS}`);
  const rest = text.slice(whole.length);
  const at = rest.lastIndexOf('@');
  const [list = '', path = '', ...more] = rest.slice(at + 1).split('/');
  if (more.length > 0) throw new Error('it has more than one path segment');
  const nodes = list
    .split(',')
    .filter((each) => each !== '')
    .map((each) => readNode(each, mode === 'sentinel' ? 26_379 : 6_379));
  if (nodes.length === 0) throw new Error('it names no host');
  const access = { ...readUser(at === -1 ? '' : rest.slice(0, at)), tls: scheme === 'rediss' };
  if (mode === 'sentinel') {
    if (path === '') throw new Error('the name of the master is missing: redis+sentinel://HOST:PORT/MASTER');
    return { kind: 'sentinel', nodes, access, master: decodeURIComponent(path) };
  }
  const db = path === '' ? 0 : Number(path);
  if (!Number.isInteger(db)) throw new Error(`its path must be the number of a database, not ${path}`);
  const [first, ...others] = nodes;
  if (mode === undefined && first !== undefined && others.length === 0) {
    return { kind: 'single', nodes: [first], access: { ...access, ...(db !== 0 && { db }) } };
  }
  if (db !== 0) throw new Error('a cluster has no databases: leave the number out');
  return { kind: 'cluster', nodes, access };
}

function readNode(text: string, defaultPort: number): RedisNode {
  const [, host, port] = NODE.exec(text) ?? [];
  if (host === undefined) throw new Error(`${text} is not a host with an optional port`);
  if (Number(port) > 65_535) throw new Error(`${port} is not a port`);
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? defaultPort : Number(port) };
}

function readUser(text: string): Pick<RedisAccess, 'username' | 'password'> {
  if (text === '') return {};
  const [username = '', ...password] = text.split(':');
  try {
    return {
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password.length > 0 && { password: decodeURIComponent(password.join(':')) }),
    };
  } catch {
    throw new Error('its name or password has a % that is not an escape: write it as %25');
  }
}
