import type { BuiltinTypeName, Diagnostic, DiagnosticCode, TypeReference } from '@soapstone/soap-model';
import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import { isNCName } from '@soapstone/soap-model/xml';
import { diagnose } from '../../diagnostics.js';
import {
  builtinType,
  guessedBuiltin,
  misspeltBuiltin,
  misspeltEncodingType,
  soapEncodingSimpleType,
} from '../builtin-types.js';
import { isObsoleteXsdNamespace, isSoapEncodingNamespace, isXsdNamespace } from '../namespaces.js';
import type { Reference, TypeSlot, TypeUse } from '../read/declarations.js';
import { type Component, describeComponent } from '../read/schema.js';
import type { ComponentTable, FoundComponent } from './component-table.js';

/** The target of a type reference; `undefined` if it is not found. */
export type TypeTarget = BuiltinTypeName | TypeSlot | undefined;

/** Reports a problem of linking. */
export interface LinkReporter {
  report(code: DiagnosticCode, at: Pick<Reference, 'location' | 'component'>, message: string): void;
}

/** Finds components by reference. Each reference is looked up and reported once. */
export interface References {
  /** The type, or `undefined` with UNRESOLVED_TYPE. */
  type(reference: Reference): TypeTarget;
  /** The base of `slot`. Inside xs:redefine, the type's own name means the original. */
  base(reference: Reference, slot: TypeSlot): TypeTarget;
  element(reference: Reference): FoundComponent<'element'> | undefined;
  /** The element, or what a `ref` without one means: an element of the type that it names. `name` is beside it. */
  elementOrType(
    reference: Reference,
    name: ExpandedName | undefined,
  ): FoundComponent<'element'> | OfType | undefined;
  /** The same for attributes. */
  attributeOrType(
    reference: Reference,
    name: ExpandedName | undefined,
  ): FoundComponent<'attribute'> | OfType | undefined;
  /** The group or attribute group that `within` refers to; otherwise like `base`. */
  group(reference: Reference, within: Component | undefined): FoundComponent<'group'> | undefined;
  attributeGroup(
    reference: Reference,
    within: Component | undefined,
  ): FoundComponent<'attributeGroup'> | undefined;
  /** The type of that name, without a diagnostic. */
  typeNamed(name: ExpandedName): TypeTarget;
  /** Whether a reference to a type was read as one to a built-in that it does not name (MO-4). */
  isCorrected(reference: Reference): boolean;
}

/** An element or attribute whose `ref` names a type. */
export interface OfType {
  readonly name: ExpandedName;
  readonly type: Exclude<TypeTarget, undefined>;
}

/** The context in which references report problems, and the namespaces that they miss. */
interface Reporter {
  /** The namespaces that missing documents declare. */
  readonly missing?: ReadonlySet<string>;
  report(diagnostic: Diagnostic): void;
  lose?(namespace: string, finding: Diagnostic): void;
}

/** `obsoleteFiles` names the files known to use a draft of XML Schema; each is reported once. */
export function createReferences(
  table: ComponentTable,
  reporter: Reporter,
  obsoleteFiles: Set<string>,
): References {
  return new TableReferences(table, reporter, obsoleteFiles);
}

class TableReferences implements References {
  readonly #table: ComponentTable;
  readonly #reporter: Reporter;
  readonly #obsoleteFiles: Set<string>;
  /** The target of each reference, so that its diagnostics are reported once. */
  readonly #answers = new Map<Reference, unknown>();
  /** References to elements in place of types that are being resolved. */
  readonly #resolving = new Set<Reference>();
  /** References to built-ins whose names are misspelt. */
  readonly #corrected = new Set<Reference>();

  constructor(table: ComponentTable, reporter: Reporter, obsoleteFiles: Set<string>) {
    this.#table = table;
    this.#reporter = reporter;
    this.#obsoleteFiles = obsoleteFiles;
  }

  type(reference: Reference): TypeTarget {
    const { name, unbound, spelledOut } = reference;
    // Looking up a declared component is as fast as caching it; only diagnostics must not be repeated.
    const isPlain = !unbound && !spelledOut && !isXsdNamespace(name.namespace);
    const declared = isPlain ? this.typeNamed(name) : undefined;
    return declared ?? this.#once(reference, () => this.#type(reference, 'UNRESOLVED_TYPE'));
  }

  base(reference: Reference, { redefines }: TypeSlot): TypeTarget {
    return this.#once(reference, () =>
      redefines !== undefined && isSameName(reference.name, redefines.name)
        ? (redefines.original ?? this.#unresolved('UNRESOLVED_BASE_TYPE', 'the original of type', reference))
        : this.#type(reference, 'UNRESOLVED_BASE_TYPE'),
    );
  }

