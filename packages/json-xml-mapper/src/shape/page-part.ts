/** The part of a page that a design describes for an operation (PG-1), by the names after the design. Plain data. */
export interface PagePart {
  /** The operation whose route has the pages: this one, or the one that this one continues. */
  readonly of: string;
  /** The query parameter with the number of items in a page. */
  readonly size?: string;
  /** The query parameter that says which page is wanted. */
  readonly to?: string;
  /** The query parameters with values of the first result. */
  readonly keep: readonly string[];
  /** The keys from the result to the list. */
  readonly items: readonly string[];
  /** The keys from the result to the value that the next request sends. */
  readonly next?: readonly string[];
  /** Whether that value is a number, which grows from page to page. */
  readonly counts?: true;
  /** The keys from the result to the member that says whether there is more. */
  readonly end?: readonly string[];
  /** The keys from the first result to the values that later requests keep. */
  readonly kept: readonly (readonly string[])[];
}
