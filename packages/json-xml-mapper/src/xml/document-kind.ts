import { NameTable } from './name-table.js';
import { NamespaceContext } from './namespace-context.js';
import type { XmlLimits } from './xml-limits.js';

/** The number of namespace contexts at which the cache starts afresh. The documents of one service never have as many. */
const MAX_CONTEXTS = 1000;

/** The state that documents of one kind share, so that their names and declarations are known from the first tag on. */
export class DocumentKind {
  readonly limits: XmlLimits;
  readonly names: NameTable = new NameTable();
  /** The namespace context around the root element. */
  root: NamespaceContext = NamespaceContext.create();

  constructor(limits: XmlLimits) {
    this.limits = limits;
  }

  /** Starts a document. Its context is shared until dissimilar documents have filled it. */
  begin(): void {
    if (this.root.created > MAX_CONTEXTS) this.root = NamespaceContext.create();
  }
}
