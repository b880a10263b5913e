/** What a client cannot do: the text of its problem, and the reason. */
type Reasons = readonly (readonly [problem: RegExp, reason: string])[];

const OWN_NAMES: Reasons = [
  [
    /no such operation|is not a valid method/i,
    'does not tell operations of one name apart, or does not know the port',
  ],
];

const NODE: Reasons = [
  ...OWN_NAMES,
  [
    /is not usable: expected/,
    'writes names that begin with $ as they are: it has no xsi:type, substitution or mixed content',
  ],
  [/invalid message definition for rpc/, 'refuses a message without parts'],
  [
    /in simple content|minItems|\(list of xs:|UNEXPECTED_TEXT/,
    'writes a value of a list type as several elements',
  ],
  [
    /NAMESPACE_MISMATCH|no operation of this service has the element \{/,
    'writes an element or attribute in the wrong namespace',
  ],
  [/^sent: another structure: .*XMLSchema-instance/, 'does not write the xsi:type of its arguments'],
  [/OUT_OF_ORDER/, 'writes elements in another order than the schema'],
];

const REASONS: Readonly<Record<string, Reasons>> = {
  'node-soap': NODE,
  'strong-soap': [
    ...NODE,
    [
      /UNEXPECTED_ELEMENT|no operation of this service has the element/,
      'leaves out the element of the message if its type has a name',
    ],
    [/^sent: .*is missing/, 'writes the items of a list type or SOAP array empty'],
    [/part should use element/, 'refuses a WSDL whose parts have types'],
  ],
  zeep: [
    ...OWN_NAMES,
    [/Max retries exceeded/, 'loads a schema from the network that the WSDL refers to without a location'],
    [/Missing element/, 'reads the value of a part that has a type as none'],
    [/has no attribute 'resolve'/, 'cannot write a QName that it has read'],
    [/^sent: another structure/, 'reads an empty element as None, and leaves it out'],
    [/Invalid soap:header|Invalid tag name|has no attribute '_binding'/, 'refuses the WSDL'],
  ],
  'PHP’s SoapClient': [
    ...OWN_NAMES,
    [/Parsing (WSDL|Schema)/, 'refuses the WSDL'],
    [/\$type: is required/, 'forgets the xsi:type of a value that it has read'],
    [/soap\/envelope\/\}/, 'writes the element of a part that has a type in the namespace of the envelope'],
    [/Procedure '.*' not present/s, 'does not find an operation whose part has a type'],
    [/ taken for /, 'writes an element or attribute in the wrong namespace'],
    [/\(list of xs:QName\), got string/, 'writes the prefix of a QName without declaring it'],
  ],
  gSOAP: [
    [/^sent: .* is missing/, 'reads nothing of an element that is qualified by its declaration alone'],
    [/^wsdl2h: |^g\+\+: /, 'its generator refuses the WSDL, or what it generates does not compile'],
    [/^signature: /, 'is called with operations of document style that take and return one element alone'],
    [
      /^read: \w+: [\w ]+ is missing$/,
      'leaves out an attribute that has its default value, when it prints what it has read',
    ],
  ],
  'JAX-WS RI': [
    [/^wsimport: .*SOAP Encoding|soapenc:/s, 'has no rpc/encoded'],
    [/^wsimport: /, 'its generator refuses the WSDL'],
    [
      /unexpected element .* Expected elements are/,
      'has no class for the element of the message: it is called with JAXB alone',
    ],
  ],
};

/** The reason of a problem of a client, if it is known. */
export function reasonOf(client: string, problem: string): string | undefined {
  return REASONS[client]?.find(([pattern]) => pattern.test(problem))?.[1];
}
