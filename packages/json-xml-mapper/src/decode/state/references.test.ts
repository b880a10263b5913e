import { describe, expect, test } from 'vitest';
import { DEFAULT_MAPPER_LIMITS } from '../../limits.js';
import { DEFAULT_SIMPLE_LIMITS } from '../../scalar/default-limits.js';
import { decode, decodeBody, envelope } from '../../testing/decoding.js';
import {
  ENC,
  ENC12,
  encoded,
  point,
  points,
  respond,
  schema,
  strings,
} from '../../testing/encoded-service.js';
import { el, part, SchemaLiteral, sequence } from '../../testing/schema-literal.js';
import { operationShape } from '../../testing/shapes.js';

const node = schema.complex('Node', (self) =>
  sequence(el('v', 'int', { namespace: '' }), el('next', self, { namespace: '', nillable: true })),
);

describe('members of encoded messages', () => {
  test('every part may be nil or missing (UW-9, EN-8), in any order', () => {
    const operation = encoded('int', point, 'string');
    expect(decodeBody(operation, respond('<b xsi:nil="true"/><a xsi:type="xs:long">5</a>'))).toEqual([
      '{"a":5,"b":null}',
    ]);
    expect(decodeBody(operation, respond('<b id="x" e:root="1" s:encodingStyle="y"><n>1</n></b>'))).toEqual([
      '{"b":{"n":1}}',
    ]);
  });

  test('a record part is the result, also under another name (UW-4, BD-6)', () => {
    expect(decodeBody(encoded(point), respond('<return><s>x</s></return>'))).toEqual(['{"s":"x"}']);
  });

  test('Apache Map needs no special case (EN-7)', () => {
    const item = schema.complex(
      'mapItem',
      sequence(el('key', 'anyType', { namespace: '' }), el('value', 'anyType', { namespace: '' })),
    );
    const map = schema.complex(
      'Map',
      sequence(el('item', item, { namespace: '', minOccurs: 0, maxOccurs: 'unbounded' })),
    );
    const content =
      '<getReturn><item><key xsi:type="xs:string">k</key><value xsi:type="xs:int">1</value></item></getReturn>';
    expect(decodeBody(encoded(map), respond(content))).toEqual([
      '{"item":[{"key":{"$type":"xs:string","$value":"k"},"value":{"$type":"xs:int","$value":1}}]}',
    ]);
  });
});

