/** Known limitations of a client: the text of its problem, and the reason. */
type Reasons = readonly (readonly [problem: RegExp, reason: string])[];

const NAMES: Reasons = [
  [
    /no such operation|is not a valid method|(?:Service|Port) not found/i,
    'cannot tell apart operations with the same name, or does not find the port',
  ],
];
const ATTACHMENTS: Reasons = [
  [
    /\$attachments|DataRef: must not be null|'NoneType' object has no attribute 'parse'|Missing parameter/,
    'sends no attachments',
  ],
];
const WRONG_NAMESPACE = 'writes an element or attribute in the wrong namespace';
const REFUSED = 'rejects the WSDL';

const NODE: Reasons = [
  ...NAMES,
  ...ATTACHMENTS,
  [/^WSDL: |^Node\.js v|\nNode\.js v/, REFUSED],
  [
    /prefix of an element is not declared|unbound namespace prefix/,
    'writes a prefix that it does not declare',
  ],
  [
    /is not usable: expected|disallowed character in tag name/,
    'writes names that begin with $ as they are: it has no xsi:type, substitution or mixed content',
  ],
  [/invalid message definition for rpc/, 'rejects a message without parts'],
  [
    /in simple content|minItems|\(list of xs:|UNEXPECTED_TEXT/,
    'writes a value of a list type as several elements',
  ],
  [/must not be null|EMPTY_BODY/, 'does not write an element of a simple type that is the whole message'],
  [/NAMESPACE_MISMATCH|no operation of this service has the element \{/, WRONG_NAMESPACE],
  [/^sent: another structure: .*XMLSchema-instance/, 'does not write the xsi:type of its arguments'],
  [/OUT_OF_ORDER/, 'writes elements in a different order from the schema'],
];

const REASONS: Readonly<Record<string, Reasons>> = {
  'node-soap': [
    ...NODE,
    [
      /UNEXPECTED_ELEMENT|no operation of this service has the element/,
      'writes the element of a message without its namespace',
    ],
  ],
  'strong-soap': [
    ...NODE,
    [
      /UNEXPECTED_ELEMENT|no operation of this service has the element/,
      'leaves out the element of the message if its type has a name',
    ],
    [/^sent: .*is missing/, 'writes the items of a list type or SOAP array empty'],
    [/part should use element/, 'rejects a WSDL whose parts have types'],
    [/^read: .*is missing$/, 'does not read text in an element without a type'],
  ],
  zeep: [
    ...NAMES,
    ...ATTACHMENTS,
    [/Max retries exceeded/, 'fetches a schema from the network although the WSDL states no location for it'],
    [/Missing element/, 'reads no value for a part that has a type'],
    [/has no attribute 'resolve'/, 'cannot write a QName that it has read'],
    [/^sent: another structure/, 'reads an empty element as None, and leaves it out'],
    [
      /Fault: no operation of this service has the element/,
      'writes the element of rpc without a namespace if the binding states none',
    ],
    [/Fault: .* taken for /s, WRONG_NAMESPACE],
    [/xs:gMonth/, 'writes --1 as a month'],
    [/<Schema\(|'Schema' object/, 'mistakes an element named "schema" for a schema'],
    [
      /Invalid soap:header|Invalid tag name|'_binding'|No visitor|Unable to resolve|No definition|getroottree|not a valid URI|takes exactly 1 argument/,
      REFUSED,
    ],
  ],
  'PHP’s SoapClient': [
    ...NAMES,
    ...ATTACHMENTS,
    [/Parsing (WSDL|Schema)/, REFUSED],
    [/^$/, 'ends without a message'],
    [/the server did not receive the call/, 'does not report that a call without a response was refused'],
    [/\$type: is required/, 'forgets the xsi:type of a value that it has read'],
    [/soap\/envelope\/\}/, 'writes the element of a part that has a type in the namespace of the envelope'],
    [/Procedure .*not present|without function call/s, 'does not find an operation whose part has a type'],
    [/ taken for |^sent: another structure|^read: name: /, WRONG_NAMESPACE],
    [/\(list of xs:QName\), got string/, 'writes the prefix of a QName without declaring it'],
    [/Nesting level too deep/, 'cannot write a recursive type'],
    [/no XML document/, 'cannot read a response with attachments'],
    [/^sent: item: .* is missing/, 'mistakes a SOAP 1.2 array for a list of numbers'],
    [/NewDataSet|stdClass could not be converted/, 'reads xs:any with a schema in it as text'],
  ],
  gSOAP: [
    [/^wsdl2h: |^g\+\+: /, 'its generator rejects the WSDL, or the generated code does not compile'],
    [/^signature: /, 'is only called with document-style operations that take and return one element'],
    [/^sent: .* is missing/, 'does not read an element that only its declaration qualifies'],
    [
      /^read: \w+: [\w ]+ is missing$/,
      'leaves out an attribute that has its default value, when it prints what it has read',
    ],
  ],
  'JAX-WS RI': [
    [/^wsimport: .*SOAP Encoding|soapenc:/s, 'does not support rpc/encoded'],
    [/^wsimport: /, 'its generator rejects the WSDL'],
    [
      /unexpected element .* Expected elements are/,
      'has no class for the element of the message: it is only called with JAXB',
    ],
  ],
};

/** The reason of a problem of a client, if it is known. */
export function reasonOf(client: string, problem: string): string | undefined {
  return REASONS[client]?.find(([pattern]) => pattern.test(problem))?.[1];
}
