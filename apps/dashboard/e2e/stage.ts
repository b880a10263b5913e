import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startUserDirectory } from '@soapstone/testing/user-directory';
import { expect } from 'vitest';
import { openStore } from '../../gateway/src/store/store.js';
import { startGatewayProcess } from '../../gateway/src/testing/gateway-process.js';
import { sampleAccount, sampleService } from '../../gateway/src/testing/sample-records.js';
import { model, pack } from '../../gateway/src/testing/store-contract/scene.js';

const ADMIN_KEY = 'an admin key of at least thirty-two characters';

/** A response, as a client program receives it. */
export interface ProgramAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A gateway as in production, and a real SOAP server for it to call. */
export interface Stage {
  readonly baseUrl: string;
  /** The WSDL of the example service, served by node-soap. */
  readonly soap: { readonly address: string; readonly wsdlAddress: string };
  /** Sends a request without the browser, as a client program does. */
  send(path: string, options?: RequestOptions & { readonly body?: string }): Promise<ProgramAnswer>;
  /** The invitation link of the first administrator, as the gateway logs it. */
  firstLink(): Promise<string>;
  /** Sends a request as the operator. */
  setPlan(accountId: string, plan: string): Promise<void>;
  /** Makes the first user of an account an administrator. */
  grantAdministrator(accountId: string): Promise<void>;
  /** Adds accounts and services that cannot be called to the database: `Service 0001` and so on. */
  fill(accountId: string, services: number, accounts: number): Promise<void>;
  /** Adds recordings of a service to the database: `GetUser.0001` and so on, the newest last. */
  fillRecordings(accountId: string, serviceId: string, count: number): Promise<void>;
  /** Holds an operation, as the watchdog does. */
  hold(accountId: string, serviceId: string, operation: string): Promise<void>;
  /** Adds an account with a person to the database. */
  addAccount(): Promise<{ readonly accountId: string; readonly email: string }>;
  /** Adds another session of a person, as a login with another browser does. */
  addSession(email: string): Promise<void>;
  /** The number of browser reports about a violated content security policy. */
  cspReports(): Promise<number>;
  close(): Promise<void>;
}

/** @param environment settings of the gateway in addition to those of every stage */
export async function openStage(environment: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-e2e-'));
  const [gateway, soap] = await Promise.all([
    startGatewayProcess({ DATA_DIR: dataDir, ADMIN_KEY, LOG_LEVEL: 'info', ...environment }),
    startUserDirectory(),
  ]);
  const asAdmin = { Authorization: `Bearer ${ADMIN_KEY}` };
  const send: Stage['send'] = (path, { body, ...options } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        gateway.baseUrl + path,
        { rejectUnauthorized: false, agent: false, ...options },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    baseUrl: gateway.baseUrl,
    soap,
    send,
    async firstLink() {
      const find = () => /"link":"([^"]+)"/.exec(gateway.output())?.[1];
      await expect.poll(find).toBeDefined();
      return find()!;
    },
    async setPlan(accountId, plan) {
      const headers = { ...asAdmin, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ plan });
      const { status, text } = await send(`/api/admin/accounts/${accountId}`, {
        method: 'PATCH',
        headers,
        body,
      });
      if (status !== 200) throw new Error(text);
    },
    async grantAdministrator(accountId) {
      const store = await openStore({ dataDir }, () => {});
      const [user] = await store.users.list(accountId);
      await store.users.setAdministrator(accountId, user!.id, true);
      await store.close();
    },
    async fill(accountId, services, accounts) {
      const store = await openStore({ dataDir }, () => {});
      const now = Date.now();
      const padded = (index: number) => String(index).padStart(4, '0');
      const revision = await pack({
        ...{ serviceId: '', number: 1, model, diagnostics: [], createdAt: now },
        source: 'http://localhost/?wsdl',
      });
      for (let index = 1; index <= services; index += 1) {
        const over = { slug: `service-${index}`, name: `Service ${padded(index)}` };
        const service = sampleService(accountId, now + index, over);
        await store.services.create(service, { ...revision, serviceId: service.id });
      }
      for (let index = 1; index <= accounts; index += 1) {
        await store.accounts.create(sampleAccount(now + index, { name: `Account ${padded(index)}` }));
      }
      await store.close();
    },
    async addAccount() {
      const store = await openStore({ dataDir }, () => {});
      const account = sampleAccount(Date.now(), { name: 'Another account' });
      const email = `${randomUUID()}@example.com`;
      const user = {
        id: randomUUID(),
        accountId: account.id,
        email,
        passwordHash: '',
        createdAt: Date.now(),
      };
      await store.users.createWithAccount(account, user);
      await store.close();
      return { accountId: account.id, email };
    },
    async fillRecordings(accountId, serviceId, count) {
      const store = await openStore({ dataDir }, () => {});
      const now = Date.now();
      const message = { body: Buffer.from('<a/>'), contentType: 'text/xml' };
      const recordings = Array.from({ length: count }, (_, index) => ({
        ...{ id: randomUUID(), accountId, serviceId, contract: 'UserDirectory', operation: 'GetUser' },
        ...{
          name: `GetUser.${String(index + 1).padStart(4, '0')}`,
          key: `k${index}`,
          reply: 'r',
          content: '{}',
        },
        ...{ request: message, response: { ...message, status: 200 }, redacted: [], at: now + index },
      }));
      await store.recordings.add(recordings, { most: count, bytes: Number.MAX_SAFE_INTEGER });
      await store.close();
    },
    async hold(accountId, serviceId, operation) {
      const store = await openStore({ dataDir }, () => {});
      const now = Date.now();
      for (const at of [now - 60_000, now])
        await store.stalls.record({ accountId, serviceId, operation, at });
      const service = (await store.services.find(accountId, serviceId))!;
      await store.services.update({ ...service, updatedAt: Math.max(now, service.updatedAt + 1) });
      await store.close();
    },
    async addSession(email) {
      const store = await openStore({ dataDir }, () => {});
      const { id: userId, accountId } = (await store.users.findByEmail(email))!;
      const now = Date.now();
      await store.sessions.create({
        ...{ tokenHash: randomUUID(), userId, accountId },
        ...{ createdAt: now, lastSeenAt: now },
      });
      await store.close();
    },
    async cspReports() {
      const { text } = await send('/metrics', { headers: asAdmin });
      return Number(/^soapstone_csp_reports_total (\d+)$/m.exec(text)?.[1]);
    },
    async close() {
      await gateway.terminate();
      await soap.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A person without an account. */
export function newPerson() {
  return { email: `ada-${randomUUID()}@example.com`, password: 'a long enough password', account: 'Ada Ltd' };
}
