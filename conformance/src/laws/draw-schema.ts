import type { Draw } from './draw.js';

/**
 * Patterns with strings that match them. The generator of schemas uses no others, so that the generator of values need not solve
 * regular expressions with the code under test.
 */
export const PATTERNS: ReadonlyMap<string, readonly string[]> = new Map([
  ['[A-Z]{2}\\d{4}', ['AB1234', 'ZZ0000']],
  ['[a-z-[aeiou]]+', ['xyz', 'b']],
  ['\\i\\c*', ['_a-1', 'Éa']],
  ['(ab|c)*', ['', 'ab', 'cabc']],
]);

const BUILTINS = [
  'string',
  'string',
  'token',
  'normalizedString',
  'boolean',
  'int',
  'long',
  'integer',
  'decimal',
  'double',
  'float',
  'short',
  'unsignedByte',
  'unsignedLong',
  'positiveInteger',
  'date',
  'dateTime',
  'time',
  'duration',
  'gYear',
  'base64Binary',
  'hexBinary',
  'anyURI',
  'QName',
  'NMTOKENS',
  'language',
];

/**
 * A random schema with the global elements `Do` and `DoResponse`, as text. Every element name in a type is unique, so content is
 * deterministic.
 */
export function drawSchema(draw: Draw): string {
  const generator = new SchemaGenerator(draw);
  return generator.schema();
}

class SchemaGenerator {
  private readonly draw: Draw;
  private readonly simpleTypes: string[] = [];
  private readonly complexCount: number;
  private readonly globals: string[] = [];
  private names = 0;
  /** One wildcard per type, because two could admit the same element. */
  private wildcardOf = -1;

  constructor(draw: Draw) {
    this.draw = draw;
    this.complexCount = draw.int(1, 4);
  }

  schema(): string {
    const { draw } = this;
    const simple = Array.from({ length: draw.int(0, 3) }, (_, i) => this.simpleType(i));
    const complex = Array.from({ length: this.complexCount }, (_, i) => this.complexType(i));
    const qualified = draw.chance(2) ? 'qualified' : 'unqualified';
    return [
      `<xs:schema targetNamespace="urn:law" xmlns:t="urn:law" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="${qualified}">`,
      ...simple,
      ...complex,
      ...this.globals,
      `<xs:element name="Do" type="t:C0"/><xs:element name="DoResponse" type="t:C0"/>`,
      '</xs:schema>',
    ].join('\n');
  }

  private simpleType(i: number): string {
    const { draw } = this;
    const body = draw.pick([
      () =>
        `<xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="${draw.int(1, 5)}"/></xs:restriction>`,
      () =>
        `<xs:restriction base="xs:token"><xs:enumeration value="a"/><xs:enumeration value="b c"/></xs:restriction>`,
      () =>
        `<xs:restriction base="xs:int"><xs:minInclusive value="-5"/><xs:maxExclusive value="${draw.int(-4, 9)}"/></xs:restriction>`,
      () =>
        `<xs:restriction base="xs:decimal"><xs:minExclusive value="0"/><xs:maxInclusive value="100"/><xs:fractionDigits value="2"/></xs:restriction>`,
      () =>
        `<xs:restriction base="xs:long"><xs:enumeration value="9007199254740993"/><xs:enumeration value="-1"/></xs:restriction>`,
      () =>
        `<xs:restriction base="xs:string"><xs:pattern value="${draw.pick([...PATTERNS.keys()])}"/></xs:restriction>`,
      () => `<xs:list itemType="xs:${draw.pick(['int', 'date', 'boolean', 'NCName'])}"/>`,
      () => `<xs:union memberTypes="xs:int xs:boolean xs:NCName"/>`,
    ])();
    this.simpleTypes.push(`t:S${i}`);
    return `<xs:simpleType name="S${i}">${body}</xs:simpleType>`;
  }

  private complexType(i: number): string {
    const { draw } = this;
    // The root is always a plain record; the others may be anything.
    const kind =
      i === 0 ? 'plain' : draw.pick(['plain', 'plain', 'simple', 'mixed', 'extension', 'all', 'empty']);
    const attributes = this.attributes();
    if (kind === 'simple')
      return `<xs:complexType name="C${i}"><xs:simpleContent><xs:extension base="${this.simpleName(false)}">${attributes}</xs:extension></xs:simpleContent></xs:complexType>`;
    if (kind === 'empty') return `<xs:complexType name="C${i}">${attributes}</xs:complexType>`;
    if (kind === 'all')
      return `<xs:complexType name="C${i}"><xs:all>${this.element(i, 1)}${this.element(i, 1)}</xs:all>${attributes}</xs:complexType>`;
    const particles = this.particles(i, 3);
    const wildcard =
      i > 0 && kind === 'plain' && this.wildcardOf !== i && draw.chance(5)
        ? '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>'
        : '';
    const content = `<xs:sequence>${particles}${wildcard}</xs:sequence>${attributes}`;
    if (kind === 'extension') {
      const base = `<xs:complexType name="B${i}"><xs:sequence>${this.element(i)}</xs:sequence>${draw.chance(2) ? '<xs:attribute name="base"/>' : ''}</xs:complexType>`;
      const nillable = draw.chance(2) ? ' nillable="true"' : '';
      const holder = `<xs:complexType name="C${i}"><xs:sequence><xs:element name="${this.name()}" type="t:B${i}"${nillable}/></xs:sequence></xs:complexType>`;
      return `${base}\n<xs:complexType name="D${i}"><xs:complexContent><xs:extension base="t:B${i}">${content}</xs:extension></xs:complexContent></xs:complexType>\n${holder}`;
    }
    return `<xs:complexType name="C${i}"${kind === 'mixed' ? ' mixed="true"' : ''}>${content}</xs:complexType>`;
  }

