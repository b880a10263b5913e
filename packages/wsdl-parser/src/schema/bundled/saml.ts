/**
 * OASIS SAML 1.1 and 2.0: assertions and protocols. Declared here from the specifications, without their annotations.
 *
 * @see https://docs.oasis-open.org/security/saml/v2.0/saml-core-2.0-os.pdf
 * @see https://www.oasis-open.org/committees/download.php/3406/oasis-sstc-saml-core-1.1.pdf
 */
export const SAML11_ASSERTION = 'urn:oasis:names:tc:SAML:1.0:assertion';
export const SAML11_PROTOCOL = 'urn:oasis:names:tc:SAML:1.0:protocol';
export const SAML20_ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const SAML20_PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';

/** `t` is the schema itself, `saml` the assertions of its version. */
function schema(
  targetNamespace: string,
  saml: string,
  imports: readonly string[],
  parts: readonly string[],
  attributes = '',
): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${targetNamespace}" xmlns:saml="${saml}" xmlns:ds="${SIGNATURE}" xmlns:xenc="${ENCRYPTION}" targetNamespace="${targetNamespace}"${attributes}>${imports.map((each) => `<xs:import namespace="${each}"/>`).join('')}${parts.join('')}</xs:schema>`;
}

/** References to elements, as `t:Name`, `t:Name?`, `t:Name*` or `t:Name+`. */
function refs(...names: readonly string[]): string {
  return names
    .map((each) => {
      const name = each.replace(/[?*+]$/, '');
      const least = /[?*]$/.test(each) ? ' minOccurs="0"' : '';
      const most = /[*+]$/.test(each) ? ' maxOccurs="unbounded"' : '';
      return `<xs:element ref="${name}"${least}${most}/>`;
    })
    .join('');
}

/** Attributes of types, as `Name: type` or, if required, `Name!: type`. */
function attributes(...declarations: readonly string[]): string {
  return declarations
    .map((each) => {
      const [name = '', type = ''] = each.split(': ');
      const use = name.endsWith('!') ? ' use="required"' : '';
      return `<xs:attribute name="${name.replace('!', '')}" type="${type.includes(':') ? type : `xs:${type}`}"${use}/>`;
    })
    .join('');
}

const sequence = (...parts: readonly string[]): string => `<xs:sequence>${parts.join('')}</xs:sequence>`;
const choice = (occurs: string, ...parts: readonly string[]): string =>
  `<xs:choice ${occurs}>${parts.join('')}</xs:choice>`;
const ANY_NUMBER = 'minOccurs="0" maxOccurs="unbounded"';
const MANY = 'maxOccurs="unbounded"';
const any = (namespace: string, occurs = ANY_NUMBER): string =>
  `<xs:any namespace="${namespace}" processContents="lax" ${occurs}/>`;
const type = (name: string, content: string, more = ''): string =>
  `<xs:complexType name="${name}" ${more}>${content}</xs:complexType>`;
const ABSTRACT = 'abstract="true"';
const extension = (base: string, content = ''): string =>
  `<xs:complexContent><xs:extension base="${base}">${content}</xs:extension></xs:complexContent>`;
const element = (name: string, of: string, more = ''): string =>
  `<xs:element name="${name}" type="${of}" ${more}/>`;
/** An element with a type of its own, which is called after it. */
const typed = (name: string, content: string): string =>
  element(name, `t:${name}Type`) + type(`${name}Type`, content);
/** The same with an abstract type. */
const abstractElement = (name: string, content = ''): string =>
  element(name, `t:${name}AbstractType`) + type(`${name}AbstractType`, content, ABSTRACT);
const text = (content: string, base = 'xs:string'): string =>
  `<xs:simpleContent><xs:extension base="${base}">${content}</xs:extension></xs:simpleContent>`;
const enumeration = (name: string, ...values: readonly string[]): string =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:string">${values.map((value) => `<xs:enumeration value="${value}"/>`).join('')}</xs:restriction></xs:simpleType>`;
const DECISIONS = enumeration('DecisionType', 'Permit', 'Deny', 'Indeterminate');

