import type { Diagnostic, ExpandedName } from '@soapstone/soap-model';
import { defined } from '@soapstone/soap-model/defined';
import { diagnose } from '../../diagnostics.js';
import type { SchemaDocument } from '../../documents/schema-document.js';
import { attribute, type XmlElement } from '../../xml/element.js';
import { isObsoleteXsdNamespace } from '../namespaces.js';
import type { Reference, SchemaReader, TypeSlot } from './declarations.js';
import { createNameTable } from './name-table.js';

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
    ...defined({ owner, narrows }),
  };
  reader.inlineTypes.push(slot);
  return slot;
}
