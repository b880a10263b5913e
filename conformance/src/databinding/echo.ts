import { type CompiledOperation, createMapper } from '@soapstone/json-xml-mapper';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import {
  XmlBufferInputProvider,
  XmlDocument,
  XmlValidateError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import type { Pattern } from './pattern.js';

const XSD = 'http://www.w3.org/2001/XMLSchema';
const ATTRIBUTES = 'targetNamespace="urn:p" xmlns:p="urn:p" elementFormDefault="qualified"';

/** The documents of a service whose operation `echo` takes the element `p` of the pattern and returns it. */
function echoDocuments(pattern: Pattern): Record<string, string> {
  const own = schemaOf(pattern);
  const inTypes = [...(pattern.inline ?? []), ...(pattern.inTypes === true ? [own] : [])];
  return {
    'service.wsdl': `<definitions targetNamespace="urn:echo" xmlns:e="urn:echo" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <types>${[echoSchema(pattern), ...inTypes].map(withoutDefaultNamespace).join('')}</types>
  <message name="in"><part name="parameters" element="e:echo"/></message>
  <message name="out"><part name="parameters" element="e:echoResponse"/></message>
  <portType name="Echo"><operation name="echo"><input message="e:in"/><output message="e:out"/></operation></portType>
  <binding name="Echo" type="e:Echo"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="echo"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Echo"><port name="Echo" binding="e:Echo"><soap:address location="http://localhost/echo"/></port></service>
</definitions>`,
    ...(pattern.inTypes === true ? {} : { 'pattern.xsd': own }),
    ...pattern.documents,
  };
}

/**
 * Reads the documents and compiles the operation. The record of the result stays, so that both directions have one shape (UW-7).
 */
export async function compileEcho(
  pattern: Pattern,
): Promise<{ operation: CompiledOperation; diagnostics: readonly string[] }> {
  const documents = Object.entries(echoDocuments(pattern)).map(
    ([name, document]) => [name, new TextEncoder().encode(document)] as const,
  );
  const { model, diagnostics } = await parseWsdl('service.wsdl', {
    resolve: bundleResolver(new Map(documents)),
  });
  return {
    operation: createMapper(model, { unwrap: 'payload', warnings: 'all' }).compile('echo'),
    diagnostics: diagnostics.filter(({ severity }) => severity !== 'info').map(({ code }) => code),
  };
}

/** An envelope around `p`, as a request (`echo`) or a response (`echoResponse`). */
export function envelope(wrapper: 'echo' | 'echoResponse', p: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${payload(wrapper, p)}</s:Body></s:Envelope>`;
}

const payload = (wrapper: string, p: string) =>
  `<e:${wrapper} xmlns:e="urn:echo" xmlns:p="urn:p" xmlns:xs="${XSD}" xmlns:xsi="${XSD}-instance">${p}</e:${wrapper}>`;

/** libxml2's errors for the elements in the Bodies of `envelopes`, by the schemas of the pattern. */
export function judgeWithLibxml2(pattern: Pattern, envelopes: readonly string[]): string[] {
  const documents: Record<string, string> = {
    'pattern.xsd': schemaOf(pattern),
    'echo.xsd': echoSchema({ ...pattern, inTypes: undefined }),
    ...pattern.documents,
  };
  const entry = (pattern.inline ?? []).map((schema, i) => {
    documents[`inline${i}.xsd`] = schema;
    const [, namespace] = /targetNamespace="([^"]*)"/.exec(schema) ?? [];
    return `<xs:import namespace="${namespace}" schemaLocation="inline${i}.xsd"/>`;
  });
  const validator = compileSchema(
    `<xs:schema xmlns:xs="${XSD}" targetNamespace="urn:all">${entry.join('')}<xs:import namespace="urn:echo" schemaLocation="echo.xsd"/></xs:schema>`,
    documents,
  );
  try {
    return envelopes.flatMap((xml) => {
      const [, body = ''] = /:Body>(.*)<\/[^:]*:Body>/s.exec(xml) ?? [];
      return errorsOf(validator, (pattern.prolog ?? '') + body).map((message) => `${message}\n${body}`);
    });
  } finally {
    validator.dispose();
  }
}

/** The folder in which libxml2 sees the documents of a pattern. */
const FOLDER = 'mem://databinding/';

function compileSchema(main: string, documents: Readonly<Record<string, string>>): XsdValidator {
  const files = Object.entries(documents).map(
    ([name, text]) => [FOLDER + name, new TextEncoder().encode(text)] as const,
  );
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(files)));
  const document = XmlDocument.fromString(main, { url: `${FOLDER}all.xsd` });
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
    xmlCleanupInputProvider();
  }
}

function errorsOf(validator: XsdValidator, xml: string): string[] {
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map(({ message }) => message.trim());
  } finally {
    document.dispose();
  }
}

/** The default namespace of the WSDL does not apply to names in its schemas. */
const withoutDefaultNamespace = (schema: string) => schema.replace('<xs:schema ', '<xs:schema xmlns="" ');

const schemaOf = (pattern: Pattern) =>
  `<xs:schema xmlns:xs="${XSD}" ${pattern.schemaAttributes ?? ATTRIBUTES}>${pattern.declarations}</xs:schema>`;

function echoSchema(pattern: Pattern): string {
  const namespace = (pattern.schemaAttributes ?? ATTRIBUTES).includes('targetNamespace');
  const location = pattern.inTypes === true ? '' : ' schemaLocation="pattern.xsd"';
  const p = `<xs:complexType><xs:sequence><xs:element ref="${namespace ? 'p:' : ''}p"/></xs:sequence></xs:complexType>`;
  return `<xs:schema xmlns:xs="${XSD}" targetNamespace="urn:echo" xmlns:p="urn:p"><xs:import${namespace ? ' namespace="urn:p"' : ''}${location}/><xs:element name="echo">${p}</xs:element><xs:element name="echoResponse">${p}</xs:element></xs:schema>`;
}