/** SAML 1.1, assertions. */
export function saml11AssertionSchema(): string {
  const statement = (name: string, content: string): string =>
    typed(name, extension('t:SubjectStatementAbstractType', content));
  return schema(
    SAML11_ASSERTION,
    SAML11_ASSERTION,
    [SIGNATURE],
    [
      DECISIONS,
      element('AssertionIDReference', 'xs:NCName'),
      typed(
        'Assertion',
        sequence(
          refs('t:Conditions?', 't:Advice?'),
          choice(
            MANY,
            refs(
              't:Statement',
              't:SubjectStatement',
              't:AuthenticationStatement',
              't:AuthorizationDecisionStatement',
              't:AttributeStatement',
            ),
          ),
          refs('ds:Signature?'),
        ) +
          attributes(
            'MajorVersion!: integer',
            'MinorVersion!: integer',
            'AssertionID!: ID',
            'Issuer!: string',
            'IssueInstant!: dateTime',
          ),
      ),
      typed(
        'Conditions',
        choice(ANY_NUMBER, refs('t:AudienceRestrictionCondition', 't:DoNotCacheCondition', 't:Condition')) +
          attributes('NotBefore: dateTime', 'NotOnOrAfter: dateTime'),
      ),
      abstractElement('Condition'),
      typed(
        'AudienceRestrictionCondition',
        extension('t:ConditionAbstractType', sequence(refs('t:Audience+'))),
      ),
      element('Audience', 'xs:anyURI'),
      typed('DoNotCacheCondition', extension('t:ConditionAbstractType')),
      typed('Advice', choice(ANY_NUMBER, refs('t:AssertionIDReference', 't:Assertion'), any('##other', ''))),
      abstractElement('Statement'),
      abstractElement('SubjectStatement', extension('t:StatementAbstractType', sequence(refs('t:Subject')))),
      typed(
        'Subject',
        choice(
          '',
          sequence(refs('t:NameIdentifier', 't:SubjectConfirmation?')),
          refs('t:SubjectConfirmation'),
        ),
      ),
      typed('NameIdentifier', text(attributes('NameQualifier: string', 'Format: anyURI'))),
      typed(
        'SubjectConfirmation',
        sequence(refs('t:ConfirmationMethod+', 't:SubjectConfirmationData?', 'ds:KeyInfo?')),
      ),
      element('SubjectConfirmationData', 'xs:anyType'),
      element('ConfirmationMethod', 'xs:anyURI'),
      statement(
        'AuthenticationStatement',
        sequence(refs('t:SubjectLocality?', 't:AuthorityBinding*')) +
          attributes('AuthenticationMethod!: anyURI', 'AuthenticationInstant!: dateTime'),
      ),
      typed('SubjectLocality', attributes('IPAddress: string', 'DNSAddress: string')),
      typed('AuthorityBinding', attributes('AuthorityKind!: QName', 'Location!: anyURI', 'Binding!: anyURI')),
      statement(
        'AuthorizationDecisionStatement',
        sequence(refs('t:Action+', 't:Evidence?')) +
          attributes('Resource!: anyURI', 'Decision!: t:DecisionType'),
      ),
      typed('Action', text(attributes('Namespace: anyURI'))),
      typed('Evidence', choice(MANY, refs('t:AssertionIDReference', 't:Assertion'))),
      statement('AttributeStatement', sequence(refs('t:Attribute+'))),
      typed('AttributeDesignator', attributes('AttributeName!: string', 'AttributeNamespace!: anyURI')),
      typed('Attribute', extension('t:AttributeDesignatorType', sequence(refs('t:AttributeValue+')))),
      element('AttributeValue', 'xs:anyType'),
    ],
  );
}

