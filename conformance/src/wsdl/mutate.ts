/** A seeded source of numbers in [0, 1) (mulberry32). */
export type Random = () => number;

/** Creates a source; equal seeds give equal numbers. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of a list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Replacement values for an attribute: some have a meaning in WSDL or XML Schema, and some never do. */
const VALUES: readonly string[] = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '999999999999999999999',
  'unbounded',
  'true',
  'xs:string',
  'xs:anyType',
  'xs:NOTATION',
  'xs:nope',
  't:nope',
  'nope:nope',
  ':',
  'a:b:c',
  '__proto__',
  'constructor',
  'then',
  't:__proto__',
  '##any',
  '##other',
  '##targetNamespace ##local',
  '#any',
  '#all',
  'extension restriction',
  'prohibited',
  'qualified',
  'encoded',
  'rpc',
  'document',
  '[',
  '(a+)+$',
  '\\p{IsFoo}',
  '&lt;',
  '&e0;',
  '&#0;',
  'xs:int[,,][]',
  'xs:int[',
  'urn:x',
  'http://[',
  '../../../etc/passwd',
  'service.wsdl',
  'file:///etc/passwd',
  'enc:Array',
  // Texts here have one character per byte: these two are UTF-8.
  '\u00F0\u009F\u0098\u0080',
  '\u00EF\u00BF\u00BE',
];

/** Markup that can be inserted between two tags. */
const FRAGMENTS: readonly string[] = [
  '<xs:element name="x" type="t:X"/>',
  '<xs:any/>',
  '<xs:sequence/>',
  '<xs:choice minOccurs="0" maxOccurs="0"/>',
  '<xs:all/>',
  '<xs:group ref="t:Tail"/>',
  '<xs:attributeGroup ref="t:Common"/>',
  '<xs:extension base="t:Orders"/>',
  '<xs:restriction base="xs:string"/>',
  '<xs:union memberTypes="t:Any"/>',
  '<xs:include schemaLocation="../schemas/model.xsd"/>',
  '<xs:redefine schemaLocation="model.xsd"/>',
  '<xs:import/>',
  '<!---->',
  '<?x ?>',
  '<![CDATA[<]]>',
  '<x:y xmlns:x="urn:x" wsdl:required="true"/>',
  '<documentation>t<b>u</b></documentation>',
  '&amp;',
  '&e0;',
  'text',
  '<',
  '>',
  '\0',
  ']]>',
  '</',
  '<a',
];

type Mutator = (text: string, random: Random) => string;

const at = (text: string, random: Random): number => Math.floor(random() * (text.length + 1));

/** The positions of a pattern; the text has at most some thousand. */
function matches(text: string, pattern: RegExp): readonly RegExpMatchArray[] {
  return [...text.matchAll(pattern)];
}

function replaceMatch(text: string, match: RegExpMatchArray | undefined, by: string): string {
  if (match?.index === undefined) return text;
  return text.slice(0, match.index) + by + text.slice(match.index + match[0].length);
}

