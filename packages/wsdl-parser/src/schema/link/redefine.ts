import type { SchemaDocument } from '../../schema-document.js';
import type { Component } from '../read/schema.js';
import { NameMap } from './name-map.js';

/**
 * Finds what each redefinition redefines (XML Schema Part 1 §4.2.2, MO-1): the definition of the same kind and name in the document
 * that xs:redefine names, or in what that document includes or redefines in turn. A redefinition there takes precedence over the
 * definition that it redefines. The original is marked as replaced, so that the name means the redefinition everywhere.
 */
export function findOriginals(components: readonly Component[]): void {
  if (!components.some(({ redefines }) => redefines !== undefined)) return;
  const byDocument = new Map<SchemaDocument, Map<Component['kind'], NameMap<Component>>>();
  for (const component of components) {
    const { document } = component.reader;
    let kinds = byDocument.get(document);
    if (kinds === undefined) {
      kinds = new Map();
      byDocument.set(document, kinds);
    }
    let names = kinds.get(component.kind);
    if (names === undefined) {
      names = new NameMap();
      kinds.set(component.kind, names);
    }
    if (names.get(component.name) === undefined || component.redefines !== undefined) {
      names.set(component.name, component);
    }
  }
  for (const component of components) {
    if (component.redefines?.document === undefined) continue;
    const original = search(component.redefines.document, component, byDocument);
    if (original === undefined || leadsTo(original, component)) continue;
    component.redefines.original = original;
    original.replaced = true;
  }
}

/** Whether `component` is among what `start` redefines. Ends the search for documents that redefine each other. */
function leadsTo(start: Component, component: Component): boolean {
  for (let next: Component | undefined = start; next !== undefined; next = next.redefines?.original) {
    if (next === component) return true;
  }
  return false;
}

/** Breadth first over includes and redefinitions, which may be circular. */
function search(
  start: SchemaDocument,
  { kind, name }: Component,
  byDocument: ReadonlyMap<SchemaDocument, ReadonlyMap<Component['kind'], NameMap<Component>>>,
): Component | undefined {
  const queue = [start];
  const seen = new Set(queue);
  for (const document of queue) {
    const found = byDocument.get(document)?.get(kind)?.get(name);
    if (found !== undefined) return found;
    for (const [element, next] of document.references) {
      if (element.name.localName === 'import' || seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return undefined;
}
