/** A call whose response is known to differ from what was sent, for a reason on the server's side. */
export interface ExpectedFailure {
  /** The server, in all its variants: "gSOAP" covers "gSOAP, SOAP 1.2" as well. */
  readonly server: string;
  readonly operation: string;
  readonly input: string;
  /** The server's behaviour. */
  readonly reason: string;
}

/** The same reason for several inputs of one operation. */
function all(
  server: string,
  operation: string,
  inputs: readonly string[],
  reason: string,
): readonly ExpectedFailure[] {
  return inputs.map((input) => ({ server, operation, input, reason }));
}

const NODE_SOAP = 'node-soap';
const NIL = 'reads an empty element as null, and writes null with an xsi prefix that it does not declare';
const NO_BYTES = 'writes xs:base64Binary of no bytes as nil, which its type does not allow';
const DROPS_NIL = 'drops members that are null';

const PARSES_CDATA = 'parses a CDATA section with an XML declaration as elements of the message';

const IN_CDATA = 'a document, cdata';
const EXAMPLE = 'the generated example';
const LEAST = 'the minimum of the example';
const UNICODE = 'the example with Unicode';
const EMPTY = 'the example with empty texts';
const LARGEST = 'the example with the largest numbers';
const SMALLEST = 'the example with the smallest numbers';
const NULLS = 'the example with nil';
const MANY = 'the example with lists of many';

/** Every expected failure. The suite fails if an entry no longer occurs. */
export const EXPECTED: readonly ExpectedFailure[] = [
  ...all(
    'PHP SoapServer',
    'EchoScalars',
    ['upper bounds', LARGEST, SMALLEST],
    'writes doubles with 14 significant digits',
  ),
  ...all(
    'PHP SoapServer, rpc/encoded',
    'echoRecord',
    [LEAST],
    'cannot write a struct whose accessors were absent, as SOAP 1.1 §5 allows',
  ),
  ...all('PHP SoapServer, rpc/encoded', 'refuse', [NULLS], 'writes an absent faultstring as an empty one'),
  ...all(NODE_SOAP, 'EchoScalars', ['no text, no bytes', EMPTY], NIL),
  ...all(NODE_SOAP, 'EchoFile', ['no content', EMPTY], NIL),
  ...all(NODE_SOAP, 'EchoOptions', ['minimal', 'nil and empty', NULLS], DROPS_NIL),
  ...all(
    NODE_SOAP,
    'EchoScalars',
    ['upper bounds', 'lower bounds', LARGEST, SMALLEST],
    'reads xs:long and xs:decimal as JavaScript numbers, which round them',
  ),
  ...all(NODE_SOAP, 'EchoScalars', ['white space at the ends'], 'trims every text'),
  ...all(NODE_SOAP, 'EchoScalars', ['special doubles'], 'reads INF as NaN'),
  ...all(NODE_SOAP, 'EchoScalars', ['a date with a zone'], 'reads a date with a zone as an invalid Date'),
  ...all(
    NODE_SOAP,
    'EchoDrawing',
    [EXAMPLE, UNICODE, EMPTY, LARGEST, SMALLEST, MANY, 'one derived type', 'both derived types'],
    'writes xsi:type back with a prefix that it does not declare',
  ),
  ...all(NODE_SOAP, 'EchoScalars', [IN_CDATA], PARSES_CDATA),
  ...all(`${NODE_SOAP}, rpc/literal`, 'echoText', [IN_CDATA], PARSES_CDATA),
  ...all(`${NODE_SOAP}, rpc/literal`, 'echoRecord', [EMPTY], NIL),
  ...all(`${NODE_SOAP}, rpc/literal`, 'echoBoth', [EMPTY, 'minimal'], NIL),
  ...all(
    'gSOAP',
    'EchoScalars',
    ['a date with a zone'],
    'keeps xs:dateTime as time_t: whole seconds, in UTC',
  ),
  ...['echoText', 'echoNumber', 'refuse'].flatMap((operation) =>
    all('gSOAP, rpc/encoded', operation, [NULLS], 'has no nil for a part that it keeps by value'),
  ),
  ...['echoList', 'echoRecord'].flatMap((operation) =>
    all('gSOAP, rpc/encoded', operation, [NULLS], 'leaves out a part that is nil, as SOAP 1.1 §5 allows'),
  ),
  ...all(
    'gSOAP, rpc/encoded',
    'echoRecord',
    [LEAST],
    'writes an absent member that its own schema requires as an empty one',
  ),
  ...all(
    'spyne',
    'EchoScalars',
    [
      ...[EXAMPLE, UNICODE, LARGEST, SMALLEST],
      ...['full', 'lower bounds', 'Unicode', 'white space at the ends', 'a document, escaped', IN_CDATA],
    ],
    'writes the zone of UTC as +00:00',
  ),
  ...all(
    'spyne',
    'EchoScalars',
    ['upper bounds'],
    'validates with libxml2, whose xs:decimal has 24 digits at most',
  ),
  ...all('spyne', 'EchoScalars', ['special doubles'], 'writes INF as inf'),
  ...all('spyne', 'EchoScalars', ['a date with a zone'], 'drops the zone of a date'),
  ...all('spyne', 'EchoScalars', ['no text, no bytes', EMPTY], NO_BYTES),
  ...all('spyne', 'EchoFile', ['no content', EMPTY], NO_BYTES),
  ...['EchoLists', 'EchoItem'].flatMap((operation) =>
    all('spyne', operation, [SMALLEST], 'refuses an xs:int of more than ten characters, the sign included'),
  ),
  ...all(
    'SOAP::Lite',
    'echoText',
    ['a document, escaped', IN_CDATA],
    'guesses types from texts, and takes this one, with letters beyond ASCII, for base64',
  ),
  ...all('SOAP::Lite', 'refuse', [EMPTY, NULLS], 'replaces an empty faultstring by "Application error"'),
  ...all('Axis 1.4', 'echoNumber', [NULLS], 'has no nil for an int, which it keeps as a number'),
  ...all(
    'Axis 1.4',
    'echoRecord',
    [LEAST],
    'ends its response when a struct lacks a string that its schema requires',
  ),
  ...all('Axis 1.4', 'echoRecord', ['minimal'], 'writes an absent array as nil'),
  ...all('Axis 1.4', 'refuse', [NULLS], 'writes an absent faultstring as an empty one'),
  ...all(
    'JAX-WS RI, rpc/literal',
    'refuse',
    [EMPTY],
    'replaces an empty faultstring by the name of the exception',
  ),
  ...all(
    'JAX-WS RI',
    'EchoItem',
    [EXAMPLE, LEAST, UNICODE, EMPTY, LARGEST, SMALLEST, NULLS, 'three levels'],
    'writes an absent header block as nil, which its type does not allow',
  ),
];

/** The expected failures of one server that concern operations of its contract. */
export function expectedOf(name: string, operations: ReadonlySet<string>): readonly ExpectedFailure[] {
  return EXPECTED.filter(
    ({ server, operation }) =>
      (name === server || name.startsWith(`${server}, `)) && operations.has(operation),
  );
}
