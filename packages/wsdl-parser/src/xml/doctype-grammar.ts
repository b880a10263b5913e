import { isNCName, isXmlCharacter } from '@soapstone/soap-model/xml';
import type { TextScanner } from './text-scanner.js';

/** The declarations of a DOCTYPE so far, for the constraints on references. */
interface Declared {
  /** General entities by name. */
  readonly entities: Map<string, DeclaredEntity>;
  /** Entities that are fit for attribute values. */
  readonly fit: Set<string>;
  /** After a reference to a parameter entity, or with an external subset, an entity may be declared where nobody looks (§4.1). */
  isOpen: boolean;
}

interface DeclaredEntity {
  readonly isExternal: boolean;
  /** Whether its replacement text contains a "<". */
  readonly hasMarkup: boolean;
  readonly references: readonly string[];
}

/**
 * Checks a document type declaration by the grammar of XML 1.0, with the well-formedness constraints of its declarations. Nothing that it
 * names is loaded. The scanner stands at its start and covers it to its end.
 *
 *     doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'
 *     intSubset   ::= (markupdecl | PEReference | S)*
 *     markupdecl  ::= elementdecl | AttlistDecl | EntityDecl | NotationDecl | PI | Comment
 *
 * @see https://www.w3.org/TR/xml/#sec-prolog-dtd
 */
export function checkDoctype(scanner: TextScanner): void {
  const declared: Declared = { entities: new Map(), fit: new Set(), isOpen: false };
  scanner.expect('<!DOCTYPE');
  scanner.needSpace();
  scanner.name('the name of the root element');
  if (scanner.space() && readExternalId(scanner)) {
    declared.isOpen = true;
    scanner.space();
  }
  if (scanner.take('[')) {
    while (!scanner.take(']')) readDeclaration(scanner, declared);
    scanner.space();
  }
  scanner.expect('>');
  if (!scanner.done) scanner.fail('the DOCTYPE ends here');
}

function readDeclaration(scanner: TextScanner, declared: Declared): void {
  if (scanner.space()) return;
  if (scanner.take('%')) {
    readReferenceName(scanner);
    declared.isOpen = true;
  } else if (scanner.take('<!--')) readComment(scanner);
  else if (scanner.take('<?')) readInstruction(scanner);
  else if (scanner.take('<!ELEMENT')) readElementDeclaration(scanner);
  else if (scanner.take('<!ATTLIST')) readAttributeList(scanner, declared);
  else if (scanner.take('<!ENTITY')) readEntity(scanner, declared);
  else if (scanner.take('<!NOTATION')) readNotation(scanner);
  else scanner.fail('expected a declaration');
}

/**
 *     Comment ::= '<!--' ((Char - '-') | ('-' (Char - '-')))* '-->'
 */
function readComment(scanner: TextScanner): void {
  scanner.until('--', 'the comment', 0);
  if (!scanner.take('>')) scanner.fail('"--" is not allowed in a comment', scanner.at - 2);
}

/**
 *     PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>'
 */
function readInstruction(scanner: TextScanner): void {
  const start = scanner.at;
  const target = scanner.name('the target of a processing instruction');
  if (target.toLowerCase() === 'xml') scanner.fail('an XML declaration is only allowed at the start', start);
  if (target.includes(':')) scanner.fail('the target of an instruction has no colon', start);
  if (scanner.take('?>')) return;
  scanner.needSpace();
  scanner.until('?>', 'the processing instruction', 0);
}

/**
 *     elementdecl ::= '<!ELEMENT' S Name S ('EMPTY' | 'ANY' | Mixed | children) S? '>'
 *     Mixed       ::= '(' S? '#PCDATA' (S? '|' S? Name)* S? ')*' | '(' S? '#PCDATA' S? ')'
 */
function readElementDeclaration(scanner: TextScanner): void {
  scanner.needSpace();
  scanner.name('the name of an element');
  scanner.needSpace();
  if (!scanner.takeOne(['EMPTY', 'ANY'])) {
    scanner.expect('(');
    scanner.space();
    if (scanner.take('#PCDATA')) readMixed(scanner);
    else readChildren(scanner);
  }
  scanner.space();
  scanner.expect('>');
}

function readMixed(scanner: TextScanner): void {
  let hasNames = false;
  scanner.space();
  while (scanner.take('|')) {
    hasNames = true;
    scanner.space();
    scanner.name('the name of an element');
    scanner.space();
  }
  scanner.expect(')');
  if (!scanner.take('*') && hasNames) scanner.fail('expected "*"');
}

/**
 * The rest of a content model after its first parenthesis. Iterative: groups nest as deep as the DOCTYPE is long.
 *
 *     children ::= (choice | seq) ('?' | '*' | '+')?
 *     cp       ::= (Name | choice | seq) ('?' | '*' | '+')?
 *     choice   ::= '(' S? cp (S? '|' S? cp)+ S? ')'
 *     seq      ::= '(' S? cp (S? ',' S? cp)* S? ')'
 */
