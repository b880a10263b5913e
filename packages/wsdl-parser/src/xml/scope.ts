import { XML, XMLNS } from '@soapstone/soap-model/namespaces';
import type { NamespaceScope } from './element.js';

/** The scope outside the root element: `xml`, `xmlns`, and no default namespace. */
export const ROOT_SCOPE: NamespaceScope = {
  lookup: (prefix) => (prefix === '' ? '' : prefix === 'xml' ? XML : prefix === 'xmlns' ? XMLNS : undefined),
};

/**
 * The scope inside an element that declares `declarations` (prefix to namespace; `''` undeclares). The chain is as long as the
 * nesting of elements with declarations, which the depth limit bounds.
 */
export function createScope(
  parent: NamespaceScope,
  declarations: ReadonlyMap<string, string>,
): NamespaceScope {
  return { lookup: (prefix) => declarations.get(prefix) ?? parent.lookup(prefix) };
}