const ATTRIBUTE = /([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g;
const TAG = /<\/?[\w:.-]+[^<>]*>/g;

/** Mutations that almost always break the XML. */
const BREAKING: readonly Mutator[] = [
  // Characters.
  (text, random) => text.slice(0, at(text, random)),
  (text, random) => {
    const start = at(text, random);
    return text.slice(0, start) + text.slice(start + Math.ceil(random() * 40));
  },
  (text, random) => {
    const start = at(text, random);
    return text.slice(0, start) + pick(random, FRAGMENTS) + text.slice(start);
  },
  (text, random) => {
    const start = at(text, random);
    return text.slice(0, start) + String.fromCharCode(Math.floor(random() * 0x300)) + text.slice(start + 1);
  },
  // Tags.
  (text, random) => replaceMatch(text, pick(random, matches(text, TAG)), ''),
  (text, random) => {
    const tags = matches(text, TAG);
    return replaceMatch(text, pick(random, tags), pick(random, tags)?.[0] ?? '');
  },
];

/** Mutations that keep it XML: the errors are in the content. */
const MEANINGFUL: readonly Mutator[] = [
  // Attributes.
  (text, random) => {
    const match = pick(random, matches(text, ATTRIBUTE));
    return replaceMatch(text, match, `${match?.[1]}="${pick(random, VALUES)}"`);
  },
  (text, random) => replaceMatch(text, pick(random, matches(text, ATTRIBUTE)), ''),
  (text, random) => {
    const all = matches(text, ATTRIBUTE);
    const [from, to] = [pick(random, all), pick(random, all)];
    return replaceMatch(text, to, `${to?.[1]}=${from?.[2]}`);
  },
  (text, random) => {
    const all = matches(text, ATTRIBUTE);
    const [from, to] = [pick(random, all), pick(random, all)];
    return replaceMatch(text, to, `${from?.[1]}=${to?.[2]}`);
  },
  // Names: a reference to what contains it creates a cycle.
  (text, random) => {
    const names = matches(text, /\bname="([^"]+)"/g);
    const references = matches(
      text,
      /\b(type|base|ref|element|message|binding|itemType|substitutionGroup)="([\w.-]+:)?[^"]*"/g,
    );
    const reference = pick(random, references);
    return replaceMatch(
      text,
      reference,
      `${reference?.[1]}="${reference?.[2] ?? ''}${pick(random, names)?.[1]}"`,
    );
  },
  // Names of tags.
  (text, random) => {
    const names = matches(text, /<([\w:.-]+)/g);
    const [from, to] = [pick(random, names)?.[1], pick(random, names)?.[1]];
    return from === undefined || to === undefined
      ? text
      : text.replaceAll(`<${from}`, `<${to}`).replaceAll(`</${from}`, `</${to}`);
  },
  // Whole elements: remove one, repeat one, move one into another.
  (text, random) => withElement(text, random, (_, rest) => rest),
  (text, random) =>
    withElement(
      text,
      random,
      (element, rest, hole) =>
        rest.slice(0, hole) + element.repeat(1 + Math.floor(random() * 3)) + rest.slice(hole),
    ),
  (text, random) =>
    withElement(text, random, (element, rest) => {
      const ends = matches(rest, /<\/[\w:.-]+>/g);
      const end = pick(random, ends)?.index ?? rest.length;
      return rest.slice(0, end) + element + rest.slice(end);
    }),
  // Namespaces and the prolog.
  (text, random) =>
    text.replace(/xmlns(:\w+)?="([^"]*)"/, (_, prefix) => `xmlns${prefix ?? ''}="${pick(random, VALUES)}"`),
  (text, random) =>
    text.replace(
      /targetNamespace="[^"]*"/,
      random() < 0.5 ? '' : `targetNamespace="${pick(random, VALUES)}"`,
    ),
  (text, random) => {
    const entities = [
      '<!ENTITY e0 "x">',
      '<!ENTITY e0 SYSTEM "file:///etc/passwd">',
      '<!ENTITY e0 "&e0;">',
      '<!ENTITY e0 "<b/>">',
      '<!ENTITY % e0 "x"> %e0;',
      '<!ENTITY e1 "&#38;e0;"><!ENTITY e0 "&e1;">',
    ];
    return `<!DOCTYPE x [${pick(random, entities)}]>${text.replace(/^<\?[^>]*\?>/, '')}`;
  },
  (text, random) =>
    text.replace(
      /^<\?xml[^>]*\?>/,
      `<?xml version="1.0" encoding="${pick(random, ['utf-16', 'iso-8859-1', 'windows-1252', 'x', ''])}"?>`,
    ),
  // Size: depth and breadth that a limit or a linear algorithm must handle.
  (text, random) => {
    const start = matches(text, />/g);
    const hole = (pick(random, start)?.index ?? 0) + 1;
    const name = pick(random, ['xs:sequence', 'xs:complexType', 'xs:element', 'wsp:Policy', 'a']);
    const depth = pick(random, [20, 95, 200]);
    return text.slice(0, hole) + `<${name}>`.repeat(depth) + `</${name}>`.repeat(depth) + text.slice(hole);
  },
];

/** Passes an element of the text, the text without it and its position to `put`. */
function withElement(
  text: string,
  random: Random,
  put: (element: string, rest: string, hole: number) => string,
): string {
  const tag = pick(random, matches(text, /<([\w:.-]+)(\s[^<>]*)?>/g));
  if (tag?.index === undefined) return text;
  const empty = tag[0].endsWith('/>');
  const close = text.indexOf(`</${tag[1]}>`, tag.index);
  const end = empty || close === -1 ? tag.index + tag[0].length : close + (tag[1] ?? '').length + 3;
  const element = text.slice(tag.index, end);
  return put(element, text.slice(0, tag.index) + text.slice(end), tag.index);
}

/** Changes a text in one to five ways. */
export function mutate(text: string, random: Random): string {
  let mutated = text;
  for (let n = 1 + Math.floor(random() * 5); n > 0; n -= 1) {
    mutated = pick(random, random() < 0.08 ? BREAKING : MEANINGFUL)(mutated, random);
  }
  return mutated;
}
