import { defined } from '@soapstone/options/defined';
import type { BuiltinTypeName, ElementDeclaration, Part } from '@soapstone/soap-model';
import { clarkName, type ExpandedName, type SourceLocation } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';
import {
  builtinType,
  guessedBuiltin,
  misspeltBuiltin,
  misspeltEncodingType,
} from '../../schema/builtin-types.js';
import type { LinkedSchema } from '../../schema/link-schema.js';
import { isSoapEncodingNamespace, isXsdNamespace } from '../../schema/namespaces.js';
import type { ComponentReference, MessagePart } from '../definitions.js';
import { lacksPrefix } from './component-table.js';
import type { ReferenceContext } from './link-context.js';

/** Resolves the references of message parts to schema components and records the declarations that it adds. */
export interface PartLinker {
  /**
   * The linked part. The same part is always the same object. What it lacks is reported once, and a correction once for each operation
   * (`user`, such as `operation Op`), because it concerns all of them.
   */
  link(part: MessagePart, user: string): Part;
  /** The name of the element that a reference means. If no schema declares it, it is declared from now on, untyped, and reported. */
  element(reference: ComponentReference, location: SourceLocation, user: string): ExpandedName;
  /** The declarations added for elements that no schema declares. */
  untyped(): readonly ElementDeclaration[];
}

/**
 * Creates the linker of a description.
 *
 * A part whose element no schema declares stays a part by element, because its name is what matters on the wire. The element is
 * then declared as `xs:anyType`, so that the schema knows every name in the model (MO-4).
 */
export function createPartLinker(
  schema: LinkedSchema,
  { report, lose, missing }: ReferenceContext,
): PartLinker {
  const linked = new Map<MessagePart, LinkedPart>();
  const untyped = new Map<string, ElementDeclaration>();
  /** Both are created for the first reference to a name that is not declared. */
  const byLocalName: Partial<Record<'element' | 'type', NameIndex>> = {};
  const bySpelling: Partial<Record<'element' | 'type', NameIndex>> = {};
  const namesOf = (kind: 'element' | 'type'): readonly ExpandedName[] =>
    kind === 'element'
      ? schema.set.elements.map((e) => e.name)
      : schema.set.types.flatMap((t) => (t.name === undefined ? [] : [t.name]));

  let namespaces: ReadonlySet<string> | undefined;
  /** A namespace without a present or missing schema: the prefix is bound to the wrong one. */
  const isForeign = (namespace: string): boolean => {
    namespaces ??= new Set([
      ...schema.set.elements.map((e) => e.name.namespace),
      ...schema.set.types.flatMap((t) => t.name?.namespace ?? []),
    ]);
    return !namespaces.has(namespace) && !missing.has(namespace);
  };

  /** The only name of the namespace that differs from a reference in case alone. */
  const misspelt = (
    kind: 'element' | 'type',
    written: ExpandedName,
    corrections: string[],
  ): ExpandedName | undefined => {
    if (missing.has(written.namespace)) return undefined;
    bySpelling[kind] ??= indexNames(namesOf(kind), spellingOf);
    const only = bySpelling[kind].get(spellingOf(written));
    if (only === undefined || only === 'several') return undefined;
    corrections.push(`${kind} ${clarkName(written)} is not declared; ${clarkName(only)} is meant`);
    return only;
  };

  /** The name that a reference with a missing or wrong prefix means: the only component with this local name. */
  const correct = (kind: 'element' | 'type', written: ExpandedName, corrections: string[]): ExpandedName => {
    // Only the name of an element is on the wire, so only that needs a namespace without any schema.
    const { namespace } = written;
    const isWrong = kind === 'element' ? isForeign(namespace) : !missing.has(namespace);
    if (!lacksPrefix(written) && !isWrong) return misspelt(kind, written, corrections) ?? written;
    byLocalName[kind] ??= indexNames(namesOf(kind), ({ localName }) => localName);
    const only = byLocalName[kind].get(written.localName);
    if (only === undefined || only === 'several') return misspelt(kind, written, corrections) ?? written;
    corrections.push(`${kind} ${clarkName(written)} is not declared; ${clarkName(only)} is meant`);
    return only;
  };

  const declared = (name: ExpandedName, location: SourceLocation, user: string): ExpandedName => {
    const key = clarkName(name);
    if (schema.element(name) === undefined && !untyped.has(key)) {
      untyped.set(key, {
        name,
        type: 'anyType',
        unknownType: true,
        nillable: false,
        abstract: false,
        block: [],
        location,
      });
      const finding = diagnose('UNRESOLVED_ELEMENT', location, `element ${key} is not declared`, user);
      lose(name.namespace, finding);
      report(finding);
    }
    return name;
  };

  /** The only possible meaning of a `type` without a declared type: the element of this name, or a misspelt built-in. */
  const meantByType = (
    part: MessagePart,
    common: Pick<Part, 'name' | 'documentation'>,
    corrections: string[],
  ) => {
    const name = part.type?.name;
    if (name === undefined) return undefined;
    if (schema.element(name) !== undefined) {
      corrections.push(otherKind('type', 'element', name));
      return { kind: 'element', ...common, element: name } as const;
    }
    const builtin = builtinMeant(name, missing);
    if (builtin === undefined) return undefined;
    corrections.push(`type ${clarkName(name)} is not declared; xs:${builtin} is meant`);
    return { kind: 'type', ...common, type: builtin, correctedType: true } as const;
  };

  const element = (
    reference: ComponentReference,
    location: SourceLocation,
    user: string,
    corrections: string[],
  ): ExpandedName => {
    const { name } = reference;
    const meant = schema.element(name) === undefined ? correct('element', name, corrections) : name;
    return declared(meant, location, user);
  };

  const linkPart = (part: MessagePart, corrections: string[]): Part => {
    spellOut(part.element ?? part.type, corrections);
    const { name, documentation, location } = part;
    const common = { name, ...defined({ documentation }) };
    const user = `part ${name}`;
    if (part.element !== undefined) {
      if (part.type !== undefined) {
        report(diagnose('PART_AMBIGUOUS', location, 'the part has both an element and a type', user));
      }
      const { name: written } = part.element;
      // A name that only a type has can mean nothing else.
      const byType = schema.element(written) === undefined ? schema.type(written) : undefined;
      if (byType !== undefined && part.type === undefined) {
        corrections.push(otherKind('element', 'type', written));
        return { kind: 'type', ...common, type: byType };
      }
      return { kind: 'element', ...common, element: element(part.element, location, user, corrections) };
    }
    const guessed = part.type === undefined ? undefined : guessedBuiltin(part.type.name);
    const type =
      part.type === undefined || guessed !== undefined
        ? undefined
        : (schema.type(part.type.name) ?? schema.type(correct('type', part.type.name, corrections)));
    if (type === undefined) {
      const meant = meantByType(part, common, corrections);
      if (meant !== undefined) return meant;
      const what =
        part.type === undefined
          ? 'the part has neither an element nor a type'
          : `type ${clarkName(part.type.name)} is not declared`;
      const finding = diagnose('UNRESOLVED_TYPE', location, what, user);
      if (part.type !== undefined) lose(part.type.name.namespace, finding);
      report(finding);
    }
    if (type === undefined) return { kind: 'type', ...common, type: 'anyType', unknownType: true };
    return { kind: 'type', ...common, type };
  };

  const reportCorrections = (
    corrections: readonly string[],
    location: SourceLocation,
    user: string,
  ): void => {
    for (const what of corrections) report(diagnose('REFERENCE_CORRECTED', location, what, user));
  };

  return {
    link(part, user) {
      let known = linked.get(part);
      if (known === undefined) {
        const corrections: string[] = [];
        known = { made: linkPart(part, corrections), corrections, users: new Set() };
        linked.set(part, known);
      }
      if (known.users.has(user)) return known.made;
      known.users.add(user);
      reportCorrections(known.corrections, part.location, user);
      return known.made;
    },
    element(reference, location, user) {
      const corrections: string[] = [];
      spellOut(reference, corrections);
      const name = element(reference, location, user, corrections);
      reportCorrections(corrections, location, user);
      return name;
    },
    untyped: () => [...untyped.values()],
  };
}

