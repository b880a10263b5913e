import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { createMapper } from './mapper.js';
import { decodeUtf8 } from './platform.js';

const NAMESPACES = `xmlns:t="urn:t" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:saml1="urn:oasis:names:tc:SAML:1.0:assertion"
  xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
const WSDL = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:saml1="urn:oasis:names:tc:SAML:1.0:assertion">
    <xs:import namespace="urn:oasis:names:tc:SAML:2.0:assertion" schemaLocation="http://docs.oasis-open.org/security/saml/v2.0/saml-schema-assertion-2.0.xsd"/>
    <xs:import namespace="urn:oasis:names:tc:SAML:1.0:assertion" schemaLocation="http://www.oasis-open.org/committees/download.php/3408/oasis-sstc-saml-schema-assertion-1.1.xsd"/>
    <xs:element name="Check"><xs:complexType><xs:sequence><xs:element ref="saml:Assertion" minOccurs="0"/><xs:element ref="saml1:Assertion" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:schema></types>
  <message name="m"><part name="p" element="t:Check"/></message>
  <portType name="P"><operation name="Check"><input message="t:m"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Check"><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;

/** The assertion of the SAML 2.0 specification (saml-core §5.4.6 and §2.7.2), shortened. */
const SAML20 = `<saml:Assertion Version="2.0" ID="_a75adf55" IssueInstant="2003-04-17T00:46:02Z"><saml:Issuer>https://idp.example</saml:Issuer>
  <ds:Signature><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>
    <ds:Reference URI="#_a75adf55"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>Kclet6Xcaw==</ds:DigestValue></ds:Reference></ds:SignedInfo>
    <ds:SignatureValue>hq4z</ds:SignatureValue><ds:KeyInfo><ds:KeyName>idp</ds:KeyName></ds:KeyInfo></ds:Signature>
  <saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">scott@example.org</saml:NameID>
    <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="2003-04-17T00:51:02Z" Recipient="https://sp.example/acs"/></saml:SubjectConfirmation></saml:Subject>
  <saml:Conditions NotBefore="2003-04-17T00:46:02Z" NotOnOrAfter="2003-04-17T00:51:02Z"><saml:AudienceRestriction><saml:Audience>https://sp.example</saml:Audience></saml:AudienceRestriction><saml:OneTimeUse/></saml:Conditions>
  <saml:AuthnStatement AuthnInstant="2003-04-17T00:46:00Z"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
  <saml:AttributeStatement><saml:Attribute Name="role"><saml:AttributeValue xsi:type="xs:string">admin</saml:AttributeValue><saml:AttributeValue>plain</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
/** One of SAML 1.1 (saml-core-1.1 §2.3.2, §2.4). */
const SAML11 = `<saml1:Assertion MajorVersion="1" MinorVersion="1" AssertionID="_b" Issuer="idp" IssueInstant="2003-04-17T00:46:02Z">
  <saml1:Conditions NotBefore="2003-04-17T00:46:02Z"><saml1:AudienceRestrictionCondition><saml1:Audience>https://sp.example</saml1:Audience></saml1:AudienceRestrictionCondition></saml1:Conditions>
  <saml1:AuthenticationStatement AuthenticationMethod="urn:oasis:names:tc:SAML:1.0:am:password" AuthenticationInstant="2003-04-17T00:46:00Z"><saml1:Subject><saml1:NameIdentifier>scott</saml1:NameIdentifier>
    <saml1:SubjectConfirmation><saml1:ConfirmationMethod>urn:oasis:names:tc:SAML:1.0:cm:bearer</saml1:ConfirmationMethod></saml1:SubjectConfirmation></saml1:Subject></saml1:AuthenticationStatement>
  <saml1:AttributeStatement><saml1:Subject><saml1:NameIdentifier Format="x">scott</saml1:NameIdentifier></saml1:Subject><saml1:Attribute AttributeName="role" AttributeNamespace="urn:a"><saml1:AttributeValue>admin</saml1:AttributeValue></saml1:Attribute></saml1:AttributeStatement></saml1:Assertion>`;

test('MO-3: messages with assertions of SAML round-trip with the built-in schemas', async () => {
  const { model, diagnostics, incomplete } = await parseWsdlText(WSDL, {
    resolve: () => Promise.reject(new Error('no network')),
  });
  expect(diagnostics).toEqual([]);
  expect(incomplete).toEqual([]);
  const operation = createMapper(model, { warnings: 'all', strictResponses: true }).compile('Check');
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:Check ${NAMESPACES}>${SAML20}${SAML11}</t:Check></s:Body></s:Envelope>`;
  const { input, warnings } = operation.requestFromXml(envelope);
  expect(warnings).toEqual([]);
  expect(operation.validate(input)).toEqual([]);
  expect(input).toMatchObject({
    '{urn:oasis:names:tc:SAML:2.0:assertion}Assertion': {
      '@ID': '_a75adf55',
      Issuer: { $value: 'https://idp.example' },
      Subject: { NameID: { $value: 'scott@example.org' } },
      $items: [
        { AuthnStatement: { '@AuthnInstant': '2003-04-17T00:46:00Z' } },
        { AttributeStatement: { $items: [{ Attribute: { '@Name': 'role' } }] } },
      ],
    },
  });
  const { body } = operation.toXml(input);
  // Text of anyType is written with its type (AN-7).
  expect(operation.requestFromXml(body).input).toEqual(operation.normalise(input));
  expect(decodeUtf8(body)).toContain('>scott@example.org<');
  expect(operation.validate(operation.example('input'))).toEqual([]);
});