/** SAML 1.1, protocol. */
export function saml11ProtocolSchema(): string {
  const query = (name: string, content: string): string =>
    typed(name, extension('t:SubjectQueryAbstractType', content));
  const versions = attributes('MajorVersion!: integer', 'MinorVersion!: integer', 'IssueInstant!: dateTime');
  return schema(
    SAML11_PROTOCOL,
    SAML11_ASSERTION,
    [SAML11_ASSERTION, SIGNATURE],
    [
      type(
        'RequestAbstractType',
        sequence(refs('t:RespondWith*', 'ds:Signature?')) + attributes('RequestID!: ID') + versions,
        ABSTRACT,
      ),
      element('RespondWith', 'xs:QName'),
      typed(
        'Request',
        extension(
          't:RequestAbstractType',
          choice(
            '',
            refs(
              't:Query',
              't:SubjectQuery',
              't:AuthenticationQuery',
              't:AttributeQuery',
              't:AuthorizationDecisionQuery',
              'saml:AssertionIDReference+',
              't:AssertionArtifact+',
            ),
          ),
        ),
      ),
      element('AssertionArtifact', 'xs:string'),
      abstractElement('Query'),
      abstractElement('SubjectQuery', extension('t:QueryAbstractType', sequence(refs('saml:Subject')))),
      query('AuthenticationQuery', attributes('AuthenticationMethod: anyURI')),
      query('AttributeQuery', sequence(refs('saml:AttributeDesignator*')) + attributes('Resource: anyURI')),
      query(
        'AuthorizationDecisionQuery',
        sequence(refs('saml:Action+', 'saml:Evidence?')) + attributes('Resource!: anyURI'),
      ),
      type(
        'ResponseAbstractType',
        sequence(refs('ds:Signature?')) +
          attributes('ResponseID!: ID', 'InResponseTo: NCName') +
          versions +
          attributes('Recipient: anyURI'),
        ABSTRACT,
      ),
      typed('Response', extension('t:ResponseAbstractType', sequence(refs('t:Status', 'saml:Assertion*')))),
      typed('Status', sequence(refs('t:StatusCode', 't:StatusMessage?', 't:StatusDetail?'))),
      typed('StatusCode', sequence(refs('t:StatusCode?')) + attributes('Value!: QName')),
      element('StatusMessage', 'xs:string'),
      typed('StatusDetail', sequence(any('##any'))),
    ],
  );
}

const NO_SUBSTITUTION = ' blockDefault="substitution"';

