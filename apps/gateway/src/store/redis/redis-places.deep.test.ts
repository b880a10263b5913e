import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@soapstone/testing/free-port';
import { startRedisCluster, until } from '@soapstone/testing/redis-cluster';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, test } from 'vitest';
import { connectRedis, type RedisConnections } from './redis.js';

// Debian's Redis in each of the forms that REDIS_URL can name.

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function connect(redisUrl: string, redisCaFile?: string): Promise<RedisConnections> {
  const redis = await connectRedis({ redisUrl, redisCaFile }, () => {}, { command: 5_000 });
  cleanups.push(() => redis?.close());
  return redis!;
}

async function own(options: readonly string[] = []): Promise<RedisServer> {
  const server = await startRedis(options);
  cleanups.push(() => server.stop());
  return server;
}

/** The messages that a node has received, and how often it may have missed some. */
function listen(to: RedisConnections): { readonly heard: readonly string[]; missed: number } {
  const heard: string[] = [];
  const listening = { heard, missed: 0 };
  to.subscribe(
    'news',
    (message) => heard.push(message),
    () => listening.missed++,
  );
  return listening;
}

async function hears(from: RedisConnections, news: ReturnType<typeof listen>, text: string): Promise<void> {
  await until(async () => {
    await from.publish('news', text);
    return news.heard.includes(text);
  });
}

describe.skipIf(!(await hasRedis()))('REDIS_URL', () => {
  test('cluster: serves keys of every slot and delivers messages to every node, even after the listener’s node is gone', async () => {
    const cluster = await startRedisCluster();
    cleanups.push(() => cluster.stop());
    const [one, other] = [await connect(cluster.url), await connect(cluster.url)];
    for (let count = 0; count < 50; count++) await one.limits.set(`{acc_${count}}:x`, count);
    for (let count = 0; count < 50; count++)
      expect(await other.answers.get(`{acc_${count}}:x`)).toBe(String(count));
    expect(await one.evictionPolicy()).toBe('noeviction');
    const news = listen(other);
    await hears(one, news, 'first');
    const missed = news.missed;
    // The listener is connected to the first node of the list.
    await cluster.kill(cluster.ports[0]!);
    await hears(one, news, 'second');
    expect(news.missed).toBeGreaterThan(missed);
    await until(async () => (await one.limits.set('{acc_1}:x', 'new')) === 'OK');
  }, 60_000);

  test('sentinels: finds the master and, after a failover, its successor', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'soapstone-sentinel-'));
    cleanups.push(() => rm(directory, { recursive: true }));
    const master = await own(['--requirepass', 'p', '--masterauth', 'p']);
    const replica = await own([
      '--replicaof',
      '127.0.0.1',
      String(master.port),
      '--requirepass',
      'p',
      '--masterauth',
      'p',
    ]);
    const port = await freePort();
    const file = join(directory, 'sentinel.conf');
    const rules = ['down-after-milliseconds main 500', 'failover-timeout main 2000', 'auth-pass main p'];
    await writeFile(
      file,
      [
        `port ${port}`,
        'bind 127.0.0.1',
        'requirepass p',
        `dir ${directory}`,
        `sentinel monitor main 127.0.0.1 ${master.port} 1`,
        ...rules.map((rule) => `sentinel ${rule}`),
        '',
      ].join('\n'),
    );
    const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
    cleanups.push(() => sentinel.kill('SIGKILL'));
    let redis: RedisConnections | undefined;
    await until(async () => {
      redis ??= await connect(`redis+sentinel://:p@127.0.0.1:${port}/main`);
      return (await redis.limits.set('x', '1')) === 'OK';
    });
    await until(async () => (await redis!.limits.info('replication')).includes('connected_slaves:1'));
    const news = listen(redis!);
    await hears(redis!, news, 'first');
    await master.kill();
    await until(async () => (await redis!.limits.set('x', '2')) === 'OK');
    expect(await redis!.limits.config('GET', 'port')).toEqual(['port', String(replica.port)]);
    await hears(redis!, news, 'second');
  }, 60_000);

  test('TLS with a private authority, and a user with its own permissions', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'soapstone-redis-tls-'));
    cleanups.push(() => rm(directory, { recursive: true }));
    const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      ],
    });
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    await writeFile(cert, pems.cert);
    await writeFile(key, pems.private);
    const users = join(directory, 'users.acl');
    await writeFile(
      users,
      'user default off\nuser gateway on >s3cret ~soapstone:* &* +@all -@dangerous +info\n',
    );
    const port = await freePort();
    await own([
      ...[
        '--tls-port',
        String(port),
        '--tls-cert-file',
        cert,
        '--tls-key-file',
        key,
        '--tls-ca-cert-file',
        cert,
      ],
      ...['--tls-auth-clients', 'no', '--aclfile', users],
    ]);
    const redis = await connect(`rediss://gateway:s3cret@localhost:${port}`, cert);
    expect(await redis.limits.set('soapstone:x', '1')).toBe('OK');
    await expect(redis.limits.set('other', '1')).rejects.toThrow('NOPERM');
    expect(await redis.evictionPolicy()).toBeUndefined();
    const news = listen(redis);
    await hears(redis, news, 'first');
    const stranger = await connect(`rediss://gateway:s3cret@localhost:${port}`);
    await expect(stranger.limits.set('soapstone:x', '1')).rejects.toThrow();
    await expect(
      connect(`rediss://gateway:s3cret@localhost:${port}`, join(directory, 'none.pem')),
    ).rejects.toThrow(/REDIS_CA_FILE/);
  });
});
