import type { BuiltinTypeName, Diagnostic, DiagnosticCode, TypeReference } from '@soapstone/soap-model';
import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';
import type { Limits } from '../../limits.js';
import { builtinType, soapEncodingSimpleType } from '../builtin-types.js';
import { isObsoleteXsdNamespace, isSoapEncodingNamespace, isXsdNamespace } from '../namespaces.js';
import type { Reference, TypeSlot, TypeUse } from '../read/declarations.js';
import { type Component, describeComponent } from '../read/schema.js';
import type { ComponentTable, FoundComponent } from './component-table.js';
import type { QNameValues } from './values.js';

/** What a type reference leads to; `undefined` where nothing is found. */
export type TypeTarget = BuiltinTypeName | TypeSlot | undefined;

/** Everything that linking shares. */
export interface LinkContext {
  readonly table: ComponentTable;
  readonly references: References;
  readonly qnameValues: QNameValues;
  readonly limits: Limits;
  report(code: DiagnosticCode, at: Pick<Reference, 'location' | 'component'>, message: string): void;
}

/** Finds components by reference. Each reference is looked up, and complained about, once. */
export interface References {
  /** The type, or `undefined` with UNRESOLVED_TYPE. */
  type(reference: Reference): TypeTarget;
  /** The base that `slot` derives from: inside xs:redefine the own name means the original. */
  base(reference: Reference, slot: TypeSlot): TypeTarget;
  element(reference: Reference): FoundComponent<'element'> | undefined;
  attribute(reference: Reference): FoundComponent<'attribute'> | undefined;
  /** The group, or attribute group, that `within` refers to; for the rest as `base`. */
  group(reference: Reference, within: Component | undefined): FoundComponent<'group'> | undefined;
  attributeGroup(
    reference: Reference,
    within: Component | undefined,
  ): FoundComponent<'attributeGroup'> | undefined;
  /** The type of that name, without a complaint. */
  typeNamed(name: ExpandedName): TypeTarget;
}

