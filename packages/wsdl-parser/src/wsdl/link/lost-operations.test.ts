import { describe, expect, test } from 'vitest';
import { parseWsdlText } from '../../parse-wsdl.js';
import { wsdl11 } from '../testing/wsdl-pieces.js';

/** Each diagnostic about an operation that no port offers: its component and the reason. */
async function lostIn(wsdl: string): Promise<readonly (readonly [string | undefined, string])[]> {
  const { diagnostics } = await parseWsdlText(wsdl);
  return diagnostics
    .filter(({ code, severity }) => code === 'OPERATION_NOT_OFFERED' && severity === 'error')
    .map(({ component, message }) => [component, message.replace(/^.*?: /, '')]);
}

const OPERATION = (name: string): string =>
  `<operation name="${name}"><input message="t:In"/><output message="t:Out"/></operation>`;
const BOUND = (name: string): string =>
  `<operation name="${name}"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
const SOAP = '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>';
const HTTP = '<http:binding verb="GET" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/>';

describe('an operation that a portType declares and no port offers is an error with its reason', () => {
  test('the port names a binding that no document declares', async () => {
    const wsdl = wsdl11({ portType: OPERATION('Op') + OPERATION('Other') })
      .replace(/<binding .*<\/binding>/s, '')
      .replace('binding="t:B"', 'binding="t:Gone"');
    expect(await lostIn(wsdl)).toEqual([
      ['operation Op', 'binding "t:Gone" is not declared'],
      ['operation Other', 'binding "t:Gone" is not declared'],
    ]);
  });

  test('its only binding is HTTP GET', async () => {
    expect(await lostIn(wsdl11({ binding: HTTP + BOUND('Op') }))).toEqual([
      ['operation Op', 'the protocol of the binding is HTTP GET: only SOAP is offered'],
    ]);
  });

  test('no port refers to its binding', async () => {
    const other = `<portType name="Q">${OPERATION('Other')}</portType><binding name="C" type="t:Q">${SOAP}${BOUND('Other')}</binding>`;
    const wsdl = wsdl11({}).replace('<service', `${other}<service`).replace('binding="t:B"', 'binding="t:C"');
    expect(await lostIn(wsdl)).toEqual([['operation Op', 'no usable port refers to binding B']]);
  });

  test('no binding binds the portType', async () => {
    const wsdl = wsdl11({}).replace(
      '</portType>',
      `</portType><portType name="Q">${OPERATION('Other')}</portType>`,
    );
    expect(await lostIn(wsdl)).toEqual([['operation Other', 'no binding binds it']]);
  });

  test('the binding of the port leaves it out', async () => {
    const wsdl = wsdl11({ portType: OPERATION('Op') + OPERATION('Other'), binding: SOAP + BOUND('Op') });
    expect(await lostIn(wsdl)).toEqual([['operation Other', 'binding B does not bind it']]);
  });

  test('the portType of a SOAP binding is missing: the binding names the operations', async () => {
    const wsdl = wsdl11({ binding: SOAP + BOUND('Op') + BOUND('Other') })
      .replace('type="t:P"', 'type="t:Gone"')
      .replace(/<portType .*<\/portType>/s, '');
    expect(await lostIn(wsdl)).toEqual([
      ['operation Op', 'portType "t:Gone" is not declared'],
      ['operation Other', 'portType "t:Gone" is not declared'],
    ]);
  });

  test('an operation that a SOAP port offers under the same name is not lost (.NET declares HTTP twins)', async () => {
    const twins = `<portType name="Q">${OPERATION('Op')}</portType><binding name="H" type="t:Q">${HTTP}${BOUND('Op')}</binding>`;
    expect(await lostIn(wsdl11({}).replace('<service', `${twins}<service`))).toEqual([]);
  });

  test('an operation whose own finding says why is not reported again', async () => {
    const wsdl = wsdl11({ portType: '<operation name="Op"><output message="t:Out"/></operation>' });
    const { diagnostics } = await parseWsdlText(wsdl);
    expect(diagnostics.map(({ code }) => code)).toEqual(['MESSAGE_PATTERN_UNSUPPORTED', 'NO_SOAP_OPERATION']);
  });

  test('WSDL 2.0: an interface without an endpoint; one that another extends is offered by it', async () => {
    const description = `<description xmlns="http://www.w3.org/ns/wsdl" targetNamespace="urn:t" xmlns:t="urn:t"
 xmlns:wsoap="http://www.w3.org/ns/wsdl/soap">
<interface name="Base"><operation name="Ping" pattern="http://www.w3.org/ns/wsdl/in-only"><input element="#any"/></operation></interface>
<interface name="I" extends="t:Base"/>
<interface name="Lost"><operation name="Other" pattern="http://www.w3.org/ns/wsdl/in-only"><input element="#any"/></operation></interface>
<binding name="B" interface="t:I" type="http://www.w3.org/ns/wsdl/soap" wsoap:protocol="http://www.w3.org/2003/05/soap/bindings/HTTP/"/>
<service name="S" interface="t:I"><endpoint name="E" binding="t:B" address="http://h.example/"/></service></description>`;
    expect(await lostIn(description)).toEqual([['operation Other', 'no binding binds it']]);
  });
});
