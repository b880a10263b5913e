import type { ServiceModel } from '@soapstone/wsdl-parser';
import { expect } from 'vitest';
import type { Account } from '../../domain/accounts/account.js';
import { packModel } from '../../domain/services/pack-model.js';
import type {
  NewRevision,
  RegisteredService,
  ServiceRevision,
  StoredRevision,
} from '../../domain/services/registered-service.js';
import type { Creation } from '../../store/repositories/services/services.js';
import type { Store } from '../../store/store.js';
import { sampleAccount, sampleService } from '../sample-records.js';

/** When sample records are created. */
export const now = Date.parse('2026-11-21T10:00:00.123Z');

/** A store with ways to fill it. */
export interface StoreScene {
  /** The open store. Set before the first test. */
  readonly store: Store;
  createAccount(over?: Partial<Account>): Promise<Account>;
  createService(accountId: string, over?: Partial<RegisteredService>): Promise<CreatedService>;
}

/** A service with its first revision, and the outcome of storing them. */
export interface CreatedService {
  readonly service: RegisteredService;
  readonly revision: ServiceRevision;
  readonly created: Creation;
}

export function createStoreScene(store: () => Store): StoreScene {
  return {
    get store() {
      return store();
    },
    async createAccount(over = {}) {
      const account = sampleAccount(now, over);
      await store().accounts.create(account);
      return account;
    },
    async createService(accountId, over = {}) {
      const service = sampleService(accountId, now, over);
      const revision: ServiceRevision = {
        serviceId: service.id,
        number: 1,
        model,
        diagnostics: [],
        source: 'http://127.0.0.1/users?wsdl',
        createdAt: now,
      };
      return { service, revision, created: await store().services.create(service, await pack(revision)) };
    },
  };
}

/** Returns the revision in the form that the store returns. */
export function stored(revision: ServiceRevision): StoredRevision {
  const modelBytes = Buffer.byteLength(JSON.stringify(revision.model));
  return {
    ...revision,
    digest: expect.stringMatching(/^[\w-]{43}$/),
    modelBytes,
    packed: expect.any(Uint8Array),
  };
}

/** Returns the revision in the form that the store takes. */
export async function pack({ model, ...revision }: ServiceRevision): Promise<NewRevision> {
  return { ...revision, packedModel: await packModel(model) };
}

/** A minimal model, because the store does not read it. */
export const model: ServiceModel = {
  modelVersion: 1,
  wsdlVersion: '1.1',
  targetNamespace: 'urn:ü',
  services: [],
  schema: { elements: {}, attributes: {}, types: {} } as unknown as ServiceModel['schema'],
  exposed: [{ name: '__proto__', service: 0, port: 0, operation: 0 }],
};
