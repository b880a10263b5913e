import { defined } from '@soapstone/options/defined';
import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import type { SimpleLimits } from '../../scalar/simple-codec.js';
import { contentOf, hasIdentities, isId, type ObjectContent } from '../../shape/has-identities.js';
import type { MessageShape, OperationShape } from '../../shape/operation-shape.js';
import type { AnyTypeShape, DeclaredElement, ObjectShape, Shape } from '../../shape/shape.js';
import { admits } from '../../shape/wildcard-shape.js';
import { charge } from '../../work.js';

/** An element as its declaration or its place describes it, as far as identity constraints need to know. */
export type Declared = Pick<DeclaredElement, 'shape' | 'nillable' | 'default' | 'fixed' | 'constraints'>;

/** The facts that identity constraints need about the messages of one kind. */
export interface IdentityRules {
  /** The content of the Body. */
  readonly body: Shape;
  /** The content of the Header. */
  readonly header: ObjectShape | undefined;
  readonly limits: SimpleLimits;
  /** The declaration of a child by its name. `undefined` if nothing is known about it, or a wildcard skips it. */
  childOf(shape: Shape, name: NameInDocument): Declared | undefined;
  /** The shape of an element's value, which may name its type. */
  shapeOf(declared: Shape, type: ExpandedName | string | undefined): Shape;
  /** The declared attributes of type xs:ID, by Clark name. */
  idAttributes(shape: ObjectShape): ReadonlySet<string>;
  readonly operation: OperationShape;
}

/** The name of an element, with its Clark name. */
interface NameInDocument extends ExpandedName {
  readonly key: string;
}

interface ContentIndex extends Pick<ObjectContent, 'wildcards'> {
  readonly byName: ReadonlyMap<string, Declared>;
}

/** An element that a wildcard admits and no schema declares: its children may be declared (cvc-assess-elt 1.1.3). */
const ANY: AnyTypeShape = { kind: 'anyType' };
const UNDECLARED: Declared = { shape: ANY, nillable: true };

/** Prepares the check of a message's identity constraints (MO-6). @returns `undefined` if it can have none */
export function identityRules(
  message: MessageShape | undefined,
  operation: OperationShape,
  limits: SimpleLimits,
): IdentityRules | undefined {
  if (message === undefined || !hasIdentities(message, operation)) return undefined;
  const indexes = new WeakMap<ObjectShape, ContentIndex>();
  const indexOf = (shape: ObjectShape): ContentIndex => {
    const known = indexes.get(shape) ?? indexContent(shape);
    indexes.set(shape, known);
    return known;
  };
  const globalElement = (name: NameInDocument): Declared =>
    operation.globalElement({ namespace: name.namespace, localName: name.localName }, 'literal') ??
    UNDECLARED;
  const ids = new WeakMap<ObjectShape, ReadonlySet<string>>();
  return {
    idAttributes(shape) {
      const names = ids.get(shape) ?? idAttributesOf(shape);
      ids.set(shape, names);
      return names;
    },
    body: bodyOf(message),
    header: message.headers,
    limits,
    operation,
    childOf(shape, name) {
      if (shape.kind === 'anyType') return globalElement(name);
      if (shape.kind === 'polymorphic') return this.childOf(shape.declared, name);
      if (shape.kind !== 'object') return undefined;
      const { byName, wildcards } = indexOf(shape);
      const known = byName.get(name.key);
      if (known !== undefined || wildcards.length === 0) return known;
      charge(wildcards.length);
      const admitting = wildcards.find(({ wildcard }) => admits(wildcard, name.namespace));
      if (admitting === undefined || admitting.wildcard.processContents === 'skip') return undefined;
      return globalElement(name);
    },
    shapeOf(declared, type) {
      const named =
        type === undefined || typeof type === 'string' ? undefined : operation.namedType(type, 'literal');
      const shape = named ?? declared;
      return shape.kind === 'polymorphic' ? shape.declared : shape;
    },
  };
}

function idAttributesOf({ attributes }: ObjectShape): ReadonlySet<string> {
  return new Set(attributes.filter(({ shape }) => isId(shape)).map(({ name }) => clarkName(name)));
}

function bodyOf(message: MessageShape): Shape {
  const { kind, name, root, nillable, constraints } = message;
  if (kind === 'value') return root.kind === 'object' ? (root.members[0]?.shape ?? root) : root;
  if (kind !== 'element' || name === undefined) return root;
  const payload = { key: '', name, shape: root, nillable, min: 1, max: 1, array: false, conditional: false };
  return {
    kind: 'object',
    form: 'plain',
    attributes: [],
    members: [{ ...payload, ...defined({ constraints }) }],
    content: { kind: 'sequence', optional: false, unordered: false, children: [] },
  };
}

/** The elements of a scope, members of substitution groups included, by Clark name. */
function indexContent(shape: ObjectShape): ContentIndex {
  const { members, wildcards } = contentOf(shape);
  const byName = new Map<string, Declared>();
  for (const member of members) {
    for (const each of member.substitution?.members ?? []) byName.set(clarkName(each.name), each);
  }
  for (const member of members) byName.set(clarkName(member.name), member);
  return { byName, wildcards };
}
