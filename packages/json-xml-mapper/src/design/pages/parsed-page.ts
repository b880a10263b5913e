/** A path of a page, with its place in the design. */
export interface PagePath {
  /** The JSON keys from the input or the result, as they are without the design. */
  readonly keys: readonly string[];
  /** See `DesignProblem.at`. */
  readonly at: readonly string[];
}

/** How a request says which page it wants. */
export type PageMover =
  /** By the index of its first item, or by its number. `from` is that of the first page. */
  | { readonly kind: 'start' | 'number'; readonly to: PagePath; readonly from: number }
  /** By a value that the result before it has. */
  | { readonly kind: 'after'; readonly to: PagePath; readonly next: PagePath };

/** The member of a result that says whether there is more. */
export interface PageEnd {
  readonly kind: 'more' | 'done' | 'total' | 'pages';
  readonly path: PagePath;
}

/** A member of the first result that later requests send. */
export interface PageKeep {
  readonly to: PagePath;
  readonly from: PagePath;
}

/** How the result of an operation is divided into pages. Plain data. */
export interface ParsedPage {
  readonly operation: string;
  /** The place of the page in the design. */
  readonly at: readonly string[];
  /** The list in the result. */
  readonly items: PagePath;
  /** The member of the input that says how many items a page has. */
  readonly size?: PagePath;
  readonly mover: PageMover;
  readonly end?: PageEnd;
  readonly keep: readonly PageKeep[];
  /** The operation that returns the later pages, if it is a different one. */
  readonly continuation?: string;
  /** The number of pages that one request for all items reads. */
  readonly most: number;
}