  private particles(owner: number, depth: number): string {
    const { draw } = this;
    return Array.from({ length: draw.int(1, 3) }, () =>
      depth === 0 || !draw.chance(3) ? this.element(owner) : this.group(owner, depth - 1),
    ).join('');
  }

  private group(owner: number, depth: number): string {
    const { draw } = this;
    const name = draw.pick(['sequence', 'choice']);
    const occurs = draw.pick([
      '',
      ' minOccurs="0"',
      ' maxOccurs="unbounded"',
      ' minOccurs="0" maxOccurs="unbounded"',
      ' minOccurs="0" maxOccurs="3"',
      ' maxOccurs="2"',
    ]);
    // Elements of repeating groups are required, so that the end of a repetition is never ambiguous.
    const body = occurs.includes('maxOccurs')
      ? Array.from({ length: draw.int(2, 3) }, () => this.repeated(owner)).join('')
      : this.particles(owner, depth);
    return `<xs:${name}${occurs}>${body}</xs:${name}>`;
  }

  private repeated(owner: number): string {
    if (owner === 0 || this.wildcardOf === owner || !this.draw.chance(5)) return this.element(owner, 1, true);
    this.wildcardOf = owner;
    return '<xs:any namespace="##other" processContents="lax"/>';
  }

  private element(owner: number, max?: number, required = false): string {
    const { draw } = this;
    const target = draw.int(0, this.complexCount - 1);
    // A type may contain itself, or an earlier one, only in optional places, so that every value is finite.
    const complex = draw.chance(3);
    const mustBeOptional = complex && target <= owner;
    const optional = !required && (mustBeOptional || draw.chance(3));
    if (required && mustBeOptional) return this.element(owner, max, required);
    const occurs = `${optional ? ' minOccurs="0"' : ''}${max === undefined ? draw.pick(['', '', '', ' maxOccurs="unbounded"', ' maxOccurs="2"']) : ''}`;
    const nillable = draw.chance(5) ? ' nillable="true"' : '';
    if (complex) return `<xs:element name="${this.name()}" type="t:C${target}"${occurs}${nillable}/>`;
    if (draw.chance(12))
      return `<xs:element name="${this.name()}" type="xs:${draw.pick(['string', 'token'])}" ${draw.pick(['default', 'fixed'])}="dflt"${occurs}/>`;
    if (draw.chance(10)) return draw.chance(2) ? this.reference(occurs) : this.recordReference(occurs);
    if (draw.chance(15))
      return `<xs:element name="${this.name()}" type="xs:${draw.pick(['anyType', 'anySimpleType'])}"${occurs}${nillable}/>`;
    return `<xs:element name="${this.name()}" type="${this.simpleName(true)}"${occurs}${nillable}/>`;
  }

  private reference(occurs: string): string {
    const head = this.name();
    this.globals.push(`<xs:element name="${head}" type="xs:string"/>`);
    if (this.draw.chance(2))
      this.globals.push(`<xs:element name="${this.name()}" type="xs:string" substitutionGroup="t:${head}"/>`);
    return `<xs:element ref="t:${head}"${occurs}/>`;
  }

  /** A head that is a record, with a member of a derived type; either may be nil. */
  private recordReference(occurs: string): string {
    const { draw } = this;
    const [head, member] = [this.name(), this.name()];
    const nillable = () => (draw.chance(2) ? ' nillable="true"' : '');
    this.globals.push(
      `<xs:complexType name="T${head}"><xs:sequence><xs:element name="v" type="xs:int" minOccurs="0"/></xs:sequence><xs:attribute name="k"/></xs:complexType>`,
      `<xs:complexType name="T${member}"><xs:complexContent><xs:extension base="t:T${head}"><xs:attribute name="m" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>`,
      `<xs:element name="${head}" type="t:T${head}"${nillable()}/>`,
      `<xs:element name="${member}" type="t:T${member}" substitutionGroup="t:${head}"${nillable()}/>`,
    );
    return `<xs:element ref="t:${head}"${occurs}/>`;
  }

  private attributes(): string {
    const { draw } = this;
    const open = draw.chance(6) ? '<xs:anyAttribute namespace="##other" processContents="lax"/>' : '';
    const declared = Array.from({ length: draw.pick([0, 0, 1, 2]) }, () => {
      const use = draw.pick(['', '', ' use="required"']);
      return `<xs:attribute name="${this.name()}" type="${this.simpleName(true)}"${use}/>`;
    }).join('');
    return declared + open;
  }

  private simpleName(mayBeList: boolean): string {
    const { draw } = this;
    if (this.simpleTypes.length > 0 && draw.chance(3)) return draw.pick(this.simpleTypes);
    const builtin = draw.pick(BUILTINS);
    return mayBeList || builtin !== 'NMTOKENS' ? `xs:${builtin}` : 'xs:string';
  }

  private name(): string {
    this.names += 1;
    return `${this.draw.pick(['a', 'Item', 'x-y', 'constructor', 'été', 'then', '__proto__'])}${this.names}`;
  }
}
