import type { Diagnostic, Port } from '@soapstone/wsdl-parser';
import type { OperationGrade } from './operation-grade.js';
import type { ServiceSettings } from './service-settings.js';

/** The limits of unpublished imports: how many an account may have, their total bytes, and the milliseconds until they are deleted. */
export const MAX_DRAFTS = 20;
export const DRAFT_ROOM: number = 96 * 1024 * 1024;
export const DRAFT_AGE: number = 7 * 24 * 3_600_000;

/** A service of a WSDL as a preview shows it, without its types. `selectOperations` names the operations. */
export interface DraftOutline {
  readonly services: readonly DraftService[];
}

export interface DraftService {
  readonly name: { readonly namespace: string; readonly localName: string };
  readonly ports: readonly DraftPort[];
}

export interface DraftPort
  extends Pick<Port, 'name' | 'portType' | 'soapVersion' | 'address' | 'securityPolicies' | 'security'> {
  readonly operations: readonly { readonly name: string; readonly input: { readonly name: string } }[];
}

/** A document that the WSDL refers to but that is missing. */
export interface MissingDocument {
  /** Its address, or its path among the files. */
  readonly uri: string;
  readonly reason: string;
}

/** The findings about the documents of a draft. */
export interface DraftFindings {
  /** A suggested name for the service, from its documents. */
  readonly name: string;
  /** The location of the description. */
  readonly location: string;
  /** Whether the description was fetched or uploaded. */
  readonly origin: 'url' | 'files';
  readonly outline: DraftOutline;
  readonly missing: readonly MissingDocument[];
  readonly diagnostics: readonly Diagnostic[];
  readonly grades: readonly OperationGrade[];
}

/** The owner's decisions so far. */
export interface DraftChoices {
  readonly name?: string;
  readonly slug?: string;
  readonly settings: Partial<ServiceSettings>;
  /** The design of the first revision, as JSON text. */
  readonly design?: string;
}

/** An import that is not published yet. Times are in milliseconds since the Unix epoch. */
export interface Draft {
  readonly id: string;
  readonly accountId: string;
  readonly findings: DraftFindings;
  readonly choices: DraftChoices;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The content of a draft that is needed only to publish it or to read its documents again. */
export interface DraftContent {
  /** See `packModel`. */
  readonly packedModel: Uint8Array;
  /** See `packDocuments`. */
  readonly documents: Uint8Array;
}
