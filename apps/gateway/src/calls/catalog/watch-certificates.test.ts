import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeServiceSecret } from '../../credentials/service-secrets.js';
import { createSealer, type Sealer } from '../../domain/seal.js';
import { openStore, type Store } from '../../store/store.js';
import { sampleAccount, sampleService } from '../../testing/sample-records.js';
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

const place = { accountId: '', serviceId: 's', field: 'credentials' } as const;
let dataDir: string;
let store: Store;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-certificates-'));
  store = await openStore({ dataDir }, (error) => {
    throw error;
  });
  const account = sampleAccount(start);
  await store.accounts.create(account);
  Object.assign(place, { accountId: account.id });
  await store.services.create(sampleService(account.id, start, { id: 's' }), {
    serviceId: 's',
    number: 1,
    packedModel: Buffer.from('a model that this test does not read'),
    diagnostics: [],
    source: 's.wsdl',
    createdAt: start,
  });
});
afterAll(async () => {
  await store?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A watch, the lines that it logs, and how many secrets it opens. */
function watchAt(start: number) {
  let now = start;
  let opened = 0;
  const lines: unknown[] = [];
  const log = { warn: (_message: string, fields?: object) => void lines.push(fields) };
  const counting = {
    ...sealer,
    open: (...given: Parameters<Sealer['open']>) => {
      opened += 1;
      return sealer.open(...given);
    },
  };
  const watch = watchCertificates(store, counting, log, () => now);
  const lookAfter = async (days: number) => {
    now = start + days * DAY;
    await watch.look();
    return [watch.stats(), lines.splice(0)];
  };
  return { lookAfter, opened: () => opened, close: () => watch.close() };
}

test('certificates: counted, and logged once a day from 30 days before they expire, without opening credentials', async () => {
  const { lookAfter, opened, close } = watchAt(start);
  await storeServiceSecret(store, sealer, place, { verify: { certificates: certificate } });
  const line = { serviceId: 's', kind: 'verify', validTo: new Date(start + 60 * DAY).toISOString() };
  expect(await lookAfter(29)).toEqual([{ ending: 0, ended: 0 }, []]);
  expect(await lookAfter(31)).toEqual([{ ending: 1, ended: 0 }, [line]]);
  expect(await lookAfter(31.5)).toEqual([{ ending: 1, ended: 0 }, []]);
  expect(await lookAfter(32)).toEqual([{ ending: 1, ended: 0 }, [line]]);
  expect(await lookAfter(61)).toEqual([{ ending: 0, ended: 1 }, [line]]);
  expect(opened()).toBe(0);
  await storeServiceSecret(store, sealer, place, { basic: { username: 'u', password: 'p' } });
  expect(await lookAfter(62)).toEqual([{ ending: 0, ended: 0 }, []]);
  close();
});

test('credentials of an earlier version are opened once, unreadable ones too', async () => {
  const { lookAfter, opened, close } = watchAt(start);
  await store.secrets.set(place, sealer.seal(JSON.stringify({ ca: certificate }), place));
  expect(await lookAfter(40)).toMatchObject([{ ending: 1 }, [{ kind: 'ca' }]]);
  expect(await lookAfter(41)).toMatchObject([{ ending: 1 }, [{ kind: 'ca' }]]);
  expect(opened()).toBe(1);
  await store.secrets.set(place, sealer.seal('no JSON', place));
  expect(await lookAfter(42)).toEqual([{ ending: 0, ended: 0 }, []]);
  expect(await lookAfter(43)).toEqual([{ ending: 0, ended: 0 }, []]);
  expect(opened()).toBe(2);
  close();
});
