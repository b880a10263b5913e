import type { Diagnostic } from '@soapstone/soap-model';
import type { ParseLimits } from '../../limits.js';

/** The context of linking, besides the components. */
export interface ReferenceContext {
  /** The namespaces that missing documents declare. */
  readonly missing: ReadonlySet<string>;
  report(diagnostic: Diagnostic): void;
  /** Receives the namespace of each unresolved reference. */
  lose(namespace: string, finding: Diagnostic): void;
}

/** The input of linking a description, besides the documents. */
export interface LinkContext extends ReferenceContext {
  readonly limits: ParseLimits;
}
