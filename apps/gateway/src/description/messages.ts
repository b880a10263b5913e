import type { Mapping } from '../domain/service-settings.js';
import type { ArtefactRequest } from './artefact.js';

/** What the process that makes artefacts is told. */
export interface ToArtefactChild {
  /** See `packModel`. */
  readonly model: Uint8Array;
  /** The model that a comparison begins with. */
  readonly before?: Uint8Array | undefined;
  readonly mapping: Mapping;
  readonly request: ArtefactRequest;
}

/** What it answers. */
export type FromArtefactChild =
  /** See `packText`. */
  | { readonly kind: 'made'; readonly body: Uint8Array }
  | { readonly kind: 'failed'; readonly message: string };
