import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { StartError } from '../../config/start-error.js';
import { openStore } from '../store.js';

let server: Server | undefined;
afterEach(() => server?.close());

/** Opens a store on a server that answers the first message of PostgreSQL's protocol like this, and returns the reason of the failure. */
async function failureWith(answer: Buffer | 'close', query = ''): Promise<unknown> {
  const listening = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => (answer === 'close' ? socket.end() : socket.end(answer)));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as { port: number };
  const databaseUrl = `postgres://u:p@127.0.0.1:${port}/nodb${query}`;
  return await openStore({ databaseUrl, dataDir: '/nonexistent' }, () => {}).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** An ErrorResponse. */
function fatal(sqlstate: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlstate}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

test.each([
  ['3D000', 'database "nodb" does not exist', 'create the database'],
  ['28P01', 'password authentication failed for user "u"', 'correct the user and the password'],
  ['28000', 'no pg_hba.conf entry for host "127.0.0.1", no encryption', 'pg_hba.conf'],
  ['08P01', 'unsupported startup parameter: statement_timeout', 'ignore_startup_parameters'],
  ['53300', 'sorry, too many clients already', 'max_connections'],
  ['XX000', 'something\r\nelse', 'check DATABASE_URL'],
])('PostgreSQL refuses with %s: one sentence with the reason and what helps', async (state, reason, help) => {
  const error = await failureWith(fatal(state, reason));
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).toContain(reason.replace(/\s+/g, ' '));
  expect(message).toContain(help);
  expect(message).not.toContain('\n');
});

test('a server without TLS, and one that closes the connection', async () => {
  expect(await failureWith(Buffer.from('N'), '?sslmode=require')).toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/PostgreSQL has no TLS .*: remove sslmode from DATABASE_URL/),
  });
  expect(await failureWith('close')).toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('check the host and port in DATABASE_URL'),
  });
});