function readChildren(scanner: TextScanner): void {
  /** The separators of the open groups; empty before the second member. */
  const open: string[] = [''];
  while (open.length > 0) {
    scanner.space();
    if (scanner.take('(')) {
      open.push('');
      continue;
    }
    scanner.name('the name of an element');
    scanner.takeOne(['?', '*', '+']);
    // The end of a member: of all groups that end here, then the separator.
    for (;;) {
      scanner.space();
      if (!scanner.take(')')) break;
      scanner.takeOne(['?', '*', '+']);
      open.pop();
      if (open.length === 0) return;
    }
    const known = open[open.length - 1] ?? '';
    const separator = scanner.take('|')
      ? '|'
      : scanner.take(',')
        ? ','
        : scanner.fail('expected "|", "," or ")"');
    if (known !== '' && known !== separator) scanner.fail('"|" and "," in one group', scanner.at - 1);
    open[open.length - 1] = separator;
  }
}

const ATTRIBUTE_TYPES = [
  'CDATA',
  'IDREFS',
  'IDREF',
  'ID',
  'ENTITIES',
  'ENTITY',
  'NMTOKENS',
  'NMTOKEN',
] as const;

/**
 *     AttlistDecl    ::= '<!ATTLIST' S Name AttDef* S? '>'
 *     AttDef         ::= S Name S AttType S DefaultDecl
 *     DefaultDecl    ::= '#REQUIRED' | '#IMPLIED' | (('#FIXED' S)? AttValue)
 *     NotationType   ::= 'NOTATION' S '(' S? Name (S? '|' S? Name)* S? ')'
 *     Enumeration    ::= '(' S? Nmtoken (S? '|' S? Nmtoken)* S? ')'
 */
function readAttributeList(scanner: TextScanner, declared: Declared): void {
  scanner.needSpace();
  scanner.name('the name of an element');
  for (;;) {
    const hasSpace = scanner.space();
    if (scanner.take('>')) return;
    if (!hasSpace) scanner.fail('expected white space');
    scanner.name('the name of an attribute');
    scanner.needSpace();
    if (scanner.take('NOTATION')) {
      scanner.needSpace();
      readAlternatives(scanner, () => scanner.name('the name of a notation'));
    } else if (!scanner.takeOne(ATTRIBUTE_TYPES)) readAlternatives(scanner, () => scanner.nmtoken());
    scanner.needSpace();
    if (scanner.takeOne(['#REQUIRED', '#IMPLIED'])) continue;
    if (scanner.take('#FIXED')) scanner.needSpace();
    readDefault(scanner, declared);
  }
}

function readAlternatives(scanner: TextScanner, member: () => unknown): void {
  scanner.expect('(');
  do {
    scanner.space();
    member();
    scanner.space();
  } while (scanner.take('|'));
  scanner.expect(')');
}

/** An attribute value: no "<", and references to entities that are declared before it and internal (§3.1, §4.1). */
function readDefault(scanner: TextScanner, declared: Declared): void {
  const { value, from } = scanner.quoted('a default');
  const markup = value.indexOf('<');
  if (markup !== -1) scanner.fail('"<" is not allowed in an attribute value', from + markup);
  for (const { name, offset } of referencesOf(scanner, value, from)) {
    if (!declared.entities.has(name) && !PREDEFINED.has(name) && !declared.isOpen) {
      scanner.fail(`nothing declares the entity &${name.slice(0, 40)}; before it`, offset);
    }
    const reason = unfitFor(name, declared);
    if (reason !== undefined) scanner.fail(`an attribute value refers to ${reason}`, offset);
  }
}

/**
 * Why an entity cannot be in an attribute value (§3.1, §4.1): it, or one that it refers to, is external, has markup or refers to itself.
 * Iterative, and each entity is examined once in a document.
 */
function unfitFor(first: string, { entities, fit }: Declared): string | undefined {
  const open = [{ name: first, next: 0 }];
  const within = new Set([first]);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const entity = fit.has(top.name) ? undefined : entities.get(top.name);
    if (entity?.isExternal === true) return 'an external entity';
    if (entity?.hasMarkup === true) return 'an entity with markup';
    const name = entity?.references[top.next];
    top.next += 1;
    if (name === undefined) {
      fit.add(top.name);
      within.delete(top.name);
      open.pop();
    } else if (within.has(name)) return 'an entity that refers to itself';
    else {
      within.add(name);
      open.push({ name, next: 0 });
    }
  }
  return undefined;
}

const PREDEFINED: ReadonlySet<string> = new Set(['lt', 'gt', 'amp', 'apos', 'quot']);

/**
 *     EntityDecl ::= '<!ENTITY' S Name S (EntityValue | (ExternalID NDataDecl?)) S? '>'
 *                  | '<!ENTITY' S '%' S Name S (EntityValue | ExternalID) S? '>'
 *     NDataDecl  ::= S 'NDATA' S Name
 */
