import type { XmlElement } from './xml/element.js';

/**
 * An `xs:schema` element that is part of a description: inline in a WSDL, or a separate document. A document that chameleon
 * includes give two namespaces occurs twice (MO-1).
 */
export interface SchemaDocument {
  readonly root: XmlElement;
  /** The target namespace of its components: its own, or the includer's for a chameleon; `''` for none. */
  readonly targetNamespace: string;
  /** True if `targetNamespace` came from the includer; unqualified references then mean that namespace too. */
  readonly chameleon: boolean;
  /**
   * The documents that its `xs:include`, `xs:import` and `xs:redefine` children led to, by child element. Absent if there are none.
   */
  readonly references: ReadonlyMap<XmlElement, SchemaDocument>;
}
