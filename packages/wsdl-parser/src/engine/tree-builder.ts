import type { SourceLocation } from '@soapstone/soap-model';
import { diagnose } from '../diagnostics.js';
import { refusal } from '../errors.js';
import { type ParseLimits, raisedBy } from '../limits.js';
import type { NamespaceScope, XmlAttribute, XmlElement } from '../xml/element.js';
import { createLineCursor } from '../xml/line-positions.js';
import { createScope, ROOT_SCOPE } from '../xml/scope.js';
import type { EngineContext, EngineInput } from './engine.js';
import { createNameResolver } from './name-resolver.js';

/**
 * Takes the tags of an engine as written, enforces the limits, resolves the names and builds the tree. Per element: `startElement`,
 * `addAttribute` for each attribute and namespace declaration, `openElement`, its content, `closeElement`. Offsets must not
 * decrease.
 */
export interface TreeBuilder {
  /** The position of an offset in the text. */
  locate(offset: number): SourceLocation;
  startElement(offset: number, rawName: string): void;
  addAttribute(rawName: string, value: string): void;
  openElement(): void;
  addText(text: string): void;
  /** Whether white space alone would be kept here. Most of the text in a schema is the white space between tags, and is not. */
  keepsBlankText(): boolean;
  /** Returns the closed element. */
  closeElement(): XmlElement | undefined;
  /** The root element, once it is closed. */
  root(): XmlElement | undefined;
}

interface OpenElement {
  readonly name: XmlElement['name'];
  readonly attributes: readonly XmlAttribute[];
  children: readonly XmlElement[];
  text: string;
  readonly scope: NamespaceScope;
  readonly location: SourceLocation;
}

/** Most elements are leaves and share this array. */
const NO_CHILDREN: readonly XmlElement[] = Object.freeze([]);
const NO_ATTRIBUTES: readonly XmlAttribute[] = Object.freeze([]);

/** Creates a builder for one document. */
export function createTreeBuilder(input: EngineInput, context: EngineContext): TreeBuilder {
  const { limits, elementsLeft } = context;
  const cursor = createLineCursor(input.text);
  const open: OpenElement[] = [];
  /** Open elements named `documentation`: each collects the text of its descendants. */
  const documentation: OpenElement[] = [];
  let root: XmlElement | undefined;
  let location: SourceLocation = { file: input.file, line: 1, column: 1 };
  let rawName = '';
  /** Alternating names and values; the first `rawCount` belong to the element that started last. */
  const rawAttributes: string[] = [];
  let rawCount = 0;
  let declarations: Map<string, string> | undefined;

  const refuse = (message: string): never => {
    throw refusal('NOT_WELL_FORMED', location, `cannot read the XML: ${message}`);
  };
  const refuseLimit = (what: string, limit: keyof ParseLimits): never => {
    throw refusal('LIMIT_EXCEEDED', location, `${what}: the limit is ${limits[limit]}${raisedBy(limit)}`);
  };
  const checkName = (name: string): void => {
    if (name.length > limits.nameLength) refuseLimit(`a name of ${name.length} characters`, 'nameLength');
  };
  const names = createNameResolver({
    refuse,
    unbound(prefix) {
      context.report(diagnose('UNBOUND_PREFIX', location, `prefix "${prefix.slice(0, 40)}" is not declared`));
    },
    misspelt(namespace, meant) {
      const what = `"${namespace}" is no namespace of a description; read as ${meant}`;
      // The content of the document has been guessed.
      context.report(diagnose('BAD_EXTENSION_VALUE', location, what, 'definitions'));
    },
  });
  const locate = (offset: number): SourceLocation => {
    const { line, column } = cursor(offset);
    return { file: input.file, line, column };
  };

  return {
    locate,
    startElement(offset, name) {
      location = locate(offset);
      rawName = name;
      checkName(name);
      if (open.length >= limits.depth) refuseLimit('elements nested too deep', 'depth');
      elementsLeft.count -= 1;
      if (elementsLeft.count < 0) refuseLimit('too many elements in the documents', 'elements');
    },
    addAttribute(name, value) {
      checkName(name);
      const prefix = names.declaredPrefix(name);
      if (prefix === undefined) {
        if (rawCount >= 2 * limits.attributes) {
          refuseLimit('too many attributes on one element', 'attributes');
        }
        rawAttributes[rawCount] = name;
        rawAttributes[rawCount + 1] = value;
        rawCount += 2;
        return;
      }
      declarations ??= new Map();
      if (declarations.size >= limits.namespaceDeclarations) {
        refuseLimit('too many namespace declarations on one element', 'namespaceDeclarations');
      }
      declarations.set(prefix, names.checkDeclaration(prefix, value.trim()));
    },
    openElement() {
      const parent = open.at(-1);
      const outer = parent?.scope ?? ROOT_SCOPE;
      const scope = declarations === undefined ? outer : createScope(outer, declarations);
      declarations = undefined;
      const name = names.elementName(rawName, scope);
      const attributes = rawCount === 0 ? NO_ATTRIBUTES : names.attributes(rawAttributes, rawCount, scope);
      rawCount = 0;
      const element: OpenElement = { name, attributes, children: NO_CHILDREN, text: '', scope, location };
      if (parent === undefined) root = element;
      else if (parent.children === NO_CHILDREN) parent.children = [element];
      else (parent.children as XmlElement[]).push(element);
      open.push(element);
      if (name.localName === 'documentation') documentation.push(element);
    },
    addText(text) {
      const element = open.at(-1);
      if (element === undefined) return;
      const collector = documentation.at(-1);
      if (element.text !== '' || element === collector || !isBlank(text)) element.text += text;
      if (collector !== undefined && collector !== element) collector.text += text;
    },
    keepsBlankText: () => documentation.length > 0 || (open.at(-1)?.text ?? '') !== '',
    closeElement() {
      const element = open.pop();
      if (element === undefined || element !== documentation.at(-1)) return element;
      documentation.pop();
      if (isBlank(element.text)) element.text = '';
      return element;
    },
    root: () => (open.length === 0 ? root : undefined),
  };
}

/** True for text that is only XML white space. */
function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 9 && code !== 13) return false;
  }
  return true;
}
