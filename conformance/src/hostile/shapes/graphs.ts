import { answerWith, makeEncodedWsdl, makeWsdl, many, sequence, times, xml } from '../make-wsdl.js';
import type { HostileService, HostileShape } from '../shape.js';

/** Components that refer to each other so that their effects multiply, in both directions. */
export const GRAPHS: readonly HostileShape[] = [
  shape('unions of lists of unions, 100 deep', (n) => {
    const depth = 50 * n;
    const types = `<xs:simpleType name="U0"><xs:union memberTypes="xs:int xs:date"/></xs:simpleType>${times(depth, (i) => `<xs:simpleType name="U${i + 1}"><xs:union memberTypes="t:U${i} xs:boolean"/></xs:simpleType><xs:simpleType name="L${i}"><xs:list itemType="t:U${i + 1}"/></xs:simpleType>`)}<xs:simpleType name="V"><xs:union memberTypes="${times(depth, (i) => `t:L${i}`, ' ')}"/></xs:simpleType>`;
    return values(types, 'V', 200 * n, '[1,true,"zz"]', '1 true zz');
  }),
  shape('an all group of 5,000 required members', (n) => {
    const count = 2500 * n;
    const types = `<xs:complexType name="V"><xs:all>${times(count, (i) => `<xs:element name="p${i}" type="xs:int" nillable="true"/>`)}</xs:all></xs:complexType>`;
    return values(
      types,
      'V',
      40,
      '{"p0":1}',
      times(count, (i) => `<t:p${count - 1 - i}>1</t:p${count - 1 - i}>`),
    );
  }),
  shape('attribute groups nested 1,000 deep', (n) => {
    const depth = 500 * n;
    const types = `<xs:attributeGroup name="A0"><xs:attribute name="a" type="xs:int"/></xs:attributeGroup>${times(depth, (i) => `<xs:attributeGroup name="A${i + 1}"><xs:attributeGroup ref="t:A${i}"/><xs:attribute name="a${i}" type="xs:int" default="1"/></xs:attributeGroup>`)}<xs:complexType name="V"><xs:attributeGroup ref="t:A${depth}"/></xs:complexType>`;
    return values(types, 'V', 50, '{"@a":1}', '');
  }),
  shape('groups nested 1,000 deep', (n) => {
    const depth = 500 * n;
    const types = `<xs:group name="G0"><xs:sequence><xs:element name="e" type="xs:int" minOccurs="0"/></xs:sequence></xs:group>${times(depth, (i) => `<xs:group name="G${i + 1}"><xs:sequence><xs:group ref="t:G${i}" minOccurs="0"/><xs:element name="e${i}" type="xs:int" minOccurs="0"/></xs:sequence></xs:group>`)}<xs:complexType name="V"><xs:group ref="t:G${depth}"/></xs:complexType>`;
    return values(types, 'V', 100, '{"e":1}', '<t:e>1</t:e>');
  }),
  shape('groups that double', (n) => {
    const depth = 9 + n;
    const types = `<xs:group name="G0"><xs:sequence><xs:element name="e" type="xs:int" minOccurs="0"/></xs:sequence></xs:group>${times(depth, (i) => `<xs:group name="G${i + 1}"><xs:sequence><xs:group ref="t:G${i}"/><xs:element name="e${i}" type="xs:int"/><xs:group ref="t:G${i}"/></xs:sequence></xs:group>`)}<xs:complexType name="V"><xs:group ref="t:G${depth}"/></xs:complexType>`;
    return values(types, 'V', 10, '{"e":[1,1]}', '<t:e>1</t:e>');
  }),
  shape('keys and references to them over paths of 200 alternatives', (n) => {
    const paths = times(100 * n, (i) => `.//t:p${i}`, '|');
    const members = times(
      100 * n,
      (i) => `<xs:element name="p${i}" type="xs:int" minOccurs="0" maxOccurs="9"/>`,
    );
    const types = `<xs:element name="root"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType>${times(20, (i) => `<xs:key name="k${i}"><xs:selector xpath="${paths}"/><xs:field xpath="."/></xs:key><xs:keyref name="r${i}" refer="t:k${i}"><xs:selector xpath="${paths}"/><xs:field xpath="."/></xs:keyref>`)}</xs:element>`;
    return refer(types, 'root', 500, '{"p0":[1,2,3]}', '<t:p0>1</t:p0>');
  }),
  shape('2,000 substitutes of one type of 200 members', (n) => {
    const types = `<xs:complexType name="C"><xs:sequence>${times(100 * n, (i) => `<xs:element name="m${i}" type="xs:string" minOccurs="0"/>`)}</xs:sequence></xs:complexType><xs:element name="head" type="t:C" abstract="true"/>${times(1000 * n, (i) => `<xs:element name="s${i}" type="t:C" substitutionGroup="t:head" nillable="true"/>`)}`;
    return refer(types, 'head', 1000, '{"$element":"s7","m1":"x"}', undefined, 's7');
  }),
  shape('300 places for 300 derived types that may be nil', (n) => {
    const depth = 150 * n;
    const types = `<xs:complexType name="C0"><xs:sequence/><xs:attribute name="a" type="xs:int"/></xs:complexType>${times(depth, (i) => `<xs:complexType name="C${i + 1}"><xs:complexContent><xs:extension base="t:C0"><xs:attribute name="a${i}" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>`)}<xs:complexType name="V"><xs:sequence>${times(depth, (i) => `<xs:element name="p${i}" type="t:C0" nillable="true" minOccurs="0"/>`)}</xs:sequence></xs:complexType>`;
    return values(
      types,
      'V',
      50,
      '{"p0":{"$nil":true,"$type":"C7"}}',
      '<t:p0 xsi:nil="true" xsi:type="t:C7"/>',
    );
  }),
  shape('twenty namespaces with names of 20 KB', (n) => {
    const namespaces = Array.from({ length: 20 }, (_, i) => `urn:${'n'.repeat(10_000 * n)}${i}`);
    const schemas = namespaces.map(
      (name) =>
        `<xs:schema targetNamespace="${name}">${times(20, (i) => `<xs:element name="e${i}" type="xs:int"/>`)}</xs:schema>`,
    );
    const imports = namespaces.map((name) => `<xs:import namespace="${name}"/>`).join('');
    const content = sequence(
      namespaces
        .map((name) => `<xs:element xmlns:n="${name}" ref="n:e1" minOccurs="0" maxOccurs="unbounded"/>`)
        .join(''),
    );
    return {
      wsdl: makeWsdl({ input: content, output: content })
        .replace('<types>', `<types>${schemas.join('')}`)
        .replace('elementFormDefault="qualified">', `elementFormDefault="qualified">${imports}`),
      operation: 'op',
      request: `{${namespaces.map((name) => `"{${name}}e1":[${times(50, () => '1', ',')}]`).join()}}`,
      answer: answerWith(namespaces.map((name) => `<e1 xmlns="${name}">1</e1>`.repeat(2)).join('')),
    };
  }),
  shape('counted classes of letters', (n) => {
    const pattern = `([\\p{L}-[a-c]]{3,${250 * n}}[\\i-[:]][0-9]{2,${450 * n}}){1,${100 * n}}`;
    const types = `<xs:simpleType name="V"><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`;
    const text = `${'d'.repeat(200)}${'1'.repeat(200)}`.repeat(5 * n);
    return values(types, 'V', 20, `"${text}"`, text);
  }),
  shape('a typed fault of 60,000 children', (n) => {
    const types = `<xs:complexType name="R"><xs:sequence><xs:element name="n" type="xs:decimal" minOccurs="0"/>${many('child', 't:R')}</xs:sequence></xs:complexType><xs:element name="F" type="t:R"/>`;
    const fault = '<t:child><t:n>1.50</t:n></t:child>'.repeat(30_000 * n);
    return {
      wsdl: makeWsdl({ types })
        .replace('<portType', '<message name="F"><part name="f" element="t:F"/></message><portType')
        .replace(
          '<output message="t:opResponse"/>',
          '<output message="t:opResponse"/><fault name="F" message="t:F"/>',
        )
        .replace(
          '<output><soap:body use="literal"/></output>',
          '<output><soap:body use="literal"/></output><fault name="F"><soap:fault name="F" use="literal"/></fault>',
        ),
      operation: 'op',
      request: '{}',
      answer: {
        ...xml(
          `<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring><detail><t:F>${fault}</t:F></detail></s:Fault>`,
        ),
        status: 500,
      },
    };
  }),
  shape('one header block 40,000 times', (n) => {
    const wsdl = makeWsdl({ types: '<xs:element name="h" type="xs:string"/>', headers: ['h'] });
    return {
      wsdl,
      operation: 'op',
      request: `{"$headers":{${times(20_000 * n, () => '"h":"x"', ',')}}}`,
      answer: answerWith('', '<t:h>x</t:h>'.repeat(20_000 * n)),
    };
  }),
  shape('a signature of 20,000 references', (n) => {
    const references = times(
      10_000 * n,
      (i) =>
        `<Reference URI="#b${i}"><DigestMethod Algorithm="x"/><DigestValue>QQ==</DigestValue></Reference>`,
    );
    const security = `<w:Security xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" s:mustUnderstand="1"><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>${references}</SignedInfo></Signature></w:Security>`;
    return { wsdl: makeWsdl({}), operation: 'op', request: '{}', answer: answerWith('', security) };
  }),
  shape('policies of 40 nested choices', (n) => {
    const choice = (i: number): string =>
      i === 0
        ? '<x:a xmlns:x="urn:x"/>'
        : `<wsp:ExactlyOne><wsp:All>${choice(i - 1)}</wsp:All><wsp:All><x:a${i} xmlns:x="urn:x"/><wsp:ExactlyOne><x:b xmlns:x="urn:x"/><x:c xmlns:x="urn:x"/></wsp:ExactlyOne></wsp:All></wsp:ExactlyOne>`;
    const policies = times(
      20 * n,
      (i) =>
        `<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" wsu:Id="P${i}"><wsp:All>${times(20, () => choice(2))}</wsp:All>${i === 0 ? '' : `<wsp:PolicyReference URI="#P${i - 1}"/><wsp:PolicyReference URI="#P${i - 1}"/>`}</wsp:Policy>`,
    );
    return {
      wsdl: makeWsdl({})
        .replace('<types>', `${policies}<types>`)
        .replace(
          '<binding name="H" type="t:H">',
          `<binding name="H" type="t:H"><wsp:PolicyReference xmlns:wsp="http://www.w3.org/ns/ws-policy" URI="#P${20 * n - 1}"/>`,
        ),
      operation: 'op',
      request: '{}',
    };
  }),
  shape('references across 200 layers of shared nodes', (n) => {
    const width = 8;
    const types = `<xs:complexType name="Node"><xs:sequence><xs:element name="left" type="t:Node" nillable="true"/><xs:element name="right" type="t:Node" nillable="true"/></xs:sequence></xs:complexType>`;
    const layers = 100 * n;
    const node = (layer: number, i: number): string =>
      `<x id="n${layer}_${i}" xsi:type="t:Node"><left href="#n${layer + 1}_${i}"/><right href="#n${layer + 1}_${(i + 1) % width}"/></x>`;
    const nodes = times(layers * width, (i) => node(Math.floor(i / width), i % width));
    const last = times(
      width,
      (i) => `<x id="n${layers}_${i}" xsi:type="t:Node"><left xsi:nil="true"/><right xsi:nil="true"/></x>`,
    );
    return {
      wsdl: makeEncodedWsdl(types, 't:Node'),
      operation: 'op',
      answer: xml(`<m:opResponse xmlns:m="urn:h"><return href="#n0_0"/></m:opResponse>${nodes}${last}`),
    };
  }),
  shape('40 ports of 100 operations', (n) => {
    const wsdl = makeWsdl({ operations: Array.from({ length: 50 * n }, (_, i) => `op${i === 0 ? '' : i}`) });
    const ports = times(
      20 * n,
      (i) =>
        `<port name="H${i}" binding="t:H"><soap:address location="http://upstream.invalid/${i}"/></port>`,
    );
    return { wsdl: wsdl.replace('<port name="H"', `${ports}<port name="H"`), operation: 'op', request: '{}' };
  }),
];

function shape(name: string, make: (size: number) => HostileService): HostileShape {
  return { name: `graph: ${name}`, make };
}

/** Many values of a type, in both directions. */
function values(types: string, type: string, count: number, json: string, content: string): HostileService {
  const list = sequence(many('v', `t:${type}`));
  return {
    wsdl: makeWsdl({ types, input: list, output: list }),
    operation: 'op',
    request: `{"v":[${times(count, () => json, ',')}]}`,
    answer: answerWith(`<t:v>${content}</t:v>`.repeat(count)),
  };
}

/** Many global elements `name`, or substitutes for it. */
function refer(
  types: string,
  name: string,
  count: number,
  json: string,
  content = '',
  sent = name,
): HostileService {
  const list = sequence(`<xs:element ref="t:${name}" minOccurs="0" maxOccurs="unbounded"/>`);
  return {
    wsdl: makeWsdl({ types, input: list, output: list }),
    operation: 'op',
    request: `{"${name}":[${times(count, () => json, ',')}]}`,
    answer: answerWith(`<t:${sent}>${content}</t:${sent}>`.repeat(count)),
  };
}
