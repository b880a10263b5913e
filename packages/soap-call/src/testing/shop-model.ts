import type { ServiceModel } from '@soapstone/soap-model';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';

const WSDL = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:shop" targetNamespace="urn:shop">
  <wsdl:types>
    <xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
      <xs:element name="Order">
        <xs:complexType><xs:sequence><xs:element name="item" type="xs:string"/></xs:sequence></xs:complexType>
      </xs:element>
      <xs:element name="OrderResponse">
        <xs:complexType><xs:sequence>
          <xs:element name="id" type="xs:int"/><xs:element name="note" type="xs:string" minOccurs="0"/>
        </xs:sequence></xs:complexType>
      </xs:element>
      <xs:element name="Notify">
        <xs:complexType><xs:sequence><xs:element name="item" type="xs:string"/></xs:sequence></xs:complexType>
      </xs:element>
    </xs:schema>
  </wsdl:types>
  <wsdl:message name="Order"><wsdl:part name="body" element="tns:Order"/></wsdl:message>
  <wsdl:message name="OrderResponse"><wsdl:part name="body" element="tns:OrderResponse"/></wsdl:message>
  <wsdl:message name="Notify"><wsdl:part name="body" element="tns:Notify"/></wsdl:message>
  <wsdl:portType name="Shop">
    <wsdl:operation name="Order"><wsdl:input message="tns:Order"/><wsdl:output message="tns:OrderResponse"/></wsdl:operation>
    <wsdl:operation name="Notify"><wsdl:input message="tns:Notify"/></wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="Shop" type="tns:Shop">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Order">
      <soap:operation soapAction="urn:shop/Order"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output>
    </wsdl:operation>
    <wsdl:operation name="Notify">
      <soap:operation soapAction="urn:shop/Notify"/><wsdl:input><soap:body use="literal"/></wsdl:input>
    </wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="Shop">
    <wsdl:port name="Shop" binding="tns:Shop"><soap:address location="http://shop.test/orders"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>`;

/** A service with a request and a response, and a one-way operation. */
export async function shopModel(): Promise<ServiceModel> {
  const { model } = await parseWsdl('shop.wsdl', { resolve: bundleResolver({ 'shop.wsdl': WSDL }) });
  return model;
}
