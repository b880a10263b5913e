import { diagnose } from '../diagnostics.js';
import { refusal } from '../errors.js';
import type { ExpandedName, SourceLocation } from '../model/names.js';
import type { NamespaceScope, XmlAttribute, XmlElement } from '../xml/element.js';
import { createLineCursor } from '../xml/line-positions.js';
import { createScope, ROOT_SCOPE } from '../xml/scope.js';
import type { EngineContext, EngineInput } from './engine.js';

/** Takes the events of an engine, keeps the limits and makes the tree. Offsets must not decrease. */
export interface TreeBuilder {
  /** Where an offset of the text is. */
  locate(offset: number): SourceLocation;
  /** An element starts at `offset`; `rawName` is its name as written. Call before its attributes are looked at. */
  startElement(offset: number, rawName: string): void;
  /** The attributes of the element that started last, counted as they come: refuses the first one too many. */
  countAttribute(rawName: string): void;
  openElement(
    name: ExpandedName,
    attributes: readonly XmlAttribute[],
    declarations: ReadonlyMap<string, string>,
  ): void;
  addText(text: string): void;
  closeElement(): void;
  /** Report a prefix that nothing binds, and give the namespace that stands for it. */
  unboundPrefix(prefix: string): string;
  /** The root element, when it is closed. */
  root(): XmlElement | undefined;
}

interface OpenElement {
  readonly name: ExpandedName;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
  text: string;
  readonly scope: NamespaceScope;
  readonly location: SourceLocation;
}

/** Make a builder for one document. */
export function createTreeBuilder(input: EngineInput, context: EngineContext): TreeBuilder {
  const { limits, elementsLeft } = context;
  const cursor = createLineCursor(input.text);
  const open: OpenElement[] = [];
  /** Elements called `documentation` that are open: each collects the text of its descendants. */
  const documentation: OpenElement[] = [];
  const unbound = new Set<string>();
  let root: XmlElement | undefined;
  let location: SourceLocation = { file: input.file, line: 1, column: 1 };
  let attributeCount = 0;

  const locate = (offset: number): SourceLocation => ({ file: input.file, ...cursor(offset) });
  const refuseLimit = (what: string, limit: number): never => {
    throw refusal('LIMIT_EXCEEDED', location, `${what}: the limit is ${limit}`);
  };
  const checkName = (rawName: string): void => {
    if (rawName.length > limits.nameLength) {
      refuseLimit(`a name of ${rawName.length} characters`, limits.nameLength);
    }
  };

  return {
    locate,
    startElement(offset, rawName) {
      location = locate(offset);
      attributeCount = 0;
      checkName(rawName);
      if (open.length >= limits.depth) refuseLimit('elements nested too deep', limits.depth);
      elementsLeft.count -= 1;
      if (elementsLeft.count < 0) refuseLimit('too many elements in the documents', limits.elements);
    },
    countAttribute(rawName) {
      attributeCount += 1;
      checkName(rawName);
      // Two limits, one counter: the exact check needs the complete tag, this one bounds what an engine collects for it.
      if (attributeCount > limits.attributes + limits.namespaceDeclarations) {
        refuseLimit('too many attributes on one element', limits.attributes);
      }
    },
    openElement(name, attributes, declarations) {
      if (attributes.length > limits.attributes) {
        refuseLimit(`${attributes.length} attributes on one element`, limits.attributes);
      }
      if (declarations.size > limits.namespaceDeclarations) {
        refuseLimit(
          `${declarations.size} namespace declarations on one element`,
          limits.namespaceDeclarations,
        );
      }
      const outer = open.at(-1)?.scope ?? ROOT_SCOPE;
      const scope = declarations.size === 0 ? outer : createScope(outer, declarations);
      const element: OpenElement = { name, attributes, children: [], text: '', scope, location };
      if (open.length === 0) root = element;
      else open.at(-1)?.children.push(element);
      open.push(element);
      if (name.localName === 'documentation') documentation.push(element);
    },
    addText(text) {
      const element = open.at(-1);
      if (element === undefined) return;
      element.text += text;
      const collector = documentation.at(-1);
      if (collector !== undefined && collector !== element) collector.text += text;
    },
    closeElement() {
      const element = open.pop();
      if (element === undefined) return;
      if (element === documentation.at(-1)) documentation.pop();
      if (!/\S/.test(element.text)) element.text = '';
    },
    unboundPrefix(prefix) {
      if (!unbound.has(prefix)) {
        unbound.add(prefix);
        context.report(
          diagnose('UNBOUND_PREFIX', location, `prefix "${prefix.slice(0, 40)}" is not declared`),
        );
      }
      return `unbound-prefix:${prefix}`;
    },
    root: () => (open.length === 0 ? root : undefined),
  };
}
