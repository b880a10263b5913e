import { answerWith, makeWsdl, many, sequence, times } from '../make-wsdl.js';
import type { HostileService, HostileShape } from '../shape.js';

/** Work in content models: particles, wildcards, substitution, derivation, recursion, names. */
export const CONTENT_MODELS: readonly HostileShape[] = [
  shape('mixed content of 5,000 particles', (n) =>
    ordered(
      `<xs:complexType name="R" mixed="true"><xs:sequence>${optionals(2500 * n)}</xs:sequence></xs:complexType>`,
      500 * n,
      2500 * n,
    ),
  ),
  shape('mixed choice of 5,000 particles', (n) =>
    ordered(
      `<xs:complexType name="R" mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded">${optionals(2500 * n)}</xs:choice></xs:complexType>`,
      500 * n,
      2500 * n,
    ),
  ),
  shape('mixed content in any order', (n) =>
    ordered(
      `<xs:complexType name="R" mixed="true"><xs:all>${optionals(1000 * n)}</xs:all></xs:complexType>`,
      500 * n,
      1000 * n,
    ),
  ),
  shape('nested optional groups, ordered', (n) => {
    let model = '<xs:element name="p0" type="xs:string" minOccurs="0"/>';
    for (let i = 1; i < 60 * n; i++)
      model = `<xs:sequence minOccurs="0" maxOccurs="${i % 3 === 0 ? 2 : 1}">${model}<xs:element name="p${i}" type="xs:string" minOccurs="0"/></xs:sequence>`;
    return ordered(
      `<xs:complexType name="R" mixed="true"><xs:sequence>${model}</xs:sequence></xs:complexType>`,
      500 * n,
      60 * n,
    );
  }),
  shape('counted particles', (n) =>
    ordered(
      `<xs:complexType name="R" mixed="true"><xs:sequence><xs:sequence minOccurs="0" maxOccurs="${300 * n}"><xs:element name="p0" type="xs:string"/><xs:element name="p1" type="xs:string" minOccurs="0" maxOccurs="${50 * n}"/></xs:sequence></xs:sequence></xs:complexType>`,
      300 * n,
      1,
    ),
  ),
  shape('wildcards in a row, ordered', (n) =>
    ordered(
      `<xs:complexType name="R" mixed="true"><xs:sequence>${times(500 * n, (i) => `<xs:any namespace="urn:n${i}" processContents="skip" minOccurs="0"/><xs:element name="p${i}" type="xs:string" minOccurs="0"/>`)}</xs:sequence></xs:complexType>`,
      500 * n,
      500 * n,
      '{urn:n0}x',
    ),
  ),
  shape('a choice of 5,000 branches', (n) =>
    object(
      `<xs:complexType name="R"><xs:choice>${optionals(2500 * n)}</xs:choice></xs:complexType>`,
      200,
      () => '{}',
      '',
    ),
  ),
  shape('repeated choice of 2,000 branches', (n) =>
    object(
      `<xs:complexType name="R"><xs:choice minOccurs="0" maxOccurs="unbounded">${optionals(1000 * n)}</xs:choice></xs:complexType>`,
      20,
      () => `{"$items":[${times(100 * n, (i) => `{"p${(i * 7) % (1000 * n)}":"x"}`, ',')}]}`,
      times(100 * n, (i) => `<t:p${(i * 7) % (1000 * n)}>x</t:p${(i * 7) % (1000 * n)}>`),
    ),
  ),
  shape('20,000 optional members', (n) =>
    object(
      `<xs:complexType name="R"><xs:sequence>${optionals(10_000 * n)}</xs:sequence></xs:complexType>`,
      200,
      () => '{"p1":"x"}',
      '<t:p1>x</t:p1>',
    ),
  ),
  shape('20,000 required members, all missing', (n) =>
    object(
      `<xs:complexType name="R"><xs:sequence>${times(10_000 * n, (i) => `<xs:element name="p${i}" type="xs:string"/>`)}</xs:sequence></xs:complexType>`,
      200,
      () => '{}',
      '',
    ),
  ),
  shape('misspelt names among 20,000 members', (n) =>
    object(
      `<xs:complexType name="R"><xs:sequence>${times(10_000 * n, (i) => `<xs:element name="member${i}" type="xs:string" minOccurs="0"/>`)}</xs:sequence></xs:complexType>`,
      1,
      () => `{${times(2000 * n, (i) => `"membre${i}":1`, ',')}}`,
      times(2000 * n, (i) => `<t:membre${i}/>`),
    ),
  ),
  shape('a substitution group of 5,000 members', (n) => {
    const types = `<xs:complexType name="H"><xs:sequence/></xs:complexType><xs:element name="head" type="t:H"/>${times(2500 * n, (i) => `<xs:element name="s${i}" type="t:H" substitutionGroup="t:head"/>`)}<xs:complexType name="R"><xs:sequence><xs:element ref="t:head" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;
    return object(
      types,
      10,
      () => `{"head":[${times(250 * n, (i) => `{"$element":"s${(i * 11) % (2500 * n)}"}`, ',')}]}`,
      times(250 * n, (i) => `<t:s${(i * 11) % (2500 * n)}/>`),
    );
  }),
  shape('a chain of substitution heads', (n) => {
    const depth = 300 * n;
    const types = `<xs:element name="s0" type="xs:string"/>${times(depth, (i) => `<xs:element name="s${i + 1}" type="xs:string" substitutionGroup="t:s${i}"/>`)}<xs:complexType name="R"><xs:sequence><xs:element ref="t:s0" maxOccurs="unbounded" minOccurs="0"/></xs:sequence></xs:complexType>`;
    return object(
      types,
      5,
      () => `{"s0":[${times(100, () => `{"$element":"s${depth}","$value":"x"}`, ',')}]}`,
      times(100, () => `<t:s${depth}>x</t:s${depth}>`),
    );
  }),
  shape('a chain of 300 extended types', (n) => {
    const depth = 150 * n;
    const types = `<xs:complexType name="T0"><xs:sequence><xs:element name="p" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>${times(depth, (i) => `<xs:complexType name="T${i + 1}"><xs:complexContent><xs:extension base="t:T${i}"><xs:sequence><xs:element name="e${i}" type="xs:string" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`)}<xs:complexType name="R"><xs:sequence>${many('v', 't:T0')}</xs:sequence></xs:complexType>`;
    return object(
      types,
      5,
      () => `{"v":[${times(50 * n, (i) => `{"$type":"T${(i * 7) % depth}"}`, ',')}]}`,
      times(50 * n, (i) => `<t:v xsi:type="t:T${(i * 7) % depth}"/>`),
    );
  }),
  shape('a wildcard with 5,000 namespaces', (n) =>
    object(
      `<xs:complexType name="R"><xs:sequence><xs:any namespace="${times(2500 * n, (i) => `urn:n${i}`, ' ')}" processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`,
      10,
      () => `{"$any":[${times(100 * n, () => '{"{urn:other}x":"1"}', ',')}]}`,
      times(100 * n, () => '<o:x xmlns:o="urn:other"/>'),
    ),
  ),
  shape('an attribute wildcard with many attributes', (n) =>
    object(
      '<xs:complexType name="R"><xs:sequence/><xs:anyAttribute namespace="##any" processContents="lax"/></xs:complexType>',
      50 * n,
      () => `{"$anyAttributes":{${times(200, (i) => `"{urn:n${i}}a${i}":"v"`, ',')}}}`,
      '',
    ),
  ),
  shape('groups nested 200 deep', (n) => {
    const depth = 100 * n;
    const types = `<xs:group name="G0"><xs:sequence><xs:element name="p" type="xs:string" minOccurs="0"/></xs:sequence></xs:group>${times(depth, (i) => `<xs:group name="G${i + 1}"><xs:sequence><xs:group ref="t:G${i}"/><xs:element name="g${i}" type="xs:string" minOccurs="0"/></xs:sequence></xs:group>`)}<xs:complexType name="R"><xs:group ref="t:G${depth}"/></xs:complexType>`;
    return object(types, 100, () => '{"p":"x"}', '<t:p>x</t:p>');
  }),
  shape('groups that double 14 times', (n) => {
    const depth = 10 + 2 * n;
    const types = `<xs:group name="G0"><xs:sequence><xs:element name="p" type="xs:string" minOccurs="0"/></xs:sequence></xs:group>${times(depth, (i) => `<xs:group name="G${i + 1}"><xs:sequence><xs:group ref="t:G${i}"/><xs:group ref="t:G${i}"/></xs:sequence></xs:group>`)}<xs:complexType name="R"><xs:group ref="t:G${depth}"/></xs:complexType>`;
    return object(types, 10, () => '{"p":["x"]}', '<t:p>x</t:p>');
  }),
  shape('types that nest without end', (n) => {
    const types = `<xs:complexType name="R"><xs:sequence>${times(100 * n, (i) => `<xs:element name="r${i}" type="t:R" minOccurs="0"/>`)}</xs:sequence></xs:complexType>`;
    return object(
      types,
      10,
      () => `${'{"r1":'.repeat(40)}{}${'}'.repeat(40)}`,
      `${'<t:r1>'.repeat(40)}${'</t:r1>'.repeat(40)}`,
    );
  }),
  shape('types that require each other', (n) => {
    const count = 200 * n;
    const types = times(
      count,
      (i) =>
        `<xs:complexType name="${i === 0 ? 'R' : `R${i}`}"><xs:sequence><xs:element name="a" type="t:R${((i * 3) % (count - 1)) + 1}" minOccurs="0"/><xs:element name="b" type="t:R${((i * 5) % (count - 1)) + 1}" minOccurs="0"/><xs:element name="c" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>`,
    );
    return object(types, 10, () => '{"a":{"b":{}}}', '');
  }),
  shape('element names of 30,000 characters', (n) => {
    const name = 'x'.repeat(15_000 * n);
    return object(
      `<xs:complexType name="R"><xs:sequence>${many(name, 'xs:int')}</xs:sequence></xs:complexType>`,
      1,
      () => `{"${name}":[${times(10_000, () => '1', ',')}]}`,
      times(100, () => `<t:${name}>1</t:${name}>`),
    );
  }),
  shape('names without a schema in the request', (n) => {
    const types =
      '<xs:complexType name="R"><xs:sequence><xs:element name="free" type="xs:anyType" minOccurs="0"/></xs:sequence></xs:complexType>';
    return object(
      types,
      1,
      () =>
        `{"free":{${times(10_000 * n, (i) => `"{urn:n${i}}k${i}":{"@a":"1","$content":["x",{"b":null}]}`, ',')}}}`,
      `<t:free>${times(5000 * n, (i) => `<k${i} xmlns="urn:n${i}" a="1">x<b/></k${i}>`)}</t:free>`,
    );
  }),
  shape('200 attributes with a default of 1 KB', (n) => {
    const types = `<xs:complexType name="R"><xs:sequence/>${times(200, (i) => `<xs:attribute name="a${i}" type="xs:string" default="${'d'.repeat(1000)}"/>`)}</xs:complexType>`;
    return object(types, 2000 * n, () => '{}', '');
  }),
  shape('identity constraints over 20,000 fields', (n) => {
    const types = `<xs:complexType name="R"><xs:sequence>${optionals(1)}</xs:sequence></xs:complexType><xs:element name="root"><xs:complexType><xs:sequence>${many('r', 't:R')}</xs:sequence></xs:complexType><xs:key name="k"><xs:selector xpath="t:r"/>${times(500 * n, () => '<xs:field xpath="t:p0"/>')}</xs:key></xs:element>`;
    return object(types, 5000 * n, (i) => `{"p0":"${i}"}`, '<t:p0>1</t:p0>');
  }),
];

function shape(name: string, make: (size: number) => HostileService): HostileShape {
  return { name, make };
}

function optionals(count: number): string {
  return times(count, (i) => `<xs:element name="p${i}" type="xs:string" minOccurs="0"/>`);
}

/** Children in the order of the document, in `$content`. */
function ordered(types: string, children: number, names: number, foreign?: string): HostileService {
  const key = (i: number): string =>
    foreign !== undefined && i % 2 === 0 ? foreign : `p${Math.floor((i * names) / children)}`;
  return object(
    types,
    1,
    () => `{"$content":[${times(children, (i) => `{"${key(i)}":"x"}`, ',')}]}`,
    times(
      children,
      (i) => `<t:p${Math.floor((i * names) / children)}>x</t:p${Math.floor((i * names) / children)}>`,
    ),
  );
}

/** Values of the type `R`. */
function object(
  types: string,
  count: number,
  value: (index: number) => string,
  content: string,
): HostileService {
  return {
    wsdl: makeWsdl({ types, input: sequence(many('v', 't:R')), output: sequence(many('v', 't:R')) }),
    operation: 'op',
    request: `{"v":[${times(count, value, ',')}]}`,
    answer: answerWith(times(count, () => `<t:v>${content}</t:v>`)),
  };
}
