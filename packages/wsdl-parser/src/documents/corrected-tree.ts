import type { XmlAttribute, XmlElement } from '../xml/element.js';

/** The correction of an element. */
export interface Correction {
  readonly name?: XmlElement['name'];
  readonly attributes?: readonly XmlAttribute[];
}

/** Copies a tree with its corrections. */
export function rebuild(root: XmlElement, corrected: ReadonlyMap<XmlElement, Correction>): XmlElement {
  const copyOf = (element: XmlElement): { copy: XmlElement; children: XmlElement[] } => {
    const children: XmlElement[] = [];
    return { copy: { ...element, ...corrected.get(element), children }, children };
  };
  const first = copyOf(root);
  const stack = [{ element: root, children: first.children }];
  for (let open = stack.pop(); open !== undefined; open = stack.pop()) {
    for (const child of open.element.children) {
      const { copy, children } = copyOf(child);
      open.children.push(copy);
      stack.push({ element: child, children });
    }
  }
  return first.copy;
}
