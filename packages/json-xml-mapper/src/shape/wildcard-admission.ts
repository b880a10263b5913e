import type { SchemaSet, Wildcard } from '@soapstone/soap-model';
import type { WildcardMode } from '../api.js';
import type { WildcardShape } from './shape.js';

/** Longer lists of namespaces are looked up in a set. */
const FEW = 8;
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list) ?? new Set(list);
  sets.set(list, known);
  return known;
}

/** Whether a wildcard admits a name by its namespace (AN-3). `''` is no namespace. */
export function admits(wildcard: WildcardShape, namespace: string): boolean {
  const { namespaces } = wildcard;
  switch (namespaces.kind) {
    case 'any':
      return true;
    case 'not':
      // ##other admits neither the named namespace nor unqualified names (XML Schema Part 1 §3.10.4).
      return namespace !== namespaces.namespace && namespace !== '';
    case 'list':
      return namespaces.list.length <= FEW
        ? namespaces.list.includes(namespace)
        : setOf(namespaces.list).has(namespace);
  }
}

/** Whether a wildcard accepts a name of this namespace only if the schema declares it (AN-3). */
export function needsDeclaration({ processContents, described }: WildcardShape, namespace: string): boolean {
  return processContents === 'strict' && (described === undefined || described.has(namespace));
}

/** Creates the wildcards of a model's Shapes, each once. */
export function createWildcardShapes(
  schema: SchemaSet,
  mode: WildcardMode,
): (wildcard: Wildcard) => WildcardShape {
  const shapes = new Map<Wildcard, WildcardShape>();
  let described: ReadonlySet<string> | undefined;
  const make = (wildcard: Wildcard): WildcardShape => {
    if (wildcard.processContents !== 'strict' || mode === 'strict') return wildcard;
    if (mode === 'lax') return { ...wildcard, processContents: 'lax' };
    described ??= describedNamespaces(schema);
    return { ...wildcard, described };
  };
  return (wildcard) => {
    const shape = shapes.get(wildcard) ?? make(wildcard);
    shapes.set(wildcard, shape);
    return shape;
  };
}

/** The namespaces with a component in the schema. */
function describedNamespaces({ types, elements, attributes }: SchemaSet): ReadonlySet<string> {
  const names = [...elements, ...attributes].map(({ name }) => name.namespace);
  return new Set([...types.map(({ targetNamespace }) => targetNamespace), ...names]);
}
