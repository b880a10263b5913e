import { defined } from '@soapstone/options/defined';
import type { Diagnostic, ServiceModel, WsdlService } from '@soapstone/soap-model';
import { diagnose } from './diagnostics.js';
import type { LoadedDocument } from './documents/load-documents.js';
import { refusal } from './errors.js';
import { type ParseLimits, raisedBy } from './limits.js';
import { type PolicyTable, readPolicyTable } from './policy/table.js';
import type { LinkedSchema } from './schema/link-schema.js';
import type { LinkContext } from './wsdl/link/link-context.js';
import { createPartLinker, type PartLinker } from './wsdl/link/link-parts.js';
import { linkServices } from './wsdl/link/link-services.js';
import { readDefinitions } from './wsdl/read/read-definitions.js';
import { linkServices20 } from './wsdl20/link-services.js';
import { readDescription } from './wsdl20/read-description.js';
import type { XmlElement } from './xml/element.js';

/** The part of a model that depends on the WSDL version. */
type Described = Pick<ServiceModel, 'name' | 'targetNamespace' | 'documentation' | 'services'>;

/**
 * Reads the WSDL documents of a description and links them with its schema into a model that exposes nothing yet.
 *
 * The first document determines the WSDL version. A document of the other version is reported and skipped, because neither
 * specification defines such an import.
 *
 * @throws {WsdlError} `REQUIRED_EXTENSION`, `LIMIT_EXCEEDED`
 */
export function linkWsdl(
  documents: readonly LoadedDocument[],
  schema: LinkedSchema,
  context: LinkContext,
): ServiceModel {
  const version = documents[0]?.kind === 'wsdl20' ? 'wsdl20' : 'wsdl11';
  const roots: XmlElement[] = [];
  for (const { kind, root } of documents) {
    if (kind === version) roots.push(root);
    else if (kind === 'wsdl11' || kind === 'wsdl20') {
      context.report(
        diagnose('UNUSUAL_IMPORT', root.location, 'WSDL 1.1 and 2.0 do not mix: the document is not read'),
      );
    }
  }
  const parts = createPartLinker(schema, context);
  const policies = readPolicyTable(documents.filter(({ kind }) => kind !== 'schema').map(({ root }) => root));
  const link = version === 'wsdl11' ? linkDefinitions : linkDescriptions;
  const described = link(roots, policies, parts, context);
  const { set } = schema;
  const untyped = parts.untyped();
  return {
    modelVersion: 1,
    wsdlVersion: version === 'wsdl11' ? '1.1' : '2.0',
    ...described,
    schema: untyped.length === 0 ? set : { ...set, elements: [...set.elements, ...untyped] },
    exposed: [],
  };
}

function linkDefinitions(
  roots: readonly XmlElement[],
  policies: PolicyTable,
  parts: PartLinker,
  context: LinkContext,
): Described {
  const report = (diagnostic: Diagnostic): void => context.report(diagnostic);
  const definitions = roots.map((root) => readDefinitions(root, policies, report));
  countOperations(
    definitions.flatMap((d) => d.portTypes).map((p) => p.operations),
    roots,
    context.limits,
  );
  const { name, targetNamespace, documentation } = definitions[0] ?? { targetNamespace: '' };
  return describe(linkServices(definitions, parts, context), targetNamespace, documentation, name);
}

function linkDescriptions(
  roots: readonly XmlElement[],
  policies: PolicyTable,
  parts: PartLinker,
  context: LinkContext,
): Described {
  const report = (diagnostic: Diagnostic): void => context.report(diagnostic);
  const descriptions = roots.map((root) => readDescription(root, policies, report));
  countOperations(
    descriptions.flatMap((d) => d.interfaces).map((i) => i.operations),
    roots,
    context.limits,
  );
  const { targetNamespace, documentation } = descriptions[0] ?? { targetNamespace: '' };
  return describe(linkServices20(descriptions, parts, context), targetNamespace, documentation);
}

function describe(
  services: readonly WsdlService[],
  targetNamespace: string,
  documentation?: string,
  name?: string,
): Described {
  return {
    ...defined({ name }),
    targetNamespace,
    ...defined({ documentation }),
    services,
  };
}

function countOperations(
  lists: readonly (readonly unknown[])[],
  roots: readonly XmlElement[],
  limits: ParseLimits,
): void {
  const count = lists.reduce((sum, operations) => sum + operations.length, 0);
  const [root] = roots;
  if (root === undefined || count <= limits.operations) return;
  throw refusal(
    'LIMIT_EXCEEDED',
    root.location,
    `the description has ${count} operations: the limit is ${limits.operations}${raisedBy('operations')}`,
  );
}
