import {
  answerWith,
  makeEncodedWsdl,
  makeWsdl,
  many,
  multipart,
  sequence,
  times,
  xml,
} from '../make-wsdl.js';
import type { HostileAnswer, HostileService, HostileShape } from '../shape.js';

/** Rarer constructs of XML Schema, WSDL, MIME and the JSON of this gateway, in both directions. */
export const CONSTRUCTS: readonly HostileShape[] = [
  shape('a chain of blocked substitution heads', (n) => {
    const depth = 150 * n;
    const types = `${times(depth, (i) => `<xs:complexType name="C${i + 1}" block="restriction"><xs:complexContent><xs:extension base="t:C${i}"><xs:sequence><xs:element name="e${i}" type="xs:int" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType><xs:element name="h${i + 1}" type="t:C${i + 1}" substitutionGroup="t:h${i}" ${i % 2 === 0 ? 'block="extension"' : 'final="restriction"'}/>`)}<xs:complexType name="C0"><xs:sequence/></xs:complexType><xs:element name="h0" type="t:C0" abstract="true"/>`;
    const content = '<xs:element ref="t:h0" minOccurs="0" maxOccurs="unbounded"/>';
    return {
      wsdl: makeWsdl({ types, input: sequence(content), output: sequence(content) }),
      operation: 'op',
      request: `{"h${depth}":[${times(500, () => '{}', ',')}]}`,
      answer: answerWith(times(500 * n, (i) => `<t:h${(i % depth) + 1}/>`)),
    };
  }),
  shape('values of the deepest of 300 derived types', (n) => {
    const depth = 150 * n;
    const types = `<xs:complexType name="C0"><xs:sequence/></xs:complexType>${times(depth, (i) => `<xs:complexType name="C${i + 1}"><xs:complexContent><xs:extension base="t:C${i}"><xs:sequence><xs:element name="e${i}" type="xs:int" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`)}`;
    return {
      wsdl: makeWsdl({ types, input: sequence(many('v', 't:C0')), output: sequence(many('v', 't:C0')) }),
      operation: 'op',
      request: `{"v":[${times(1000 * n, () => `{"$type":"C${depth}"}`, ',')}]}`,
      answer: answerWith(times(1000 * n, (i) => `<t:v xsi:type="t:C${i % depth}"/>`)),
    };
  }),
  shape('an all group of 2,000 members, backwards', (n) => {
    const members = times(1000 * n, (i) => `<xs:element name="p${i}" type="xs:int" minOccurs="0"/>`);
    const types = `<xs:complexType name="R"><xs:all>${members}</xs:all></xs:complexType>`;
    return {
      wsdl: makeWsdl({ types, input: sequence(many('v', 't:R')), output: sequence(many('v', 't:R')) }),
      operation: 'op',
      request: `{"v":[{${times(1000 * n, (i) => `"p${1000 * n - 1 - i}":1`, ',')}}]}`,
      answer: answerWith(
        `<t:v>${times(1000 * n, (i) => `<t:p${1000 * n - 1 - i}>1</t:p${1000 * n - 1 - i}>`)}</t:v>`.repeat(
          20,
        ),
      ),
    };
  }),
  shape('elements with a default of 1 KB, all empty', (n) => {
    const content = `<xs:element name="v" type="xs:string" default="${'d'.repeat(1000)}" minOccurs="0" maxOccurs="unbounded"/>`;
    return {
      wsdl: makeWsdl({ input: sequence(content), output: sequence(content) }),
      operation: 'op',
      request: `{"v":[${times(20_000 * n, () => '""', ',')}]}`,
      answer: answerWith('<t:v/>'.repeat(20_000 * n)),
    };
  }),
  shape('one local name in 2,000 namespaces', (n) => {
    const schemas = times(
      1000 * n,
      (i) => `<xs:schema targetNamespace="urn:n${i}"><xs:element name="same" type="xs:int"/></xs:schema>`,
    );
    const imports = times(1000 * n, (i) => `<xs:import namespace="urn:n${i}"/>`);
    const content = sequence(
      times(1000 * n, (i) => `<xs:element xmlns:n="urn:n${i}" ref="n:same" minOccurs="0"/>`),
    );
    return {
      wsdl: makeWsdl({ input: content, output: content })
        .replace('<types>', `<types>${schemas}`)
        .replace('elementFormDefault="qualified">', `elementFormDefault="qualified">${imports}`),
      operation: 'op',
      request: '{"same":1}',
      answer: answerWith(times(1000 * n, (i) => `<same xmlns="urn:n${i}">1</same>`)),
    };
  }),
  shape('strict wildcards over unknown names', (n) => {
    const content = sequence('<xs:any processContents="strict" minOccurs="0" maxOccurs="unbounded"/>');
    return {
      wsdl: makeWsdl({ input: content, output: content }),
      operation: 'op',
      request: `{"$any":[${times(10_000 * n, (i) => `{"{urn:x}k${i}":1}`, ',')}]}`,
      answer: answerWith(times(20_000 * n, (i) => `<k${i} xmlns="urn:x"/>`)),
    };
  }),
  shape('lax wildcards over 5,000 declared names', (n) => {
    const types = times(
      2500 * n,
      (i) => `<xs:element name="g${i}"><xs:complexType><xs:sequence/></xs:complexType></xs:element>`,
    );
    const content = sequence('<xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>');
    return {
      wsdl: makeWsdl({ types, input: content, output: content }),
      operation: 'op',
      request: `{"$any":[${times(2500 * n, (i) => `{"{urn:h}g${i}":{}}`, ',')}]}`,
      answer: answerWith(times(2500 * n, (i) => `<t:g${i}/>`)),
    };
  }),
  shape('attribute groups that double', (n) => {
    const depth = 14 + n;
    const types = `<xs:attributeGroup name="A0"><xs:attribute name="a" type="xs:int"/></xs:attributeGroup>${times(depth, (i) => `<xs:attributeGroup name="A${i + 1}"><xs:attributeGroup ref="t:A${i}"/><xs:attributeGroup ref="t:A${i}"/></xs:attributeGroup>`)}<xs:complexType name="R"><xs:attributeGroup ref="t:A${depth}"/></xs:complexType>`;
    return {
      wsdl: makeWsdl({ types, input: sequence(many('v', 't:R')) }),
      operation: 'op',
      request: '{"v":[{"@a":1}]}',
    };
  }),
  shape('policies of nested alternatives', (n) => {
    const alternatives = times(
      8 + 2 * n,
      (i) =>
        `<wsp:ExactlyOne><wsp:All><x:a${i} xmlns:x="urn:x"/></wsp:All><wsp:All><m:OptimizedMimeSerialization xmlns:m="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization" wsp:Optional="true"/></wsp:All></wsp:ExactlyOne>`,
    );
    const policy = `<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" wsu:Id="P">${alternatives}</wsp:Policy>`;
    return {
      wsdl: makeWsdl({})
        .replace('<types>', `${policy}<types>`)
        .replace(
          '<binding name="H" type="t:H">',
          '<binding name="H" type="t:H"><wsp:PolicyReference xmlns:wsp="http://www.w3.org/ns/ws-policy" URI="#P"/>',
        ),
      operation: 'op',
      request: '{}',
    };
  }),
  shape('500 declared faults', (n) => {
    const names = Array.from({ length: 250 * n }, (_, i) => `F${i}`);
    const faults = times(names.length, (i) => `<fault name="F${i}" message="t:F${i}"/>`);
    const bound = times(
      names.length,
      (i) => `<fault name="F${i}"><soap:fault name="F${i}" use="literal"/></fault>`,
    );
    return {
      wsdl: makeWsdl({ types: times(names.length, (i) => `<xs:element name="F${i}" type="xs:string"/>`) })
        .replace(
          '<portType',
          `${times(names.length, (i) => `<message name="F${i}"><part name="f" element="t:F${i}"/></message>`)}<portType`,
        )
        .replace('<output message="t:opResponse"/>', `<output message="t:opResponse"/>${faults}`)
        .replace(
          '<output><soap:body use="literal"/></output>',
          `<output><soap:body use="literal"/></output>${bound}`,
        ),
      operation: 'op',
      request: '{}',
      answer: {
        ...xml(
          `<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring><detail>${times(names.length, (i) => `<t:F${i}>x</t:F${i}>`).repeat(20)}</detail></s:Fault>`,
        ),
        status: 500,
      },
    };
  }),
  part('lines that nearly are the boundary', (n) => ({
    head: 'Content-Transfer-Encoding: binary',
    data: Buffer.from('\r\n--hostile-boundar'.repeat(100_000 * n)),
    parts: 1,
  })),
  part('quoted-printable of 4 MB', (n) => ({
    head: 'Content-Transfer-Encoding: quoted-printable',
    data: Buffer.from('=41=\r\n'.repeat(350_000 * n)),
    parts: 1,
  })),
  part('headers of 8 KB, folded, in 190 parts', (n) => ({
    head: `X-Long: a${'\r\n b'.repeat(1900)}`,
    data: Buffer.from('x'),
    parts: 95 * n,
  })),
  encoded(
    'brackets of an array type',
    (n) =>
      `<m:opResponse xmlns:m="urn:h"><return e:arrayType="xs:string${'[]'.repeat(50_000 * n)}[1]"><i>x</i></return></m:opResponse>`,
  ),
  encoded('an id of 4 MB, referred to often', (n) => {
    const id = 'i'.repeat(20_000 * n);
    return `<m:opResponse xmlns:m="urn:h"><return e:arrayType="xs:string[100]">${times(100, () => `<i href="#${id}"/>`)}</return></m:opResponse><x id="${id}" xsi:type="xs:string">y</x>`;
  }),
  query('names of brackets, 500 deep', (n) => `v${'[child]'.repeat(250 * n)}[n]=1`),
  query('names of dots, 1,500 deep', (n) => `v${'.child'.repeat(750 * n)}.n=1`),
  query('far positions', (n) => times(300 * n, (i) => `v.child[${2_000_000_000 + i}].n=1`, '&')),
  query('names of prototypes', (n) => times(200 * n, (i) => `__proto__.constructor.p${i}=1`, '&')),
  call(
    'keys of prototypes',
    (n) => `{"v":{${times(20_000 * n, () => '"__proto__":{"constructor":1}', ',')}}}`,
  ),
  call('halves of surrogates', (n) => `{"v":{"n":"${'\\ud800'.repeat(80_000 * n)}"}}`),
  call(
    'untyped content 90 deep and wide',
    (n) =>
      `{"v":{"free":${'{"a":'.repeat(90)}{${times(10_000 * n, (i) => `"@a${i}":"1"`, ',')}}${'}'.repeat(90)}}}`,
  ),
  call(
    'ordered content of 90,000 texts',
    (n) => `{"v":{"free":{"$content":[${times(45_000 * n, () => '"x"', ',')}]}}}`,
  ),
];

