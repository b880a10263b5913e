import { defined } from '@soapstone/options/defined';
import type { AttributeDeclaration, ElementDeclaration } from '@soapstone/soap-model';
import type { AttributeDefinition, ElementDefinition } from '../read/declarations.js';
import { type Component, describeComponent } from '../read/schema.js';
import type { FoundComponent } from './component-table.js';
import { visitInDependencyOrder } from './dependency-order.js';
import { type LinkContext, reportCircular } from './link-context.js';
import { anyTypeReference, simpleTypeReference, type TypeTarget, typeMark, useTarget } from './references.js';
import { lexicalValue } from './values.js';

/** The global declarations, linked on demand. */
export interface GlobalDeclarations {
  element(found: FoundComponent<'element'>): ElementDeclaration;
  attribute(found: FoundComponent<'attribute'>): LinkedAttribute;
}

/** A global attribute with the value constraint that a reference to it inherits. */
export interface LinkedAttribute extends AttributeDeclaration {
  readonly correctedType?: true;
  readonly default?: string;
  readonly fixed?: string;
  readonly documentation?: string;
}

export function createGlobalDeclarations(context: LinkContext): GlobalDeclarations {
  const elements = new Map<Component, { declaration: ElementDeclaration; target: TypeTarget }>();
  const attributes = new Map<Component, LinkedAttribute>();
  const seen = new Map<Component, 'open' | 'done'>();
  const headOf = (component: Component): Component | undefined => {
    const { substitutionGroup } = elementOf(component);
    return substitutionGroup && context.references.element(substitutionGroup)?.component;
  };

  const link = (component: Component): void => {
    const element = elementOf(component);
    const head = headOf(component);
    // A head that waits for this element closes a cycle and is ignored.
    const linkedHead = head && elements.get(head);
    // XML Schema Part 1 §3.3.2: a member without its own type has the type of its head.
    const inherited = linkedHead === undefined ? 'anyType' : linkedHead.target;
    const target = element.type === undefined ? inherited : useTarget(context.references, element.type);
    const declaration: ElementDeclaration = {
      name: element.name,
      type: anyTypeReference(target),
      ...typeMark(context.references, element.type, target),
      ...(element.type === undefined
        ? defined({ correctedType: linkedHead?.declaration.correctedType })
        : {}),
      nillable: element.nillable,
      abstract: element.abstract,
      ...valueConstraint(context, element, target, describeComponent(component)),
      ...defined({ substitutionGroup: linkedHead?.declaration.name }),
      block: element.block,
      ...defined({
        constraints: element.constraints,
        mediaTypes: element.mediaTypes,
        documentation: element.documentation,
      }),
      location: element.location,
    };
    elements.set(component, { declaration, target });
  };

  return {
    element({ component: start }) {
      visitInDependencyOrder(start, seen, {
        dependencies: (component) => {
          const head = headOf(component);
          return head === undefined ? [] : [head];
        },
        circular: (component) =>
          reportCircular(context, component, 'the substitution group leads back to this element'),
        visit: link,
      });
      return elements.get(start)!.declaration;
    },
    attribute({ component, declaration: { attribute } }) {
      const known = attributes.get(component);
      if (known !== undefined) return known;
      const linked = linkAttributeDefinition(context, attribute, describeComponent(component));
      attributes.set(component, linked);
      return linked;
    },
  };
}

function elementOf({ declaration }: Component): ElementDefinition {
  // Only parsed elements get here; the check is for the compiler.
  if (declaration?.kind !== 'element') throw new TypeError('not an element declaration');
  return declaration.element;
}

/** Links a global or local attribute; without a type it is xs:anySimpleType. */
export function linkAttributeDefinition(
  context: LinkContext,
  attribute: AttributeDefinition,
  component: string,
): LinkedAttribute {
  const { name, type, documentation, location } = attribute;
  const target = type === undefined ? 'anySimpleType' : useTarget(context.references, type);
  return {
    name,
    type: simpleTypeReference(context, target, { location, component }),
    ...defined({ correctedType: typeMark(context.references, type, target).correctedType }),
    ...valueConstraint(context, attribute, target, component),
    ...defined({ documentation }),
  };
}

/** `default` and `fixed` in the form of the model. */
export function valueConstraint(
  context: LinkContext,
  declared: Pick<AttributeDefinition, 'default' | 'fixed'>,
  target: TypeTarget,
  component: string,
): { default?: string; fixed?: string } {
  const { default: byDefault, fixed } = declared;
  if (fixed !== undefined) {
    return { fixed: lexicalValue(context, fixed, context.qnameValues.of(target), component) };
  }
  if (byDefault === undefined) return {};
  return { default: lexicalValue(context, byDefault, context.qnameValues.of(target), component) };
}
