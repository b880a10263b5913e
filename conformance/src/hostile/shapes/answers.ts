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

const MB = 1_000_000;
const XOP = 'xmlns:xop="http://www.w3.org/2004/08/xop/include"';

/** Hostile responses of a SOAP service: expansion, order, depth, names, faults. */
export const ANSWERS: readonly HostileShape[] = [
  answer('one part included 500 times', BINARY(), (n) =>
    multipart(
      answerWith(times(250 * n, () => `<t:v><xop:Include ${XOP} href="cid:part"/></t:v>`)),
      [{ id: 'part', data: Buffer.alloc(2 * MB * n, 'x') }],
      true,
    ),
  ),
  answer('500 parts', BINARY(), (n) =>
    multipart(
      answerWith(times(250 * n, (i) => `<t:v><xop:Include ${XOP} href="cid:p${i}"/></t:v>`)),
      Array.from({ length: 250 * n }, (_, i) => ({ id: `p${i}`, data: Buffer.alloc(8000, 'x') })),
      true,
    ),
  ),
  answer('20,000 empty parts', BINARY(), (n) =>
    multipart(
      answerWith(''),
      Array.from({ length: 10_000 * n }, (_, i) => ({ id: `p${i}`, data: Buffer.alloc(0) })),
      true,
    ),
  ),
  answer('one attachment referred to 500 times', SWA_REF(), (n) =>
    multipart(
      answerWith(times(250 * n, () => '<t:v>cid:part</t:v>')),
      [{ id: 'part', data: Buffer.alloc(2 * MB * n, 'x') }],
      false,
    ),
  ),
  answer('multipart without a root', BINARY(), (n) => ({
    body: Buffer.from('--b\r\n'.repeat(200_000 * n)),
    contentType: 'multipart/related; boundary=b; type="text/xml"',
  })),
  encoded(
    'references that repeat a text',
    (n) =>
      `<m:opResponse xmlns:m="urn:h"><return e:arrayType="xs:string[${1000 * n}]">${times(1000 * n, () => '<i href="#s"/>')}</return></m:opResponse><x id="s" xsi:type="xs:string">${'y'.repeat(60_000)}</x>`,
  ),
  encoded('references that double', (n) => {
    const depth = 12 + 4 * n;
    return `<m:opResponse xmlns:m="urn:h"><return href="#a${depth}"/></m:opResponse>${times(depth, (i) => `<a id="a${i + 1}" e:arrayType="xs:anyType[2]" xsi:type="e:Array"><i href="#a${i}"/><i href="#a${i}"/></a>`)}<a id="a0" xsi:type="xs:string">x</a>`;
  }),
  encoded(
    'a chain of 10,000 references',
    (n) =>
      `<m:opResponse xmlns:m="urn:h"><return href="#a0"/></m:opResponse>${times(5000 * n, (i) => `<a id="a${i}" href="#a${i + 1}"/>`)}`,
  ),
  encoded(
    'references in a circle',
    (n) =>
      `<m:opResponse xmlns:m="urn:h"><return href="#a0"/></m:opResponse>${times(100 * n, (i) => `<a id="a${i}" xsi:type="e:Array" e:arrayType="xs:anyType[1]"><i href="#a${(i + 1) % (100 * n)}"/></a>`)}`,
  ),
  encoded(
    '20,000 ids nobody refers to',
    (n) =>
      `<m:opResponse xmlns:m="urn:h"><return e:arrayType="xs:string[0]"/></m:opResponse>${times(10_000 * n, (i) => `<a id="a${i}">x</a>`)}`,
  ),
  encoded(
    'an array at a far position',
    (n) =>
      `<m:opResponse xmlns:m="urn:h"><return e:arrayType="xs:string[2000000000]">${times(100 * n, (i) => `<i e:position="[${1_999_999_000 + i}]">x</i>`)}</return></m:opResponse>`,
  ),
  encoded(
    'an array with a far offset',
    (n) =>
      `<m:opResponse xmlns:m="urn:h"><return e:arrayType="xs:string[${900_000 * n}]" e:offset="[${900_000 * n - 5}]"><i>x</i></return></m:opResponse>`,
  ),
  encoded(
    'an array of many dimensions',
    (n) =>
      `<m:opResponse xmlns:m="urn:h"><return e:arrayType="xs:string[${times(10 * n, () => '1000', ',')}]">${times(1000, () => '<i>x</i>')}</return></m:opResponse>`,
  ),
  encoded(
    'an array in reverse order',
    (n) =>
      `<m:opResponse xmlns:m="urn:h"><return e:arrayType="xs:string[${20_000 * n}]">${times(20_000 * n, (i) => `<i e:position="[${20_000 * n - 1 - i}]">x</i>`)}</return></m:opResponse>`,
  ),
  answer('4 MB of members back and forth', TREE(), (n) =>
    answerWith(`<t:v>${'<t:n/><t:child/>'.repeat(125_000 * n)}</t:v>`),
  ),
  answer('late members at every depth', TREE(), (n) =>
    answerWith(
      `<t:v>${'<t:child>'.repeat(100)}${'<t:child/>'.repeat(100_000 * n)}${'<t:n/></t:child>'.repeat(100)}</t:v>`,
    ),
  ),
  answer('9 MB of plain records', TREE(), (n) =>
    answerWith(`<t:v>${'<t:child><t:n>some text</t:n></t:child>'.repeat(112_000 * n)}</t:v>`),
  ),
  answer('9 MB of untyped content', FREE(), (n) =>
    answerWith(`<t:v>${'<a b="1">x<c/></a>'.repeat(240_000 * n)}</t:v>`),
  ),
  answer('untyped content with a namespace each', FREE(), (n) =>
    answerWith(`<t:v>${times(40_000 * n, (i) => `<p:a xmlns:p="urn:${i}"/>`)}</t:v>`),
  ),
  answer('untyped content in one long namespace', FREE(), (n) =>
    answerWith(`<t:v xmlns:p="urn:${'x'.repeat(50_000)}">${'<p:a/>'.repeat(20_000 * n)}</t:v>`),
  ),
  answer('200 defaulted attributes for each of 10,000', DEFAULTS(), (n) =>
    answerWith('<t:v/>'.repeat(5000 * n)),
  ),
  answer('unknown elements', TREE(), (n) =>
    answerWith(`<t:v>${times(100_000 * n, (i) => `<u${i}/>`)}</t:v>`),
  ),
  answer('10,000 attributes on an element', TREE(), (n) =>
    answerWith(`<t:v ${times(5000 * n, (i) => `a${i}="1"`, ' ')}/>`),
  ),
  answer('100,000 namespaces on a tag', TREE(), (n) =>
    answerWith(`<t:v ${times(50_000 * n, (i) => `xmlns:a${i}="u"`, ' ')}/>`),
  ),
  answer('depth of 100,000', TREE(), (n) => answerWith('<t:child>'.repeat(50_000 * n))),
  answer('9 MB of character references', TREE(), (n) =>
    answerWith(`<t:v><t:n>${'&#65;'.repeat(900_000 * n)}</t:n></t:v>`),
  ),
  answer('9 MB of CDATA sections', TREE(), (n) =>
    answerWith(`<t:v><t:n>${'<![CDATA[]]]]>'.repeat(320_000 * n)}</t:n></t:v>`),
  ),
  answer('9 MB of control-like text', TREE(), (n) =>
    answerWith(`<t:v><t:n>${'\t'.repeat(4_500_000 * n)}</t:n></t:v>`),
  ),
  answer('types named by xsi:type that nobody declares', FREE(), (n) =>
    answerWith(`<t:v>${times(20_000 * n, (i) => `<a xsi:type="t:No${i}"/>`)}</t:v>`),
  ),
  answer('many values of xsi:type', FREE(), (n) =>
    answerWith(
      `<t:v>${times(40_000 * n, () => '<a xsi:type="xs:int">1</a><a xsi:type="xs:decimal">1.0</a>')}</t:v>`,
    ),
  ),
  answer('a fault with a detail of 4 MB', TREE(), (n) =>
    fault('text', `<a>${'<b>c</b>'.repeat(250_000 * n)}</a>`),
  ),
  answer('a fault with 50,000 details', TREE(), (n) => fault('text', '<t:x>1</t:x>'.repeat(25_000 * n))),
  answer('a fault whose text is 4 MB', TREE(), (n) => fault('f'.repeat(2 * MB * n), '')),
  answer('50,000 header blocks', TREE(), (n) =>
    answerWith(
      '',
      times(25_000 * n, (i) => `<h${i} xmlns="urn:x" s:mustUnderstand="1"/>`),
    ),
  ),
  answer('a page of HTML', TREE(), (n) => ({
    body: Buffer.from(`<html><body>${'<p>no</p>'.repeat(100_000 * n)}`),
    contentType: 'text/html',
    status: 500,
  })),
  answer('a DOCTYPE with entities', TREE(), (n) => ({
    body: Buffer.from(
      `<!DOCTYPE l [${times(1000 * n, (i) => `<!ENTITY e${i} "&e${i - 1};&e${i - 1};">`)}]><l/>`,
    ),
    contentType: 'text/xml',
  })),
];