  element(reference: Reference): FoundComponent<'element'> | undefined {
    return this.#once(reference, () => this.#component('element', 'UNRESOLVED_ELEMENT', reference));
  }

  elementOrType(
    reference: Reference,
    name: ExpandedName | undefined,
  ): FoundComponent<'element'> | OfType | undefined {
    return this.#once(
      reference,
      () =>
        this.#declared('element', reference) ??
        this.#ofType('element', reference, name) ??
        this.#unresolved('UNRESOLVED_ELEMENT', 'element', reference),
    );
  }

  attributeOrType(
    reference: Reference,
    name: ExpandedName | undefined,
  ): FoundComponent<'attribute'> | OfType | undefined {
    return this.#once(
      reference,
      () =>
        this.#declared('attribute', reference) ??
        this.#ofType('attribute', reference, name) ??
        this.#unresolved('UNRESOLVED_ATTRIBUTE', 'attribute', reference),
    );
  }

  group(reference: Reference, within: Component | undefined): FoundComponent<'group'> | undefined {
    return this.#once(reference, () => this.#group('group', 'UNRESOLVED_GROUP', reference, within));
  }

  attributeGroup(
    reference: Reference,
    within: Component | undefined,
  ): FoundComponent<'attributeGroup'> | undefined {
    return this.#once(reference, () =>
      this.#group('attributeGroup', 'UNRESOLVED_ATTRIBUTE_GROUP', reference, within),
    );
  }

  typeNamed(name: ExpandedName): TypeTarget {
    if (isXsdNamespace(name.namespace)) {
      const match = builtinType(name.localName);
      if (match !== undefined) return match.type;
    }
    // SC-1: the simple types of any loaded encoding schema map to those of XML Schema.
    if (isSoapEncodingNamespace(name.namespace)) {
      const type = soapEncodingSimpleType(name.localName);
      if (type !== undefined) return type;
    }
    return this.#table.find('type', name)?.declaration.slot;
  }

  isCorrected(reference: Reference): boolean {
    return this.#corrected.has(reference);
  }

  #type(reference: Reference, code: DiagnosticCode): TypeTarget {
    return (
      this.#builtin(reference) ??
      this.#find('type', reference, (name) => this.typeNamed(name)) ??
      this.#unprefixedBuiltin(reference) ??
      this.#misspelt('type', reference, (name) => this.typeNamed(name)) ??
      this.#typeOfElement(reference) ??
      this.#unresolved(code, 'type', reference)
    );
  }

  /** The type of the element that a reference names in place of a type. */
  #typeOfElement(reference: Reference): TypeTarget {
    const { name, unbound } = reference;
    // An element that names itself, or another that names it, has no type. Elements that name each other in a long row are nobody's.
    if (unbound || this.#resolving.has(reference) || this.#resolving.size >= MAX_ELEMENTS_IN_A_ROW)
      return undefined;
    const use = this.#table.find('element', name)?.declaration.element.type;
    if (use === undefined) return undefined;
    this.#resolving.add(reference);
    const target = useTarget(this, use);
    this.#resolving.delete(reference);
    if (target === undefined) return undefined;
    const message = `type ${clarkName(name)} is not declared; the type of the element of this name is meant`;
    this.#complain('REFERENCE_CORRECTED', reference, message);
    return target;
  }

  #builtin(reference: Reference): BuiltinTypeName | undefined {
    const { name, location } = reference;
    if (!isXsdNamespace(name.namespace)) return undefined;
    const isObsolete = isObsoleteXsdNamespace(name.namespace);
    if (isObsolete && !this.#obsoleteFiles.has(location.file)) {
      this.#obsoleteFiles.add(location.file);
      this.#complain('OBSOLETE_XSD', reference, `${name.namespace} is a draft of XML Schema`);
    }
    const guessed = guessedBuiltin(name);
    if (guessed !== undefined) return this.#correct(reference, guessed);
    const match = builtinType(name.localName);
    if (match === undefined) {
      const meant = this.#reporter.missing?.has(name.namespace) ? undefined : misspeltBuiltin(name.localName);
      return this.#correct(reference, meant);
    }
    if (match.origin === '1.1') {
      const message = `xs:${name.localName} belongs to XML Schema 1.1; read as xs:${match.type}`;
      this.#complain('XSD_1_1', reference, message);
    }
    return match.type;
  }

  /** A built-in without the namespace of XML Schema, where no other schema can have a type of this name: by its exact name, or with a usual prefix. */
  #unprefixedBuiltin(reference: Reference): BuiltinTypeName | undefined {
    const { name, unbound } = reference;
    if (isSoapEncodingNamespace(name.namespace)) {
      return this.#correct(reference, misspeltEncodingType(name.localName));
    }
    const isOpen = unbound || name.namespace === '' || this.#table.hasNamespace(name.namespace);
    if (!isOpen || this.#reporter.missing?.has(name.namespace)) return undefined;
    const match = builtinType(name.localName);
    const exact = match?.origin === 'current' ? match.type : undefined;
    // The usual prefixes of XML Schema say what is meant, even if nothing declares them.
    const isPrefixed = unbound && /^xsd?:/i.test(reference.text ?? '');
    const meant = exact ?? (isPrefixed ? misspeltBuiltin(name.localName) : undefined);
    return this.#correct(reference, meant);
  }

  #correct(reference: Reference, meant: BuiltinTypeName | undefined): BuiltinTypeName | undefined {
    if (meant === undefined) return undefined;
    this.#corrected.add(reference);
    const message = `type ${writtenName(reference)} is not declared; xs:${meant} is meant`;
    this.#complain('REFERENCE_CORRECTED', reference, message);
    return meant;
  }

  #component<K extends 'element' | 'group' | 'attributeGroup'>(
    kind: K,
    code: DiagnosticCode,
    reference: Reference,
  ): FoundComponent<K> | undefined {
    return this.#declared(kind, reference) ?? this.#unresolved(code, kind, reference);
  }

  #declared<K extends 'element' | 'attribute' | 'group' | 'attributeGroup'>(
    kind: K,
    reference: Reference,
  ): FoundComponent<K> | undefined {
    return (
      this.#find(kind, reference, (name) => this.#table.find(kind, name)) ??
      this.#misspelt(kind, reference, (name) => this.#table.find(kind, name))
    );
  }

  /**
   * The meaning of a `ref` that names only a type: an element or attribute of this type, which has the name beside the reference, otherwise
   * that of the reference. A built-in type has no such name.
   */
  #ofType(
    kind: 'element' | 'attribute',
    reference: Reference,
    beside: ExpandedName | undefined,
  ): OfType | undefined {
    if (reference.unbound) return undefined;
    const name = beside ?? reference.name;
    const type = this.typeNamed(reference.name);
    if (type === undefined || !isNCName(name.localName)) return undefined;
    if (beside === undefined && typeof type === 'string') return undefined;
    const message = `${kind} ${clarkName(reference.name)} is not declared; ${kind} "${name.localName}" of the type of this name is meant`;
    this.#complain('REFERENCE_CORRECTED', reference, message);
    return { name, type };
  }

  /** A group by name; inside its own redefinition, the original definition. */
  #group<K extends 'group' | 'attributeGroup'>(
    kind: K,
    code: DiagnosticCode,
    reference: Reference,
    within: Component | undefined,
  ): FoundComponent<K> | undefined {
    if (within?.redefines === undefined || !isSameName(reference.name, within.name)) {
      return this.#component(kind, code, reference);
    }
    const component = within.redefines.original;
    return component?.declaration === undefined
      ? this.#unresolved(code, `the original of ${describeComponent(within)}: ${kind}`, reference)
      : { component, declaration: component.declaration as FoundComponent<K>['declaration'] };
  }

  /** Looks `reference` up, also under the names that the author may mean. */
  #find<T>(
    kind: Component['kind'],
    reference: Reference,
    look: (name: ExpandedName) => T | undefined,
  ): T | undefined {
    const found = reference.unbound ? undefined : look(reference.name);
    if (found !== undefined) return found;
    const own = reference.ownNamespace === undefined ? undefined : look(reference.ownNamespace);
    if (own !== undefined && reference.ownNamespace !== undefined) {
      const message = `${describe(reference)} is not declared; read as ${clarkName(reference.ownNamespace)}`;
      this.#complain('OWN_NAMESPACE_ASSUMED', reference, message);
      return own;
    }
    const meant = this.#meant(kind, reference);
    const corrected = meant === undefined ? undefined : look(meant);
    if (meant !== undefined && corrected !== undefined) {
      const message = `${kind} ${writtenName(reference)} is not declared; ${clarkName(meant)} is meant`;
      this.#complain('REFERENCE_CORRECTED', reference, message);
    }
    return corrected;
  }

  /**
   * The only component with the local name of a reference that leads nowhere (MO-4). A namespace whose document is missing is not
   * looked beyond. The namespace of an element or attribute is on the wire, so another one is used only if no schema has it.
   */
  #meant(kind: Component['kind'], { name, unbound }: Reference): ExpandedName | undefined {
    const onTheWire = kind === 'element' || kind === 'attribute';
    const mayBeRight =
      this.#reporter.missing?.has(name.namespace) === true ||
      (onTheWire && this.#table.hasNamespace(name.namespace));
    return mayBeRight && !unbound ? undefined : this.#table.onlyNamed(kind, name.localName);
  }

  /** The only component of the namespace whose name differs from a reference in case alone (MO-4). */
  #misspelt<T>(
    kind: Component['kind'],
    reference: Reference,
    look: (name: ExpandedName) => T | undefined,
  ): T | undefined {
    const { name, unbound } = reference;
    if (unbound || this.#reporter.missing?.has(name.namespace)) return undefined;
    const meant = this.#table.onlySpelt(kind, name);
    const found = meant === undefined ? undefined : look(meant);
    if (meant !== undefined && found !== undefined) {
      const message = `${kind} ${writtenName(reference)} is not declared; ${clarkName(meant)} is meant`;
      this.#complain('REFERENCE_CORRECTED', reference, message);
    }
    return found;
  }

  #once<T>(reference: Reference, answer: () => T): T {
    if (this.#answers.has(reference)) return this.#answers.get(reference) as T;
    const found = answer();
    if (reference.spelledOut) {
      const message = `${writtenName(reference)} is no QName; read as ${clarkName(reference.name)}`;
      this.#complain('REFERENCE_CORRECTED', reference, message);
    }
    this.#answers.set(reference, found);
    return found;
  }

  #unresolved(code: DiagnosticCode, what: string, reference: Reference): undefined {
    if (reference.unbound) {
      const message = `the prefix of "${reference.text ?? ''}" is not declared; nothing can be found by this name`;
      this.#complain('UNBOUND_PREFIX', reference, message);
      return;
    }
    const { location, component, name } = reference;
    const message = `${what} ${clarkName(name)} is not declared in any schema`;
    const finding = diagnose(code, location, message, component);
    this.#reporter.lose?.(name.namespace, finding);
    this.#reporter.report(finding);
  }

  #complain(code: DiagnosticCode, { location, component }: Reference, message: string): void {
    this.#reporter.report(diagnose(code, location, message, component));
  }
}

