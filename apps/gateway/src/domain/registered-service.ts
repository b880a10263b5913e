import type { Diagnostic, ServiceModel } from '@soapstone/wsdl-parser';
import type { OperationGrade } from './operation-grade.js';
import type { ServiceSettings } from './service-settings.js';

/** A registered SOAP service, without its model. Times are milliseconds since the Unix epoch. */
export interface RegisteredService {
  /** The `serviceId` of the specification: a UUID. */
  readonly id: string;
  readonly accountId: string;
  /** Unique within the account, and never changed: it is part of every client's path. */
  readonly slug: string;
  readonly name: string;
  readonly status: 'active' | 'paused';
  /** The revision in force. */
  readonly revision: number;
  readonly settings: ServiceSettings;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One import of a service's documents. A revision never changes once it is stored. */
export interface ServiceRevision {
  readonly serviceId: string;
  readonly number: number;
  readonly model: ServiceModel;
  readonly diagnostics: readonly Diagnostic[];
  /** Where the documents came from: the address, or the names of the uploaded files. */
  readonly source: string;
  readonly createdAt: number;
  /** What each operation of each port became. Absent where it was imported before grades were kept. */
  readonly grades?: readonly OperationGrade[] | undefined;
}

/** A revision as it was stored. */
export interface StoredRevision extends ServiceRevision {
  /** Of the model as it is stored: revisions with equal digests, of whatever account, have equal models. */
  readonly digest: string;
  /** Of the JSON of the model. */
  readonly modelBytes: number;
}

/** A revision on its way into the store: its model is packed where it was made (`packModel`), away from the calls. */
export interface NewRevision extends Omit<ServiceRevision, 'model'> {
  readonly packedModel: Buffer;
}
