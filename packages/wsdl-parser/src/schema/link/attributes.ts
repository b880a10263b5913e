import { defined } from '@soapstone/options/defined';
import type { AttributeUse, Wildcard } from '@soapstone/soap-model';
import { clarkName, type SourceLocation } from '@soapstone/soap-model';
import type { AttributeContent, AttributeUseDeclaration, Reference } from '../read/declarations.js';
import { type Component, describeComponent } from '../read/schema.js';
import { LAX_WILDCARD } from '../read/wildcard.js';
import { visitInDependencyOrder } from './dependency-order.js';
import { type GlobalDeclarations, linkAttributeDefinition, valueConstraint } from './elements.js';
import { type LinkContext, reportCircular } from './link-context.js';
import { simpleTypeReference, useTarget } from './references.js';
import { addSizes, type Budget, NO_SIZE, type Size, sizeOfUse } from './size.js';
import { intersectWildcards, uniteWildcards } from './wildcards.js';

/** Linked attributes with attribute groups expanded, by Clark name, in document order. */
export interface LinkedAttributes {
  readonly uses: ReadonlyMap<string, AttributeUse>;
  /** Names that `use="prohibited"` removes in a restriction. */
  readonly prohibited: ReadonlySet<string>;
  /** The complete wildcard: the type's own and those of its groups (XML Schema Part 1 §3.4.2). */
  readonly wildcard?: Wildcard;
  readonly size: Size;
}

/** Links the attribute declarations of a type, and each attribute group once. */
export interface AttributeLinker {
  /** Over the limit, one lax wildcard replaces them all. `at` is the location of the report. */
  link(content: AttributeContent, at: Pick<Reference, 'location' | 'component'>): LinkedAttributes;
}

export function createAttributeLinker(
  context: LinkContext,
  globals: GlobalDeclarations,
  budget: Budget,
): AttributeLinker {
  const groups = new Map<Component, LinkedAttributes>();
  const seen = new Map<Component, 'open' | 'done'>();

  /** The attribute group that a reference means: linked, or a placeholder for a missing one. */
  const groupOf = (reference: Reference, within: Component | undefined): LinkedAttributes => {
    const found = context.references.attributeGroup(reference, within);
    if (found === undefined) return UNKNOWN_ATTRIBUTES;
    if (within === undefined) ensure(found.component);
    // Not linked although it comes first: it closes a cycle, which is reported.
    return groups.get(found.component) ?? NO_ATTRIBUTES;
  };

  /** Links all of `content`, which belongs to the attribute group `within` or to a type. */
  const link = (
    content: AttributeContent,
    within: Component | undefined,
    at: Pick<Reference, 'location' | 'component'>,
  ): LinkedAttributes => {
    const collected = createCollection(context, at.component);
    const parts: (() => void)[] = [];
    // Sizes first: groups are only traversed if their total still fits.
    let size = NO_SIZE;
    for (const declared of content.uses) {
      if (declared.kind === 'attribute-group-reference') {
        const group = groupOf(declared.reference, within);
        size = addSizes(size, group.size);
        parts.push(() => collected.addGroup(group, declared.reference.location));
      } else {
        const use = linkUse(context, globals, declared, at.component);
        if (use.kind === 'use') size = addSizes(size, sizeOfUse(use.use));
        parts.push(() => collected.add(use, locationOf(declared)));
      }
    }
    if (!budget.take(size, at)) return UNKNOWN_ATTRIBUTES;
    for (const part of parts) part();
    return collected.finish(content.wildcard, size);
  };

  const ensure = (start: Component): void =>
    visitInDependencyOrder(start, seen, {
      dependencies: (component) => {
        const found: Component[] = [];
        for (const use of contentOf(component).uses) {
          if (use.kind !== 'attribute-group-reference') continue;
          const group = context.references.attributeGroup(use.reference, component);
          if (group !== undefined) found.push(group.component);
        }
        return found;
      },
      circular: (component, dependency) =>
        reportCircular(
          context,
          component,
          `the attribute group refers back to ${describeComponent(dependency)}`,
        ),
      visit: (component) => {
        const at = { location: component.node.location, component: describeComponent(component) };
        groups.set(component, link(contentOf(component), component, at));
      },
    });

  return { link: (content, at) => link(content, undefined, at) };
}

const NO_ATTRIBUTES: LinkedAttributes = { uses: new Map(), prohibited: new Set(), size: NO_SIZE };

/** MO-4: the placeholder for unknown attributes. */
export const UNKNOWN_ATTRIBUTES: LinkedAttributes = { ...NO_ATTRIBUTES, wildcard: LAX_WILDCARD };

function contentOf({ declaration }: Component): AttributeContent {
  if (declaration?.kind !== 'attributeGroup') throw new TypeError('not an attribute group');
  return declaration.attributes;
}

