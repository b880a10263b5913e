import type {
  ComplexType,
  DerivationMethod,
  ElementDeclaration,
  ElementParticle,
  ExpandedName,
  SchemaSet,
  TypeIndex,
  TypeReference,
} from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { defined } from '@soapstone/soap-model/defined';
import { XSD } from '@soapstone/soap-model/namespaces';
import type { WildcardMode } from '../api/options.js';
import type {
  AnyTypeShape,
  AttachmentShape,
  AttributeMember,
  ElementMember,
  ObjectShape,
  Shape,
  SoapArrayShape,
  Substitution,
  Use,
} from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import { valueConstraint } from '../shape/value-constraint.js';
import { anonymousPaths } from './anonymous-paths.js';
import { buildScope, type Mutable, NO_CONTENT, type ParticleShapes } from './build-scope.js';
import { createSimpleShapeBuilder, type NumberMode } from './build-simple.js';
import { buildSubstitution } from './build-substitution.js';
import { type ContentModel, normaliseParticle } from './content-model.js';
import { needsOrder } from './content-order.js';
import { attributeKeys } from './element-keys.js';
import { withKnownTypes } from './known-types.js';
import { createPolymorphicShapes } from './polymorphic-shapes.js';
import { type AllowedDerivation, indexSchema, type SchemaIndex } from './schema-index.js';
import {
  allowedDerivation,
  dataAttributes,
  isSoapArray,
  isSoapEncoding,
  isSwaRef,
  mayBeNil,
} from './type-rules.js';
import { createWildcardShapes } from './wildcard-shapes.js';

/** Builds the Shapes of one model, each once; shared by all of its operations. */
export interface ShapeBuilder {
  readonly index: SchemaIndex;
  readonly numbers: NumberMode;
  /** The Shape of a type in element position. Complete after `settle`. */
  typeShape(type: TypeReference, use: Use, block?: readonly DerivationMethod[]): Shape;
  /** The Shape of exactly this complex type, as `$type` names it: neither polymorphic nor shortened to a scalar. */
  objectShape(type: TypeIndex, use: Use): ObjectShape;
  /** A global element as a place that is filled once, under its local name. */
  elementMember(element: ElementDeclaration, use: Use): ElementMember;
  /** The possible substitutes for a global element (SG-1). Undefined if there are none (SG-3). */
  substitutionOf(head: ExpandedName, use: Use): Substitution | undefined;
  /** Fills every Shape that was returned. */
  settle(): void;
}

export const ANY_TYPE: AnyTypeShape = { kind: 'anyType' };
export const ATTACHMENT: AttachmentShape = { kind: 'attachment' };

/**
 * Creates a builder. Type-driven and iterative: a shell is registered before it is filled and filling is queued, so a recursive
 * type refers to itself and no schema is too deep.
 */
