import type { SourceLocation } from '@soapstone/soap-model';
import type { Attribute, Element } from 'libxmljs2';
import { refusal, WsdlError } from '../errors.js';
import { type ParseLimits, raisedBy } from '../limits.js';
import type { XmlElement } from '../xml/element.js';
import { createEntityExpander } from '../xml/entities.js';
import { linePosition } from '../xml/line-positions.js';
import type { EngineContext, EngineInput, XmlEngine } from './engine.js';
import { type ScannedMarkup, scanMarkup } from './markup-scanner.js';
import { createTreeBuilder, type TreeBuilder } from './tree-builder.js';

type Libxmljs2 = typeof import('libxmljs2');

/** Namespace errors of libxml2 that XML Namespaces 1.0 calls fatal. 201, an unbound prefix, is reported by the builder. */
const FATAL_NAMESPACE_ERRORS: ReadonlySet<number> = new Set([200, 202, 203, 204, 205]);

/**
 * Loads the optional engine: libxmljs2, native bindings of libxml2.
 *
 * For trusted documents only. libxml2 2.9.9 crashes the process on some documents with a DOCTYPE, so it never sees one. A scanner
 * first finds the tags, enforces the limits, replaces entity references, and rejects what the default engine rejects. It also
 * provides the positions, which libxmljs2 does not have.
 *
 * @throws {WsdlError} `ENGINE_UNAVAILABLE` if the package is not installed or has no binary for this platform
 */
export async function loadLibxmljs2(): Promise<XmlEngine> {
  let loaded: { default?: Libxmljs2 } & Partial<Libxmljs2>;
  try {
    loaded = await import('libxmljs2');
  } catch (cause) {
    throw new WsdlError({
      code: 'ENGINE_UNAVAILABLE',
      message: 'cannot load the engine "libxmljs2": install the package libxmljs2, or use the default engine',
      cause,
    });
  }
  const library = loaded.default ?? (loaded as Libxmljs2);
  return (input, context) => readXmlWithLibxmljs2(library, input, context);
}

function readXmlWithLibxmljs2(library: Libxmljs2, input: EngineInput, context: EngineContext): XmlElement {
  const locate = (offset: number): SourceLocation => ({
    file: input.file,
    ...linePosition(input.text, offset),
  });
  const scanned = scanForRefusals(input, context, locate);
  const document = parse(library, scanned.text, input.file);
  const root = document.root();
  if (root === null) {
    throw refusal('NOT_WELL_FORMED', locate(input.text.length), 'cannot read the XML: no root element');
  }
  return buildTree(root, scanned, createTreeBuilder(input, context), locate);
}

/** Scans the text, so that the limits on tags hold before libxml2 builds a tree. */
function scanForRefusals(
  input: EngineInput,
  context: EngineContext,
  locate: (offset: number) => SourceLocation,
): ScannedMarkup {
  const { limits, elementsLeft } = context;
  const refuseLimit = (offset: number, what: string, limit: keyof ParseLimits): never => {
    throw refusal(
      'LIMIT_EXCEEDED',
      locate(offset),
      `${what}: the limit is ${limits[limit]}${raisedBy(limit)}`,
    );
  };
  let referenced = 0;
  const expand = createEntityExpander(input.entities, limits.entityText, (code, message) => {
    throw refusal(code, locate(referenced), message);
  });
  let tag = 0;
  let count = 0;
  let attributes = 0;
  let declarations = 0;
  return scanMarkup(input.text, {
    startTag({ offset, rawName }, depth) {
      tag = offset;
      attributes = 0;
      declarations = 0;
      count += 1;
      if (rawName.length > limits.nameLength) {
        refuseLimit(offset, `a name of ${rawName.length} characters`, 'nameLength');
      }
      if (depth >= limits.depth) refuseLimit(offset, 'elements nested too deep', 'depth');
      if (count > elementsLeft.count) refuseLimit(offset, 'too many elements in the documents', 'elements');
    },
    attribute(rawName) {
      if (rawName.length > limits.nameLength) {
        refuseLimit(tag, `a name of ${rawName.length} characters`, 'nameLength');
      }
      if (/^xmlns(:|$)/.test(rawName)) declarations += 1;
      else attributes += 1;
      if (attributes > limits.attributes) {
        refuseLimit(tag, 'too many attributes on one element', 'attributes');
      }
      if (declarations > limits.namespaceDeclarations) {
        refuseLimit(tag, 'too many namespace declarations on one element', 'namespaceDeclarations');
      }
    },
    expand(name, offset, isOutside) {
      referenced = offset;
      if (isOutside) {
        throw refusal(
          'NOT_WELL_FORMED',
          locate(offset),
          'cannot read the XML: text outside the root element',
        );
      }
      return expand(name);
    },
    doctype(offset) {
      throw refusal(
        'NOT_WELL_FORMED',
        locate(offset),
        'cannot read the XML: inappropriately located doctype declaration',
      );
    },
  });
}

