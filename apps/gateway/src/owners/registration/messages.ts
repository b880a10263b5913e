import type { ErrorCode } from '@soapstone/http-contract';
import type { FetchDocumentOptions } from '@soapstone/soap-transport';
import type { CredentialProfile } from '@soapstone/ws-security';
import type { Diagnostic } from '@soapstone/wsdl-parser';
import type { DraftOutline, MissingDocument } from '../../domain/services/draft.js';
import type { OperationGrade } from '../../domain/services/operation-grade.js';
import type { Mapping } from '../../domain/services/service-settings.js';
import type { StoredArtefact } from '../../store/repositories/services/artefacts.js';

/** Credentials for fetching a WSDL, and the authorities of its server. Used only for the origin of the first document. */
export type FetchCredentials = Pick<CredentialProfile, 'basic' | 'headers' | 'ca'>;

/** How documents are fetched: as the settings of the service say. The profile of an old server holds for the host of the first document. */
export type FetchWay = Pick<FetchDocumentOptions, 'proxy' | 'lenientHttp' | 'compatibility'>;

/** The source of a service's documents. */
export type DocumentSource =
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly credentials?: FetchCredentials;
      /** Stays in the parent, like the credentials. */
      readonly way?: FetchWay;
    }
  /** Uploaded files by their path; `main` is the path of the description, if there are several. */
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, Uint8Array>; readonly main?: string }
  /** The documents in a zip archive. */
  | { readonly kind: 'archive'; readonly bytes: Uint8Array; readonly main?: string }
  /** The documents of an earlier import (`packDocuments`), and files that were added since, by path or by the missing address. */
  | {
      readonly kind: 'kept';
      readonly documents: Uint8Array;
      readonly added: ReadonlyMap<string, Uint8Array>;
      readonly location: string;
    };

/** A document that the parent fetched, or why it could not. */
export type FetchedDocument =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly contentType?: string; readonly uri?: string }
  | { readonly ok: false; readonly reason: string };

/** Messages from the parent to the registration process. */
export type ToChild =
  | {
      readonly kind: 'import';
      readonly source: DocumentSource;
      readonly described: Described;
      /** Whether the result contains the documents. */
      readonly keep: boolean;
      /** The processor time that the process may use, in milliseconds. */
      readonly cpu: number;
    }
  | { readonly kind: 'document'; readonly id: number; readonly document: FetchedDocument };

/** The settings with which the pages of a service are generated; see `owners/description/artefact.ts`. */
export interface Described {
  readonly mapping: Mapping;
  /** See `makerOf`. */
  readonly maker: string;
}

/** Messages from the registration process to its parent. */
export type FromChild =
  | { readonly kind: 'fetch'; readonly id: number; readonly uri: string }
  | { readonly kind: 'step'; readonly step: ImportStep }
  | ImportedDocuments
  | ImportFailure;

/** The current step of the registration process. */
export type ImportStep =
  /** A request for a document: an address, or a path among the files. */
  | { readonly name: 'fetching'; readonly document: string }
  | { readonly name: 'reading' | 'compiling' | 'describing' }
  /** Sent by the parent: the model was stored. */
  | { readonly name: 'storing' };

/** The result of an import. */
export interface ImportedDocuments {
  readonly kind: 'imported';
  /** See `packModel`. */
  readonly packedModel: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
  readonly grades: readonly OperationGrade[];
  /** The pages that owners open first, generated in advance. */
  readonly artefacts: readonly StoredArtefact[];
  /** A suggested name for the service, from its documents. */
  readonly name: string;
  /** The location of the description: its address, or its path among the files. */
  readonly location: string;
  /** Exposed operation names, in order. */
  readonly operations: readonly string[];
  /** For a preview, if it was requested. */
  readonly kept?: {
    /** See `packDocuments`. */
    readonly documents: Uint8Array;
    readonly outline: DraftOutline;
    readonly missing: readonly MissingDocument[];
  };
}

export interface ImportFailure {
  readonly kind: 'failed';
  readonly code: ErrorCode;
  readonly message: string;
  readonly diagnostics: readonly Diagnostic[];
}