function shape(name: string, make: (size: number) => HostileService): HostileShape {
  return { name: `construct: ${name}`, make };
}

const RECORD = makeWsdl({
  types: `<xs:complexType name="R"><xs:sequence><xs:element name="n" type="xs:string" minOccurs="0"/>${many('child', 't:R')}<xs:element name="free" type="xs:anyType" minOccurs="0"/></xs:sequence></xs:complexType>`,
  input: sequence('<xs:element name="v" type="t:R" minOccurs="0"/>'),
  output: sequence(many('part', 'xs:base64Binary')),
});

function query(name: string, make: (size: number) => string): HostileShape {
  return shape(`GET with ${name}`, (size) => ({ wsdl: RECORD, operation: 'op', query: make(size) }));
}

function call(name: string, make: (size: number) => string): HostileShape {
  return shape(`a call with ${name}`, (size) => ({ wsdl: RECORD, operation: 'op', request: make(size) }));
}

function part(
  name: string,
  make: (size: number) => { readonly head: string; readonly data: Buffer; readonly parts: number },
): HostileShape {
  return shape(`parts: ${name}`, (size) => {
    const { head, data, parts } = make(size);
    const include =
      '<t:part><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:p0"/></t:part>';
    const answer = multipart(
      answerWith(include),
      Array.from({ length: parts }, (_, i) => ({ id: `p${i}`, data })),
      true,
    );
    const body = Buffer.from(
      answer.body.toString('latin1').replaceAll('Content-Transfer-Encoding: binary', () => head),
      'latin1',
    );
    return { wsdl: RECORD, operation: 'op', answer: { ...answer, body } satisfies HostileAnswer };
  });
}

function encoded(name: string, body: (size: number) => string): HostileShape {
  const types =
    '<xs:complexType name="Texts"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" wsdl:arrayType="xs:anyType[]"/></xs:restriction></xs:complexContent></xs:complexType>';
  return shape(`encoded: ${name}`, (size) => ({
    wsdl: makeEncodedWsdl(types, 't:Texts'),
    operation: 'op',
    answer: xml(body(size)),
  }));
}
