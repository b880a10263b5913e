import type { Diagnostic, ExpandedName } from '@soapstone/soap-model';
import type { ParseLimits } from '../../limits.js';
import type { SchemaDocument } from '../../schema-document.js';
import { isBundledSchema } from '../bundled/index.js';
import type { SchemaReader, TypeDefinition, TypeSlot } from '../read/declarations.js';
import {
  type Component,
  type Declaration,
  describeComponent,
  readComponent,
  readNested,
  readSchema,
} from '../read/schema.js';
import { schemaReader } from '../read/schema-reader.js';
import { readType } from '../read/type.js';
import { indexByLocalName, indexBySpelling, inLowerCase, type LocalNames } from './name-index.js';
import { NameMap } from './name-map.js';
import { findOriginals } from './redefine.js';
import { isSameDefinition } from './same-definition.js';

/** A declaration of a kind. */
export type DeclarationOf<K extends Component['kind']> = Extract<Declaration, { kind: K }>;

/** The global components of a set of schemas by kind and name, and all types. */
export interface ComponentTable {
  /** The component of that name, parsed. Bundled components are parsed, and their types numbered, on demand. */
  find<K extends Component['kind']>(kind: K, name: ExpandedName): FoundComponent<K> | undefined;
  /** The name of the only component of the description itself with this local name; `undefined` if there are none or several. */
  onlyNamed(kind: Component['kind'], localName: string): ExpandedName | undefined;
  /** The name of the only component of the description itself whose name is this one in another case; `undefined` likewise. */
  onlySpelt(kind: Component['kind'], name: ExpandedName): ExpandedName | undefined;
  /** Whether a schema of the description has this target namespace. */
  hasNamespace(namespace: string): boolean;
  /** Every type in document order; the position is its `TypeIndex`. Grows when bundled components are requested. */
  readonly slots: readonly TypeSlot[];
  /** The global elements and attributes in document order; they grow in the same way. */
  readonly elements: readonly FoundComponent<'element'>[];
  readonly attributes: readonly FoundComponent<'attribute'>[];
}

export interface FoundComponent<K extends Component['kind']> {
  readonly component: Component;
  readonly declaration: DeclarationOf<K>;
}

/**
 * Reads all components of `documents`, in document order. The first of several equal names counts; a redefinition takes precedence
 * over its original (MO-1). Bundled schemas come last (MO-3) and are only read as far as they are used.
 */
export function createComponentTable(
  documents: readonly SchemaDocument[],
  context: { report(diagnostic: Diagnostic): void; readonly limits: ParseLimits },
): ComponentTable {
  const own: Component[] = [];
  const bundled: Component[] = [];
  const readers: SchemaReader[] = [];
  for (const document of documents) {
    const reader = schemaReader(document, context.report);
    const components = readSchema(reader);
    const target = isBundledSchema(document) ? bundled : own;
    if (target === own) readers.push(reader);
    for (const component of components) target.push(component);
  }
  const byKind = chooseDefinitions(own);
  const bundledByKind = chooseDefinitions(bundled);

  const slots: TypeSlot[] = [];
  const elements: FoundComponent<'element'>[] = [];
  const attributes: FoundComponent<'attribute'>[] = [];
  let overLimit = false;

  /** Numbers `first` and the types inside it. A stack, filled in reverse, gives document order. */
  const numberTypes = (first: readonly TypeSlot[]): void => {
    const pending = [...first].reverse();
    while (pending.length > 0) {
      const slot = pending.pop()!;
      if (slots.length >= context.limits.types) {
        if (!overLimit) {
          slot.reader.report(
            'SCHEMA_LIMIT',
            slot.node.location,
            `there are more than ${context.limits.types} types; this one and those after it are not read`,
          );
        }
        overLimit = true;
        return;
      }
      slot.index = slots.length;
      slots.push(slot);
      slot.reader.inlineTypes = [];
      slot.definition = readType(slot);
      for (let i = slot.reader.inlineTypes.length - 1; i >= 0; i--) pending.push(slot.reader.inlineTypes[i]!);
    }
  };

  const read = (component: Component): Declaration => {
    if (component.declaration !== undefined) return component.declaration;
    const declaration = readComponent(component);
    const first = declaration.kind === 'type' ? [declaration.slot] : component.reader.inlineTypes;
    if (declaration.kind === 'element') elements.push({ component, declaration });
    if (declaration.kind === 'attribute') attributes.push({ component, declaration });
    numberTypes(first);
    return declaration;
  };

  for (const component of own) {
    const chosen = byKind[component.kind].get(component.name) === component;
    if (chosen || (component.replaced && CAN_BE_ORIGINAL.has(component.kind))) read(component);
  }
  for (const component of own) linkOriginal(component);

  const namespaces = new Set(documents.map(({ targetNamespace }) => targetNamespace));
  /** Created for the first reference that leads nowhere. */
  let byLocalName: Record<Component['kind'], LocalNames> | undefined;

  /** By local name in lower case, and namespace; created likewise. */
  let bySpelling: Record<Component['kind'], NameMap<ExpandedName | 'several'>> | undefined;

  /** The types and groups inside other components; created likewise. */
  let nested: Record<Component['kind'], NameMap<Component | 'several'>> | undefined;

  const findNested = (kind: Component['kind'], name: ExpandedName): Component | undefined => {
    if (!namespaces.has(name.namespace)) return undefined;
    nested ??= indexNested(readers);
    const found = nested[kind].get(name);
    if (found === undefined || found === 'several') return undefined;
    byKind[kind].set(name, found);
    found.reader.component = describeComponent(found);
    const what = `${found.node.name.localName} ${name.localName} is declared inside another component`;
    found.reader.report(
      'UNEXPECTED_SCHEMA_ELEMENT',
      found.node.location,
      `xs:${what}; read as a component of the schema`,
    );
    return found;
  };

  return {
    onlyNamed(kind, localName) {
      byLocalName ??= indexByLocalName(own);
      const only = byLocalName[kind].get(localName);
      return only === 'several' ? undefined : only;
    },
    onlySpelt(kind, name) {
      bySpelling ??= indexBySpelling(own);
      const only = bySpelling[kind].get(inLowerCase(name));
      return only === 'several' ? undefined : only;
    },
    hasNamespace: (namespace) => namespaces.has(namespace),
    find(kind, name) {
      const component = byKind[kind].get(name) ?? bundledByKind[kind].get(name) ?? findNested(kind, name);
      if (component === undefined) return undefined;
      return { component, declaration: read(component) as DeclarationOf<typeof kind> };
    },
    slots,
    elements,
    attributes,
  };
}

