import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres, startPostgres } from '@soapstone/testing/postgres-server';
import { hasRedis, startRedis } from '@soapstone/testing/redis-server';
import { processCpuSeconds, threadCpuSeconds } from './process-figures.js';

const run = promisify(execFile);

/** The work of the shared servers so far. */
export interface SharedWork {
  /** Commands from the clients of Redis by name; those that a script runs are counted too. */
  readonly commands: ReadonlyMap<string, number>;
  readonly redisCpu: number;
  /** Statements of PostgreSQL, `begin` and `commit` included. */
  readonly statements: number;
  readonly postgresCpu: number;
  /** Seconds of a clock that never jumps. */
  readonly at: number;
}

/** One PostgreSQL and one Redis of this bench, as Debian installs them, with the durability that docs/deployment.md asks for. */
export interface SharedServers {
  readonly redisUrl: string;
  /** Creates an empty database. */
  createDatabase(): Promise<string>;
  /** The work so far; the statements are those of this database. */
  look(databaseUrl: string): Promise<SharedWork>;
  /** The statements of this database that were run most since `look` was first called, with their number. */
  frequentStatements(databaseUrl: string, most: number): Promise<readonly string[]>;
  /** The bytes of a database, and of its largest tables with their indexes. */
  sizes(databaseUrl: string): Promise<{ readonly bytes: number; readonly tables: readonly string[] }>;
  /** Brings the statistics of the planner up to date, as autovacuum does within a minute. */
  analyze(databaseUrl: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both. Throws if one of them is not installed. */
export async function startSharedServers(): Promise<SharedServers> {
  const bin = await findPostgres();
  if (bin === undefined || !(await hasRedis()))
    throw new Error(
      'PostgreSQL and Redis are needed: install the Debian packages postgresql and redis-server',
    );
  const [postgres, redis] = await Promise.all([
    startPostgres(bin, ['shared_preload_libraries=pg_stat_statements', 'max_connections=200']),
    startRedis(['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction']),
  ]);
  const postmaster = Number(
    (await readFile(join(postgres.directory, 'postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const query = async (url: string, text: string): Promise<string[]> => {
    const { stdout } = await run(join(bin, 'psql'), [url, '-X', '-At', '-F', '\t', '-c', text], { cwd: '/' });
    return stdout.split('\n').filter((line) => line !== '');
  };
  const info = async (section: string): Promise<string> =>
    (await run('redis-cli', ['-p', String(redis.port), 'info', section])).stdout;
  return {
    redisUrl: `redis://127.0.0.1:${redis.port}`,
    async createDatabase() {
      const url = await postgres.createDatabase();
      await query(url, 'create extension pg_stat_statements');
      return url;
    },
    async look(databaseUrl) {
      const [statements] = await query(databaseUrl, `select coalesce(sum(calls), 0) ${STATEMENTS}`);
      const commands = [...(await info('commandstats')).matchAll(/cmdstat_([\w|]+):calls=(\d+)/g)]
        // The look itself.
        .filter(([, name]) => name !== 'info')
        .map(([, name = '', calls]) => [name, Number(calls)] as const);
      const cpu = [...(await info('cpu')).matchAll(/used_cpu_(?:user|sys):([\d.]+)/g)];
      return {
        commands: new Map(commands),
        redisCpu: cpu.reduce((sum, [, seconds]) => sum + Number(seconds), 0),
        statements: Number(statements),
        postgresCpu: await postgresCpuSeconds(postmaster),
        at: performance.now() / 1000,
      };
    },
    frequentStatements: (databaseUrl, most) =>
      query(
        databaseUrl,
        `select calls || ' times ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 110) ${STATEMENTS} order by calls desc limit ${most}`,
      ),
    async sizes(databaseUrl) {
      const [bytes] = await query(databaseUrl, 'select pg_database_size(current_database())');
      const tables = await query(
        databaseUrl,
        `select relname || ' ' || round(pg_total_relation_size(oid) / 1e6, 1) || ' MB' from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc limit 3`,
      );
      return { bytes: Number(bytes), tables };
    },
    async analyze(databaseUrl) {
      await query(databaseUrl, 'analyze');
    },
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

/** The statements of the gateways: this bench asks with `psql` for nothing but statistics. */
const STATEMENTS = `from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database())
    and query not like '%pg_stat_statements%' and query not like '%pg_database_size%' and query not like '%pg_class%'`;

/** The CPU seconds of PostgreSQL: the postmaster, its processes, and those that have ended. */
async function postgresCpuSeconds(postmaster: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  let seconds = await processCpuSeconds(postmaster, 'with ended children');
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(parent) === postmaster) seconds += await threadCpuSeconds(pid);
  }
  return seconds;
}
