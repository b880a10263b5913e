/**
 * An element of a request that gets an XML signature before the request is sent. Names are in Clark notation; the first is that of a child of
 * the Body.
 */
export interface SignedElement {
  /** The names from the child of the Body to the element that holds the signature. Every element at this path gets one. */
  readonly path: readonly string[];
  /** The element of `path` whose text is an XML document, with the names after it inside that document. */
  readonly text?: { readonly at: number; readonly as: 'escaped' | 'cdata' };
  /** The element that is signed, by the names from the one at `path`, and its attribute with the ID. Absent: the whole document (`URI=""`). */
  readonly reference?: { readonly path: readonly string[]; readonly attribute: string };
  /** The names from the element at `path` to the parent of the signature. */
  readonly into: readonly string[];
  /** The names of the children of that parent that come after the signature. */
  readonly before: readonly string[];
  readonly canonical: 'exclusive' | 'inclusive';
  /** Whether the element is signed as a document of its own, or where it is in the message. */
  readonly scope: 'document' | 'message';
}