/** The types and groups inside other components by kind and name, with a marker where there are several. */
function indexNested(
  readers: readonly SchemaReader[],
): Record<Component['kind'], NameMap<Component | 'several'>> {
  const index = {
    type: new NameMap<Component | 'several'>(),
    element: new NameMap<Component | 'several'>(),
    attribute: new NameMap<Component | 'several'>(),
    group: new NameMap<Component | 'several'>(),
    attributeGroup: new NameMap<Component | 'several'>(),
  };
  for (const reader of readers) {
    for (const component of readNested(reader)) {
      const { kind, name } = component;
      index[kind].set(name, index[kind].get(name) === undefined ? component : 'several');
    }
  }
  return index;
}

/** xs:override (1.1) also replaces elements and attributes; nothing can refer to those originals. */
const CAN_BE_ORIGINAL: ReadonlySet<Component['kind']> = new Set(['type', 'group', 'attributeGroup']);

type TableOfKinds = Record<Component['kind'], NameMap<Component>>;

function chooseDefinitions(components: readonly Component[]): TableOfKinds {
  const chosen: TableOfKinds = {
    type: new NameMap(),
    element: new NameMap(),
    attribute: new NameMap(),
    group: new NameMap(),
    attributeGroup: new NameMap(),
  };
  findOriginals(components);
  for (const component of components) {
    if (component.replaced) continue;
    const first = chosen[component.kind].get(component.name);
    if (first === undefined) {
      chosen[component.kind].set(component.name, component);
    } else if (!isKnownDefinition(component, first)) {
      const { file, line } = first.node.location;
      component.reader.component = describeComponent(component);
      component.reader.report(
        'DUPLICATE_COMPONENT',
        component.node.location,
        `${describeComponent(component)} is defined differently at ${file}:${line}`,
      );
    }
  }
  return chosen;
}

/** Whether `component` equals `first`, or the original of the redefinition `first`. */
function isKnownDefinition(component: Component, first: Component): boolean {
  for (let known: Component | undefined = first; known !== undefined; known = known.redefines?.original) {
    if (isSameDefinition(component, known)) return true;
  }
  return false;
}

/** Sets the meaning of a redefined type's own name inside it. */
function linkOriginal({ name, declaration, redefines }: Component): void {
  if (redefines === undefined || declaration?.kind !== 'type') return;
  const original = redefines.original?.declaration;
  const selfReference = { name, ...(original?.kind === 'type' ? { original: original.slot } : {}) };
  declaration.slot.redefines = selfReference;
  const { definition } = declaration.slot;
  const narrowed = definition === undefined ? undefined : narrowedContent(definition);
  if (narrowed !== undefined) narrowed.redefines = selfReference;
}

function narrowedContent(definition: TypeDefinition): TypeSlot | undefined {
  return definition.kind === 'complex' && definition.body.form === 'simple-content'
    ? definition.body.narrowed
    : undefined;
}
