import type { UnwrapMode, WildcardMode } from '@soapstone/json-xml-mapper';
import type { Diagnostic, SelectionCriteria, ServiceModel } from '@soapstone/wsdl-parser';
import type { OperationGrade } from './operation-grade.js';

/** The values of the specification's method policy. */
export const METHOD_POLICIES = ['Inherit', 'POST', 'GET', 'GET + POST'] as const;
export type MethodPolicy = (typeof METHOD_POLICIES)[number];

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

/** What the owner decides for a whole service. */
export interface ServiceSettings {
  /** Where calls go instead of the address in the WSDL. */
  readonly endpoint?: string;
  /** What `Inherit` means for its operations. */
  readonly methodPolicy: Exclude<MethodPolicy, 'Inherit'>;
  /** How wide numbers appear in JSON (NM-1). */
  readonly numbers: 'number' | 'string';
  /** How much of the response wrapper is left out (UW-7). */
  readonly unwrap: UnwrapMode;
  /** Deviations of a response from its WSDL are errors (TR-8). */
  readonly strictResponses: boolean;
  /** Header blocks that the WSDL does not declare are passed on (HD-4). */
  readonly allowUndeclaredHeaders: boolean;
  /** What wildcards with `processContents="strict"` take (AN-3). */
  readonly wildcards: WildcardMode;
  /** WS-Addressing header blocks: `auto` writes them where the WSDL requires them (WA-1). */
  readonly addressing: 'auto' | 'always' | 'never';
  /** `X-Mock: true` is answered from the WSDL, without the upstream. */
  readonly mock: boolean;
  /** Which port of the description is called; absent = the first SOAP port of each portType (OP-2). */
  readonly select?: SelectionCriteria;
  /** Milliseconds for a whole exchange with the upstream; absent = as long as the gateway allows, which is also the most. */
  readonly timeoutMs?: number;
  /** The origins of pages that may call it from a browser, as `readOrigin` returns them; empty = none (CORS is off). */
  readonly corsOrigins: readonly string[];
  /** Until when the bodies of calls are kept for the owner to look at, in milliseconds since the Unix epoch. */
  readonly captureUntil?: number;
}

/** What a service starts with. */
export const DEFAULT_SETTINGS: ServiceSettings = {
  methodPolicy: 'POST',
  numbers: 'number',
  unwrap: 'record',
  strictResponses: false,
  allowUndeclaredHeaders: false,
  wildcards: 'known',
  addressing: 'auto',
  mock: false,
  corsOrigins: [],
};

/** What the owner decides for one operation. An operation without a record has these defaults. */
export interface OperationSettings {
  readonly methodPolicy: MethodPolicy;
  /** How long an answer to a GET may be used again, in seconds; 0 = never. */
  readonly cacheSeconds: number;
  /** Instead of the service's (UW-7). */
  readonly unwrap?: UnwrapMode;
}

export const DEFAULT_OPERATION_SETTINGS: OperationSettings = { methodPolicy: 'Inherit', cacheSeconds: 0 };

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
