import { escapeAttribute, escapeText } from '@soapstone/soap-model/xml';
import { SaxesParser } from 'saxes';
import { MemberRules } from './member-rules.js';

/** The first step of the paths into the Body of a message. */
export type MessageRoot = 'input' | 'result';

const MAX_DEPTH = 1_000;
const NAMESPACES = /^xmlns(?::|$)/;
/** An attribute of a well-formed tag. */
const ATTRIBUTE = /\s([^\s="'/>]+)\s*=\s*("[^"]*"|'[^']*')/g;

/** A reference to a part of the same MIME message (RFC 2392). */
const REFERENCE = /^\s*(cid:\S+)\s*$/i;

/** A replacement of a range of the text. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Replaces the text of the elements and attributes that rules name, in the text of an envelope; everything else stays as it is.
 * Inside a named element, all text is replaced.
 *
 * Paths are those of the JSON as far as XML shows them: the steps are local names, without the element below Body.
 *
 * @param replacement the new text of a member, by its name
 * @param refersToPart receives each `cid:` URI in a named element, as a text or an attribute, and the name of the element. Returns whether
 * the message has that part: the reference then stays, because the content is in the part
 * @returns the text and the number of replacements; undefined for a document that is not well-formed or has a DOCTYPE
 */
export function replaceMembers(
  envelope: string,
  rules: readonly string[] | MemberRules,
  root: MessageRoot,
  replacement: (name: string) => string,
  refersToPart: (uri: string, name: string) => boolean = () => false,
): { readonly text: string; readonly count: number } | undefined {
  try {
    const edits = new Editing(
      envelope,
      rules instanceof MemberRules ? rules : new MemberRules(rules),
      root,
      replacement,
      refersToPart,
    ).edits();
    let text = '';
    let at = 0;
    for (const { from, to, text: replaced } of edits) {
      text += envelope.slice(at, from) + replaced;
      at = to;
    }
    return { text: text + envelope.slice(at), count: edits.length };
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}

/** Finds the ranges to replace in one pass. */
class Editing {
  readonly #envelope: string;
  readonly #rules: MemberRules;
  readonly #root: MessageRoot;
  readonly #replacement: (name: string) => string;
  readonly #refersToPart: (uri: string, name: string) => boolean;
  readonly #edits: Edit[] = [];
  /** The local names of the open elements: Envelope, Header or Body, and so on. */
  readonly #open: string[] = [];
  /** The name of the outermost named element that is open, and its depth. */
  #named: { readonly name: string; readonly depth: number } | undefined;
  /** The end of the previous tag. */
  #end = 0;

  constructor(
    envelope: string,
    rules: MemberRules,
    root: MessageRoot,
    replacement: (name: string) => string,
    refersToPart: (uri: string, name: string) => boolean,
  ) {
    this.#envelope = envelope;
    this.#rules = rules;
    this.#root = root;
    this.#replacement = replacement;
    this.#refersToPart = refersToPart;
  }

  edits(): readonly Edit[] {
    const parser = new SaxesParser({ xmlns: true });
    const unreadable = (): never => {
      throw new Unreadable();
    };
    parser.on('doctype', unreadable);
    parser.on('error', unreadable);
    parser.on('opentag', ({ local, attributes }) => {
      const start = this.#envelope.lastIndexOf('<', parser.position - 1);
      this.#replaceText(start);
      this.#open.push(local);
      if (this.#open.length > MAX_DEPTH) unreadable();
      if (this.#named === undefined && this.#rules.match(this.#path()))
        this.#named = { name: local, depth: this.#open.length };
      const path = this.#path();
      const named = new Map(
        Object.values(attributes)
          .filter(({ name, local: key }) => !NAMESPACES.test(name) && this.#rules.match([...path, `@${key}`]))
          .map(({ name, local: key }) => [name, key]),
      );
      // References in `xop:Include`, and in `href` of SOAP with attachments, are not replaced, regardless of the name of the attribute.
      if (this.#named !== undefined)
        for (const { value } of Object.values(attributes)) this.#keepsReference(value, this.#named.name);
      if (named.size > 0) this.#replaceAttributes(named, start, parser.position);
      this.#end = parser.position;
    });
    parser.on('closetag', () => {
      this.#replaceText(this.#envelope.lastIndexOf('<', parser.position - 1));
      if (this.#named?.depth === this.#open.length) this.#named = undefined;
      this.#open.pop();
      this.#end = parser.position;
    });
    parser.write(this.#envelope).close();
    return this.#edits;
  }

  #path(): readonly string[] {
    const [, part, ...below] = this.#open;
    return part === 'Header' ? ['headers', ...below] : [this.#root, ...below.slice(1)];
  }

  /** Replaces the text between the previous tag and the one that starts here. */
  #replaceText(start: number): void {
    if (this.#named === undefined || start <= this.#end) return;
    const written = this.#envelope.slice(this.#end, start);
    if (written.trim() === '' || this.#keepsReference(unescaped(written), this.#named.name)) return;
    this.#edits.push({ from: this.#end, to: start, text: escapeText(this.#replacement(this.#named.name)) });
  }

  #keepsReference(text: string, name: string): boolean {
    const uri = REFERENCE.exec(text)?.[1];
    return uri !== undefined && this.#refersToPart(uri, name);
  }

  /** @param named the local names of the attributes, by their qualified names in the tag */
  #replaceAttributes(named: ReadonlyMap<string, string>, start: number, end: number): void {
    for (const { index, 0: whole, 1: name = '', 2: value = '' } of this.#envelope
      .slice(start, end)
      .matchAll(ATTRIBUTE)) {
      const local = named.get(name);
      if (local === undefined) continue;
      const to = start + index + whole.length;
      const text = `"${escapeAttribute(this.#replacement(`@${local}`))}"`;
      this.#edits.push({ from: to - value.length, to, text });
    }
  }
}

/** Returns a reference. Throws `Unreadable` for one that is written with entities or comments, which no SOAP toolkit does. */
function unescaped(written: string): string {
  const isReference = /^\s*(?:<!\[CDATA\[\s*)?cid:/i.test(written);
  if (isReference && /[&<]/.test(written)) throw new Unreadable();
  return written;
}
