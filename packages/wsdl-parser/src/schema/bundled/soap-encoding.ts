import { BUILTIN_TYPE_NAMES } from '../builtin-types.js';

// The encodings declare a nillable element for each simple type, here with the XML Schema type that soapenc:int and the like map to (SC-1).
const ELEMENTS = BUILTIN_TYPE_NAMES.filter((name) => name !== 'anyType' && name !== 'anySimpleType')
  .map((name) => `<xs:element name="${name}" type="xs:${name}" nillable="true"/>`)
  .join('\n  ');

/** The types whose attributes alone differ between the versions. */
const ARRAY_AND_STRUCT = `<xs:group name="Array">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
  </xs:group>
  <xs:complexType name="Array">
    <xs:group ref="enc:Array" minOccurs="0"/>
    <xs:attributeGroup ref="enc:arrayAttributes"/>
    <xs:attributeGroup ref="enc:commonAttributes"/>
  </xs:complexType>
  <xs:element name="Array" type="enc:Array"/>
  <xs:group name="Struct">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
  </xs:group>
  <xs:complexType name="Struct">
    <xs:group ref="enc:Struct" minOccurs="0"/>
    <xs:attributeGroup ref="enc:commonAttributes"/>
  </xs:complexType>
  <xs:element name="Struct" type="enc:Struct"/>`;

/** SOAP 1.1 section 5. `Array` is what array types restrict (EN-2). */
export const SOAP11_ENCODING_SCHEMA: string = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/"
           targetNamespace="http://schemas.xmlsoap.org/soap/encoding/">
  <xs:attribute name="root" type="xs:boolean"/>
  <xs:attribute name="arrayType" type="xs:string"/>
  <xs:attribute name="offset" type="enc:arrayCoordinate"/>
  <xs:attribute name="position" type="enc:arrayCoordinate"/>
  <xs:simpleType name="arrayCoordinate"><xs:restriction base="xs:string"/></xs:simpleType>
  <xs:simpleType name="base64"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:attributeGroup name="commonAttributes">
    <xs:attribute name="id" type="xs:ID"/>
    <xs:attribute name="href" type="xs:anyURI"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayAttributes">
    <xs:attribute ref="enc:arrayType"/>
    <xs:attribute ref="enc:offset"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayMemberAttributes">
    <xs:attribute ref="enc:position"/>
  </xs:attributeGroup>
  ${ARRAY_AND_STRUCT}
  <xs:element name="base64" type="enc:base64" nillable="true"/>
  <xs:element name="anyType"/>
  ${ELEMENTS}
</xs:schema>`;

/** SOAP 1.2 Part 2 section 3. */
export const SOAP12_ENCODING_SCHEMA: string = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:enc="http://www.w3.org/2003/05/soap-encoding"
           targetNamespace="http://www.w3.org/2003/05/soap-encoding">
  <xs:attribute name="id" type="xs:ID"/>
  <xs:attribute name="ref" type="xs:IDREF"/>
  <xs:attribute name="itemType" type="xs:QName"/>
  <xs:attribute name="arraySize" type="enc:arraySize"/>
  <xs:attribute name="nodeType" type="enc:nodeType"/>
  <xs:simpleType name="arraySize">
    <xs:restriction base="xs:string"><xs:pattern value="(\\*|(\\d+))(\\s+\\d+)*"/></xs:restriction>
  </xs:simpleType>
  <xs:simpleType name="nodeType">
    <xs:restriction base="xs:string">
      <xs:enumeration value="array"/><xs:enumeration value="simple"/><xs:enumeration value="struct"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:attributeGroup name="commonAttributes">
    <xs:attribute ref="enc:id"/>
    <xs:attribute ref="enc:ref"/>
    <xs:attribute ref="enc:nodeType"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayAttributes">
    <xs:attribute ref="enc:arraySize"/>
    <xs:attribute ref="enc:itemType"/>
  </xs:attributeGroup>
  ${ARRAY_AND_STRUCT}
  ${ELEMENTS}
</xs:schema>`;