/** A linked part, what was corrected in it, and the operations that have been told. */
interface LinkedPart {
  readonly made: Part;
  readonly corrections: readonly string[];
  readonly users: Set<string>;
}

/** The finding for a name that is not a QName, but was read. */
function spellOut(reference: ComponentReference | undefined, corrections: string[]): void {
  if (!reference?.spelledOut) return;
  corrections.push(`"${reference.text.slice(0, 200)}" is no QName; read as ${clarkName(reference.name)}`);
}

function otherKind(written: 'element' | 'type', meant: 'element' | 'type', name: ExpandedName): string {
  return `${written} ${clarkName(name)} is not declared; the ${meant} of this name is meant`;
}

/** A misspelt built-in, or one by its exact name without the prefix of XML Schema. */
function builtinMeant(name: ExpandedName, missing: ReadonlySet<string>): BuiltinTypeName | undefined {
  if (isXsdNamespace(name.namespace)) return guessedBuiltin(name) ?? misspeltBuiltin(name.localName);
  if (isSoapEncodingNamespace(name.namespace)) return misspeltEncodingType(name.localName);
  const match = missing.has(name.namespace) ? undefined : builtinType(name.localName);
  return match?.origin === 'current' ? match.type : undefined;
}

/** The only name with a key, or a marker that there are several. */
type NameIndex = ReadonlyMap<string, ExpandedName | 'several'>;

function indexNames(names: readonly ExpandedName[], keyOf: (name: ExpandedName) => string): NameIndex {
  const index = new Map<string, ExpandedName | 'several'>();
  for (const name of names) {
    const key = keyOf(name);
    index.set(key, index.has(key) ? 'several' : name);
  }
  return index;
}

/** The common form of names that differ in case alone. */
function spellingOf(name: ExpandedName): string {
  return clarkName(name).toLowerCase();
}
