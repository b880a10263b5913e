import type { ExpandedName } from '@soapstone/soap-model';
import { XSD, XSI } from '@soapstone/soap-model/namespaces';
import type { ContentNode, ElementMember, ObjectShape, Shape } from '../../shape/shape.js';
import { typeNameOf } from './type-name.js';

/** The settings of a message that its namespaces depend on. */
export interface WalkStyle {
  /** Whether the message is rpc/encoded: members are then unqualified, and every element states its type (EN-1). */
  readonly encoded: boolean;
  /** The namespace of the prefix `soapenc`: the encoding namespace of the SOAP version. */
  readonly encodingNamespace: string;
}

/** A start element; a root without a name is the Body itself. */
export interface WalkRoot {
  readonly name?: ExpandedName;
  readonly nillable: boolean;
  readonly shape: Shape;
}

type Step = { readonly shape: Shape } | { readonly member: ElementMember } | { readonly node: ContentNode };

/**
 * The namespaces that the XML of an element can contain by its schema, in the order of a walk in schema order (XO-2), without names
 * that only the input knows. Iterative, because a stranger's schema determines how deep types nest.
 */
export function walkNamespaces(root: WalkRoot, style: WalkStyle): ReadonlySet<string> {
  const namespaces = new Set<string>();
  const visited = new Set<Shape | ElementMember>();
  const pending: Step[] = [{ shape: root.shape }];
  const add = (name: ExpandedName | undefined): void => {
    if (name !== undefined && name.namespace !== '') namespaces.add(name.namespace);
  };
  const later = (steps: readonly Step[]): void => {
    for (let index = steps.length - 1; index >= 0; index--) pending.push(steps[index] as Step);
  };

  add(root.name);
  if (root.nillable || style.encoded) namespaces.add(XSI);
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    if ('node' in step) {
      later(stepsOfNode(step.node));
    } else if ('member' in step) {
      const { member } = step;
      // Derived types share the members of their base.
      if (visited.has(member)) continue;
      visited.add(member);
      if (!style.encoded) add(member.name);
      if (member.nillable) namespaces.add(XSI);
      for (const substitute of member.substitution?.members ?? []) {
        add(substitute.name);
        if (substitute.nillable) namespaces.add(XSI);
      }
      later([member, ...(member.substitution?.members ?? [])].map(({ shape }) => ({ shape })));
    } else if (!visited.has(step.shape)) {
      visited.add(step.shape);
      visitShape(step.shape, style, namespaces, add);
      later(stepsOfShape(step.shape));
    }
  }
  return namespaces;
}

/** The requirements of a shape itself. */
function visitShape(
  shape: Shape,
  style: WalkStyle,
  namespaces: Set<string>,
  add: (name: ExpandedName | undefined) => void,
): void {
  switch (shape.kind) {
    case 'object':
      if (style.encoded) add(shape.name);
      for (const attribute of shape.attributes) add(attribute.name);
      return;
    case 'lifted':
      return;
    case 'polymorphic':
      namespaces.add(XSI);
      for (const variant of shape.variants) add(variant.name);
      return;
    case 'soapArray':
      namespaces.add(XSI);
      if (style.encoded) {
        namespaces.add(style.encodingNamespace);
        add(shape.itemType);
      } else {
        add(shape.itemName);
      }
      return;
    case 'anyType':
    case 'anySimpleType':
      namespaces.add(XSI);
      namespaces.add(XSD);
      return;
    case 'scalar':
      if (style.encoded) add(typeNameOf(shape));
      return;
    case 'list':
    case 'union':
      if (style.encoded) add(shape.name);
      return;
    case 'attachment':
      return;
  }
}

function stepsOfShape(shape: Shape): Step[] {
  switch (shape.kind) {
    case 'object':
      return stepsOfObject(shape);
    case 'polymorphic':
      return [shape.declared, ...shape.variants.map((variant) => variant.shape)].map((variant) => ({
        shape: variant,
      }));
    case 'soapArray':
      return [{ shape: shape.item }];
    case 'lifted':
      // A document in a text declares its namespaces itself.
      return [{ shape: shape.inText?.text ?? shape.object }];
    default:
      return [];
  }
}

function stepsOfObject(shape: ObjectShape): Step[] {
  return [...(shape.value === undefined ? [] : [{ shape: shape.value }]), { node: shape.content }];
}

function stepsOfNode(node: ContentNode): Step[] {
  switch (node.kind) {
    case 'element':
      return [{ member: node.member }];
    case 'any':
      return [];
    case 'items':
      return [{ node: node.body.content }];
    case 'sequence':
      return node.children.map((child) => ({ node: child }));
    case 'choice':
      return node.branches.map((branch) => ({ node: branch }));
  }
}
