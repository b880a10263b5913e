import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { MODEL_SIZE, packModel, unpackModel } from './pack-model.js';

/** Creates a service whose ports share one binding, with an operation that has documentation. */
function wsdl(ports: number, documentation: number): string {
  const port = (index: number) =>
    `<port name="p${index}" binding="t:b"><soap:address location="http://soap.example/"/></port>`;
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
    <message name="m"/>
    <portType name="pt"><operation name="o"><documentation>${'x'.repeat(documentation)}</documentation><input message="t:m"/></operation></portType>
    <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="o"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
    <service name="s">${Array.from({ length: ports }, (_, index) => port(index)).join('')}</service></definitions>`;
}

test('packing and unpacking returns the same model', async () => {
  const { model } = await parseWsdlText(wsdl(2, 10));
  expect(await unpackModel(await packModel(model))).toEqual(JSON.parse(JSON.stringify(model)));
});

test('rejects a small document whose model is large', async () => {
  const text = wsdl(40, 1_000_000);
  expect(text.length).toBeLessThan(MODEL_SIZE / 30);
  const { model } = await parseWsdlText(text);
  await expect(packModel(model)).rejects.toMatchObject({ name: 'WsdlError', code: 'LIMIT_EXCEEDED' });
});

test('rejects a model longer than any string in the same way', async () => {
  const { model } = await parseWsdlText(wsdl(600, 1_000_000));
  await expect(packModel(model)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
});
