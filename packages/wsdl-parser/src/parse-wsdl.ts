import {
  assertOptions,
  bytes,
  type Check,
  callback,
  flag,
  kindOf,
  members,
  oneOf,
  text,
  wrong,
} from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import type { Diagnostic, ServiceModel } from '@soapstone/soap-model';
import { clarkName, type SourceLocation } from '@soapstone/soap-model';
import { diagnose } from './diagnostics.js';
import { bundleResolver } from './documents/bundle.js';
import {
  type IncompleteOperation,
  incompleteOperations,
  type Loss,
} from './documents/incomplete-operations.js';
import { loadDocuments } from './documents/load-documents.js';
import { missingNamespaces, withLosses } from './documents/missing-documents.js';
import {
  findingByNamespace,
  namespaceFinderOf,
  type Resolver,
  type SourceDocument,
} from './documents/resolver.js';
import { buildSchemaDocuments, isBundledReference } from './documents/schema-documents.js';
import type { EngineContext, XmlEngine } from './engine/engine.js';
import { readXmlInJavaScript } from './engine/javascript.js';
import { isWsdlError, WsdlError } from './errors.js';
import { limitsWith, type ParseLimits, parseLimits } from './limits.js';
import { linkWsdl } from './link-wsdl.js';
import { TextEncoder } from './platform.js';
import { bundledSchema } from './schema/bundled/index.js';
import { bundledWsdl } from './schema/bundled/notification-wsdl.js';
import { reportEndlessTypes } from './schema/endless-types.js';
import { linkSchema } from './schema/link-schema.js';
import { type SelectionCriteria, selectionCriteria, selectOperations } from './select.js';

/** Options of `parseWsdl`. */
export interface ParseOptions {
  /** Loads every document, including the first one. */
  readonly resolve: Resolver;
  /** Limits that differ from `DEFAULT_PARSE_LIMITS`. */
  readonly limits?: Partial<Record<keyof ParseLimits, number | undefined>> | undefined;
  /** Whether to reject a description with an unresolved reference (MO-4) instead of degrading what refers to it. Default false. */
  readonly strict?: boolean | undefined;
  /**
   * The XML parser. `saxes`, the default, is pure JavaScript. `libxmljs2` is native code, must be installed separately, and is for
   * trusted documents. Both give the same model.
   */
  readonly engine?: 'saxes' | 'libxmljs2' | undefined;
  /** The services, ports and operations to expose (OP-1, OP-2). */
  readonly select?: SelectionCriteria | undefined;
}

/** Options of `parseWsdlText`. */
export interface ParseTextOptions extends Omit<ParseOptions, 'resolve'> {
  /** Loads the documents that the text imports. Default: every import fails. */
  readonly resolve?: Resolver | undefined;
  /** The address of the text: the base of relative locations. Default `service.wsdl`. */
  readonly location?: string | undefined;
}

const OPTIONS = {
  resolve: callback,
  limits: parseLimits,
  strict: flag,
  engine: oneOf('saxes', 'libxmljs2'),
  select: selectionCriteria,
};
const parseOptions: Check = members<ParseOptions>(OPTIONS, ['resolve']);
const textOptions: Check = members<ParseTextOptions>({
  ...OPTIONS,
  location: text,
});
const description: Check = (value) =>
  typeof value === 'string' || bytes(value).length === 0
    ? []
    : wrong(`expected a string or a Uint8Array, not ${kindOf(value)}`);

/** A parsed description. */
export interface ParsedWsdl {
  readonly model: ServiceModel;
  /** In reading order: the same documents give the same list. */
  readonly diagnostics: readonly Diagnostic[];
  /** The exposed operations that need a document that could not be loaded. */
  readonly incomplete: readonly IncompleteOperation[];
  /** The documents of the description as they arrived, the first one first. */
  readonly documents: readonly SourceDocument[];
}

/**
 * Reads the WSDL 1.1 or 2.0 description at `location`, with everything that it imports and includes, into a `ServiceModel`.
 *
 * Everything that can be served is served, with a diagnostic for everything that is lost. `location` must be understood by
 * `options.resolve`: an absolute URI, or the path of a file in a bundle.
 *
 * @throws {WsdlError} if the first document cannot be loaded or is not a description, if a limit is exceeded, if a required
 *   extension is unknown (R2026), if `strict` finds an unresolved reference, and if `select` matches nothing
 * @throws {OptionError} for an unknown option and for an unusable value
 *
 * @example
 * ```ts
 * const { location, resolve } = await openLocal('users.wsdl');
 * const { model, diagnostics } = await parseWsdl(location, { resolve });
 * ```
 */
export async function parseWsdl(location: string, options: ParseOptions): Promise<ParsedWsdl> {
  assertOptions(text, location, 'parseWsdl', 'location');
  assertOptions(parseOptions, options, 'parseWsdl');
  const limits = limitsWith(options.limits);
  const diagnostics = createDiagnosticList(limits.diagnostics);
  const lost = new Set<string>();
  const losses: Loss[] = [];
  const lose = (namespace: string, finding: Diagnostic): void => {
    lost.add(namespace);
    if (losses.length < limits.diagnostics) losses.push({ namespace, finding });
  };
  const context: EngineContext = {
    limits,
    elementsLeft: { count: limits.elements },
    report: diagnostics.report,
  };
  try {
    const engine = await loadEngine(options.engine ?? 'saxes');
    const graph = await loadDocuments(location, {
      resolve: withBundledWsdls(options.resolve),
      engine,
      context,
      isBundled: (reference) => isBundledReference(reference, bundledSchema),
    });
    const schemas = buildSchemaDocuments(graph, bundledSchema, context);
    const missing = missingNamespaces(graph, schemas);
    const linking = { report: diagnostics.report, lose, limits, missing };
    const schema = linkSchema(schemas, linking);
    const described = linkWsdl(graph.documents, schema, linking);
    const model = selectOperations(described, options.select);
    if (usesLiteral(model)) reportEndlessTypes(model.schema, graph.root.root.location, diagnostics.report);
    reportSelection(model, graph.root.root.location, diagnostics.report, options.select);
    if (options.strict === true) refuseUnresolved(diagnostics.list());
    const found = withLosses(diagnostics.list(), graph, schemas, lost);
    return {
      model,
      diagnostics: found,
      incomplete: incompleteOperations(model, losses, graph, found),
      documents: graph.sources,
    };
  } catch (error) {
    throw withFindings(error, diagnostics.list());
  }
}

