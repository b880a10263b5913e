import type { Loose, LooseObject } from '../../loosely-typed-values.js';
import type { Program } from '../judge.js';
import { ECHO, envelope } from './calls.js';

/** A program that places an order and prints what was sent. */
const sends = (name: string, order: () => Loose, options: LooseObject = {}): Program => ({
  name,
  async run({ soap, url, wsdl, print, printXml }) {
    const client = await soap.createClientAsync(wsdl, { endpoint: url, disableCache: true, ...options });
    const [result] = await client.PlaceOrderAsync({ order: order() });
    printXml(client.lastRequest);
    print(result);
  },
});

/** A program that receives a response and prints the result. */
const receives = (name: string, body: string, options: LooseObject = {}): Program => ({
  name,
  async run({ soap, wsdl, stub, print }) {
    const server = await stub(envelope(body));
    const client = await soap.createClientAsync(wsdl, {
      endpoint: server.url,
      disableCache: true,
      ...options,
    });
    const [result, , header] = await client.GetOrderAsync({ id: 1 });
    print(result, header);
  },
});

const order = (content: string, attributes = ''): string =>
  `<GetOrderResponse xmlns="urn:example:shop" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><order${attributes}>${content}</order></GetOrderResponse>`;

/** How objects become XML and XML becomes objects. */
export const values: readonly Program[] = [
  {
    name: 'a record of every type',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      const [result] = await client.GetOrderAsync({ id: 7 });
      print(result, result.order.placed instanceof Date, result.order.day instanceof Date);
    },
  },
  {
    name: 'lists of none, one and two',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      for (const limit of [0, 1, 2]) print((await client.FindOrdersAsync({ customer: 'c', limit }))[0]);
    },
  },
  {
    name: 'empty text of a string',
    async run({ soap, url, print }) {
      const client = await soap.createClientAsync(`${url}?wsdl`, { endpoint: url });
      print((await client.GetOrderAsync({ id: 404 }))[0]);
    },
  },
  sends('attributes and the text beside them', () => ({
    attributes: { id: 1, channel: 'shop' },
    customer: 'c',
    total: { attributes: { currency: 'USD' }, $value: 9.99 },
  })),
  sends('numbers, booleans and texts', () => ({
    customer: 'a<b>&"c"',
    paid: false,
    serial: '9007199254740993',
    ratio: 1e21,
    state: 'sent',
  })),
  sends('members in another order than the schema', () => ({
    tag: 'z',
    paid: true,
    customer: 'c',
    note: 'n',
  })),
  sends('lists of objects and of texts', () => ({
    customer: 'c',
    item: [
      { sku: 'a', quantity: 1 },
      { quantity: 2, sku: 'b' },
    ],
    tag: ['x', 'y'],
  })),
  sends('one item instead of a list', () => ({ customer: 'c', item: { sku: 'a', quantity: 1 }, tag: 'x' })),
  sends('an empty list', () => ({ customer: 'c', item: [], tag: [] })),
  sends('null and undefined', () => ({ customer: 'c', note: null, paid: undefined })),
  sends('an explicit xsi:nil', () => ({ customer: 'c', note: { attributes: { 'xsi:nil': true } } })),
  sends('a record inside itself', () => ({
    customer: 'c',
    part: { customer: 'd', part: { customer: 'e' } },
  })),
  sends('one branch of a choice', () => ({ customer: 'c', pickup: 3 })),
  sends('a required member is missing', () => ({ paid: true })),
  sends('a member that the schema does not know', () => ({ customer: 'c', colour: 'red' })),
  sends('a value that the type does not allow', () => ({ customer: 'c', serial: 'many' })),
  sends('texts in place of numbers', () => ({ customer: 5, serial: '6', paid: 'true' })),
  sends('a Date', () => ({ customer: 'c', placed: new Date(0), day: new Date(0) })),
  sends('bytes', () => ({ customer: 'c', photo: Buffer.from([1, 2, 3]) })),
  sends('bytes as base64', () => ({ customer: 'c', photo: 'AQID' })),
  sends('a name with a colon and no prefix', () => ({ ':customer': 'c' })),
  sends('a name with the prefix of the WSDL', () => ({ 'tns:customer': 'c' })),
  sends('a derived type by xsi_type', () => ({
    customer: 'c',
    item: {
      attributes: { xsi_type: { type: 'Parcel', xmlns: 'urn:example:shop', prefix: 'tns' } },
      sku: 'a',
      quantity: 1,
      weight: 2.5,
    },
  })),
  sends('XML in place of content', () => ({ customer: { $xml: '<b xmlns="urn:example:x">bold</b>' } })),
  sends('a CDATA section', () => ({ customer: '<![CDATA[a < b]]>' })),
  sends('white space', () => ({ customer: ' two\nlines\t', note: '' })),
  sends('option attributesKey', () => ({ $: { id: 3 }, customer: 'c' }), { attributesKey: '$' }),
  sends('option valueKey', () => ({ customer: 'c', total: { attributes: { currency: 'X' }, _: 5 } }), {
    valueKey: '_',
  }),
  sends('option xmlKey', () => ({ customer: { raw: '<b xmlns="urn:example:x">r</b>' } }), { xmlKey: 'raw' }),
  sends('option escapeXML', () => ({ customer: 'a<i xmlns="urn:example:x">b</i>' }), { escapeXML: false }),
  sends('option useEmptyTag', () => ({ customer: '', tag: ['', 'x'] }), { useEmptyTag: true }),
  sends('option namespaceArrayElements', () => ({ customer: 'c', tag: ['x', 'y'] }), {
    namespaceArrayElements: false,
  }),
  sends(
    'option arrayWithChoiceTag',
    () => ({ customer: 'c', $sequence: [{ tag: 'x' }, { note: 'n' }, { tag: 'y' }] }),
    { arrayWithChoiceTag: '$sequence' },
  ),
  sends('option overrideElementKey', () => ({ client: 'c' }), { overrideElementKey: { client: 'customer' } }),
  sends('option ignoredNamespaces', () => ({ customer: 'c' }), {
    ignoredNamespaces: { namespaces: ['x'], override: true },
  }),
  sends('option ignoreBaseNameSpaces', () => ({ customer: 'c' }), { ignoreBaseNameSpaces: true }),
  sends('option forceUseSchemaXmlns', () => ({ customer: 'c' }), { forceUseSchemaXmlns: true }),
  sends('option overrideRootElement', () => ({ customer: 'c' }), {
    overrideRootElement: {
      namespace: 'shop',
      xmlnsAttributes: [
        { name: 'xmlns:shop', value: 'urn:example:shop' },
        { name: 'xmlns', value: 'urn:example:shop' },
      ],
    },
  }),
  sends('option envelopeKey', () => ({ customer: 'c' }), { envelopeKey: 'soapenv' }),
  {
    name: 'option overrideBaseElement of a call',
    async run({ soap, wsdl, stub, printXml }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      await client.EchoAsync({ text: 'x' }, { overrideBaseElement: true });
      printXml(server.received[0]?.body ?? '');
    },
  },
  {
    name: 'no arguments',
    async run({ soap, wsdl, stub, printXml }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      await client.EchoAsync();
      printXml(server.received[0]?.body ?? '');
    },
  },
  {
    name: 'null as arguments',
    async run({ soap, wsdl, stub, printXml }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      await client.EchoAsync(null);
      printXml(server.received[0]?.body ?? '');
    },
  },
  receives(
    'a result with attributes, lists and types',
    order(
      '<customer>c</customer><total currency="EUR">1.50</total><placed>2026-01-02T03:04:05+01:00</placed><paid>1</paid><serial>12</serial><item><sku>a</sku><quantity>1</quantity></item><tag>t</tag>',
      ' id="5" channel="x"',
    ),
  ),
  receives(
    'elements that the schema does not know',
    order('<customer>c</customer><extra>1</extra><extra>2</extra><more><deep>x</deep></more>'),
  ),
  receives('xsi:nil', order('<customer>c</customer><note xsi:nil="true"/><total xsi:nil="1"/>')),
  receives('option handleNilAsNull', order('<customer>c</customer><note xsi:nil="true"/>'), {
    handleNilAsNull: true,
  }),
  receives('empty elements', order('<customer/><note></note><total/><item/>')),
  receives(
    'CDATA, comments and white space',
    order('<customer><![CDATA[ a<b ]]></customer><note> x <!-- no --></note>'),
  ),
  receives('option preserveWhitespace', order('<customer> a </customer><note>  </note>'), {
    preserveWhitespace: true,
  }),
  receives(
    'a derived type in a response',
    order(
      '<customer>c</customer><item xmlns:t="urn:example:shop" xsi:type="t:Parcel"><sku>a</sku><quantity>2</quantity><weight>1.5</weight></item>',
    ),
  ),
  receives(
    'option customDeserializer',
    order('<customer>c</customer><day>2026-01-02</day><paid>true</paid>'),
    {
      customDeserializer: {
        date: (text: string, context: Loose) => `${context.name} ${text}`,
        boolean: () => 'yes',
      },
    },
  ),
  receives(
    'options attributesKey and valueKey',
    order('<customer>c</customer><total currency="EUR">1</total>', ' id="5"'),
    {
      attributesKey: '$',
      valueKey: '_',
    },
  ),
  receives(
    'a number with more digits than a double has',
    order('<customer>c</customer><total>0.12345678901234567890</total><serial>9007199254740993</serial>'),
  ),
  receives('a date that is none', order('<customer>c</customer><placed>soon</placed><serial>many</serial>')),
  receives(
    'references of SOAP encoding',
    `${order('<customer href="#c"/>')}<multiRef id="c"><name>Ada</name></multiRef>`,
  ),
  receives(
    'a prefix on every element',
    order('')
      .replaceAll(/<(\/?)(\w)/g, '<$1p:$2')
      .replaceAll('xmlns=', 'xmlns:p='),
  ),
];
