import { randomBytes } from 'node:crypto';
import { generate } from 'selfsigned';
import { beforeAll, expect, test } from 'vitest';
import { createSealer } from '../domain/seal.js';
import type { Store } from '../store/store.js';
import { watchCertificates } from './watch-certificates.js';

const DAY = 86_400_000;
const sealer = createSealer([{ id: 'one', key: randomBytes(32) }]);
const start = Date.parse('2026-11-25T10:00:00Z');
let certificate: string;
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'signer' }], {
    keySize: 2048,
    notBeforeDate: new Date(start),
    notAfterDate: new Date(start + 60 * DAY),
  });
  certificate = made.cert;
});

test('certificates: counted and logged once a day from 30 days before they end', async () => {
  let now = start;
  const place = { accountId: 'a', serviceId: 's', field: 'credentials' };
  const stored = [
    { place, sealed: sealer.seal(JSON.stringify({ verify: { certificates: certificate } }), place) },
    { place, sealed: sealer.seal('no JSON', place) },
  ];
  const store = { secrets: { list: () => Promise.resolve(stored) } } as unknown as Store;
  const lines: unknown[] = [];
  const log = { warn: (_message: string, fields?: object) => void lines.push(fields) };
  const watch = watchCertificates(store, sealer, log, () => now);
  const lookAfter = async (days: number) => {
    now = start + days * DAY;
    await watch.look();
    return [watch.stats(), lines.splice(0)];
  };
  const line = { serviceId: 's', kind: 'verify', validTo: new Date(start + 60 * DAY).toISOString() };
  expect(await lookAfter(29)).toEqual([{ ending: 0, ended: 0 }, []]);
  expect(await lookAfter(31)).toEqual([{ ending: 1, ended: 0 }, [line]]);
  expect(await lookAfter(31.5)).toEqual([{ ending: 1, ended: 0 }, []]);
  expect(await lookAfter(32)).toEqual([{ ending: 1, ended: 0 }, [line]]);
  expect(await lookAfter(61)).toEqual([{ ending: 0, ended: 1 }, [line]]);
  stored.length = 0;
  expect(await lookAfter(62)).toEqual([{ ending: 0, ended: 0 }, []]);
  watch.close();
});
