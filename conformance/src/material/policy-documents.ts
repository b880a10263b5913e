import { readFileSync } from 'node:fs';
import { completeProfile, isSecurityError, type PolicyDemands, readDemands } from '@soapstone/ws-security';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';

/** The folder of the policy documents. */
export const POLICIES: URL = new URL('../../policies/', import.meta.url);

/** A WSDL whose binding refers to a policy document. */
const wsdl = `<definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
 xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsp="http://www.w3.org/ns/ws-policy">
 <types><xs:schema targetNamespace="urn:t"><xs:element name="In" type="xs:int"/></xs:schema></types>
 <message name="In"><part name="body" element="t:In"/></message>
 <portType name="P"><operation name="Op"><input message="t:In"/><output message="t:In"/></operation></portType>
 <binding name="B" type="t:P"><wsp:PolicyReference URI="policy.xml"/><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
 <service name="S"><port name="Port" binding="t:B"><soap:address location="https://h.example/"/></port></service>
</definitions>`;

/** The requirements of a policy document, read through a WSDL that refers to it. Throws if it has no security policy. */
export async function demandsOf(
  name: string,
  allow: Parameters<typeof readDemands>[1] = {},
): Promise<PolicyDemands> {
  const policy = readFileSync(new URL(`${name}.xml`, POLICIES));
  const { model, diagnostics } = await parseWsdl('a.wsdl', {
    resolve: bundleResolver(
      new Map<string, string | Uint8Array>([
        ['a.wsdl', wsdl],
        ['policy.xml', policy],
      ]),
    ),
  });
  if (diagnostics.length > 0) throw new Error(`${name}: ${JSON.stringify(diagnostics)}`);
  const security = model.services[0]?.ports[0]?.security;
  if (security === undefined) throw new Error(`${name} has no security policy`);
  return readDemands(security, allow);
}

/** Why no profile satisfies the demands; `none` if one does. */
export function problemOf(demands: PolicyDemands, own: Parameters<typeof completeProfile>[1]): string {
  try {
    completeProfile(demands, own);
    return 'none';
  } catch (error) {
    return isSecurityError(error) ? error.message : String(error);
  }
}