/** SAML 2.0, assertions. */
export function saml20AssertionSchema(): string {
  const qualifiers = '<xs:attributeGroup ref="t:IDNameQualifiers"/>';
  const encrypted = (name: string): string => element(name, 't:EncryptedElementType');
  const condition = (name: string, content = ''): string =>
    typed(name, extension('t:ConditionAbstractType', content));
  const statement = (name: string, content: string): string =>
    typed(name, extension('t:StatementAbstractType', content));
  const identifiers = refs('t:BaseID', 't:NameID', 't:EncryptedID');
  const declarations = refs('t:AuthnContextDecl', 't:AuthnContextDeclRef');
  const assertions = ['t:AssertionIDRef', 't:AssertionURIRef', 't:Assertion', 't:EncryptedAssertion'];
  return schema(
    SAML20_ASSERTION,
    SAML20_ASSERTION,
    [SIGNATURE, ENCRYPTION],
    [
      `<xs:attributeGroup name="IDNameQualifiers">${attributes('NameQualifier: string', 'SPNameQualifier: string')}</xs:attributeGroup>`,
      abstractElement('BaseID', qualifiers),
      typed('NameID', text(qualifiers + attributes('Format: anyURI', 'SPProvidedID: string'))),
      type('EncryptedElementType', sequence(refs('xenc:EncryptedData', 'xenc:EncryptedKey*'))),
      encrypted('EncryptedID'),
      element('Issuer', 't:NameIDType'),
      element('AssertionIDRef', 'xs:NCName'),
      element('AssertionURIRef', 'xs:anyURI'),
      typed(
        'Assertion',
        sequence(
          refs('t:Issuer', 'ds:Signature?', 't:Subject?', 't:Conditions?', 't:Advice?'),
          choice(
            ANY_NUMBER,
            refs('t:Statement', 't:AuthnStatement', 't:AuthzDecisionStatement', 't:AttributeStatement'),
          ),
        ) + attributes('Version!: string', 'ID!: ID', 'IssueInstant!: dateTime'),
      ),
      typed(
        'Subject',
        choice(
          '',
          sequence(choice('', identifiers), refs('t:SubjectConfirmation*')),
          refs('t:SubjectConfirmation+'),
        ),
      ),
      typed(
        'SubjectConfirmation',
        sequence(choice('minOccurs="0"', identifiers), refs('t:SubjectConfirmationData?')) +
          attributes('Method!: anyURI'),
      ),
      element('SubjectConfirmationData', 't:SubjectConfirmationDataType'),
      type(
        'SubjectConfirmationDataType',
        `<xs:complexContent><xs:restriction base="xs:anyType">${sequence(any('##any'))}${attributes(
          'NotBefore: dateTime',
          'NotOnOrAfter: dateTime',
          'Recipient: anyURI',
          'InResponseTo: NCName',
          'Address: string',
        )}<xs:anyAttribute namespace="##other" processContents="lax"/></xs:restriction></xs:complexContent>`,
        'mixed="true"',
      ),
      type(
        'KeyInfoConfirmationDataType',
        `<xs:complexContent><xs:restriction base="t:SubjectConfirmationDataType">${sequence(refs('ds:KeyInfo+'))}</xs:restriction></xs:complexContent>`,
        'mixed="false"',
      ),
      typed(
        'Conditions',
        choice(
          ANY_NUMBER,
          refs('t:Condition', 't:AudienceRestriction', 't:OneTimeUse', 't:ProxyRestriction'),
        ) + attributes('NotBefore: dateTime', 'NotOnOrAfter: dateTime'),
      ),
      abstractElement('Condition'),
      condition('AudienceRestriction', sequence(refs('t:Audience+'))),
      element('Audience', 'xs:anyURI'),
      condition('OneTimeUse'),
      condition('ProxyRestriction', sequence(refs('t:Audience*')) + attributes('Count: nonNegativeInteger')),
      typed('Advice', choice(ANY_NUMBER, refs(...assertions), any('##other', ''))),
      encrypted('EncryptedAssertion'),
      abstractElement('Statement'),
      statement(
        'AuthnStatement',
        sequence(refs('t:SubjectLocality?', 't:AuthnContext')) +
          attributes('AuthnInstant!: dateTime', 'SessionIndex: string', 'SessionNotOnOrAfter: dateTime'),
      ),
      typed('SubjectLocality', attributes('Address: string', 'DNSName: string')),
      typed(
        'AuthnContext',
        sequence(
          choice(
            '',
            sequence(refs('t:AuthnContextClassRef'), choice('minOccurs="0"', declarations)),
            choice('', declarations),
          ),
          refs('t:AuthenticatingAuthority*'),
        ),
      ),
      element('AuthnContextClassRef', 'xs:anyURI'),
      element('AuthnContextDeclRef', 'xs:anyURI'),
      element('AuthnContextDecl', 'xs:anyType'),
      element('AuthenticatingAuthority', 'xs:anyURI'),
      statement(
        'AuthzDecisionStatement',
        sequence(refs('t:Action+', 't:Evidence?')) +
          attributes('Resource!: anyURI', 'Decision!: t:DecisionType'),
      ),
      DECISIONS,
      typed('Action', text(attributes('Namespace!: anyURI'))),
      typed('Evidence', choice(MANY, refs(...assertions))),
      statement('AttributeStatement', choice(MANY, refs('t:Attribute', 't:EncryptedAttribute'))),
      typed(
        'Attribute',
        `${sequence(refs('t:AttributeValue*'))}${attributes(
          'Name!: string',
          'NameFormat: anyURI',
          'FriendlyName: string',
        )}<xs:anyAttribute namespace="##other" processContents="lax"/>`,
      ),
      element('AttributeValue', 'xs:anyType', 'nillable="true"'),
      encrypted('EncryptedAttribute'),
    ],
    NO_SUBSTITUTION,
  );
}