/** How many elements that name each other in place of types are followed. */
const MAX_ELEMENTS_IN_A_ROW = 20;

/** The name as written if its prefix is unbound, otherwise the expanded name. */
function writtenName({ name, text }: Reference): string {
  return text === undefined ? clarkName(name) : `"${text}"`;
}

/** The name as written, and the resulting namespace. */
function describe({ name: { namespace, localName } }: Reference): string {
  return namespace === '' ? `"${localName}" in no namespace` : `"${localName}" in ${namespace}`;
}

function isSameName(a: ExpandedName, b: ExpandedName): boolean {
  return a.localName === b.localName && a.namespace === b.namespace;
}

/** Whether `slot` holds a complex type, judged by its node, because it may not have been read yet. */
export function isComplexSlot(slot: TypeSlot): boolean {
  return slot.narrows === undefined && slot.node.name.localName === 'complexType';
}

/** The target of `type=` or of the anonymous type. */
export function useTarget(references: References, use: TypeUse): TypeTarget {
  return use.kind === 'inline' ? use.slot : references.type(use.reference);
}

/** The model's reference to `target` where any type is allowed; MO-4 if it is missing. */
export function anyTypeReference(target: TypeTarget): TypeReference {
  if (typeof target === 'string') return target;
  return target?.index ?? 'anyType';
}