function readEntity(scanner: TextScanner, declared: Declared): void {
  scanner.needSpace();
  const isParameter = scanner.take('%');
  if (isParameter) scanner.needSpace();
  const name = readPlainName(scanner, 'the name of an entity');
  scanner.needSpace();
  const isExternal = readExternalId(scanner);
  const content = isExternal ? { hasMarkup: false, references: [] } : readEntityValue(scanner);
  const hasSpace = scanner.space();
  if (isExternal && !isParameter && hasSpace && scanner.take('NDATA')) {
    scanner.needSpace();
    readPlainName(scanner, 'the name of a notation');
    scanner.space();
  }
  scanner.expect('>');
  if (!isParameter && !declared.entities.has(name)) {
    declared.entities.set(name, { isExternal, ...content });
  }
}

/** An entity value: in the internal subset it has no references to parameter entities (§2.8). */
function readEntityValue(scanner: TextScanner): Pick<DeclaredEntity, 'hasMarkup' | 'references'> {
  const { value, from } = scanner.quoted('the value of an entity');
  const parameter = value.indexOf('%');
  if (parameter !== -1) scanner.fail('"%" is not allowed in the value of an entity here', from + parameter);
  const references = referencesOf(scanner, value, from).map(({ name }) => name);
  return { hasMarkup: value.includes('<') || MARKUP_REFERENCE.test(value), references };
}

/** "<" as a character reference, which becomes markup in the replacement text. */
const MARKUP_REFERENCE = /&#(?:0*60|x0*3[Cc]);/;

const REFERENCE = /&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|([^\s&;#%'"<>]+));/y;
const MAX_NUMBER_DIGITS = 10;

/** The references to general entities in a literal. Each "&" must begin a reference, and each number must be a character. */
function referencesOf(
  scanner: TextScanner,
  value: string,
  from: number,
): readonly { readonly name: string; readonly offset: number }[] {
  const found: { name: string; offset: number }[] = [];
  for (let at = value.indexOf('&'); at !== -1; at = value.indexOf('&', at + 1)) {
    REFERENCE.lastIndex = at;
    const [, decimal, hexadecimal, name] =
      REFERENCE.exec(value) ?? scanner.fail('"&" does not begin a reference here', from + at);
    if (name !== undefined) {
      if (!isNCName(name)) scanner.fail('a reference to a name that is none', from + at);
      found.push({ name, offset: from + at });
      continue;
    }
    const digits = (decimal ?? hexadecimal ?? '').replace(/^0+/, '');
    const code =
      digits.length > MAX_NUMBER_DIGITS ? -1 : Number.parseInt(digits, decimal === undefined ? 16 : 10);
    if (!isXmlCharacter(code)) scanner.fail('a reference to a character that XML does not allow', from + at);
  }
  return found;
}

/**
 *     NotationDecl ::= '<!NOTATION' S Name S (ExternalID | 'PUBLIC' S PubidLiteral) S? '>'
 */
function readNotation(scanner: TextScanner): void {
  scanner.needSpace();
  readPlainName(scanner, 'the name of a notation');
  scanner.needSpace();
  if (!readExternalId(scanner, true)) scanner.fail('expected SYSTEM or PUBLIC');
  scanner.space();
  scanner.expect('>');
}

const PUBLIC_ID = /^[ \r\na-zA-Z0-9'()+,./:=?;!*#@$_%-]*$/;

/**
 *     ExternalID ::= 'SYSTEM' S SystemLiteral | 'PUBLIC' S PubidLiteral S SystemLiteral
 *
 * @returns false if there is none; `isNotation` makes the second literal of PUBLIC optional
 */
function readExternalId(scanner: TextScanner, isNotation = false): boolean {
  if (scanner.take('SYSTEM')) {
    scanner.needSpace();
    scanner.quoted('a system identifier');
    return true;
  }
  if (!scanner.take('PUBLIC')) return false;
  scanner.needSpace();
  const { value, from } = scanner.quoted('a public identifier');
  if (!PUBLIC_ID.test(value)) scanner.fail('a character that no public identifier can have', from);
  const hasSpace = scanner.space();
  if (isNotation && !(hasSpace && scanner.isNext(['"', "'"]))) return true;
  if (!hasSpace) scanner.fail('expected white space');
  scanner.quoted('a system identifier');
  return true;
}

function readReferenceName(scanner: TextScanner): void {
  scanner.name('the name of a parameter entity');
  scanner.expect(';');
}

/** The name of an entity or notation, which has no colon (Namespaces in XML 1.0 §7). */
function readPlainName(scanner: TextScanner, what: string): string {
  const start = scanner.at;
  const name = scanner.name(what);
  if (name.includes(':')) scanner.fail(`${what} has no colon`, start);
  return name;
}
