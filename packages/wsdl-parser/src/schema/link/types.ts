import { defined } from '@soapstone/options/defined';
import type { SchemaType } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { readMediaTypes } from '../read/annotation.js';
import type { TypeSlot } from '../read/declarations.js';
import { createAttributeLinker } from './attributes.js';
import {
  type ComplexTypeContext,
  complexTypeDependencies,
  type LinkedComplexType,
  linkComplexType,
} from './complex-type.js';
import { visitInDependencyOrder } from './dependency-order.js';
import type { GlobalDeclarations } from './elements.js';
import type { LinkContext } from './link-context.js';
import { createParticleLinker } from './particles.js';
import { isComplexSlot } from './references.js';
import {
  type LinkedSimpleType,
  type LinkedSimpleTypes,
  linkSimpleType,
  simpleTypeDependencies,
} from './simple-type.js';
import { createBudget } from './size.js';
import { ARRAY_OF_ANYTHING, isSoapEncodingArray } from './soap-array.js';

/** Creates the function that links all types read so far, each after its bases, and appends them in order to the given list. */
export function createTypeLinker(
  context: LinkContext,
  globals: GlobalDeclarations,
): (types: SchemaType[]) => void {
  const budget = createBudget(context.limits, context.report);
  const simple: (LinkedSimpleType | undefined)[] = [];
  const complex: (LinkedComplexType | undefined)[] = [];
  const done: SchemaType[] = [];
  const seen = new Map<TypeSlot, 'open' | 'done'>();

  const simpleTypes: LinkedSimpleTypes = {
    find: (reference) => (typeof reference === 'number' ? simple[reference] : undefined),
    simpleContent(reference) {
      if (typeof reference === 'string') return reference === 'anyType' ? 'anySimpleType' : reference;
      if (simple[reference] !== undefined) return reference;
      const content = complex[reference]?.content;
      return content?.kind === 'simple' ? content.type : undefined;
    },
    budget,
  };
  const complexContext: ComplexTypeContext = {
    ...context,
    particles: createParticleLinker(context, globals),
    attributes: createAttributeLinker(context, globals, budget),
    budget,
    linkedComplexType: ({ index }) => (index === undefined ? undefined : complex[index]),
  };

  const dependencies = (slot: TypeSlot): readonly TypeSlot[] => {
    const { definition } = slot;
    // A type over the limit has no definition, and nothing waits for it.
    if (definition === undefined) return [];
    return definition.kind === 'complex'
      ? complexTypeDependencies(context, slot, definition)
      : simpleTypeDependencies(context, slot, definition);
  };
  const visit = (slot: TypeSlot): void => {
    const { definition, index, name, owner, node, reader } = slot;
    if (definition === undefined || index === undefined) return;
    const at = { location: node.location, component: describeType(slot) };
    // A name that cannot be written as it is in `xsi:type` only serves the references in the schema.
    const isWritable = name === undefined || !/[\s<>&"'{}]/.test(name.localName);
    const named = {
      ...(isWritable ? defined({ name }) : {}),
      targetNamespace: reader.targetNamespace,
      ...defined({
        owner: isWritable ? owner : name,
        mediaTypes: readMediaTypes(node),
        documentation: definition.documentation,
      }),
      location: node.location,
    };
    if (definition.kind === 'simple') {
      const linked = linkSimpleType(context, slot, definition, simpleTypes, at);
      const { base, variety, facets } = linked;
      simple[index] = linked;
      done[index] = { kind: 'simple', ...named, ...defined({ base }), variety, facets };
      return;
    }
    const linked = linkComplexType(complexContext, slot, definition, at);
    const soapArray =
      linked.soapArray ?? (name !== undefined && isSoapEncodingArray(name) ? ARRAY_OF_ANYTHING : undefined);
    complex[index] = soapArray === undefined ? linked : { ...linked, soapArray };
    const { contentSize: _, attributesSize: __, soapArray: ___, content, ...rest } = linked;
    done[index] = {
      kind: 'complex',
      ...named,
      ...rest,
      abstract: definition.abstract,
      block: definition.block,
      final: definition.final,
      content,
      ...defined({ soapArray }),
    };
  };
  const circular = (slot: TypeSlot, dependency: TypeSlot): void =>
    context.report(
      'CIRCULAR_DEFINITION',
      { location: slot.node.location, component: describeType(slot) },
      `the type is derived from ${describeType(dependency)}, which is derived from it`,
    );

  return (types) => {
    for (let index = types.length; index < context.table.slots.length; index++) {
      visitInDependencyOrder(context.table.slots[index]!, seen, { dependencies, circular, visit });
      types.push(done[index]!);
    }
  };
}

/** Describes a type for diagnostics: `complexType {urn:x}Order`, `anonymous simpleType of {urn:x}code`. */
function describeType(slot: TypeSlot): string {
  const kind = isComplexSlot(slot) ? 'complexType' : 'simpleType';
  if (slot.name !== undefined) return `${kind} ${clarkName(slot.name)}`;
  return slot.owner === undefined ? `anonymous ${kind}` : `anonymous ${kind} of ${clarkName(slot.owner)}`;
}
