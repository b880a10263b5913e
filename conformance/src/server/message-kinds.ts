import type { XmlNode } from '../laws/xml-tree.js';
import { type BaseRequest, bodyOf, type Expected, element, payloadOf, withText } from './base-request.js';
import {
  afterDeclaration,
  bytesWith,
  endTag,
  header,
  headerOf,
  http,
  inBody,
  type MessageKind,
  rename,
  SENDER,
  text,
  tree,
} from './kind-builders.js';

const WSA = 'http://www.w3.org/2005/08/addressing';

const HTTP_KINDS: readonly MessageKind[] = [
  http('no media type', 415, { 'content-type': '' }),
  http('JSON', 415, { 'content-type': 'application/json' }),
  http('plain text', 415, { 'content-type': 'text/plain' }),
  http('a form', 415, { 'content-type': 'application/x-www-form-urlencoded' }),
  http('a content coding', 415, { 'content-encoding': 'gzip' }),
  http('a length beyond the limit', 413, { 'content-length': '99999999999' }),
  http('PUT', 405, {}, 'PUT'),
  http('DELETE', 405, {}, 'DELETE'),
  {
    name: 'the media type of the other version',
    expected: { status: 415 },
    make: (base) => ({
      body: base.xml,
      headers: {
        ...base.headers,
        'content-type': base.version === '1.1' ? 'application/soap+xml' : 'text/xml',
      },
    }),
  },
  {
    name: 'an unknown charset',
    expected: { code: 'Sender', says: /encoding/ },
    make: (base) => ({
      body: base.xml,
      headers: {
        ...base.headers,
        'content-type': `${base.version === '1.1' ? 'text/xml' : 'application/soap+xml'}; charset=x-none`,
      },
    }),
  },
];