/** The declaration's note on its type (MO-4): that it is missing, and so not xs:anyType, or that its name was corrected. */
export interface TypeMark {
  readonly unknownType?: true;
  readonly correctedType?: true;
}

/** The mark of a type that is used as it is named. */
export const NO_MARK: TypeMark = {};
const UNKNOWN: TypeMark = { unknownType: true };
const CORRECTED: TypeMark = { correctedType: true };

/** The mark of a declaration with this `type=`, whose target has been looked up. */
export function typeMark(references: References, use: TypeUse | undefined, target: TypeTarget): TypeMark {
  if (typeof target !== 'string') return target?.index === undefined ? UNKNOWN : NO_MARK;
  return use?.kind === 'reference' && references.isCorrected(use.reference) ? CORRECTED : NO_MARK;
}

/**
 * The model's reference to `target` where only a simple type is allowed: an attribute, a list item, a union member. A complex type
 * there is reported; if its content is simple, the caller can use that.
 */
export function simpleTypeReference(
  reporter: LinkReporter,
  target: TypeTarget,
  at: Pick<Reference, 'location' | 'component'>,
): TypeReference {
  if (typeof target === 'string') return target === 'anyType' ? 'anySimpleType' : target;
  if (target?.index === undefined) return 'anySimpleType';
  if (!isComplexSlot(target)) return target.index;
  reporter.report(
    'WRONG_KIND_OF_TYPE',
    at,
    'a complex type is used where only a simple type is allowed; read as xs:anySimpleType',
  );
  return 'anySimpleType';
}