export function createShapeBuilder(
  schema: SchemaSet,
  numbers: NumberMode,
  wildcards: WildcardMode = 'known',
): ShapeBuilder {
  const index = { ...indexSchema(withKnownTypes(schema)), schema };
  const wildcardShape = createWildcardShapes(schema, wildcards);
  const simpleShape = createSimpleShapeBuilder(index, numbers);
  const objects = new Map<string, ObjectShape>();
  const shapes = new Map<string, Shape>();
  const substitutions = new Map<string, Substitution | undefined>();
  const built: Record<Use, ParticleShapes['built']> = { literal: new Map(), encoded: new Map() };
  const pending: (() => void)[] = [];
  const polymorphicShape = createPolymorphicShapes(index, objectShape, (task) => pending.push(task));
  let paths: ReadonlyMap<TypeIndex, readonly string[]> | undefined;

  const builder: ShapeBuilder = {
    index,
    numbers,
    typeShape,
    objectShape,
    elementMember,
    substitutionOf,
    settle() {
      for (let task = pending.pop(); task !== undefined; task = pending.pop()) task();
    },
  };
  return builder;

  function typeShape(type: TypeReference, use: Use, block: readonly DerivationMethod[] = []): Shape {
    if (type === 'anyType') return ANY_TYPE;
    if (typeof type === 'string') return simpleShape(type);
    const definition = index.type(type);
    if (definition.kind === 'simple') return isSwaRef(index, type) ? ATTACHMENT : simpleShape(type);
    const allowed = allowedDerivation([...block, ...definition.block]);
    const key = `${type} ${use} ${allowed}`;
    let shape = shapes.get(key);
    if (shape === undefined) {
      shape = complexShape(type, definition, use, allowed);
      shapes.set(key, shape);
    }
    return shape;
  }

  function complexShape(
    type: TypeIndex,
    definition: ComplexType,
    use: Use,
    allowed: AllowedDerivation,
  ): Shape {
    if (isSoapArray(definition)) return soapArrayShape(definition, use);
    const polymorphic = definition.abstract || index.hasConcreteDerivedType(type, allowed);
    if (definition.content.kind === 'simple' && !polymorphic && isBareValue(definition, use)) {
      return namedLike(contentShape(definition.content.type), definition);
    }
    return polymorphic ? polymorphicShape(type, definition, use, allowed) : objectShape(type, use);
  }

  /** SC-1: no attribute, no wildcard. The SOAP-encoding versions of simple types count as those types. */
  function isBareValue(definition: ComplexType, use: Use): boolean {
    if (definition.name !== undefined && isSoapEncoding(definition.name.namespace)) return true;
    return (
      definition.attributeWildcard === undefined && dataAttributes(definition, use === 'encoded').length === 0
    );
  }

  function contentShape(type: TypeReference): SimpleShape | AttachmentShape {
    return typeof type === 'number' && isSwaRef(index, type) ? ATTACHMENT : simpleShape(type);
  }

  function objectShape(type: TypeIndex, use: Use): ObjectShape {
    const key = `${type} ${use}`;
    let shape = objects.get(key);
    if (shape === undefined) {
      const definition = index.type(type);
      const shell: Mutable<ObjectShape> = {
        kind: 'object',
        form: 'plain',
        attributes: [],
        members: [],
        content: NO_CONTENT,
      };
      if (definition.name !== undefined) shell.name = definition.name;
      else shell.path = pathOf(type);
      if (definition.documentation !== undefined) shell.documentation = definition.documentation;
      shape = shell;
      objects.set(key, shape);
      if (definition.kind === 'simple') shell.value = simpleShape(type);
      else pending.push(() => fillObject(shell, definition, use));
    }
    return shape;
  }

  function pathOf(type: TypeIndex): readonly string[] {
    paths ??= anonymousPaths(schema);
    const owner = index.type(type).owner?.localName;
    return paths.get(type) ?? (owner === undefined ? [] : [owner]);
  }

  function fillObject(shell: Mutable<ObjectShape>, definition: ComplexType, use: Use): void {
    const attributes = dataAttributes(definition, use === 'encoded');
    const keys = attributeKeys(attributes.map((attribute) => attribute.name));
    shell.attributes = attributes.map(
      ({ type, ...attribute }, position): AttributeMember => ({
        ...attribute,
        key: keys[position]!,
        shape: simpleShape(type),
      }),
    );
    if (definition.attributeWildcard !== undefined)
      shell.anyAttributes = wildcardShape(definition.attributeWildcard);
    const { content } = definition;
    if (content.kind === 'simple') {
      shell.value = simpleShape(content.type);
    } else if (content.kind !== 'empty') {
      const model = contentModel(definition, use);
      const form =
        content.kind === 'mixed' ? 'mixed' : model !== undefined && needsOrder(model) ? 'ordered' : 'plain';
      Object.assign(shell, buildScope(model, form, definition.targetNamespace, particleShapes(use)));
    }
  }

  function particleShapes(use: Use): ParticleShapes {
    // Section 5 has accessors, not element declarations: no substitution, no block.
    const isGlobal = (particle: ElementParticle): boolean => particle.global && use === 'literal';
    const blockOf = (particle: ElementParticle) =>
      isGlobal(particle) ? index.element(particle.name)?.block : particle.block;
    return {
      wildcardShape,
      built: built[use],
      shapeOf: (particle) => typeShape(particle.type, use, use === 'encoded' ? [] : blockOf(particle)),
      substitutionOf: (particle) => (isGlobal(particle) ? substitutionOf(particle.name, use) : undefined),
      // EN-8: any member of an encoded struct may be nil. An abstract element never occurs in a message, nil or not; its substitute
      // is nil as its own declaration says.
      isNillable: (particle) =>
        use === 'encoded' ||
        (mayBeNil(particle) && !(isGlobal(particle) && index.element(particle.name)?.abstract === true)),
    };
  }

  /** EN-2. The item type is that of `arrayType`, or of the one repeatable element of an extension. */
  function soapArrayShape(definition: ComplexType, use: Use): SoapArrayShape {
    const array = definition.soapArray ?? { itemType: 'anyType', dimensions: [1] };
    const shell: Mutable<SoapArrayShape> = {
      kind: 'soapArray',
      item: ANY_TYPE,
      itemType: nameOfType(array.itemType),
      dimensions: array.dimensions,
    };
    if (definition.name !== undefined) shell.name = definition.name;
    const item = contentModel(definition, 'literal');
    if (item?.kind === 'element') shell.itemName = item.particle.name;
    pending.push(() => {
      shell.item = typeShape(array.itemType, use);
    });
    return shell;
  }

  function nameOfType(type: TypeReference): ExpandedName {
    if (typeof type === 'string') return { namespace: XSD, localName: type };
    return index.type(type).name ?? { namespace: XSD, localName: 'anyType' };
  }

  function substitutionOf(head: ExpandedName, use: Use): Substitution | undefined {
    const key = `${clarkName(head)} ${use}`;
    if (!substitutions.has(key))
      substitutions.set(key, buildSubstitution(index, head, use === 'encoded', shapeOfElement(use)));
    return substitutions.get(key);
  }

  function shapeOfElement(use: Use): (element: ElementDeclaration) => Shape {
    return (element) => typeShape(element.type, use, element.block);
  }

  function elementMember(element: ElementDeclaration, use: Use): ElementMember {
    return {
      key: element.name.localName,
      name: element.name,
      shape: shapeOfElement(use)(element),
      nillable: mayBeNil(element) || use === 'encoded',
      min: 1,
      max: 1,
      array: false,
      conditional: false,
      ...valueConstraint(element),
      ...defined({ constraints: element.constraints, documentation: element.documentation }),
    };
  }
}

function contentModel(type: ComplexType, use: Use): ContentModel | undefined {
  const { content } = type;
  if (content.kind !== 'element-only' && content.kind !== 'mixed') return undefined;
  return content.particle === undefined ? undefined : normaliseParticle(content.particle, use === 'encoded');
}

/** A complex type that is a bare value keeps its own name and documentation: rpc/encoded writes it as `xsi:type`. */
function namedLike(shape: SimpleShape | AttachmentShape, type: ComplexType): Shape {
  if (shape.kind === 'anySimpleType' || shape.kind === 'attachment' || type.name === undefined) return shape;
  if (isSoapEncoding(type.name.namespace)) return shape;
  const documentation = type.documentation ?? shape.documentation;
  return { ...shape, name: type.name, ...defined({ documentation }) };
}