const XML_KINDS: readonly MessageKind[] = [
  text('nothing', () => ''),
  text('white space', () => ' \n '),
  text('half of the message', (xml) => xml.slice(0, xml.length / 2)),
  text('all but the last tag', (xml) => xml.slice(0, endTag(xml))),
  text('text before the root', (xml) => `x${afterDeclaration(xml)}`),
  text('text after the root', (xml) => `${xml}x`),
  text('a second root', (xml) => xml + afterDeclaration(xml)),
  text('an end tag of another name', (xml) => `${xml.slice(0, endTag(xml))}</x>`),
  text('a prefix that is not declared', (xml, base) => inBody(xml, '<none:x/>', base)),
  text('an attribute twice', (xml, base) => inBody(xml, '<x a="1" a="2"/>', base)),
  text('an entity that is not declared', (xml, base) => inBody(xml, '<x>&nbsp;</x>', base)),
  text('a bare ampersand', (xml, base) => inBody(xml, '<x>a & b</x>', base)),
  text('< in an attribute', (xml, base) => inBody(xml, '<x a="<"/>', base)),
  text('an attribute without quotes', (xml, base) => inBody(xml, '<x a=1/>', base)),
  text('a control character', (xml, base) => inBody(xml, '<x>\u0001</x>', base)),
  text('a reference to U+0000', (xml, base) => inBody(xml, '<x>&#0;</x>', base)),
  text('-- in a comment', (xml, base) => inBody(xml, '<!-- -- -->', base)),
  text(']]> in text', (xml, base) => inBody(xml, '<x>]]></x>', base)),
  text('a CDATA section without end', (xml, base) => inBody(xml, '<x><![CDATA[</x>', base)),
  text('a byte that is not UTF-8', (xml, base) => bytesWith(xml, 0xff, base)),
  text('an XML declaration inside', (xml, base) => inBody(xml, '<?xml version="1.0"?>', base)),
  {
    name: 'a declaration with an unknown encoding',
    expected: SENDER,
    // A charset of the media type would take precedence (RFC 3023 §3.1).
    make: ({ xml, version }) => ({
      body: `<?xml version="1.0" encoding="x-none"?>${afterDeclaration(xml)}`,
      headers: { 'content-type': version === '1.1' ? 'text/xml' : 'application/soap+xml' },
    }),
  },
  text('a DOCTYPE', (xml) => `<!DOCTYPE x>${afterDeclaration(xml)}`),
  text(
    'an external entity',
    (xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${afterDeclaration(xml)}`,
  ),
];

const ENVELOPE_KINDS: readonly MessageKind[] = [
  tree('another root', { code: 'Sender', says: /not a SOAP envelope/ }, (envelope, { soap }) =>
    rename(envelope, `${soap}:Message`),
  ),
  tree('envelope in lower case', { code: 'Sender', says: /not a SOAP envelope/ }, (envelope, { soap }) =>
    rename(envelope, `${soap}:envelope`),
  ),
  tree('an envelope of no version', { code: 'VersionMismatch' }, (envelope, { soap }) => {
    envelope.attributes[`xmlns:${soap}`] = 'urn:soapstone:none';
  }),
  tree('an envelope without a namespace', { code: 'VersionMismatch' }, (envelope) =>
    rename(envelope, 'Envelope'),
  ),
  tree('no Body', SENDER, (envelope) => void envelope.children.pop()),
  tree('Body in lower case', { code: 'Sender', says: /body/ }, (envelope, { soap }) =>
    rename(bodyOf(envelope), `${soap}:body`),
  ),
  tree('Body in another namespace', { code: 'Sender', says: /Body/ }, (envelope) => {
    const body = bodyOf(envelope);
    rename(body, 'x:Body');
    body.attributes['xmlns:x'] = 'urn:soapstone:none';
  }),
  tree('two Bodies', { code: 'Sender', says: /Body/ }, (envelope) =>
    envelope.children.push(bodyOf(envelope)),
  ),
  tree('Header after Body', { code: 'Sender', says: /Header/ }, (envelope, { soap }) =>
    envelope.children.push(element(`${soap}:Header`)),
  ),
  tree('two Headers', { code: 'Sender', says: /Header/ }, (envelope, base) => {
    headerOf(envelope, base);
    envelope.children.unshift(element(`${base.soap}:Header`));
  }),
  tree('an element before Body', { code: 'Sender', says: /more/ }, (envelope) =>
    envelope.children.unshift(element('more', { xmlns: 'urn:x' })),
  ),
  tree('an element after Body', { code: 'Sender', says: /more/ }, (envelope) =>
    envelope.children.push(element('more', { xmlns: 'urn:x' })),
  ),
  tree('text in Envelope', { code: 'Sender', says: /text/ }, (envelope) => envelope.children.push('text')),
  tree('text in Body', { code: 'Sender', says: /text/i }, (envelope) =>
    bodyOf(envelope).children.push('text'),
  ),
  tree('text in Header', { code: 'Sender', says: /text/ }, (envelope, base) =>
    headerOf(envelope, base).children.push('text'),
  ),
  tree('an empty Body', SENDER, (envelope) => {
    if (payloadOf(envelope) === undefined) return false;
    bodyOf(envelope).children = [];
    return true;
  }),
  tree('the payload twice', SENDER, (envelope) => {
    const body = bodyOf(envelope);
    if (body.children.length === 0) return false;
    body.children.push(...body.children);
    return true;
  }),
  tree('a second payload', { code: 'Sender' }, (envelope) =>
    bodyOf(envelope).children.push(element('more', { xmlns: 'urn:x' })),
  ),
  tree('a fault as request', SENDER, (envelope, { soap }) => {
    bodyOf(envelope).children = [
      element(`${soap}:Fault`, {}, [element('faultcode', {}, [`${soap}:Client`])]),
    ];
  }),
  tree('an attribute without a namespace on Envelope', { code: 'Sender', says: /unknown/ }, (envelope) => {
    envelope.attributes['unknown'] = '1';
  }),
  // The schema of SOAP 1.1 admits any attribute there; SOAP 1.2 §5.3 wants a namespace.
  tree('an attribute without a namespace on Body', { code: 'Sender', says: /unknown/ }, (envelope, base) => {
    bodyOf(envelope).attributes['unknown'] = '1';
    return base.version === '1.2';
  }),
  tree('encodingStyle on Envelope', { code: 'Sender', says: /encodingStyle/ }, (envelope, base) => {
    envelope.attributes[`${base.soap}:encodingStyle`] = `${base.namespace}/encoding/none`;
    return base.version === '1.2';
  }),
  {
    name: 'a processing instruction',
    expected: { code: 'Sender', says: /processing instruction/ },
    make: (base) =>
      base.version === '1.1' ? undefined : withText(base, inBody(base.xml, '<?order 1?>', base)),
  },
];

export const unknownBlock = (base: BaseRequest, more: Record<string, string> = {}): XmlNode =>
  element('u:unknown', { 'xmlns:u': 'urn:soapstone:unknown', [`${base.soap}:mustUnderstand`]: '1', ...more });
export const roleName = ({ soap, version }: BaseRequest): string =>
  `${soap}:${version === '1.1' ? 'actor' : 'role'}`;
const NAMED: Expected = { code: 'MustUnderstand', says: /\{urn:soapstone:unknown\}unknown/ };

const HEADER_KINDS: readonly MessageKind[] = [
  header('a block that must be understood', NAMED, (base) => unknownBlock(base)),
  header('such a block after one that need not be', NAMED, (base) => [
    element('u:other', { 'xmlns:u': 'urn:soapstone:unknown' }),
    unknownBlock(base),
  ]),
  header('such a block for the next node', NAMED, (base) =>
    unknownBlock(base, {
      [roleName(base)]:
        base.version === '1.1' ? 'http://schemas.xmlsoap.org/soap/actor/next' : `${base.namespace}/role/next`,
    }),
  ),
  header('such a block with an empty role', NAMED, (base) => unknownBlock(base, { [roleName(base)]: '' })),
  header('such a block with relay', NAMED, (base) =>
    base.version === '1.2' ? unknownBlock(base, { [`${base.soap}:relay`]: 'true' }) : undefined,
  ),
  header('a mustUnderstand that is not a boolean', { code: 'Sender', says: /mustUnderstand/ }, (base) =>
    unknownBlock(base, { [`${base.soap}:mustUnderstand`]: 'maybe' }),
  ),
  header('a block without a namespace', { code: 'Sender', says: /namespace/ }, () => element('block')),
  header('a reply address elsewhere', { code: 'Sender', says: /OnlyAnonymousAddressSupported/ }, () =>
    element('a:ReplyTo', { 'xmlns:a': WSA }, [element('a:Address', {}, ['http://127.0.0.1:1/'])]),
  ),
  header('a fault address elsewhere', { code: 'Sender', says: /OnlyAnonymousAddressSupported/ }, () =>
    element('a:FaultTo', { 'xmlns:a': WSA }, [element('a:Address', {}, ['http://127.0.0.1:1/'])]),
  ),
  header('the action of no operation', { code: 'Sender', says: /urn:soapstone:none/ }, () =>
    element('a:Action', { 'xmlns:a': WSA }, ['urn:soapstone:none']),
  ),
];

const OPERATION_KINDS: readonly MessageKind[] = [
  {
    name: 'a SOAPAction of no operation',
    expected: { code: 'Sender', says: /urn:soapstone:none/ },
    make: (base) => {
      if (base.action === '') return undefined;
      const headers =
        base.version === '1.1'
          ? { ...base.headers, soapaction: '"urn:soapstone:none"' }
          : { 'content-type': 'application/soap+xml; action="urn:soapstone:none"' };
      return { body: base.xml, headers };
    },
  },
  ...[
    ['a payload of another name', (node: XmlNode) => rename(node, `${node.name}Unknown`)] as const,
    [
      'a payload in another namespace',
      (node: XmlNode) => {
        const [prefix = '', local] = node.name.split(':');
        node.attributes[local === undefined ? 'xmlns' : `xmlns:${prefix}`] = 'urn:soapstone:none';
      },
    ] as const,
  ].map(([name, change]) =>
    tree(name, SENDER, (envelope) => {
      const payload = payloadOf(envelope);
      if (payload === undefined) return false;
      change(payload);
      return true;
    }),
  ),
];

/** Every kind, by the part of the message that is wrong. */
export const MESSAGE_KINDS: Readonly<Record<string, readonly MessageKind[]>> = {
  HTTP: HTTP_KINDS,
  XML: XML_KINDS,
  envelope: ENVELOPE_KINDS,
  header: HEADER_KINDS,
  operation: OPERATION_KINDS,
};
