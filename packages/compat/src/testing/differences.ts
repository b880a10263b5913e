/** The reasons for differences, word for word as in the table of the README, by a short name. */
export const reasons = {
  'rpc types':
    'A record in an rpc result: node-soap leaves all of its values as strings and one item as no list. Here it has the types of the schema.',
  types:
    'A value whose type node-soap does not find (some imports, references, prefixes and derived types) is a string there, and has only its name in `describe`. Here it has its type.',
  references:
    'A list by `ref`: node-soap returns one item without an array or with one, depending on which message it read first. Here only a single reference in the WSDL gives no array.',
  dates:
    'A `Date` in arguments or results: node-soap writes an empty element. Here it is the date as text, in UTC.',
  bytes:
    'A `Buffer`: node-soap writes a message that is not well-formed. Here it is base64, or hex for `xs:hexBinary`.',
  'raw XML':
    'Elements inside a text (`escapeXML: false`): the server of node-soap fails over the mixed content. The one here reads it.',
  order:
    'Members in a result of `listen`: node-soap writes them in the order of the program. Here they have the order of the schema; clients of other stacks require it.',
  'no arguments':
    'A call without arguments (`OpAsync()`): node-soap sends an empty Body, which is no call. Here it is the element of the operation, empty.',
  streams: 'Attachments: node-soap takes bytes and strings. Here a `Blob` or a readable stream works too.',
  clear:
    '`clearHttpHeaders` of node-soap also removes Content-Type and SOAPAction from all later calls. Here only the added headers go.',
  unsupported:
    'Options that cannot work here (`returnSaxStream`, `forceGzip`, `fixedPath`, …) throw an `OptionError` that says what replaces them.',
  unknown:
    'Options that node-soap ignores because it does not know them throw an `OptionError` with the nearest name.',
  'parser text':
    'Text that is not XML: the same fault `Invalid XML`; its `detail` has the words of another parser.',
  undeclared:
    'An element in the Body that the WSDL does not declare: node-soap fails with “Cannot read properties of undefined”. Here the message names the element.',
  action:
    'A request to `listen` for no operation: the same status; the reason names the element and the action instead of a TypeError.',
  'empty result':
    'A function of `listen` that resolves to nothing: node-soap sends an empty Body. Here it is the element of the response, empty.',
  serverless:
    '`createServerless` of node-soap resolves before the WSDL is read, and the first request fails. Here it resolves when requests can be answered.',
  'rpc namespaces':
    'Parts of an rpc message: node-soap puts those of responses into the target namespace, and takes the namespace of the wrapper from `definitions`. Here parts have none, and the wrapper has the one of `soap:body`.',
  digest: 'A signature with RSA-SHA1 has SHA-1 digests too; node-soap uses SHA-256 for them.',
  'one timestamp':
    '`WSSecurityPlusCert` of node-soap writes two timestamps and signs both. Here there is one: a receiver may refuse two.',
  'signed body':
    '`WSSecurityCertWithToken` of node-soap signs a Body whose Id it does not write, so that no receiver can verify it. Here the Id is in the message.',
  namespaces:
    'Namespaces of elements come from the schema. node-soap guesses some of them from prefixes, which `ignoredNamespaces`, `ignoreBaseNameSpaces` and `forceUseSchemaXmlns` influence; here these options have no effect.',
  'undeclared order':
    'Arguments that the schema does not declare come last, without a prefix unless their name has one.',
  functions: 'A function in arguments: node-soap writes its source. Here it is left out.',
  'missing schema':
    'A schema that cannot be loaded: node-soap creates no client. Here the elements of its types are written as they are given.',
  'other host':
    'A call that is redirected to another host fails: the message and its credentials are for the host that the program named. Other redirects are followed as by node-soap.',
  'not WSDL': 'A description whose elements are not in the namespace of WSDL is refused with a `WsdlError`.',
} as const;

export type Reason = keyof typeof reasons;

/**
 * Where a difference shows: compat as the client of node-soap, as its server, or as both; or compat as the client of PHP's SoapServer, of
 * spyne, or of `@soapstone/server`, compared with node-soap as their client.
 */
export type Role = 'client' | 'server' | 'both' | 'php' | 'spyne' | 'soapstone';

/** Every difference that the programs show. One that is not here fails the test; so does one that is here and no longer shows. */
export const differences: Readonly<Record<string, readonly [Reason, ...Role[]]>> = {
  'calls: an rpc service': ['rpc types', 'client', 'both', 'php', 'soapstone'],
  'values: a Date': ['dates', 'client', 'both', 'php', 'spyne', 'soapstone'],
  'values: bytes': ['bytes', 'client', 'server', 'both', 'php', 'spyne', 'soapstone'],
  'values: a derived type by xsi_type': ['types', 'server', 'both'],
  'values: option escapeXML': ['raw XML', 'client', 'server', 'both'],
  'values: option arrayWithChoiceTag': ['order', 'server', 'both'],
  'values: no arguments': ['no arguments', 'client'],
  'messages: attachments from a stream': ['streams', 'client'],
  'messages: clearHttpHeaders': ['clear', 'client'],
  'messages: option returnSaxStream': ['unsupported', 'client', 'both', 'php', 'spyne', 'soapstone'],
  'messages: an option that nobody knows': ['unknown', 'client'],
  'messages: a response with broken XML': ['parser text', 'client'],
  'messages: a response that no operation has': ['undeclared', 'client'],
  'security: WSSecurityCert with RSA-SHA1': ['digest', 'client'],
  'security: WSSecurityPlusCert': ['one timestamp', 'client'],
  'security: WSSecurityCertWithToken': ['signed body', 'client'],
  'servers: an element that no operation takes': ['undeclared', 'server'],
  'servers: an action that no operation has': ['action', 'server'],
  'servers: a request with broken XML': ['parser text', 'server'],
  'servers: an empty request': ['action', 'server'],
  'servers: a function without a result': ['empty result', 'server'],
  'servers: members in another order than the schema': ['order', 'server'],
  'servers: a Date in a result': ['dates', 'server'],
  'servers: createServerless': ['serverless', 'server'],
  'habits: a function as a value': ['functions', 'client'],
  'habits: an import that is not there': ['missing schema', 'client'],
  'habits: a call that is redirected to another host': ['other host', 'client'],
  'servers: an rpc service': ['rpc namespaces', 'server'],
};
