import { nearest } from '../../xml/nearest.js';

/**
 * Whether a transport or protocol means one of `known`, which are names of HTTP. Its scheme, its case, HTTPS in place of HTTP, a slash at
 * its end, the address before its last word and a mistyped letter in this word are what authors get wrong, and a namespace of SOAP in its
 * place.
 */
export function meansHttp(transport: string, known: ReadonlySet<string>): boolean {
  if (transport.length > MAX_LENGTH) return false;
  const plain = transport
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[/#]{0,2}$/, '');
  if (NAMESPACES_OF_SOAP.has(plain)) return true;
  if ([...known].some((name) => name.toLowerCase() === transport.toLowerCase())) return true;
  const words = plain.split(/[/#:]/);
  // `HTTP/1.1` is the protocol with its version.
  const last = words.findLast((word) => word !== '' && !/^[0-9.]+$/.test(word)) ?? '';
  return nearest(last, PROTOCOLS, last.length > 3 ? 1 : 0) === 'http' || last === 'htp';
}

/** Longer than any name of a transport. */
const MAX_LENGTH = 200;

/** The last words of transports, which are distinguished from mistyped ones. */
const PROTOCOLS: ReadonlyMap<string, 'http' | 'other'> = new Map([
  ['http', 'http'],
  ['https', 'http'],
  ...[
    'amqp',
    'ftp',
    'ftps',
    'jms',
    'mq',
    'msmq',
    'pipe',
    'sftp',
    'smtp',
    'soapjms',
    'tcp',
    'udp',
    'xmpp',
  ].map((word) => [word, 'other'] as const),
]);

/** Namespaces of SOAP and of its binding, which are not transports: without a transport, a binding is one over HTTP. */
const NAMESPACES_OF_SOAP: ReadonlySet<string> = new Set([
  'schemas.xmlsoap.org/soap',
  'schemas.xmlsoap.org/soap/encoding',
  'schemas.xmlsoap.org/soap/envelope',
  'schemas.xmlsoap.org/wsdl',
  'schemas.xmlsoap.org/wsdl/soap',
  'schemas.xmlsoap.org/wsdl/soap12',
  'w3.org/2003/05/soap-envelope',
  'w3.org/2003/05/soap/bindings',
  'w3.org/ns/wsdl/soap',
]);
