/** A small service for command tests: a lookup with a fault, a search by query, an overloaded echo. */
export const USERS_WSDL = `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Users" targetNamespace="urn:users" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:users" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <documentation>Users of a thing.</documentation>
  <types>
    <xs:schema targetNamespace="urn:users" elementFormDefault="qualified">
      <xs:element name="GetUser"><xs:complexType><xs:sequence>
        <xs:element name="userId" type="xs:long"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="GetUserResponse"><xs:complexType><xs:sequence>
        <xs:element name="user" type="t:User" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="User"><xs:sequence>
        <xs:element name="id" type="xs:long"/>
        <xs:element name="name" type="xs:string"/>
        <xs:element name="role" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType>
      <xs:element name="UserNotFound"><xs:complexType><xs:sequence>
        <xs:element name="userId" type="xs:long"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="Ping"><xs:complexType/></xs:element>
    </xs:schema>
  </types>
  <message name="GetUser"><part name="parameters" element="t:GetUser"/></message>
  <message name="GetUserResponse"><part name="parameters" element="t:GetUserResponse"/></message>
  <message name="UserNotFound"><part name="fault" element="t:UserNotFound"/></message>
  <message name="Ping"><part name="parameters" element="t:Ping"/></message>
  <portType name="UserPort">
    <operation name="GetUser">
      <documentation>Find a user.</documentation>
      <input message="t:GetUser"/><output message="t:GetUserResponse"/>
      <fault name="UserNotFound" message="t:UserNotFound"/>
    </operation>
    <operation name="Ping"><input message="t:Ping"/></operation>
  </portType>
  <binding name="UserSoap" type="t:UserPort">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="GetUser">
      <soap:operation soapAction="urn:users/GetUser"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
      <fault name="UserNotFound"><soap:fault name="UserNotFound" use="literal"/></fault>
    </operation>
    <operation name="Ping">
      <soap:operation soapAction="urn:users/Ping"/>
      <input><soap:body use="literal"/></input>
    </operation>
  </binding>
  <service name="UserService">
    <port name="UserSoap" binding="t:UserSoap"><soap:address location="http://soap.example.com/users"/></port>
  </service>
</definitions>
`;

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
/** The response of `GetUser`: user 1, Ada. */
export const USER = `<s:Envelope xmlns:s="${SOAP}"><s:Body><GetUserResponse xmlns="urn:users"><user><id>1</id><name>Ada</name></user></GetUserResponse></s:Body></s:Envelope>`;
