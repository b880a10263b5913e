import type {
  AttributeDeclaration,
  Diagnostic,
  ElementDeclaration,
  ExpandedName,
  SchemaSet,
  SchemaType,
  TypeReference,
} from '@soapstone/soap-model';
import { diagnose } from '../diagnostics.js';
import type { ParseLimits } from '../limits.js';
import type { SchemaDocument } from '../schema-document.js';
import { createComponentTable } from './link/component-table.js';
import { createGlobalDeclarations } from './link/elements.js';
import type { LinkContext } from './link/link-context.js';
import { anyTypeReference, createReferences } from './link/references.js';
import { createTypeLinker } from './link/types.js';
import { createQNameValues } from './link/values.js';
import { isObsoleteXsdNamespace } from './namespaces.js';

/** The linked components of a set of schemas. */
export interface LinkedSchema {
  /** Complete as far as requested: `element` and `type` may append bundled components. */
  readonly set: SchemaSet;
  /** The global element of that name, including bundled schemas (Annex A). */
  element(name: ExpandedName): ElementDeclaration | undefined;
  /** The type of that name: a built-in of XML Schema, a type of the set, or a bundled one. */
  type(name: ExpandedName): TypeReference | undefined;
}

/** The input of schema linking, besides the documents. */
export interface SchemaContext {
  readonly limits: ParseLimits;
  /** The namespaces that missing documents declare. Default: none. */
  readonly missing?: ReadonlySet<string>;
  report(diagnostic: Diagnostic): void;
  /** Receives the namespace of each unresolved reference. */
  lose?(namespace: string, finding: Diagnostic): void;
}

/**
 * Reads `documents` and everything that they refer to as one set of schemas, and links every component (MO-1 to MO-7). Unresolved
 * references are reported and degrade as MO-4 says; the content of a document never causes an exception. Components are in document
 * order. The time is linear in the size of the documents and of the effective content.
 */
export function linkSchema(documents: readonly SchemaDocument[], context: SchemaContext): LinkedSchema {
  const all = withReferences(documents);
  const obsoleteFiles = reportObsoleteSchemas(all, context.report);
  const table = createComponentTable(all, context);
  const report: LinkContext['report'] = (code, { location, component }, message) =>
    context.report(diagnose(code, location, message, component));
  const references = createReferences(table, context, obsoleteFiles);
  const linkContext: LinkContext = {
    table,
    references,
    qnameValues: createQNameValues(references),
    limits: context.limits,
    report,
  };
  const globals = createGlobalDeclarations(linkContext);
  const linkTypes = createTypeLinker(linkContext, globals);

  const elements: ElementDeclaration[] = [];
  const attributes: AttributeDeclaration[] = [];
  const types: SchemaType[] = [];
  /** Links what was read since the last call. Linking may request bundled components, which are read then. */
  const settle = (): void => {
    do {
      for (const found of table.elements.slice(elements.length)) elements.push(globals.element(found));
      for (const found of table.attributes.slice(attributes.length)) {
        const { name, type } = globals.attribute(found);
        attributes.push({ name, type });
      }
      linkTypes(types);
    } while (
      elements.length < table.elements.length ||
      attributes.length < table.attributes.length ||
      types.length < table.slots.length
    );
  };
  settle();

  return {
    set: { types, elements, attributes },
    element(name) {
      const found = table.find('element', name);
      if (found === undefined) return undefined;
      const declaration = globals.element(found);
      settle();
      return declaration;
    },
    type(name) {
      const target = references.typeNamed(name);
      if (target === undefined) return undefined;
      settle();
      return anyTypeReference(target);
    },
  };
}

/** Reports which files use a draft of XML Schema (Annex A), once per file. */
function reportObsoleteSchemas(
  documents: readonly SchemaDocument[],
  report: (diagnostic: Diagnostic) => void,
): Set<string> {
  const files = new Set<string>();
  for (const { root } of documents) {
    const { namespace } = root.name;
    if (!isObsoleteXsdNamespace(namespace) || files.has(root.location.file)) continue;
    files.add(root.location.file);
    report(diagnose('OBSOLETE_XSD', root.location, `${namespace} is a draft of XML Schema`));
  }
  return files;
}

/** `documents` and everything that they refer to, each once, in the order of discovery. */
function withReferences(documents: readonly SchemaDocument[]): readonly SchemaDocument[] {
  const all = new Set(documents);
  // The set grows while it is iterated.
  for (const document of all) for (const next of document.references.values()) all.add(next);
  return [...all];
}
