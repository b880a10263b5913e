import { defined } from '@soapstone/options/defined';
import type { Diagnostic, ExpandedName } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';
import type { SchemaDocument } from '../../schema-document.js';
import type { XmlElement } from '../../xml/element.js';
import { KEYWORDS } from '../../xml/keywords.js';
import { isObsoleteXsdNamespace } from '../namespaces.js';
import type { Reference, SchemaReader, TypeSlot } from './declarations.js';
import { derivationMethods, keywordAttribute } from './lexical.js';
import { meantType } from './meant-type.js';
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
    elementsQualified: false,
    attributesQualified: false,
    blockDefault: '',
    finalDefault: '',
    obsolete: isObsoleteXsdNamespace(root.name.namespace),
    component: targetNamespace === '' ? 'schema' : `schema ${targetNamespace}`,
    inlineTypes: [],
    report(code, location, message) {
      report(diagnose(code, location, message, reader.component));
    },
  };
  const isQualified = (name: string): boolean =>
    keywordAttribute(reader, root, name, KEYWORDS.form, 'unqualified') === 'qualified';
  return Object.assign(reader, {
    elementsQualified: isQualified('elementFormDefault'),
    attributesQualified: isQualified('attributeFormDefault'),
    blockDefault: derivationMethods(reader, root, 'blockDefault') ?? '',
    finalDefault: derivationMethods(reader, root, 'finalDefault') ?? '',
  });
}

/** Records an anonymous type, to be read after the component that contains it. */
export function inlineType(
  reader: SchemaReader,
  node: XmlElement,
  owner: ExpandedName | undefined,
  narrows?: Reference,
): TypeSlot {
  const slot: TypeSlot = {
    node: meantType(reader, node),
    reader,
    ...defined({ owner, narrows }),
  };
  reader.inlineTypes.push(slot);
  return slot;
}
