import type { Mapping } from '../../domain/services/service-settings.js';
import type { ArtefactRequest } from './artefact.js';

/** Messages to the process that generates artefacts. */
export interface ToArtefactChild {
  /** See `packModel`. */
  readonly model: Uint8Array;
  /** The model that a comparison starts from. */
  readonly before?: Uint8Array | undefined;
  readonly mapping: Mapping;
  /** The design of the earlier model. */
  readonly beforeDesign?: string | undefined;
  readonly request: ArtefactRequest;
  /** The processor time that the process may use, in milliseconds. */
  readonly cpu: number;
}

/** Messages from that process. */
export type FromArtefactChild =
  /** See `packText`. */
  | { readonly kind: 'made'; readonly body: Uint8Array }
  | { readonly kind: 'failed'; readonly message: string };
