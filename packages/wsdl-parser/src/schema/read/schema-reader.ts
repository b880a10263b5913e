import type { Diagnostic, DiagnosticCode, ExpandedName, SourceLocation } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';
import type { SchemaDocument } from '../../documents/schema-document.js';
import { attribute, type XmlElement } from '../../xml/element.js';
import { isObsoleteXsdNamespace } from '../namespaces.js';
import type { Reference, TypeSlot } from './declarations.js';
import { createNameTable, type NameTable } from './name-table.js';

/** The context of reading one `xs:schema`: its defaults, the diagnostics, and the anonymous types encountered. */
export interface SchemaReader {
  readonly document: SchemaDocument;
  readonly targetNamespace: string;
  readonly names: NameTable;
  /** `elementFormDefault="qualified"`, `attributeFormDefault="qualified"` (MO-7). */
  readonly elementsQualified: boolean;
  readonly attributesQualified: boolean;
  readonly blockDefault: string;
  readonly finalDefault: string;
  /** The schema uses a draft of 1999 or 2000, so that vocabulary is understood too (Annex A). */
  readonly obsolete: boolean;
  /** A description of the global component being read. */
  component: string;
  /** The anonymous types encountered in it, in document order. */
  inlineTypes: TypeSlot[];
  report(code: DiagnosticCode, location: SourceLocation, message: string): void;
}

/** Creates the reader of `document`. */
export function schemaReader(
  document: SchemaDocument,
  report: (diagnostic: Diagnostic) => void,
): SchemaReader {
  const { root, targetNamespace } = document;
  const reader: SchemaReader = {
    document,
    targetNamespace,
    names: createNameTable(),
    elementsQualified: attribute(root, 'elementFormDefault')?.trim() === 'qualified',
    attributesQualified: attribute(root, 'attributeFormDefault')?.trim() === 'qualified',
    blockDefault: attribute(root, 'blockDefault') ?? '',
    finalDefault: attribute(root, 'finalDefault') ?? '',
    obsolete: isObsoleteXsdNamespace(root.name.namespace),
    component: targetNamespace === '' ? 'schema' : `schema ${targetNamespace}`,
    inlineTypes: [],
    report(code, location, message) {
      report(diagnose(code, location, message, reader.component));
    },
  };
  return reader;
}

/** Records an anonymous type, to be read after the component that contains it. */
export function inlineType(
  reader: SchemaReader,
  node: XmlElement,
  owner: ExpandedName | undefined,
  narrows?: Reference,
): TypeSlot {
  const slot: TypeSlot = {
    node,
    reader,
    ...(owner === undefined ? {} : { owner }),
    ...(narrows === undefined ? {} : { narrows }),
  };
  reader.inlineTypes.push(slot);
  return slot;
}