function TREE(): string {
  const types = `<xs:complexType name="R"><xs:sequence><xs:element name="n" type="xs:string" minOccurs="0"/>${many('child', 't:R')}</xs:sequence></xs:complexType>`;
  return makeWsdl({ types, output: sequence('<xs:element name="v" type="t:R" minOccurs="0"/>') });
}

function FREE(): string {
  return makeWsdl({ output: sequence('<xs:element name="v" type="xs:anyType" minOccurs="0"/>') });
}

function BINARY(): string {
  return makeWsdl({ output: sequence(many('v', 'xs:base64Binary')) });
}

function SWA_REF(): string {
  return makeWsdl({ output: sequence(many('v', 'r:swaRef')) }).replace(
    'xmlns:soap=',
    'xmlns:r="http://ws-i.org/profiles/basic/1.1/xsd" xmlns:soap=',
  );
}

function DEFAULTS(): string {
  const types = `<xs:complexType name="R"><xs:sequence/>${times(200, (i) => `<xs:attribute name="a${i}" type="xs:string" default="${'d'.repeat(1000)}"/>`)}</xs:complexType>`;
  return makeWsdl({ types, output: sequence(many('v', 't:R')) });
}

function answer(name: string, wsdl: string, make: (size: number) => HostileAnswer): HostileShape {
  return {
    name: `answer: ${name}`,
    make: (size): HostileService => ({ wsdl, operation: 'op', answer: make(size) }),
  };
}

function encoded(name: string, body: (size: number) => string): HostileShape {
  const types =
    '<xs:complexType name="Texts"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" wsdl:arrayType="xs:anyType[]"/></xs:restriction></xs:complexContent></xs:complexType>';
  return {
    name: `encoded answer: ${name}`,
    make: (size) => ({ wsdl: makeEncodedWsdl(types, 't:Texts'), operation: 'op', answer: xml(body(size)) }),
  };
}

function fault(text: string, detail: string): HostileAnswer {
  return {
    ...xml(
      `<s:Fault><faultcode>s:Server</faultcode><faultstring>${text}</faultstring><detail>${detail}</detail></s:Fault>`,
    ),
    status: 500,
  };
}
