/** The limits of one document (§21). Every value is a count; bytes are bytes of UTF-8. */
export interface XmlLimits {
  /** Size of the whole document. */
  readonly bytes: number;
  /** Open elements at any time. */
  readonly depth: number;
  /** Elements and attributes together. */
  readonly nodes: number;
  readonly attributesPerElement: number;
  readonly namespacesPerElement: number;
  /** Prefixes bound at one position, so that a lookup along the scope stays short. */
  readonly namespacesInScope: number;
  /** Bytes of one element or attribute name, prefix included. */
  readonly nameLength: number;
}

export const defaultXmlLimits: XmlLimits = {
  bytes: 10 * 1024 * 1024,
  depth: 128,
  nodes: 1_000_000,
  attributesPerElement: 256,
  namespacesPerElement: 32,
  namespacesInScope: 256,
  nameLength: 1024,
};
