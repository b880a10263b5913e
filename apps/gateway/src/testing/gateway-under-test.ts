import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@soapstone/testing/free-port';
import { readConfig } from '../config/read-config.js';
import { type Account, createAccountId } from '../domain/accounts/account.js';
import { createKey, hashKey, keyHint } from '../domain/accounts/api-key.js';
import type { RegisteredService } from '../domain/services/registered-service.js';
import type { OperationSettings } from '../domain/services/service-settings.js';
import { type Gateway, startGateway } from '../gateway.js';
import { ensureSelfSigned } from '../http/server/certificate.js';
import { createLog } from '../log/log.js';
import { type Registration, registerService } from '../owners/registration/register.js';
import { type Answer, type SentRequest, send, sendRaw } from './https-client.js';
import { recordExchanges } from './record-exchanges.js';
import { startHere } from './start-here.js';

/** A gateway with its own data directory, on loopback ports, with real TLS. */
export interface GatewayUnderTest {
  readonly gateway: Gateway;
  readonly baseUrl: string;
  readonly httpUrl: string;
  /** The lines of the gateway's log. */
  readonly logLines: readonly string[];
  /** Creates and stores an account. */
  createAccount(over?: Partial<Account>): Promise<Account>;
  /** Creates a key of the account. */
  createKey(accountId: string): Promise<{ id: string; key: string }>;
  register(account: Account, registration: Registration): Promise<RegisteredService>;
  setOperation(service: RegisteredService, operation: string, settings: OperationSettings): Promise<void>;
  /** Sends a request to a path of the gateway over HTTPS. */
  send(path: string, request?: SentRequest): Promise<Answer>;
  sendRaw(bytes: string | Uint8Array): Promise<string>;
  /** Sends a request over plain HTTP. */
  sendPlain(path: string, request?: SentRequest): Promise<Answer>;
  /** Sends a request to any address. */
  sendTo(url: string, request?: SentRequest): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Starts a gateway. `environment` overrides the configuration. What runs in child processes runs in this one, because a process takes ten
 * times as long to start as a usual service takes to read; `processes`: tests of their limits and their end start them.
 */
export async function startUnderTest(
  environment: Readonly<Record<string, string>> & { readonly DATA_DIR?: string } = {},
  { processes = false } = {},
): Promise<GatewayUnderTest> {
  const { DATA_DIR } = environment;
  const dataDir = DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'soapstone-')));
  const [httpsPort, httpPort] = await Promise.all([freePort(), freePort()]);
  const config = readConfig({
    DATA_DIR: dataDir,
    HTTPS_PORT: String(httpsPort),
    HTTP_PORT: String(httpPort),
    EGRESS_ALLOW: '127.0.0.1',
    ...environment,
  });
  const logLines: string[] = [];
  const log = createLog('debug', { write: (line) => void logLines.push(line) });
  const gateway = await startGateway(config, { log, ...(!processes && { startChild: startHere }) });
  const { cert } = await ensureSelfSigned(dataDir, ['localhost'], Date.now());
  const { store, secrets, registration } = gateway;
  const httpUrl = `http://127.0.0.1:${httpPort}`;
  return {
    gateway,
    baseUrl: config.baseUrl,
    httpUrl,
    logLines,
    async createAccount(over = {}) {
      const now = Date.now();
      const account: Account = {
        id: createAccountId(),
        name: 'Test',
        status: 'active',
        plan: 'Starter',
        billingAnchor: now,
        createdAt: now,
        ...over,
      };
      await store.accounts.create(account);
      return account;
    },
    async createKey(accountId) {
      const key = createKey('live');
      const id = randomUUID();
      await store.apiKeys.create(
        { id, accountId, purpose: 'live', name: 'test', hint: keyHint(key), createdAt: Date.now() },
        hashKey(key, secrets.apiKeyPepper),
      );
      return { id, key };
    },
    async register(account, given) {
      const { service } = await registerService(account, given, registration);
      return service;
    },
    async setOperation(service, operation, settings) {
      await store.services.setOperationSettings(service.accountId, service.id, operation, settings);
      const current = await store.services.find(service.accountId, service.id);
      await store.services.update({ ...current!, updatedAt: Math.max(Date.now(), current!.updatedAt + 1) });
      await gateway.changes.announce(service.accountId);
    },
    send: recordExchanges((path, request = {}) => send(config.baseUrl + path, request, cert)),
    sendRaw: (bytes) => sendRaw(config.baseUrl, bytes, cert),
    sendPlain: (path, request = {}) => send(httpUrl + path, request, cert),
    sendTo: (url, request = {}) => send(url, request, cert),
    async stop() {
      await gateway.close();
      if (DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
