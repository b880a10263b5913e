import type { XmlElement } from '../xml/element.js';

/**
 * One `xs:schema` element as it takes part in a description: inline in a WSDL, or a document of its own. A document that
 * chameleon-includes give two namespaces takes part twice (MO-1).
 */
export interface SchemaDocument {
  readonly root: XmlElement;
  /** The target namespace that its components get: its own, or the includer's for a chameleon; `''` for none. */
  readonly targetNamespace: string;
  /** True where `targetNamespace` came from the includer: unqualified references then mean that namespace too. */
  readonly chameleon: boolean;
  /** The documents that its `xs:include`, `xs:import` and `xs:redefine` children led to, by the child element. Absent where none was found. */
  readonly references: ReadonlyMap<XmlElement, SchemaDocument>;
}
