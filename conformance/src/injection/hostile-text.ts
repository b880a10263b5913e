import type { Draw } from '../laws/draw.js';

/** Texts that an attacker writes in place of a value. Some cannot be expressed in XML at all. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  'plain',
  '<evil/>',
  '</t:text><t:evil>',
  '</soapenv:Body></soapenv:Envelope>',
  ']]>',
  '<![CDATA[x]]>',
  '<!-- x -->',
  '--><x>',
  '<?pi x?>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
  '&e;',
  '&amp;',
  '&#60;evil/&#62;',
  '&#0;',
  '%e;',
  '" evil="1',
  "' evil='1",
  '">',
  '\t\n\r',
  'a\r\nb',
  '\u0085\u2028\u00a0',
  '\u{1f600}',
  '\ufeff',
  '\u0000',
  '\u0008',
  '\u001b',
  '\ufffe',
  '\uffff',
  '\ud800',
  '\udc00',
  '\udc00\ud800',
  '__proto__',
  'constructor',
  '{urn:x}y',
  'xmlns:t="urn:evil"',
  'x:y',
  '\\u003c',
  '#{x}',
  'é'.repeat(70),
];

/** Characters of XML 1.0; in a `u` expression a lone surrogate does not match. */
const XML_TEXT = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

/** Whether XML can contain this text. */
export function isXmlText(text: string): boolean {
  return XML_TEXT.test(text);
}

/** One to three pieces, mostly expressible in XML, so that bodies of many texts are too. */
export function drawText(draw: Draw): string {
  const pieces = draw.chance(16) ? TEXTS : LEGAL;
  return Array.from({ length: draw.int(1, 3) }, () => draw.pick(pieces)).join('');
}

const LEGAL = TEXTS.filter(isXmlText);

/** A name chosen by a caller, in JSON notation, and the name that it means; undefined if it is not a name. */
export interface HostileName {
  readonly key: string;
  readonly namespace: string;
  readonly localName: string;
  /** Whether it must be rejected, may be, or is an ordinary name. */
  readonly verdict: Verdict;
}

export type Verdict = 'accepted' | 'either' | 'refused';

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
const NAMESPACES: readonly string[] = [
  '',
  'urn:x',
  'urn:x',
  'urn:other',
  'urn:"<&>\'',
  'urn:x"xmlns:evil="urn:y',
  'a\tb\nc',
  'urn:é\u{1f600}',
  'http://schemas.xmlsoap.org/soap/envelope/',
  XML_NAMESPACE,
  XSI_NAMESPACE,
  XMLNS_NAMESPACE,
  'urn:\u0000',
  'urn:\ud800',
];
const LOCAL_NAMES: readonly string[] = [
  'a',
  'b',
  'ok-1.2_3',
  'é',
  '__proto__',
  'constructor',
  'toString',
  'xml',
  'xmlns',
  'xmlnsx',
  'Envelope',
];
const NO_NAMES: readonly string[] = [
  '',
  'a b',
  'a:b',
  '1a',
  '-a',
  'a>',
  'a/><evil',
  'a="1" b',
  "a'",
  'a&amp;',
  'a\u0000',
  'a\ud800',
  'a\nb',
  '×',
];

/** A name for a place where callers choose names. */
export function drawName(draw: Draw): HostileName {
  const isName = !draw.chance(40);
  const localName = draw.pick(isName ? LOCAL_NAMES : NO_NAMES);
  const namespace = draw.pick(draw.chance(6) ? NAMESPACES : ['', 'urn:x', 'urn:"<&>\'', 'urn:other']);
  const key = namespace === '' && !draw.chance(20) ? localName : `{${namespace}}${localName}`;
  return { key, namespace, localName, verdict: verdictOf(isName, namespace, key) };
}

function verdictOf(isName: boolean, namespace: string, key: string): Verdict {
  if (!isName || !isXmlText(namespace) || namespace === XMLNS_NAMESPACE) return 'refused';
  // Names that XML reserves, and a second spelling of a name in no namespace, may be rejected.
  return namespace === XML_NAMESPACE || namespace === XSI_NAMESPACE || key.startsWith('{}')
    ? 'either'
    : 'accepted';
}

/** Keys that no object of the service has. */
export const UNKNOWN_KEYS: readonly string[] = [
  'evil',
  '',
  '<evil/>',
  'text><evil',
  'xmlns',
  'xmlns:t',
  '@xmlns',
  '@xmlns:t',
  '@xsi:type',
  '@xsi:nil',
  'xsi:type',
  '$xml',
  '_xml',
  '#text',
  '@evil" x="',
  't:text',
  '{urn:evil}text',
  'hasOwnProperty',
  'toString',
  'text\u0000',
  'text\ud800',
];