/** SAML 2.0, protocol. */
export function saml20ProtocolSchema(): string {
  const id = attributes('ID!: ID');
  const common = attributes(
    'Version!: string',
    'IssueInstant!: dateTime',
    'Destination: anyURI',
    'Consent: anyURI',
  );
  const request = (name: string, content: string): string =>
    typed(name, extension('t:RequestAbstractType', content));
  const response = (name: string, content: string): string =>
    typed(name, extension('t:StatusResponseType', content));
  const query = (name: string, content: string): string =>
    typed(name, extension('t:SubjectQueryAbstractType', content));
  const identifiers = choice('', refs('saml:BaseID', 'saml:NameID', 'saml:EncryptedID'));
  return schema(
    SAML20_PROTOCOL,
    SAML20_ASSERTION,
    [SAML20_ASSERTION, SIGNATURE],
    [
      type(
        'RequestAbstractType',
        sequence(refs('saml:Issuer?', 'ds:Signature?', 't:Extensions?')) + id + common,
        ABSTRACT,
      ),
      typed('Extensions', sequence(any('##other', MANY))),
      type(
        'StatusResponseType',
        sequence(refs('saml:Issuer?', 'ds:Signature?', 't:Extensions?', 't:Status')) +
          id +
          attributes('InResponseTo: NCName') +
          common,
      ),
      typed('Status', sequence(refs('t:StatusCode', 't:StatusMessage?', 't:StatusDetail?'))),
      typed('StatusCode', sequence(refs('t:StatusCode?')) + attributes('Value!: anyURI')),
      element('StatusMessage', 'xs:string'),
      typed('StatusDetail', sequence(any('##any'))),
      request('AssertionIDRequest', sequence(refs('saml:AssertionIDRef+'))),
      abstractElement('SubjectQuery', extension('t:RequestAbstractType', sequence(refs('saml:Subject')))),
      query('AuthnQuery', sequence(refs('t:RequestedAuthnContext?')) + attributes('SessionIndex: string')),
      typed(
        'RequestedAuthnContext',
        choice('', refs('saml:AuthnContextClassRef+', 'saml:AuthnContextDeclRef+')) +
          attributes('Comparison: t:AuthnContextComparisonType'),
      ),
      enumeration('AuthnContextComparisonType', 'exact', 'minimum', 'maximum', 'better'),
      query('AttributeQuery', sequence(refs('saml:Attribute*'))),
      query(
        'AuthzDecisionQuery',
        sequence(refs('saml:Action+', 'saml:Evidence?')) + attributes('Resource!: anyURI'),
      ),
      request(
        'AuthnRequest',
        sequence(
          refs(
            'saml:Subject?',
            't:NameIDPolicy?',
            'saml:Conditions?',
            't:RequestedAuthnContext?',
            't:Scoping?',
          ),
        ) +
          attributes(
            'ForceAuthn: boolean',
            'IsPassive: boolean',
            'ProtocolBinding: anyURI',
            'AssertionConsumerServiceIndex: unsignedShort',
            'AssertionConsumerServiceURL: anyURI',
            'AttributeConsumingServiceIndex: unsignedShort',
            'ProviderName: string',
          ),
      ),
      typed('NameIDPolicy', attributes('Format: anyURI', 'SPNameQualifier: string', 'AllowCreate: boolean')),
      typed(
        'Scoping',
        sequence(refs('t:IDPList?', 't:RequesterID*')) + attributes('ProxyCount: nonNegativeInteger'),
      ),
      element('RequesterID', 'xs:anyURI'),
      typed('IDPList', sequence(refs('t:IDPEntry+', 't:GetComplete?'))),
      typed('IDPEntry', attributes('ProviderID!: anyURI', 'Name: string', 'Loc: anyURI')),
      element('GetComplete', 'xs:anyURI'),
      response('Response', choice(ANY_NUMBER, refs('saml:Assertion', 'saml:EncryptedAssertion'))),
      request('ArtifactResolve', sequence(refs('t:Artifact'))),
      element('Artifact', 'xs:string'),
      response('ArtifactResponse', sequence(any('##any', 'minOccurs="0"'))),
      request(
        'ManageNameIDRequest',
        sequence(
          choice('', refs('saml:NameID', 'saml:EncryptedID')),
          choice('', refs('t:NewID', 't:NewEncryptedID', 't:Terminate')),
        ),
      ),
      element('NewID', 'xs:string'),
      element('NewEncryptedID', 'saml:EncryptedElementType'),
      typed('Terminate', ''),
      element('ManageNameIDResponse', 't:StatusResponseType'),
      request(
        'LogoutRequest',
        sequence(identifiers, refs('t:SessionIndex*')) +
          attributes('Reason: string', 'NotOnOrAfter: dateTime'),
      ),
      element('SessionIndex', 'xs:string'),
      element('LogoutResponse', 't:StatusResponseType'),
      request('NameIDMappingRequest', sequence(identifiers, refs('t:NameIDPolicy'))),
      response('NameIDMappingResponse', choice('', refs('saml:NameID', 'saml:EncryptedID'))),
    ],
    NO_SUBSTITUTION,
  );
}
