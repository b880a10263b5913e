import type { SchemaSet, Wildcard } from '@soapstone/soap-model';
import type { WildcardMode } from '../api/options.js';
import type { WildcardShape } from '../shape/wildcard-shape.js';

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