describe('references (EN-4, L14)', () => {
  test('multiRef elements after the payload (example 12.2)', () => {
    const content =
      '<getReturn e:arrayType="t:P[2]" xsi:type="e:Array"><item href="#id0"/><item href="#id1"></item></getReturn>';
    const rest =
      '<multiRef id="id0" xsi:type="t:P"><n xsi:type="xs:int">1</n></multiRef><multiRef id="id1" xsi:type="t:P3"><n>2</n><z href="#id2"/></multiRef><multiRef id="id2" xsi:type="xs:int">9</multiRef>';
    expect(decodeBody(encoded(points), respond(content, rest))).toEqual([
      '{"getReturn":[{"n":1},{"$type":"P3","n":2,"z":9}]}',
    ]);
  });

  test.each<[string, string, string]>([
    [
      'multiRef first',
      '<multiRef id="p" xsi:type="t:P"><n>1</n><s>a</s></multiRef>',
      '<a href="#s"/><b href="#p"/><c href="#s"/>',
    ],
    ['a payload with targets inside it', '', '<a id="s">5</a><b><n>1</n><s href="#c"/></b><c id="c">x</c>'],
  ])('%s', (_, before, content) => {
    const body = `${before}${respond(content, '<s0 id="s">5</s0>')}`;
    const [result] = decodeBody(encoded('int', point, 'string'), body);
    expect(result).toBe(
      before === '' ? '{"a":5,"b":{"n":1,"s":"x"},"c":"x"}' : '{"a":5,"b":{"n":1,"s":"a"},"c":"5"}',
    );
  });

  test('prefixes are resolved at the target of the reference (L7)', () => {
    const rest = '<multiRef xmlns:q="urn:t" id="p" xsi:type="q:P3"><n>1</n><z>2</z></multiRef>';
    const content = '<b xmlns:q="urn:other" href="#p"/><c>x</c>';
    expect(decodeBody(encoded('int', point, 'string'), respond(content, rest))).toEqual([
      '{"b":{"$type":"P3","n":1,"z":2},"c":"x"}',
    ]);
  });

  test('enc:ref and enc:id of SOAP 1.2', () => {
    const body = `<t:getResponse ${ENC12}><a e:ref="x"/><c e:id="x">7</c></t:getResponse>`;
    expect(decode(encoded('int', point, 'string'), envelope(body, { version: '1.2' })).result).toBe(
      '{"a":7,"c":"7"}',
    );
  });

  test('a list of references to references', () => {
    const rest =
      '<multiRef id="a" href="#b"/><multiRef id="b" href="#c"/><multiRef id="c" xsi:type="xs:string">deep</multiRef>';
    expect(
      decodeBody(
        encoded(strings),
        respond('<getReturn><i href="#a"/><i href="#b"/><i>z</i></getReturn>', rest),
      ),
    ).toEqual(['{"getReturn":["deep","deep","z"]}']);
  });

  test('a chain of references as long as a document', () => {
    const length = 100_000;
    const chain = Array.from({ length }, (_, i) => `<m id="c${i}" href="#c${i + 1}"/>`).join('');
    const limits = { ...DEFAULT_MAPPER_LIMITS, ...DEFAULT_SIMPLE_LIMITS, responseNodes: 10_000_000 };
    const body = respond('<getReturn href="#c0"/>', `${chain}<m id="c${length}">deep</m>`);
    const started = process.cpuUsage();
    expect(decode(encoded('string'), envelope(body), { limits }).result).toBe('{"getReturn":"deep"}');
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
  });

  test('a linked list', () => {
    const rest =
      '<multiRef id="n1"><v>1</v><next href="#n2"/></multiRef><multiRef id="n2"><v>2</v><next href="#n3"/></multiRef><multiRef id="n3"><v>3</v><next xsi:nil="true"/></multiRef>';
    expect(decodeBody(encoded(node), respond('<getReturn href="#n1"/>', rest))).toEqual([
      '{"v":1,"next":{"v":2,"next":{"v":3,"next":null}}}',
    ]);
  });

  test.each<[string, string]>([
    ['to itself', '<multiRef id="n1"><v>1</v><next href="#n1"/></multiRef>'],
    [
      'in two steps',
      '<multiRef id="n1"><v>1</v><next href="#n2"/></multiRef><multiRef id="n2"><v>2</v><next href="#n1"/></multiRef>',
    ],
    ['of references alone', '<multiRef id="n1" href="#n2"/><multiRef id="n2" href="#n1"/>'],
  ])('a cycle %s is rejected', (_, rest) => {
    expect(() => decodeBody(encoded(node), respond('<getReturn href="#n1"/>', rest))).toThrow(
      /cyclic reference/,
    );
  });

  test('a cycle through an element that is open', () => {
    expect(() =>
      decodeBody(encoded(node), respond('<getReturn id="x"><v>1</v><next href="#x"/></getReturn>')),
    ).toThrow(/cyclic/);
  });

  test('a dangling reference is null (EN-4)', () => {
    expect(
      decodeBody(encoded('int', point, 'string'), respond('<a href="#x"/><b href="http://x/"/><c>c</c>')),
    ).toEqual(['{"a":null,"b":null,"c":"c"}', 'DANGLING_REF /a', 'DANGLING_REF /b']);
  });

  test('expansion counts against the limits (multiRef bombs)', () => {
    const fan = (id: number): string => `<i href="#m${id}"/>`.repeat(10);
    const rest = Array.from(
      { length: 12 },
      (_, i) =>
        `<multiRef id="m${i}" e:arrayType="xs:anyType[10]" xsi:type="e:Array" ${ENC}>${fan(i + 1)}</multiRef>`,
    ).join('');
    const body = respond(
      '<getReturn xsi:type="e:Array" href="#m0"/>',
      `${rest}<multiRef id="m12">x</multiRef>`,
    );
    expect(() => decodeBody(encoded('anyType'), body)).toThrow(/more than 1000000 elements and attributes/);
  });

  test('literal messages have no references', () => {
    const model = schema.service({
      lit: { style: 'rpc', output: { parts: [part('r', { type: 'string' })] } },
    });
    const body = '<t:litResponse><r href="#x">v</r></t:litResponse><multiRef id="x">w</multiRef>';
    expect(decodeBody(operationShape(model, 'lit'), body)).toEqual(['{"r":"v"}', 'EXTRA_BODY_CHILD']);
  });
});