/**
 * Reads a description that is a single text, or the bytes of one document. Imports are requested from `options.resolve`, if given,
 * with `options.location` as the base.
 *
 * @example
 * ```ts
 * const { model, diagnostics } = await parseWsdlText(await readFile('users.wsdl'));
 * ```
 */
export async function parseWsdlText(
  content: string | Uint8Array,
  options: ParseTextOptions = {},
): Promise<ParsedWsdl> {
  assertOptions(description, content, 'parseWsdlText', 'content');
  assertOptions(textOptions, options, 'parseWsdlText');
  const { location: given, resolve: imported, ...rest } = options;
  const { location, resolve } = openText(content, imported, given);
  return await parseWsdl(location, { ...rest, resolve });
}

/** A description that is a text, in the form that `parseWsdl` takes. */
export function openText(
  content: string | Uint8Array,
  imported: Resolver | undefined,
  location = 'service.wsdl',
): { readonly location: string; readonly resolve: Resolver } {
  const own = bundleResolver(new Map([['service.wsdl', content]]));
  return {
    location,
    resolve: async (uri, wanted) => {
      if (uri === location) return { ...(await own('service.wsdl')), uri: location };
      if (imported === undefined) throw new Error('only one document was given');
      return await imported(uri, wanted);
    },
  };
}

async function loadEngine(name: 'saxes' | 'libxmljs2'): Promise<XmlEngine> {
  if (name === 'saxes') return readXmlInJavaScript;
  const { loadLibxmljs2 } = await import('./engine/libxmljs2.js');
  return await loadLibxmljs2();
}

/** A list that keeps the first `limit` diagnostics and counts the rest. */
function createDiagnosticList(limit: number): {
  report: (diagnostic: Diagnostic) => void;
  list: () => readonly Diagnostic[];
} {
  const kept: Diagnostic[] = [];
  let dropped = 0;
  return {
    report(diagnostic) {
      if (kept.length < limit) kept.push(diagnostic);
      else dropped += 1;
    },
    list() {
      const last = kept.at(-1);
      if (dropped === 0 || last === undefined) return kept;
      return [...kept, diagnose('TOO_MANY_DIAGNOSTICS', last, `${dropped} more diagnostics are not kept`)];
    },
  };
}

/** Members of encoded messages are all optional, regardless of what their types say (EN-8). */
function usesLiteral({ services, exposed }: ServiceModel): boolean {
  return exposed.some(({ service, port, operation }) => {
    const found = services[service]?.ports[port]?.operations[operation];
    return found?.input.use === 'literal' || found?.output?.use === 'literal';
  });
}

/** Reports which operations could be exposed but are not, and under which names the others are exposed. */
function reportSelection(
  model: ServiceModel,
  start: SourceLocation,
  report: (diagnostic: Diagnostic) => void,
  criteria: SelectionCriteria | undefined,
): void {
  if (model.exposed.length === 0) report(diagnose('NO_SOAP_OPERATION', start, 'no operation can be offered'));
  const exposed = new Set(model.exposed.map((e) => e.service));
  for (const [index, service] of model.services.entries()) {
    const port = service.ports.find((p) => p.operations.length > 0);
    if (criteria !== undefined || exposed.has(index) || port?.location === undefined) continue;
    const what = `service ${clarkName(service.name)} is not the one that is exposed`;
    report(diagnose('SERVICE_NOT_SELECTED', port.location, what));
  }
  for (const { name, service, port, operation } of model.exposed) {
    const found = model.services[service]?.ports[port]?.operations[operation];
    if (found?.location === undefined || found.name === name) continue;
    const what = `the name ${found.name} is taken: the operation is offered as ${name}`;
    report(diagnose('OPERATION_RENAMED', found.location, what, `operation ${found.name}`));
  }
}

/** The references that `strict` rejects. */
function refuseUnresolved(diagnostics: readonly Diagnostic[]): void {
  const unresolved = diagnostics.find((d) => d.code.startsWith('UNRESOLVED_'));
  if (unresolved === undefined) return;
  const { file, line, column, message } = unresolved;
  throw new WsdlError({ code: 'STRICT', message: `${file}:${line}:${column}: ${message}`, diagnostics });
}

/** The error, with all earlier diagnostics. */
function withFindings(error: unknown, found: readonly Diagnostic[]): unknown {
  if (!isWsdlError(error) || error.code === 'STRICT' || found.length === 0) return error;
  const { code, message, diagnostics, cause } = error;
  return new WsdlError({
    code,
    message,
    diagnostics: [...found, ...diagnostics],
    ...defined({ cause }),
  });
}

/** Answers for the WSDLs that are bundled, like the schemas (MO-3), and asks `resolve` for everything else. */
function withBundledWsdls(resolve: Resolver): Resolver {
  const withOwn: Resolver = async (uri, wanted) => {
    const text = bundledWsdl(uri);
    return text === undefined ? await resolve(uri, wanted) : { bytes: new TextEncoder().encode(text) };
  };
  return findingByNamespace(withOwn, namespaceFinderOf(resolve));
}
