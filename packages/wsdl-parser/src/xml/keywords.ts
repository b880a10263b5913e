import { nearest } from './nearest.js';

/** An enumerated attribute: its values, and other words that can mean only one of them. */
export interface KeywordValues<T extends string> {
  readonly values: readonly T[];
  /** By the word in lower case, without punctuation. */
  readonly synonyms?: Readonly<Record<string, T>>;
}

/** Every enumerated attribute of XML Schema, WSDL 1.1 and WSDL 2.0 that this package reads. */
interface Keywords {
  /** `form`, `elementFormDefault` and `attributeFormDefault`; authors take them for switches. */
  readonly form: KeywordValues<'qualified' | 'unqualified'>;
  /** The attribute `use` of xs:attribute. */
  readonly attributeUse: KeywordValues<'optional' | 'required' | 'prohibited'>;
  readonly processContents: KeywordValues<'strict' | 'lax' | 'skip'>;
  /** The attribute `namespace` of a wildcard. */
  readonly wildcardNamespace: KeywordValues<'##any' | '##other' | '##targetNamespace' | '##local'>;
  /** `block`, `final`, `blockDefault` and `finalDefault`. */
  readonly derivation: KeywordValues<
    '#all' | 'extension' | 'restriction' | 'substitution' | 'list' | 'union'
  >;
  readonly whiteSpace: KeywordValues<'preserve' | 'replace' | 'collapse'>;
  /** An `xs:boolean` in any attribute. */
  readonly boolean: KeywordValues<'true' | 'false' | '1' | '0'>;
  /** `maxOccurs` that is not a number. The drafts write `*`. */
  readonly unbounded: KeywordValues<'unbounded' | '*'>;
  /** `content` of a complex type in the drafts. */
  readonly content: KeywordValues<'mixed' | 'elementOnly' | 'textOnly' | 'empty'>;
  /** `derivedBy` of a complex type, and `order` of a group, in the drafts. */
  readonly derivedBy: KeywordValues<'extension' | 'restriction'>;
  readonly order: KeywordValues<'sequence' | 'seq' | 'choice' | 'all'>;
  /** `style` of soap:binding and soap:operation. */
  readonly style: KeywordValues<'document' | 'rpc'>;
  /** `use` of soap:body, soap:header, soap:headerfault and soap:fault. */
  readonly use: KeywordValues<'literal' | 'encoded'>;
  /** `wsoap:version` of WSDL 2.0. */
  readonly soapVersion: KeywordValues<'1.1' | '1.2'>;
  /** The last segment of `pattern` of a WSDL 2.0 operation. */
  readonly messagePattern: KeywordValues<
    | 'in-out'
    | 'in-only'
    | 'robust-in-only'
    | 'in-opt-out'
    | 'out-in'
    | 'out-only'
    | 'robust-out-only'
    | 'out-opt-in'
  >;
  /** The last segment of `sp:IncludeToken` of WS-SecurityPolicy. */
  readonly inclusion: KeywordValues<'Never' | 'Once' | 'AlwaysToRecipient' | 'AlwaysToInitiator' | 'Always'>;
  /** `element` of a WSDL 2.0 message, where it is not a QName. */
  readonly messageContent: KeywordValues<'#any' | '#none' | '#other'>;
}

