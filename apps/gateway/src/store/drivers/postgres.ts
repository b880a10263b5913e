import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartError } from '../../config/start-error.js';
import type { Dialect } from '../tables/dialect.js';
import type { Tables } from '../tables/schema.js';

export const POSTGRES: Dialect = { name: 'postgres', bytes: 'bytea' };

const INT8 = 20;

const MODES: ReadonlySet<string> = new Set([
  'disable',
  'no-verify',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
]);
const MODE = /([?&]sslmode=)([^&#]*)/;

/**
 * Returns the URL with the name for what the driver does: it verifies the certificate in every mode but `disable` and `no-verify`, prints a
 * warning for the other names, and takes a mode that it does not know for one that verifies.
 */
function pinTls(url: string): string {
  const mode = MODE.exec(url)?.[2];
  if (mode === undefined || /[?&]uselibpqcompat=true/.test(url)) return url;
  if (!MODES.has(mode)) {
    throw new StartError(
      'sslmode in DATABASE_URL has an unknown value: use verify-full (require, prefer and verify-ca mean the same), no-verify or disable',
    );
  }
  return mode === 'disable' || mode === 'no-verify' ? url : url.replace(MODE, '$1verify-full');
}

/**
 * Connects to the PostgreSQL of `url`. Connections are opened on demand; `onError` receives errors of idle connections, which no
 * call sees, and `log` every statement.
 *
 * @throws {StartError} for an unknown `sslmode`
 */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  log?: (event: LogEvent) => void,
): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: pinTls(url),
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    // Counters are bigint columns and stay far below 2^53; they are read as numbers, as in SQLite.
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format as 'text'),
    } as pg.CustomTypesConfig,
  });
  pool.on('error', onError);
  // The pool listens only to idle connections. Without a listener, a connection that breaks between two statements of a transaction would
  // end the process. Its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(log !== undefined && { log }) });
}
