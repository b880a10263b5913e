import { type ErrorDetail, XmlDocument, XmlElement } from 'libxml2-wasm';
import { SAFELY } from '../parse-leniently.js';
import { resolveName, schemaElements } from './schema-elements.js';

/** libxml2's report of a content model that violates Unique Particle Attribution. */
const AMBIGUOUS = /content model is not determinist/;
const PARTICLE = /^(?:sequence|choice|all|group)$/;
const DERIVATION = /^(?:extension|restriction)$/;
/** The levels of derivation that are followed from a type whose base decides. */
const MAX_BASES = 100;

/** Whether these problems of compiling a schema are only ambiguous content models. */
export function areAmbiguities(details: readonly ErrorDetail[]): boolean {
  return details.length > 0 && details.every(({ message }) => AMBIGUOUS.test(message));
}

/**
 * Opens the content of types whose content models libxml2 calls ambiguous: any elements are valid there, so that everything else can be
 * judged. The bases of a derived type are opened too, because it has their content.
 *
 * @param texts the schemas by the name of their file
 * @param opened the types that have been opened; those that are opened now are added
 * @returns the texts, or `undefined` if there is nothing left to open
 */
export function openContent(
  texts: ReadonlyMap<string, string>,
  details: readonly ErrorDetail[],
  opened: Set<string>,
): ReadonlyMap<string, string> | undefined {
  const files = new SchemaTrees(texts);
  try {
    let isChanged = false;
    for (const { file, xpath } of details) {
      const type = files.find(file ?? '', xpath ?? '');
      if (type !== undefined && openType(type, files, opened)) isChanged = true;
    }
    return isChanged ? files.print() : undefined;
  } finally {
    files.dispose();
  }
}

/** A complex type in one of the files. */
interface FoundType {
  readonly file: string;
  readonly element: XmlElement;
}

/** Opens a type and its bases, whose content an extension has. @returns whether one of them was closed */
function openType(type: FoundType, files: SchemaTrees, opened: Set<string>): boolean {
  let isChanged = false;
  let next: FoundType | undefined = type;
  for (let level = 0; next !== undefined && level < MAX_BASES; level++) {
    const name = nameOf(next.element);
    if (!opened.has(name)) {
      opened.add(name);
      files.touch(next.file);
      replaceContent(next.element);
      isChanged = true;
    }
    next = files.baseOf(next.element);
  }
  return isChanged;
}

/** Replaces the particle of a type by a wildcard; an extension keeps the content of its base. */
function replaceContent(type: XmlElement): void {
  const content = schemaElements(type).find(({ name }) => name === 'complexContent');
  const derivation = content && schemaElements(content).find(({ name }) => DERIVATION.test(name));
  const owner = derivation ?? type;
  for (const child of schemaElements(owner)) if (PARTICLE.test(child.name)) child.remove();
  if (derivation?.name === 'extension' && hasBase(derivation)) return;
  const prefix = owner.namespacePrefix === '' ? undefined : owner.namespacePrefix;
  const next = schemaElements(owner).find(({ name }) => name !== 'annotation');
  const sequence = next?.prependElement('sequence', prefix) ?? owner.addElement('sequence', prefix);
  const any = sequence.addElement('any', prefix);
  any.setAttr('minOccurs', '0');
  any.setAttr('maxOccurs', 'unbounded');
  any.setAttr('processContents', 'lax');
}

/** Whether a derivation has a base with content of its own. */
function hasBase(derivation: XmlElement): boolean {
  return !/(?:^|:)anyType$/.test(derivation.attr('base')?.value.trim() ?? '');
}

/** `{urn:x}Status`, or for a type without a name the declaration around it: `the type of {urn:x}status`. */
function nameOf(type: XmlElement): string {
  let root = type;
  const names: string[] = [];
  for (let at: XmlElement | null = type; at !== null; at = at.parent) {
    const name = at.attr('name')?.value.trim();
    if (name !== undefined && at.name !== 'schema') names.unshift(name);
    root = at;
  }
  const namespace = root.attr('targetNamespace')?.value ?? '';
  const path = `${namespace === '' ? '' : `{${namespace}}`}${names.join('/')}`;
  return type.attr('name') === null ? `the type of ${path}` : `type ${path}`;
}

/** The schemas as trees, each parsed when it is needed. */
class SchemaTrees {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #documents = new Map<string, XmlDocument>();
  readonly #changed = new Set<string>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  find(file: string, xpath: string): FoundType | undefined {
    const document = this.#document(file);
    const element = document?.get(xpath, document.root.namespaces);
    return element instanceof XmlElement && element.name === 'complexType' ? { file, element } : undefined;
  }

  /** The type that a type is derived from, if it is a complex one of these files. */
  baseOf(type: XmlElement): FoundType | undefined {
    const derivation = type.find("./*[local-name() = 'complexContent']/*[@base]")[0];
    if (!(derivation instanceof XmlElement)) return undefined;
    const base = resolveName(derivation.attr('base')?.value.trim() ?? '', derivation.namespaces);
    for (const file of this.#texts.keys()) {
      const root = this.#document(file)?.root;
      if (root === undefined || (root.attr('targetNamespace')?.value ?? '') !== base.namespace) continue;
      const element = schemaElements(root).find(
        (child) => child.name === 'complexType' && child.attr('name')?.value.trim() === base.localName,
      );
      if (element !== undefined) return { file, element };
    }
    return undefined;
  }

  touch(file: string): void {
    this.#changed.add(file);
  }

  print(): ReadonlyMap<string, string> {
    const texts = new Map(this.#texts);
    for (const file of this.#changed) texts.set(file, this.#document(file)!.toString({ format: false }));
    return texts;
  }

  dispose(): void {
    for (const document of this.#documents.values()) document.dispose();
  }

  #document(file: string): XmlDocument | undefined {
    const text = this.#texts.get(file);
    if (text === undefined) return undefined;
    const document = this.#documents.get(file) ?? XmlDocument.fromString(text, { option: SAFELY });
    this.#documents.set(file, document);
    return document;
  }
}