/** `obsoleteFiles` names the files that are known to use a draft of XML Schema: it is said once for each. */
export function createReferences(
  table: ComponentTable,
  { report, lose }: { report(diagnostic: Diagnostic): void; lose?(namespace: string): void },
  obsoleteFiles: Set<string>,
): References {
  const answers = new Map<Reference, unknown>();

  const once = <T>(reference: Reference, answer: () => T): T => {
    if (answers.has(reference)) return answers.get(reference) as T;
    const found = answer();
    answers.set(reference, found);
    return found;
  };
  const complain = (code: DiagnosticCode, { location, component }: Reference, message: string): void => {
    report(diagnose(code, location, message, component));
  };

  /** Look `reference` up, in the target namespace too where the author may mean it. */
  const find = <T>(reference: Reference, look: (name: ExpandedName) => T | undefined): T | undefined => {
    if (reference.unbound) return undefined;
    const found = look(reference.name);
    if (found !== undefined || reference.ownNamespace === undefined) return found;
    const own = look(reference.ownNamespace);
    if (own !== undefined) {
      complain(
        'OWN_NAMESPACE_ASSUMED',
        reference,
        `${describe(reference)} names nothing; read as ${clarkName(reference.ownNamespace)}`,
      );
    }
    return own;
  };
  const unresolved = (code: DiagnosticCode, what: string, reference: Reference): undefined => {
    // An unbound prefix has been reported already.
    if (!reference.unbound) {
      lose?.(reference.name.namespace);
      complain(code, reference, `${what} ${clarkName(reference.name)} is not declared in any schema`);
    }
    return undefined;
  };

  const builtin = (reference: Reference): BuiltinTypeName | undefined => {
    const { name, location } = reference;
    if (!isXsdNamespace(name.namespace)) return undefined;
    if (isObsoleteXsdNamespace(name.namespace) && !obsoleteFiles.has(location.file)) {
      obsoleteFiles.add(location.file);
      complain('OBSOLETE_XSD', reference, `${name.namespace} is a draft of XML Schema`);
    }
    // A draft's type under the namespace of 2001 can mean only one thing.
    const match = builtinType(name.localName);
    if (match?.origin === '1.1') {
      complain('XSD_1_1', reference, `xs:${name.localName} is of XML Schema 1.1; read as xs:${match.type}`);
    } else if (match?.origin === 'obsolete' && !isObsoleteXsdNamespace(name.namespace)) {
      complain('OBSOLETE_XSD', reference, `${name.localName} is a type of a draft; read as xs:${match.type}`);
    }
    return match?.type;
  };
  const typeNamed = (name: ExpandedName): TypeTarget => {
    if (isXsdNamespace(name.namespace)) {
      const match = builtinType(name.localName);
      if (match !== undefined) return match.type;
    }
    // SC-1: whichever copy of the encoding schema is loaded, its simple types count as those of XML Schema.
    if (isSoapEncodingNamespace(name.namespace)) {
      const type = soapEncodingSimpleType(name.localName);
      if (type !== undefined) return type;
    }
    return table.find('type', name)?.declaration.slot;
  };
  const type = (reference: Reference, code: DiagnosticCode): TypeTarget =>
    builtin(reference) ?? find(reference, typeNamed) ?? unresolved(code, 'type', reference);

  /** The definition that a redefinition starts from; `undefined` means: not a self-reference. */
  const selfReference = (
    reference: Reference,
    within: Component | undefined,
  ): { original: Component | undefined } | undefined =>
    within?.redefines !== undefined && isSameName(reference.name, within.name)
      ? { original: within.redefines.original }
      : undefined;

  const member = <K extends 'group' | 'attributeGroup'>(
    kind: K,
    code: DiagnosticCode,
    reference: Reference,
    within: Component | undefined,
  ): FoundComponent<K> | undefined =>
    once(reference, () => {
      const self = selfReference(reference, within);
      if (self === undefined) {
        return find(reference, (name) => table.find(kind, name)) ?? unresolved(code, kind, reference);
      }
      const component = self.original;
      return component?.declaration === undefined
        ? unresolved(code, `the original of ${describeComponent(within!)}: ${kind}`, reference)
        : { component, declaration: component.declaration as FoundComponent<K>['declaration'] };
    });

  return {
    type(reference) {
      const { name, unbound } = reference;
      // What a schema declares is found again as fast as remembered; only complaints must not be repeated.
      const declared = unbound || isXsdNamespace(name.namespace) ? undefined : typeNamed(name);
      return declared ?? once(reference, () => type(reference, 'UNRESOLVED_TYPE'));
    },
    base: (reference, slot) =>
      once(reference, () =>
        slot.redefines !== undefined && isSameName(reference.name, slot.redefines.name)
          ? (slot.redefines.original ?? unresolved('UNRESOLVED_BASE_TYPE', 'the original of type', reference))
          : type(reference, 'UNRESOLVED_BASE_TYPE'),
      ),
    element: (reference) =>
      once(
        reference,
        () =>
          find(reference, (name) => table.find('element', name)) ??
          unresolved('UNRESOLVED_ELEMENT', 'element', reference),
      ),
    attribute: (reference) =>
      once(
        reference,
        () =>
          find(reference, (name) => table.find('attribute', name)) ??
          unresolved('UNRESOLVED_ATTRIBUTE', 'attribute', reference),
      ),
    group: (reference, within) => member('group', 'UNRESOLVED_GROUP', reference, within),
    attributeGroup: (reference, within) =>
      member('attributeGroup', 'UNRESOLVED_ATTRIBUTE_GROUP', reference, within),
    typeNamed,
  };
}

/** The name as it is written, and what namespace that puts it in. */
function describe({ name: { namespace, localName } }: Reference): string {
  return namespace === '' ? `"${localName}" in no namespace` : `"${localName}" in ${namespace}`;
}

function isSameName(a: ExpandedName, b: ExpandedName): boolean {
  return a.localName === b.localName && a.namespace === b.namespace;
}

/** Whether `slot` holds a complex type, told from its node: it may not have been read. */
export function isComplexSlot(slot: TypeSlot): boolean {
  return slot.narrows === undefined && slot.node.name.localName === 'complexType';
}

/** The target of `type=` or of the anonymous type. */
export function useTarget(references: References, use: TypeUse): TypeTarget {
  return use.kind === 'inline' ? use.slot : references.type(use.reference);
}

/** The model's reference to `target` where any type may stand; MO-4 for one that is not there. */
export function anyTypeReference(target: TypeTarget): TypeReference {
  if (typeof target === 'string') return target;
  return target?.index ?? 'anyType';
}

/**
 * The model's reference to `target` where only a simple type may stand: an attribute, a list item, a union member. A
 * complex type there is a diagnostic; where its content is simple the caller can still use that.
 */
export function simpleTypeReference(
  context: LinkContext,
  target: TypeTarget,
  at: Pick<Reference, 'location' | 'component'>,
): TypeReference {
  if (typeof target === 'string') return target === 'anyType' ? 'anySimpleType' : target;
  if (target?.index === undefined) return 'anySimpleType';
  if (!isComplexSlot(target)) return target.index;
  context.report(
    'WRONG_KIND_OF_TYPE',
    at,
    'a complex type stands where only a simple type can; read as xs:anySimpleType',
  );
  return 'anySimpleType';
}
