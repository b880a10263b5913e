import { describe, expect, test } from 'vitest';
import {
  type AddressBookOptions,
  createAddressBook,
  type ResolvedAddress,
  systemResolver,
} from './resolver.js';

const address = (last: number): ResolvedAddress => ({ address: `10.0.0.${last}`, family: 4 });

function setUp(options: Partial<AddressBookOptions> = {}) {
  let time = 0;
  const asked: string[] = [];
  const open = new Map<string, ((addresses: ResolvedAddress[]) => void)[]>();
  const book = createAddressBook({
    resolver: (name) => {
      asked.push(name);
      return new Promise((resolve) => open.set(name, [...(open.get(name) ?? []), resolve]));
    },
    ttlMs: 1_000,
    maxEntries: 100,
    maxLookupsPerAccount: 2,
    now: () => time,
    ...options,
  });
  return {
    book,
    asked,
    answer: async (name: string, ...addresses: ResolvedAddress[]) => {
      open.get(name)?.shift()?.(addresses);
      await new Promise((resolve) => setImmediate(resolve));
    },
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('an address book', () => {
  test('joins concurrent requests and caches the result for its lifetime', async () => {
    const { book, asked, answer, pass } = setUp();
    const both = Promise.all([book.find('x', 'a'), book.find('x', 'a')]);
    await answer('x', address(1));
    expect(await both).toEqual([[address(1)], [address(1)]]);
    expect(await book.find('x', 'b')).toEqual([address(1)]);
    expect(asked).toEqual(['x']);
    pass(1_000);
    const again = book.find('x', 'a');
    await answer('x', address(2));
    expect(await again).toEqual([address(2)]);
    expect(book.stats()).toEqual({ hits: 1, lookups: 2, failures: 0 });
  });

  test('caches nothing longer than a minute, and no failure', async () => {
    const { book, asked, answer, pass } = setUp({ ttlMs: 3_600_000 });
    const first = book.find('x', 'a');
    await answer('x', address(1));
    await first;
    pass(60_000);
    void book.find('x', 'a');
    expect(asked).toHaveLength(2);

    let failing = true;
    const flaky = createAddressBook({
      resolver: async () => {
        if (failing) throw new Error('no');
        return [address(3)];
      },
      ttlMs: 1_000,
      maxEntries: 10,
      maxLookupsPerAccount: 1,
      now: () => 0,
    });
    await expect(flaky.find('x', 'a')).rejects.toThrow('no');
    failing = false;
    expect(await flaky.find('x', 'a')).toEqual([address(3)]);
    expect(flaky.stats()).toEqual({ hits: 0, lookups: 2, failures: 1 });
  });

  test('uses the previous result while a name server does not answer, and a new one when it does', async () => {
    const { book, asked, answer, pass } = setUp({ patienceMs: 0 });
    const first = book.find('x', 'a');
    await answer('x', address(1));
    await first;
    pass(1_000);
    expect(await book.find('x', 'a')).toEqual([address(1)]);
    // One lookup is under way, however many calls want the name.
    expect([await book.find('x', 'a'), asked]).toEqual([[address(1)], ['x', 'x']]);
    await answer('x', address(2));
    expect(await book.find('x', 'a')).toEqual([address(2)]);
  });

  test('the previous result is used for an hour at most', async () => {
    const { book, answer, pass } = setUp({ patienceMs: 0 });
    const first = book.find('x', 'a');
    await answer('x', address(1));
    await first;
    pass(1_000 + 3_600_000);
    const later = book.find('x', 'a');
    await answer('x');
    expect(await later).toEqual([]);
  });

  test.each([
    ['a name server that does not answer', 'EAI_AGAIN', [[address(1)]]],
    ['a name that no longer exists', 'ENOTFOUND', ['ENOTFOUND']],
  ])('%s', async (_, code, expected) => {
    let now = 0;
    const book = createAddressBook({
      resolver: () =>
        now === 0 ? Promise.resolve([address(1)]) : Promise.reject(Object.assign(new Error('no'), { code })),
      ttlMs: 1_000,
      maxEntries: 10,
      maxLookupsPerAccount: 1,
      now: () => now,
    });
    await book.find('x', 'a');
    now = 2_000;
    expect([await book.find('x', 'a').catch((error: { code: string }) => error.code)]).toEqual(expected);
  });

  test('an account whose lookups hang delays only itself', async () => {
    const { book, asked, answer } = setUp();
    for (const name of ['h1', 'h2', 'h3', 'h4']) void book.find(name, 'hostile');
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual(['h1', 'h2']);
    const other = book.find('h3', 'friendly');
    expect(asked).toEqual(['h1', 'h2', 'h3']);
    await answer('h3', address(3));
    expect(await other).toEqual([address(3)]);
    // Each lookup that ends starts the next one.
    await answer('h1');
    await answer('h2');
    expect(asked).toEqual(['h1', 'h2', 'h3', 'h3', 'h4']);
  });

  test('caches a limited number of names', async () => {
    let lookups = 0;
    const book = createAddressBook({
      resolver: async () => {
        lookups += 1;
        return [address(1)];
      },
      ttlMs: 1_000,
      maxEntries: 3,
      maxLookupsPerAccount: 10,
      now: () => 0,
    });
    for (const name of ['a', 'b', 'c', 'd']) await book.find(name, 'x');
    await book.find('d', 'x');
    expect(lookups).toBe(4);
    await book.find('a', 'x');
    expect(lookups).toBe(5);
  });
});

test('the system resolves localhost to loopback', async () => {
  const addresses = await systemResolver('localhost');
  expect(addresses.length).toBeGreaterThan(0);
  for (const found of addresses)
    expect(found.family === 6 ? found.address === '::1' : found.address.startsWith('127.')).toBe(true);
});
