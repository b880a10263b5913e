import type { Diagnostic, ServiceModel } from '@soapstone/wsdl-parser';
import type { OperationGrade } from './operation-grade.js';
import type { ServiceSettings } from './service-settings.js';

/** A registered SOAP service, without its model. Times are in milliseconds since the Unix epoch. */
export interface RegisteredService {
  /** The `serviceId` of the specification: a UUID. */
  readonly id: string;
  readonly accountId: string;
  /** Unique within the account. It never changes, because every client's URL contains it. */
  readonly slug: string;
  readonly name: string;
  readonly status: 'active' | 'paused';
  /** The live revision. */
  readonly revision: number;
  readonly settings: ServiceSettings;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One import of a service's documents. A stored revision never changes. */
export interface ServiceRevision {
  readonly serviceId: string;
  readonly number: number;
  readonly model: ServiceModel;
  readonly diagnostics: readonly Diagnostic[];
  /** The source of the documents: their address, or the names of the uploaded files. */
  readonly source: string;
  readonly createdAt: number;
  /** The grade of each operation of each port. Absent for imports that are older than grades. */
  readonly grades?: readonly OperationGrade[] | undefined;
  /** The owner's design file as JSON text (docs/design.md). Absent if the service has none. */
  readonly design?: string | undefined;
}

/** A revision in a list, without its model. Times are in milliseconds since the Unix epoch. */
export interface ListedRevision extends Omit<ServiceRevision, 'model' | 'design'> {
  /** Whether it has a design. */
  readonly designed: boolean;
  /** When it first went live. Absent if it never did. */
  readonly liveAt?: number;
  /** When its owner rejected it, or a check replaced it. */
  readonly rejectedAt?: number;
  /** Whether a check of the contract stored it. */
  readonly isWatched: boolean;
  /** Whether a later check replaced it before its owner decided. */
  readonly isReplaced: boolean;
}

/** A revision as it is stored. */
export interface StoredRevision extends ServiceRevision {
  /** The digest of the stored model. Revisions with equal digests have equal models, in any account. */
  readonly digest: string;
  /** The size of the model's JSON. */
  readonly modelBytes: number;
  /** The model as it is stored. */
  readonly packed: Uint8Array;
}

/** A revision to be stored. Its model was packed where it was created (`packModel`), off the event loop of the calls. */
export interface NewRevision extends Omit<ServiceRevision, 'model'> {
  readonly packedModel: Buffer;
  /** Whether a check of the contract stores it. Default false. */
  readonly isWatched?: boolean;
  /** The design as its owner wrote it, with its comments. */
  readonly designText?: string | undefined;
}