describe('header blocks (EN-9)', () => {
  const types = new SchemaLiteral();
  const open = types.complex('Open', sequence(el('any', 'anyType', { namespace: '' })));
  types.element('R', types.complex('R', sequence(el('n', 'int'))));
  const block = (name: string, use: 'literal' | 'encoded', faults: readonly string[] = []) => ({
    part: part(name, { type: open }),
    use,
    namespace: 'urn:t',
    required: false,
    faults: faults.map((fault) => part(fault, { type: open })),
  });
  const headers = [block('E', 'encoded', ['Lost']), block('L', 'literal')];
  const operation = operationShape(
    types.service({ get: { output: { parts: [part('r', 'R')], headers } } }),
    'get',
  );
  const read = (header: string, rest = '', payload = '<t:R><t:n>1</t:n></t:R>') =>
    decode(operation, envelope(payload + rest, { header }), { chunk: 9 });

  test('an encoded block next to a literal one and a literal Body: only the encoded block has references', () => {
    const header = '<t:L><any href="#v"/></t:L><t:E href="#e"/><t:other href="#v"/>';
    const rest =
      '<multiRef id="e"><any href="#v"/></multiRef><multiRef id="v" xsi:type="xs:int">5</multiRef>';
    expect(read(header, rest)).toEqual({
      result: '{"n":1}',
      headers: '{"L":{"any":{"@href":"#v","$content":[]}},"E":{"any":{"$type":"xs:int","$value":5}}}',
      warnings: [],
    });
  });

  test('attributes of the encoding appear in a literal block only (KY-7)', () => {
    const header = '<t:L><any id="a">x</any></t:L><t:E><any id="a">x</any></t:E>';
    expect(read(header).headers).toBe('{"L":{"any":{"@id":"a","$content":["x"]}},"E":{"any":"x"}}');
  });

  test('references in skipped blocks are not followed: a second block, an undeclared block', () => {
    const circle = '<multiRef id="c"><any href="#c"/></multiRef>';
    const header = '<t:E><any>a</any></t:E><t:E href="#c"/><t:Undeclared><any href="#c"/></t:Undeclared>';
    expect(read(header, circle)).toEqual({
      result: '{"n":1}',
      headers: '{"E":{"any":"a"}}',
      warnings: ['TOO_MANY /$headers/E'],
    });
  });

  test('mustUnderstand is read on the reference, not on its target', () => {
    const header =
      '<t:E href="#a" s:mustUnderstand="1"/><t:U href="#a" s:mustUnderstand="1"/><t:A id="a"><any>a</any></t:A>';
    expect(read(header)).toEqual({
      result: '{"n":1}',
      headers: '{"E":{"any":"a"}}',
      warnings: ['MUST_UNDERSTAND_IGNORED /$headers'],
    });
  });

  test('a block of a fault', () => {
    const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>';
    const { fault: read11 } = decode(
      operation,
      envelope(fault, { header: '<t:Lost href="#a"/><t:x id="a"><any xsi:type="xs:int">1</any></t:x>' }),
    );
    expect(read11?.headers).toEqual({ Lost: { any: { $type: 'xs:int', $value: 1 } } });
  });

  test('rejects a cycle, and limits the JSON of references that multiply to what the bytes of the message allow', () => {
    expect(() => read('<t:E href="#a"/>', '<multiRef id="a"><any href="#a"/></multiRef>')).toThrow(/cyclic/);
    const bomb = Array.from(
      { length: 12 },
      (_, i) => `<m id="m${i}">${`<i href="#m${i + 1}"/>`.repeat(10)}</m>`,
    );
    expect(() => read(`<t:E><any href="#m0"/></t:E>`, bomb.join(''))).toThrow(
      /becomes more JSON than it may/,
    );
  });
});
