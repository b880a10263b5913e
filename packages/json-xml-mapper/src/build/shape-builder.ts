import { defined } from '@soapstone/options/defined';
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
import { createSimpleShapeBuilder, type NumberMode, type SimpleShapeBuilder } from './build-simple.js';
import { buildSubstitution } from './build-substitution.js';
import { type ContentModel, normaliseParticle } from './content/content-model.js';
import { needsOrder } from './content/content-order.js';
import { attributeKeys } from './element-keys.js';
import { withKnownTypes } from './known-types.js';
import { createPolymorphicShapes, type PolymorphicShapeBuilder } from './polymorphic-shapes.js';
import { resultTypes } from './result-types.js';
import { type AllowedDerivation, indexSchema, type SchemaIndex } from './schema-index.js';
import { simpleBlock } from './simple-block.js';
import {
  allowedDerivation,
  dataAttributes,
  isSoapArray,
  isSoapEncoding,
  isSwaRef,
  mayBeNil,
} from './type-rules.js';
import { createWildcardShapes } from './wildcard-shapes.js';

export const ANY_TYPE: AnyTypeShape = { kind: 'anyType' };
/** MO-4. */
export const UNKNOWN_TYPE: AnyTypeShape = { kind: 'anyType', unknown: true };
const ATTACHMENT: AttachmentShape = { kind: 'attachment' };
const NO_TYPES: ReadonlySet<TypeIndex> = new Set();

/** The reference of a declaration to its type in the model. */
export type DeclaredType = Pick<ElementDeclaration, 'type' | 'unknownType' | 'correctedType'>;

/**
 * Builds the Shapes of one model, each once; shared by all of its operations.
 *
 * Type-driven and iterative: a shell is registered before it is filled and filling is queued, so a recursive type refers to itself
 * and no schema is too deep. Shapes are complete after `settle`.
 */
export class ShapeBuilder {
  readonly index: SchemaIndex;
  readonly numbers: NumberMode;
  readonly #simpleShape: SimpleShapeBuilder;
  readonly #wildcardShape: ParticleShapes['wildcardShape'];
  readonly #polymorphicShape: PolymorphicShapeBuilder;
  readonly #shapes = new Map<string, Shape>();
  readonly #objects = new Map<string, ObjectShape>();
  readonly #substitutions = new Map<string, Substitution | undefined>();
  readonly #built: Record<Use, ParticleShapes['built']> = { literal: new Map(), encoded: new Map() };
  readonly #pending: (() => void)[] = [];
  readonly #schema: SchemaSet;
  readonly #wildcards: WildcardMode;
  /** For results: the builder of requests, which also builds the types that are the same in both. */
  readonly #requests: ShapeBuilder | undefined;
  readonly #ofResults: ReadonlySet<TypeIndex>;
  #paths: ReadonlyMap<TypeIndex, readonly string[]> | undefined;
  #results: ShapeBuilder | undefined;

