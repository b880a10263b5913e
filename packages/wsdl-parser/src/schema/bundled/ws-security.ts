/**
 * OASIS Web Services Security 1.0: its header and its utilities. Declared here from the specification, without annotations.
 *
 * @see https://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0.pdf
 */
const BASE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity';
export const WSS_HEADER: string = `${BASE}-secext-1.0.xsd`;
export const WSS_UTILITY: string = `${BASE}-utility-1.0.xsd`;
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

const start = (targetNamespace: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsu="${WSS_UTILITY}" xmlns:wsse="${WSS_HEADER}" xmlns:ds="${SIGNATURE}" targetNamespace="${targetNamespace}" elementFormDefault="qualified" attributeFormDefault="unqualified" blockDefault="#all">`;
const OTHER_ATTRIBUTES = '<xs:anyAttribute namespace="##other" processContents="lax"/>';
const ANY = '<xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';

/** A type of text with attributes. */
function text(name: string, base: string, attributes: string): string {
  return `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="${base}">${attributes}</xs:extension></xs:simpleContent></xs:complexType>`;
}

/** `wsu`: timestamps and identifiers. */
export function utilitySchema(): string {
  const common = '<xs:attributeGroup ref="wsu:commonAtts"/>';
  return `${start(WSS_UTILITY)}
<xs:simpleType name="tTimestampFault"><xs:restriction base="xs:QName"><xs:enumeration value="wsu:MessageExpired"/></xs:restriction></xs:simpleType>
<xs:attribute name="Id" type="xs:ID"/>
<xs:attributeGroup name="commonAtts"><xs:attribute ref="wsu:Id"/>${OTHER_ATTRIBUTES}</xs:attributeGroup>
${text('AttributedDateTime', 'xs:string', common)}${text('AttributedURI', 'xs:anyURI', common)}
<xs:complexType name="TimestampType"><xs:sequence>
<xs:element ref="wsu:Created" minOccurs="0"/><xs:element ref="wsu:Expires" minOccurs="0"/>
<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:any namespace="##other" processContents="lax"/></xs:choice>
</xs:sequence>${common}</xs:complexType>
<xs:element name="Timestamp" type="wsu:TimestampType"/>
<xs:element name="Expires" type="wsu:AttributedDateTime"/><xs:element name="Created" type="wsu:AttributedDateTime"/>
</xs:schema>`;
}

/** `wsse`: the security header, tokens and references to them. */
export function securityHeaderSchema(): string {
  const codes = [
    'UnsupportedSecurityToken',
    'UnsupportedAlgorithm',
    'InvalidSecurity',
    'InvalidSecurityToken',
    'FailedAuthentication',
    'FailedCheck',
    'SecurityTokenUnavailable',
  ];
  const encoding = '<xs:attribute name="EncodingType" type="xs:anyURI"/>';
  const valueType = '<xs:attribute name="ValueType" type="xs:anyURI"/>';
  const content = `<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:any processContents="lax"/></xs:choice>`;
  const elements = {
    UsernameToken: 'UsernameTokenType',
    BinarySecurityToken: 'BinarySecurityTokenType',
    Reference: 'ReferenceType',
    Embedded: 'EmbeddedType',
    KeyIdentifier: 'KeyIdentifierType',
    SecurityTokenReference: 'SecurityTokenReferenceType',
    Security: 'SecurityHeaderType',
    TransformationParameters: 'TransformationParametersType',
    Password: 'PasswordString',
    Nonce: 'EncodedString',
  };
  return `${start(WSS_HEADER)}
<xs:import namespace="${WSS_UTILITY}"/><xs:import namespace="${SIGNATURE}"/>
${text('AttributedString', 'xs:string', `<xs:attribute ref="wsu:Id"/>${OTHER_ATTRIBUTES}`)}
${text('PasswordString', 'wsse:AttributedString', '<xs:attribute name="Type" type="xs:anyURI"/>')}
${text('EncodedString', 'wsse:AttributedString', encoding)}
${text('BinarySecurityTokenType', 'wsse:EncodedString', valueType)}
${text('KeyIdentifierType', 'wsse:EncodedString', valueType)}
<xs:complexType name="UsernameTokenType"><xs:sequence>
<xs:element name="Username" type="wsse:AttributedString"/>${ANY}
</xs:sequence><xs:attribute ref="wsu:Id"/>${OTHER_ATTRIBUTES}</xs:complexType>
<xs:simpleType name="tUsage"><xs:list itemType="xs:anyURI"/></xs:simpleType>
<xs:attribute name="Usage" type="wsse:tUsage"/>
<xs:complexType name="ReferenceType"><xs:attribute name="URI" type="xs:anyURI"/>${valueType}${OTHER_ATTRIBUTES}</xs:complexType>
<xs:complexType name="EmbeddedType">${content}${valueType}${OTHER_ATTRIBUTES}</xs:complexType>
<xs:complexType name="SecurityTokenReferenceType">${content}<xs:attribute ref="wsu:Id"/><xs:attribute ref="wsse:Usage"/>${OTHER_ATTRIBUTES}</xs:complexType>
<xs:complexType name="SecurityHeaderType"><xs:sequence>${ANY}</xs:sequence>${OTHER_ATTRIBUTES}</xs:complexType>
<xs:complexType name="TransformationParametersType"><xs:sequence>${ANY}</xs:sequence>${OTHER_ATTRIBUTES}</xs:complexType>
${Object.entries(elements)
  .map(([name, type]) => `<xs:element name="${name}" type="wsse:${type}"/>`)
  .join('')}
<xs:simpleType name="FaultcodeEnum"><xs:restriction base="xs:QName">${codes
    .map((code) => `<xs:enumeration value="wsse:${code}"/>`)
    .join('')}</xs:restriction></xs:simpleType>
</xs:schema>`;
}
