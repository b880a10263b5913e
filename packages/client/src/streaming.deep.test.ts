import { describe, expect, test } from 'vitest';
import { createClient } from './index.js';
import { manyTexts, startHttpServer, TEXT, textWsdl } from './testing/echo-server.js';

const MIB = 1024 * 1024;

describe.each([
  ['undici', {}],
  ['fetch', { fetch: (input: string, init?: RequestInit) => fetch(input, init) }],
] as const)('a response of 50 MB over %s', (_name, way) => {
  test('items: arrive one by one, in bounded memory', async () => {
    const server = await startHttpServer(() => ({ body: manyTexts(50_048) }));
    await using client = await createClient(textWsdl(['A'], server.address), {
      ...way,
      // A busy machine takes its time.
      timeout: 300_000,
    });
    let count = 0;
    let most = 0;
    const before = process.memoryUsage().rss;
    for await (const item of client.$operation('A').items<string>({}, 'text')) {
      if (item.length === TEXT.length) count += 1;
      if (count % 5_000 === 0) most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(count).toBe(50_048);
    // Includes the memory of the server, which runs in this process too.
    expect(most).toBeLessThan(200 * MIB);
    await server.stop();
  });
});
