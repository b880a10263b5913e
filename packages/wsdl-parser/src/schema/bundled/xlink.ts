/** XML Linking Language 1.0 (https://www.w3.org/TR/xlink/): the attributes. */
export const XLINK_SCHEMA = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xlink="http://www.w3.org/1999/xlink"
           targetNamespace="http://www.w3.org/1999/xlink">
  <xs:attribute name="type">
    <xs:simpleType>
      <xs:restriction base="xs:token">
        <xs:enumeration value="simple"/><xs:enumeration value="extended"/><xs:enumeration value="title"/>
        <xs:enumeration value="resource"/><xs:enumeration value="locator"/><xs:enumeration value="arc"/>
      </xs:restriction>
    </xs:simpleType>
  </xs:attribute>
  <xs:attribute name="href" type="xs:anyURI"/>
  <xs:attribute name="role" type="xs:anyURI"/>
  <xs:attribute name="arcrole" type="xs:anyURI"/>
  <xs:attribute name="title" type="xs:string"/>
  <xs:attribute name="show">
    <xs:simpleType>
      <xs:restriction base="xs:token">
        <xs:enumeration value="new"/><xs:enumeration value="replace"/><xs:enumeration value="embed"/>
        <xs:enumeration value="other"/><xs:enumeration value="none"/>
      </xs:restriction>
    </xs:simpleType>
  </xs:attribute>
  <xs:attribute name="actuate">
    <xs:simpleType>
      <xs:restriction base="xs:token">
        <xs:enumeration value="onLoad"/><xs:enumeration value="onRequest"/>
        <xs:enumeration value="other"/><xs:enumeration value="none"/>
      </xs:restriction>
    </xs:simpleType>
  </xs:attribute>
  <xs:attribute name="label" type="xs:NCName"/>
  <xs:attribute name="from" type="xs:NCName"/>
  <xs:attribute name="to" type="xs:NCName"/>
  <xs:attributeGroup name="simpleLink">
    <xs:attribute ref="xlink:type" fixed="simple"/>
    <xs:attribute ref="xlink:href"/>
    <xs:attribute ref="xlink:role"/>
    <xs:attribute ref="xlink:arcrole"/>
    <xs:attribute ref="xlink:title"/>
    <xs:attribute ref="xlink:show"/>
    <xs:attribute ref="xlink:actuate"/>
  </xs:attributeGroup>
</xs:schema>`;