  constructor(
    schema: SchemaSet,
    numbers: NumberMode,
    wildcards: WildcardMode = 'known',
    results?: { readonly requests: ShapeBuilder; readonly types: ReadonlySet<TypeIndex> },
  ) {
    this.#schema = schema;
    this.#wildcards = wildcards;
    this.#requests = results?.requests;
    this.#ofResults = results?.types ?? NO_TYPES;
    this.index = results?.requests.index ?? { ...indexSchema(withKnownTypes(schema)), schema };
    this.numbers = numbers;
    this.#simpleShape = createSimpleShapeBuilder(this.index, numbers);
    this.#wildcardShape = createWildcardShapes(schema, wildcards);
    this.#polymorphicShape = createPolymorphicShapes(
      this.index,
      (type, use) => this.objectShape(type, use),
      (task) => this.#pending.push(task),
    );
  }

  /** The builder of the Shapes of results (CM-8): this one, unless a type of the service has another form in them. */
  forResults(): ShapeBuilder {
    if (this.#results === undefined) {
      const types = resultTypes(this.#schema.types, this.index);
      this.#results =
        types.size === 0
          ? this
          : new ShapeBuilder(this.#schema, this.numbers, this.#wildcards, { requests: this, types });
    }
    return this.#results;
  }

  /** The builder of requests, for a type that is the same in both. */
  #sharing(type: TypeIndex): ShapeBuilder | undefined {
    return this.#ofResults.has(type) ? undefined : this.#requests;
  }

  /** Fills every Shape that was returned. */
  settle(): void {
    for (let task = this.#pending.pop(); task !== undefined; task = this.#pending.pop()) task();
    this.#requests?.settle();
  }

  /** The Shape of a type in element position. */
  typeShape(type: TypeReference, use: Use, block: readonly DerivationMethod[] = []): Shape {
    if (type === 'anyType') return ANY_TYPE;
    if (typeof type === 'string') return this.#simpleShape(type);
    const definition = this.index.type(type);
    if (definition.kind === 'simple') return this.#contentShape(type);
    const sharing = this.#sharing(type);
    if (sharing !== undefined) return sharing.typeShape(type, use, block);
    const allowed = allowedDerivation([...block, ...definition.block]);
    const key = `${type} ${use} ${allowed}`;
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      shape = this.#complexShape(type, definition, use, allowed);
      this.#shapes.set(key, shape);
    }
    return shape;
  }

  /** The Shape of the type of a declaration: untyped if no schema declares it, any text if its name had to be corrected (MO-4). */
  declaredShape(declared: DeclaredType, use: Use, block?: readonly DerivationMethod[]): Shape {
    const { type, unknownType, correctedType } = declared;
    if (unknownType) return UNKNOWN_TYPE;
    return correctedType && type !== 'anyType'
      ? this.#simpleShape(type, true)
      : this.typeShape(type, use, block);
  }

  /** The Shape of exactly this complex type, as `$type` names it: neither polymorphic nor shortened to a scalar. */
  objectShape(type: TypeIndex, use: Use): ObjectShape {
    const sharing = this.#sharing(type);
    if (sharing !== undefined) return sharing.objectShape(type, use);
    const key = `${type} ${use}`;
    const known = this.#objects.get(key);
    if (known !== undefined) return known;
    const definition = this.index.type(type);
    const shell: Mutable<ObjectShape> = {
      kind: 'object',
      form: 'plain',
      attributes: [],
      members: [],
      content: NO_CONTENT,
      ...(definition.name === undefined ? { path: this.#pathOf(type) } : { name: definition.name }),
      ...defined({ documentation: definition.documentation }),
      ...(this.#requests !== undefined && { ofResults: true }),
    };
    this.#objects.set(key, shell);
    if (definition.kind === 'simple') shell.value = this.#simpleShape(type);
    else this.#pending.push(() => this.#fillObject(shell, definition, use));
    return shell;
  }

  /** A global element as a member that occurs once, under its local name. */
  elementMember(element: ElementDeclaration, use: Use): ElementMember {
    const shape = this.declaredShape(element, use, element.block);
    return {
      key: element.name.localName,
      name: element.name,
      shape,
      ...simpleBlock(shape, use === 'encoded' ? [] : element.block),
      nillable: mayBeNil(element) || use === 'encoded',
      min: 1,
      max: 1,
      array: false,
      conditional: false,
      ...valueConstraint(element),
      ...defined({
        constraints: element.constraints,
        mediaTypes: element.mediaTypes,
        documentation: element.documentation,
      }),
    };
  }

  /** The possible substitutes for a global element (SG-1). Undefined if there are none (SG-3). */
  substitutionOf(head: ExpandedName, use: Use): Substitution | undefined {
    const members = this.#requests === undefined ? [] : this.index.substitutionMembers(head);
    if (this.#requests !== undefined && !members.some(({ type }) => this.#isOfResults(type)))
      return this.#requests.substitutionOf(head, use);
    const key = `${clarkName(head)} ${use}`;
    if (!this.#substitutions.has(key)) {
      const shapeOf = (element: ElementDeclaration) => this.declaredShape(element, use, element.block);
      this.#substitutions.set(key, buildSubstitution(this.index, head, use === 'encoded', shapeOf));
    }
    return this.#substitutions.get(key);
  }

  #isOfResults(type: TypeReference): boolean {
    return typeof type === 'number' && this.#ofResults.has(type);
  }

  #complexShape(type: TypeIndex, definition: ComplexType, use: Use, allowed: AllowedDerivation): Shape {
    if (isSoapArray(definition)) return this.#soapArrayShape(definition, use);
    const polymorphic = definition.abstract || this.index.hasConcreteDerivedType(type, allowed);
    if (polymorphic) return this.#polymorphicShape(type, definition, use, allowed);
    if (definition.content.kind === 'simple' && isBareValue(definition, use)) {
      return namedLike(this.#contentShape(definition.content.type), definition);
    }
    return this.objectShape(type, use);
  }

  #contentShape(type: TypeReference): SimpleShape | AttachmentShape {
    return typeof type === 'number' && isSwaRef(this.index, type) ? ATTACHMENT : this.#simpleShape(type);
  }

  /** The place of an anonymous type: the names of the declarations around it. */
  #pathOf(type: TypeIndex): readonly string[] {
    this.#paths ??= anonymousPaths(this.index.schema);
    const owner = this.index.type(type).owner?.localName;
    return this.#paths.get(type) ?? (owner === undefined ? [] : [owner]);
  }

  #fillObject(shell: Mutable<ObjectShape>, definition: ComplexType, use: Use): void {
    shell.attributes = this.#attributes(definition, use);
    if (definition.attributeWildcard !== undefined)
      shell.anyAttributes = this.#wildcardShape(definition.attributeWildcard);
    const { content } = definition;
    if (content.kind === 'simple') {
      shell.value = this.#simpleShape(content.type);
    } else if (content.kind !== 'empty') {
      const model = contentModel(definition, use);
      const isOrdered = content.kind !== 'mixed' && model !== undefined && needsOrder(model);
      const openOrder = isOrdered && this.#requests !== undefined;
      const form = content.kind === 'mixed' ? 'mixed' : isOrdered && !openOrder ? 'ordered' : 'plain';
      const shapes = this.#particleShapes(use);
      Object.assign(shell, buildScope(model, form, definition.targetNamespace, shapes, openOrder));
    }
  }

  #attributes(definition: ComplexType, use: Use): AttributeMember[] {
    const attributes = dataAttributes(definition, use === 'encoded');
    const keys = attributeKeys(attributes.map(({ name }) => name));
    return attributes.map(({ type, correctedType, ...attribute }, position) => ({
      ...attribute,
      key: keys[position]!,
      shape: this.#simpleShape(type, correctedType),
    }));
  }

  #particleShapes(use: Use): ParticleShapes {
    // Section 5 has accessors, not element declarations: no substitution, no block.
    const isGlobal = (particle: ElementParticle): boolean => particle.global && use === 'literal';
    const declarationOf = (particle: ElementParticle) =>
      isGlobal(particle) ? this.index.element(particle.name) : undefined;
    const blockOf = (particle: ElementParticle) =>
      isGlobal(particle) ? declarationOf(particle)?.block : particle.block;
    return {
      wildcardShape: this.#wildcardShape,
      blockOf: (particle) => (use === 'encoded' ? undefined : blockOf(particle)),
      built: this.#built[use],
      shapeOf: (particle) => this.declaredShape(particle, use, use === 'encoded' ? [] : blockOf(particle)),
      substitutionOf: (particle) =>
        isGlobal(particle) ? this.substitutionOf(particle.name, use) : undefined,
      // EN-8: any member of an encoded struct may be nil. An abstract element never occurs in a message, nil or not; its substitute
      // is nil as its own declaration says.
      isNillable: (particle) =>
        use === 'encoded' || (mayBeNil(particle) && declarationOf(particle)?.abstract !== true),
    };
  }

  /** EN-2. The item type is that of `arrayType`, or of the one repeatable element of an extension. */
  #soapArrayShape(definition: ComplexType, use: Use): SoapArrayShape {
    const array = definition.soapArray ?? { itemType: 'anyType', dimensions: [1] };
    const item = contentModel(definition, 'literal');
    const shell: Mutable<SoapArrayShape> = {
      kind: 'soapArray',
      item: ANY_TYPE,
      itemType: this.#nameOfType(array.itemType),
      dimensions: array.dimensions,
      ...defined({
        name: definition.name,
        itemName: item?.kind === 'element' ? item.particle.name : undefined,
      }),
    };
    this.#pending.push(() => {
      shell.item = this.typeShape(array.itemType, use);
    });
    return shell;
  }

  #nameOfType(type: TypeReference): ExpandedName {
    if (typeof type === 'string') return { namespace: XSD, localName: type };
    return this.index.type(type).name ?? { namespace: XSD, localName: 'anyType' };
  }
}

/**
 * SC-1: whether a type with simple content has neither attributes nor an attribute wildcard. The SOAP-encoding versions of simple
 * types count as those types.
 */
function isBareValue(definition: ComplexType, use: Use): boolean {
  if (definition.name !== undefined && isSoapEncoding(definition.name.namespace)) return true;
  return (
    definition.attributeWildcard === undefined && dataAttributes(definition, use === 'encoded').length === 0
  );
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
