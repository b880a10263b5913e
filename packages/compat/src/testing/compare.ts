import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences, type Role } from './differences.js';
import { closeAll, libraries, type Program, printed, serveWith } from './judge.js';

type Server = Awaited<ReturnType<typeof serveWith>>;
type Comparison = Partial<Record<Role, readonly [expected: string, actual: string]>>;

/**
 * Declares a test per program: it runs with node-soap and with this package, against the server of each. What it prints with node-soap on
 * both sides is right; what it prints otherwise must be the same, or be in the table of differences.
 */
export function compare(sets: Readonly<Record<string, readonly Program[]>>): void {
  let nodeSoap: Server;
  let compat: Server;
  beforeAll(async () => {
    [nodeSoap, compat] = await Promise.all([serveWith(libraries['node-soap']), serveWith(libraries.compat)]);
  });
  afterAll(closeAll);

  const run = async (set: string, program: Program): Promise<Comparison> => {
    const { text: expected, usesServer } = await printed(program, 'node-soap', nodeSoap);
    const as = async (library: 'node-soap' | 'compat', server: Server) =>
      [expected, (await printed(program, library, server)).text] as const;
    if (set === 'servers') return { server: await as('compat', compat) };
    const client = await as('compat', nodeSoap);
    if (!usesServer) return { client };
    return { client, server: await as('node-soap', compat), both: await as('compat', compat) };
  };

  describe.each(Object.entries(sets))('compat: %s', (set, programs) => {
    test.each(programs.map((program) => [program.name, program] as const))('%s', async (name, program) => {
      const [, ...listed] = differences[`${set}: ${name}`] ?? [undefined];
      const results = await run(set, program);
      for (const [role, [expected, actual]] of Object.entries(results)) {
        if (!(listed as readonly string[]).includes(role)) expect(actual, `as ${role}`).toBe(expected);
        else expect(actual, `no longer differs as ${role}: remove it from the table`).not.toBe(expected);
      }
      // The other servers judge in conformance/src/compat.
      const others: readonly Role[] = ['php', 'spyne', 'soapstone'];
      expect(listed.filter((role) => !(role in results || others.includes(role)))).toEqual([]);
    });
  });
}