type SingleUse = Exclude<AttributeUseDeclaration, { kind: 'attribute-group-reference' }>;

type LinkedUse =
  | { readonly kind: 'use'; readonly use: AttributeUse }
  | { readonly kind: 'prohibited'; readonly key: string }
  | { readonly kind: 'unknown'; readonly wildcard: Wildcard };

/** Collects uses and wildcards in document order. */
function createCollection(context: LinkContext, component: string) {
  const uses = new Map<string, AttributeUse>();
  const prohibited = new Set<string>();
  const wildcards: Wildcard[] = [];
  let unknown: Wildcard | undefined;
  const addUse = (key: string, use: AttributeUse, location: SourceLocation): void => {
    const first = uses.get(key);
    if (first === undefined) {
      uses.set(key, use);
    } else if (!isSameUse(first, use)) {
      context.report(
        'DUPLICATE_COMPONENT',
        { location, component },
        `the attribute ${key} is declared a second time, and differently`,
      );
    }
  };
  return {
    add(use: LinkedUse, location: SourceLocation): void {
      if (use.kind === 'use') addUse(clarkName(use.use.name), use.use, location);
      else if (use.kind === 'prohibited') prohibited.add(use.key);
      else unknown = unknown === undefined ? use.wildcard : uniteWildcards(unknown, use.wildcard);
    },
    addGroup(group: LinkedAttributes, location: SourceLocation): void {
      for (const [key, use] of group.uses) addUse(key, use, location);
      if (group.wildcard !== undefined) wildcards.push(group.wildcard);
    },
    finish(own: Wildcard | undefined, size: Size): LinkedAttributes {
      const declared = own === undefined ? wildcards : [own, ...wildcards];
      let wildcard = declared.length === 0 ? undefined : declared.reduce(intersectWildcards);
      if (unknown !== undefined)
        wildcard = wildcard === undefined ? unknown : uniteWildcards(unknown, wildcard);
      return { uses, prohibited, size, ...defined({ wildcard }) };
    },
  };
}

function isSameUse(a: AttributeUse, b: AttributeUse): boolean {
  return (
    a === b ||
    (a.type === b.type && a.required === b.required && a.default === b.default && a.fixed === b.fixed)
  );
}

function locationOf(declared: SingleUse): SourceLocation {
  return declared.kind === 'attribute' ? declared.attribute.location : declared.reference.location;
}

function linkUse(
  context: LinkContext,
  globals: GlobalDeclarations,
  declared: SingleUse,
  component: string,
): LinkedUse {
  const required = declared.use === 'required';
  if (declared.kind === 'attribute') {
    if (declared.use === 'prohibited') return { kind: 'prohibited', key: clarkName(declared.attribute.name) };
    const { name, type, ...rest } = linkAttributeDefinition(context, declared.attribute, component);
    return { kind: 'use', use: { name, type, required, ...rest } };
  }
  const { reference } = declared;
  const found = context.references.attributeOrType(reference, declared.name);
  if (declared.use === 'prohibited') {
    const name = found === undefined || 'type' in found ? found?.name : found.component.name;
    return { kind: 'prohibited', key: clarkName(name ?? reference.name) };
  }
  if (found === undefined) {
    // MO-4: not dropped; a wildcard of its namespace admits it with any value.
    const namespaces = reference.unbound
      ? LAX_WILDCARD.namespaces
      : { kind: 'list' as const, list: [reference.name.namespace] };
    return { kind: 'unknown', wildcard: { namespaces, processContents: 'lax' } };
  }
  if ('type' in found) {
    const { name, type: target } = found;
    const at = { location: reference.location, component };
    const type = simpleTypeReference(context, target, at);
    return {
      kind: 'use',
      use: {
        name,
        type,
        required,
        ...valueConstraint(context, declared, target, component),
        ...defined({ documentation: declared.documentation }),
      },
    };
  }
  const global = globals.attribute(found);
  const documentation = declared.documentation ?? global.documentation;
  const constraint =
    declared.default === undefined && declared.fixed === undefined
      ? inheritedConstraint(global)
      : // The constraint of the use takes precedence over the declaration's (XML Schema Part 1 §3.2.2).
        valueConstraint(
          context,
          declared,
          found.declaration.attribute.type && useTarget(context.references, found.declaration.attribute.type),
          component,
        );
  return {
    kind: 'use',
    use: {
      name: global.name,
      type: global.type,
      ...defined({ correctedType: global.correctedType }),
      required,
      ...constraint,
      ...defined({ documentation }),
    },
  };
}

function inheritedConstraint({ default: byDefault, fixed }: { default?: string; fixed?: string }): {
  default?: string;
  fixed?: string;
} {
  if (fixed !== undefined) return { fixed };
  return defined({ default: byDefault });
}
