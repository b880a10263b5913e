import type { Operation } from '@soapstone/soap-model';
import { type ParsedWsdl, parseWsdlText } from '../../parse-wsdl.js';

/** The pieces of a WSDL 1.1 document that a test is about; the rest is filled in. */
export interface WsdlPieces {
  readonly attributes?: string;
  /** Before `types`. */
  readonly head?: string;
  /** Inside `xs:schema`. */
  readonly schema?: string;
  readonly messages?: string;
  readonly portType?: string;
  /** The content of the binding, soap:binding included. */
  readonly binding?: string;
  readonly bindingAttributes?: string;
  readonly port?: string;
}

/** A WSDL 1.1 document with one portType `P`, one SOAP 1.1 binding `B` and one port, in namespace `urn:t` with prefix `t`. */
export function wsdl11(pieces: WsdlPieces): string {
  return `<definitions name="D" targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
 xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" ${pieces.attributes ?? ''}>
${pieces.head ?? ''}
<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
 <xs:element name="In" type="xs:int"/><xs:element name="Out" type="xs:int"/>${pieces.schema ?? ''}
</xs:schema></types>
${pieces.messages ?? '<message name="In"><part name="body" element="t:In"/></message><message name="Out"><part name="body" element="t:Out"/></message>'}
<portType name="P">${pieces.portType ?? '<operation name="Op"><input message="t:In"/><output message="t:Out"/></operation>'}</portType>
<binding name="B" type="t:P" ${pieces.bindingAttributes ?? ''}>
${pieces.binding ?? '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>'}
</binding>
<service name="S"><port name="Port" binding="t:B">${pieces.port ?? '<soap:address location="http://h.example/"/>'}</port></service>
</definitions>`;
}

/** Parses the document that the pieces make; `codes` are the codes of its diagnostics. */
export async function parsePieces(pieces: WsdlPieces): Promise<ParsedWsdl & { codes: string[] }> {
  const parsed = await parseWsdlText(wsdl11(pieces));
  return { ...parsed, codes: parsed.diagnostics.map((d) => d.code) };
}

/** The operations of the first port. */
export function operationsOf({ model }: ParsedWsdl): readonly Operation[] {
  return model.services[0]?.ports[0]?.operations ?? [];
}