function parse(library: Libxmljs2, text: string, file: string): ReturnType<Libxmljs2['parseXml']> {
  const refuse = (error: unknown): WsdlError => {
    const { message, line, column } = error as { message: string; line?: number; column?: number };
    const location = { file, line: line ?? 0, column: column ?? 0 };
    return refusal('NOT_WELL_FORMED', location, `cannot read the XML: ${message.trim()}`);
  };
  let document: ReturnType<Libxmljs2['parseXml']>;
  try {
    // huge: libxml2's own text limit (10 MB) is lower than ours, and ours are already enforced.
    document = library.parseXml(text, { nonet: true, huge: true });
  } catch (error) {
    throw refuse(error);
  }
  const fatal = document.errors.find((e) => FATAL_NAMESPACE_ERRORS.has((e as { code?: number }).code ?? 0));
  if (fatal !== undefined) throw refuse(fatal);
  return document;
}

/** Walks the libxml2 tree iteratively in document order and passes its events to the builder. */
function buildTree(
  root: Element,
  scanned: ScannedMarkup,
  builder: TreeBuilder,
  locate: (offset: number) => SourceLocation,
): XmlElement {
  let next = 0;
  const open = (element: Element): void => {
    const tag = scanned.startTags[next];
    next += 1;
    // libxml2 resolves names itself; passing them as written gives the same errors as with the default engine.
    builder.startElement(tag?.offset ?? 0, tag?.rawName ?? element.name());
    for (const namespace of element.namespaces(true)) {
      const prefix = namespace.prefix();
      builder.addAttribute(
        prefix === null || prefix === '' ? 'xmlns' : `xmlns:${prefix}`,
        namespace.href() ?? '',
      );
    }
    for (const attribute of element.attrs()) builder.addAttribute(rawNameOf(attribute), attribute.value());
    builder.openElement();
  };
  const stack: { nodes: ReturnType<Element['childNodes']>; at: number }[] = [];
  open(root);
  stack.push({ nodes: root.childNodes(), at: 0 });
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = frame.nodes[frame.at];
    frame.at += 1;
    if (node === undefined) {
      builder.closeElement();
      stack.pop();
    } else if (node.type() === 'element') {
      open(node as Element);
      stack.push({ nodes: (node as Element).childNodes(), at: 0 });
    } else if (node.type() === 'text' || (node.type() as string) === 'cdata') {
      builder.addText((node as Element).text());
    }
  }
  const built = builder.root();
  if (built === undefined || next !== scanned.startTags.length) {
    // The scanner and libxml2 must see the same tags; otherwise no position can be trusted.
    throw refusal('NOT_WELL_FORMED', locate(0), 'cannot read the XML: its tags are ambiguous');
  }
  return built;
}

/** The name of an attribute as written. libxml2 does not split a name with an unbound prefix. */
function rawNameOf(attribute: Attribute): string {
  const prefix = attribute.namespace()?.prefix();
  return prefix === undefined || prefix === null || prefix === ''
    ? attribute.name()
    : `${prefix}:${attribute.name()}`;
}
