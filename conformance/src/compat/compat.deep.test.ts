import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences } from '../../../packages/compat/src/testing/differences.js';
import { closeAll, printed } from '../../../packages/compat/src/testing/judge.js';
import { calls } from '../../../packages/compat/src/testing/programs/calls.js';
import { messages } from '../../../packages/compat/src/testing/programs/messages.js';
import { security } from '../../../packages/compat/src/testing/programs/security.js';
import { values } from '../../../packages/compat/src/testing/programs/values.js';
import { OTHER_SERVERS } from './other-servers.js';

/**
 * Runs the client programs of `@soapstone/compat` against the servers of others and ours: what a program prints with node-soap must be what
 * it prints with the package. The programs that call no shared server have been compared already.
 */
const sets = { calls, values, messages, security };

describe.each(OTHER_SERVERS)('compat as a client of $name', ({ name: judge, isInstalled, start }) => {
  let server: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    if (isInstalled()) server = await start();
  });
  afterAll(async () => {
    closeAll();
    await server?.stop();
  });
  let compared = 0;

  for (const [set, programs] of Object.entries(sets)) {
    test.skipIf(!isInstalled()).each(programs.map((program) => [program.name, program] as const))(
      `${set}: %s`,
      async (name, program) => {
        const expected = await printed(program, 'node-soap', server);
        if (!expected.usesServer) return;
        compared += 1;
        const actual = await printed(program, 'compat', server);
        const roles: readonly string[] = differences[`${set}: ${name}`]?.slice(1) ?? [];
        if (!roles.includes(judge)) expect(actual.text).toBe(expected.text);
        else expect(actual.text, 'no longer differs: remove it from the table').not.toBe(expected.text);
      },
    );
  }

  test.skipIf(!isInstalled())('most client programs call the server', () => {
    expect(compared).toBeGreaterThan(60);
  });
});