export const KEYWORDS: Keywords = {
  form: {
    values: ['qualified', 'unqualified'],
    synonyms: {
      true: 'qualified',
      yes: 'qualified',
      on: 'qualified',
      t: 'qualified',
      y: 'qualified',
      '1': 'qualified',
      false: 'unqualified',
      no: 'unqualified',
      off: 'unqualified',
      f: 'unqualified',
      n: 'unqualified',
      '0': 'unqualified',
      nonqualified: 'unqualified',
      notqualified: 'unqualified',
      qualify: 'qualified',
      fullyqualified: 'qualified',
    },
  },
  attributeUse: {
    values: ['optional', 'required', 'prohibited'],
    synonyms: {
      mandatory: 'required',
      compulsory: 'required',
      obligatory: 'required',
      require: 'required',
      option: 'optional',
      forbidden: 'prohibited',
      prohibit: 'prohibited',
    },
  },
  processContents: { values: ['strict', 'lax', 'skip'] },
  wildcardNamespace: { values: ['##any', '##other', '##targetNamespace', '##local'] },
  derivation: { values: ['#all', 'extension', 'restriction', 'substitution', 'list', 'union'] },
  whiteSpace: {
    values: ['preserve', 'replace', 'collapse'],
    synonyms: {
      preserved: 'preserve',
      replaced: 'replace',
      collapsed: 'collapse',
    },
  },
  boolean: {
    values: ['true', 'false', '1', '0'],
    synonyms: {
      yes: 'true',
      y: 'true',
      t: 'true',
      on: 'true',
      no: 'false',
      n: 'false',
      f: 'false',
      off: 'false',
    },
  },
  unbounded: {
    values: ['unbounded', '*'],
    synonyms: {
      unbound: 'unbounded',
      nobound: 'unbounded',
      nolimit: 'unbounded',
      multiple: 'unbounded',
      any: 'unbounded',
      max: 'unbounded',
      '1n': 'unbounded',
      '0n': 'unbounded',
      unlimited: 'unbounded',
      infinite: 'unbounded',
      infinity: 'unbounded',
      many: 'unbounded',
      n: 'unbounded',
      inf: 'unbounded',
    },
  },
  content: { values: ['mixed', 'elementOnly', 'textOnly', 'empty'] },
  derivedBy: { values: ['extension', 'restriction'] },
  order: { values: ['sequence', 'seq', 'choice', 'all'] },
  style: {
    values: ['document', 'rpc'],
    // Authors write style and use in one word.
    synonyms: {
      doc: 'document',
      docliteral: 'document',
      documentliteral: 'document',
      documentencoded: 'document',
      documentwrapped: 'document',
      documentliteralwrapped: 'document',
      rpcliteral: 'rpc',
      rpcencoded: 'rpc',
      // Too short for a search by mistyped letters.
      rcp: 'rpc',
      prc: 'rpc',
      rpcs: 'rpc',
    },
  },
  use: { values: ['literal', 'encoded'], synonyms: { lit: 'literal', enc: 'encoded', xml: 'literal' } },
  soapVersion: {
    values: ['1.1', '1.2'],
    synonyms: { '11': '1.1', '12': '1.2', soap11: '1.1', soap12: '1.2' },
  },
  messagePattern: {
    values: [
      'in-out',
      'in-only',
      'robust-in-only',
      'in-opt-out',
      'out-in',
      'out-only',
      'robust-out-only',
      'out-opt-in',
    ],
  },
  inclusion: { values: ['Never', 'Once', 'AlwaysToRecipient', 'AlwaysToInitiator', 'Always'] },
  messageContent: { values: ['#any', '#none', '#other'] },
};

/** The reading of one attribute value. `isExact` is false if it had to be guessed, or if nothing can be meant (no `value`). */
export interface ReadKeyword<T extends string> {
  readonly value?: T;
  readonly isExact: boolean;
}

/**
 * Reads `text` as one of the values of an enumerated attribute. A value in another case, with other punctuation, by a synonym or with
 * one mistyped letter, or two in a long word, is read if exactly one value can be meant.
 */
export function readKeyword<T extends string>(
  { values, synonyms }: KeywordValues<T>,
  text: string,
): ReadKeyword<T> {
  const trimmed = text.trim();
  const exact = values.find((value) => value === trimmed);
  if (exact !== undefined) return { value: exact, isExact: true };
  const word = plain(trimmed);
  if (word === '') return { isExact: false };
  const same = values.filter((value) => plain(value) === word);
  const synonym = synonyms !== undefined && Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
  const meant = same[0] ?? synonym;
  if (meant !== undefined) return { value: meant, isExact: false };
  // A word of fewer letters is one letter away from too much.
  if (word.length < 4) return { isExact: false };
  const words = new Map(values.map((value) => [plain(value), value]));
  for (const [other, value] of Object.entries(synonyms ?? {})) if (other.length > 3) words.set(other, value);
  const value = nearest(word, words, word.length < 7 ? 1 : 2);
  return value === undefined ? { isExact: false } : { value, isExact: false };
}

/** Whether an `xs:boolean` means true, also in another spelling. */
export function isTrue(text: string): boolean {
  const { value } = readKeyword(KEYWORDS.boolean, text);
  return value === 'true' || value === '1';
}

/** `minOccurs` that can only mean 0: a word for it, the letter O, or 0 among other characters. */
const ZERO = /^(?:zero|optional|none|no|null|nil|false|o|[^0-9a-z]{0,3}0(?:\.0{1,9})?[^0-9a-z]{0,3})$/i;

/** Signs for unbounded: the asterisk of the drafts, the -1 of Java and .NET, and those of UML. */
const UNBOUNDED: ReadonlySet<string> = new Set(['-1', '*', '+', '∞', '0..*', '1..*']);

/** Whether `minOccurs` that is not a number can only mean 0. */
export function meansZero(text: string): boolean {
  return ZERO.test(text);
}

/** Whether `maxOccurs` that is not a number can only mean unbounded: another spelling of it, or a sign. */
export function meansUnbounded(text: string): boolean {
  return UNBOUNDED.has(text) || readKeyword(KEYWORDS.unbounded, text).value !== undefined;
}

/** The letters and digits of a word, in lower case. No keyword is longer than 64 characters. */
function plain(word: string): string {
  return word.length > 64 ? '' : word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
