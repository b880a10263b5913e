const GUID_PATTERN = '[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}';

/** The XML Schema types for which the DataContractSerializer declares an element each. */
const SERIALIZED_TYPES = [
  'anyType',
  'anyURI',
  'base64Binary',
  'boolean',
  'byte',
  'dateTime',
  'decimal',
  'double',
  'float',
  'int',
  'long',
  'QName',
  'short',
  'string',
  'unsignedByte',
  'unsignedInt',
  'unsignedLong',
  'unsignedShort',
];

/** Microsoft's Data Contract Schema: the primitives of .NET that XML Schema does not have. */
export const SERIALIZATION_SCHEMA: string = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:ser="http://schemas.microsoft.com/2003/10/Serialization/"
           targetNamespace="http://schemas.microsoft.com/2003/10/Serialization/" elementFormDefault="qualified">
  ${SERIALIZED_TYPES.map((name) => `<xs:element name="${name}" type="xs:${name}" nillable="true"/>`).join('\n  ')}
  <xs:element name="char" type="ser:char" nillable="true"/>
  <xs:simpleType name="char"><xs:restriction base="xs:int"/></xs:simpleType>
  <xs:element name="duration" type="ser:duration" nillable="true"/>
  <xs:simpleType name="duration">
    <xs:restriction base="xs:duration">
      <xs:pattern value="\\-?P(\\d*D)?(T(\\d*H)?(\\d*M)?(\\d*(\\.\\d*)?S)?)?"/>
      <xs:minInclusive value="-P10675199DT2H48M5.4775808S"/>
      <xs:maxInclusive value="P10675199DT2H48M5.4775807S"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:element name="guid" type="ser:guid" nillable="true"/>
  <xs:simpleType name="guid">
    <xs:restriction base="xs:string"><xs:pattern value="${GUID_PATTERN}"/></xs:restriction>
  </xs:simpleType>
  <xs:attribute name="FactoryType" type="xs:QName"/>
  <xs:attribute name="Id" type="xs:ID"/>
  <xs:attribute name="Ref" type="xs:IDREF"/>
</xs:schema>`;

/** The types that ASMX services use for `System.Guid` and `System.Char`. */
export const WSDL_TYPES_SCHEMA: string = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://microsoft.com/wsdl/types/">
  <xs:simpleType name="guid">
    <xs:restriction base="xs:string"><xs:pattern value="${GUID_PATTERN}"/></xs:restriction>
  </xs:simpleType>
  <xs:simpleType name="char"><xs:restriction base="xs:unsignedShort"/></xs:simpleType>
</xs:schema>`;
