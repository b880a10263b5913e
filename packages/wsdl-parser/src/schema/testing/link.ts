import type { Diagnostic } from '@soapstone/soap-model';
import { readXmlWithSaxes } from '../../engine/saxes.js';
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from '../../limits.js';
import type { SchemaDocument } from '../../schema-document.js';
import type { XmlElement } from '../../xml/element.js';
import { BUNDLED_FILE_PREFIX, bundledSchema } from '../bundled/index.js';
import { type LinkedSchema, linkSchema } from '../link-schema.js';

/** For tests only: reads schema text into a `SchemaDocument`, and links documents and their diagnostics. */

export interface LinkResult extends LinkedSchema {
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads one schema document. References to others are added by `includes`. */
export function schemaDocument(text: string, file = 'test.xsd', targetNamespace?: string): SchemaDocument {
  const root = readElement(text, file);
  const own = root.attributes.find(({ name }) => name.localName === 'targetNamespace')?.value ?? '';
  return {
    root,
    targetNamespace: own === '' ? (targetNamespace ?? '') : own,
    chameleon: own === '' && targetNamespace !== undefined,
    references: new Map(),
  };
}

/** Says where the `schemaLocation`s of `document` lead. */
export function referTo(
  document: SchemaDocument,
  targets: Readonly<Record<string, SchemaDocument>>,
): SchemaDocument {
  const references = document.references as Map<XmlElement, SchemaDocument>;
  for (const child of document.root.children) {
    const location = child.attributes.find(({ name }) => name.localName === 'schemaLocation')?.value;
    const target = location === undefined ? undefined : targets[location];
    if (target !== undefined) references.set(child, target);
  }
  return document;
}

/** Links `documents` followed by the bundled schemas of `bundled`. */
export function link(
  documents: readonly SchemaDocument[],
  options: { limits?: Partial<ParseLimits>; bundled?: readonly string[]; missing?: readonly string[] } = {},
): LinkResult {
  const diagnostics: Diagnostic[] = [];
  const bundled = (options.bundled ?? []).map((namespace) =>
    schemaDocument(bundledSchema(namespace)!, `${BUNDLED_FILE_PREFIX}${namespace}`),
  );
  const linked = linkSchema([...documents, ...bundled], {
    report: (diagnostic) => diagnostics.push(diagnostic),
    limits: { ...DEFAULT_PARSE_LIMITS, ...options.limits },
    missing: new Set(options.missing),
  });
  return {
    get set() {
      return linked.set;
    },
    element: linked.element,
    type: linked.type,
    diagnostics,
  };
}

/** Wrap declarations into a schema of `urn:t` with qualified elements; `t:` and `xs:` are bound, as are `attributes`. */
export function schema(declarations: string, attributes = ''): SchemaDocument {
  return schemaDocument(
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified" ${attributes}>\n${declarations}\n</xs:schema>`,
  );
}

function readElement(text: string, file: string): XmlElement {
  return readXmlWithSaxes(
    { text, file, entities: new Map() },
    {
      limits: { ...DEFAULT_PARSE_LIMITS, depth: 100_000 },
      elementsLeft: { count: 10_000_000 },
      report: (diagnostic) => {
        throw new Error(diagnostic.message);
      },
    },
  );
}
