import { SaxesParser } from 'saxes';

/**
 * A document/literal SOAP 1.1 WSDL around one schema, so that a case needs to write only what it is about: each global element
 * `X` is the input of an operation `X`, with `XResponse` as its output, `XHeader` and `XResponseHeader` as header blocks and
 * `XFault` as its fault if the schema declares them.
 *
 * @param schema the text of an `xs:schema` document with a target namespace; it is imported from `schema.xsd`
 */
export function wsdlAround(schema: string): string {
  const { namespace, elements } = globalElements(schema);
  const inputs = elements.filter(
    (name) => !/(Response|Header|Fault)$/.test(name) && elements.includes(`${name}Response`),
  );
  const has = (name: string) => elements.includes(name);
  const message = (name: string) =>
    `<message name="${name}"><part name="${name.endsWith('Header') ? 'header' : 'parameters'}" element="t:${name}"/></message>`;
  const header = (name: string) =>
    has(name) ? `<soap:header message="t:${name}" part="header" use="literal"/>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Case" targetNamespace="${namespace}" xmlns:t="${namespace}" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema><xs:import namespace="${namespace}" schemaLocation="schema.xsd"/></xs:schema></types>
  ${inputs
    .flatMap((name) => [name, `${name}Response`, `${name}Header`, `${name}ResponseHeader`, `${name}Fault`])
    .filter(has)
    .map(message)
    .join('\n  ')}
  <portType name="CasePort">
    ${inputs
      .map(
        (name) =>
          `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/>${
            has(`${name}Fault`) ? `<fault name="${name}Fault" message="t:${name}Fault"/>` : ''
          }</operation>`,
      )
      .join('\n    ')}
  </portType>
  <binding name="CaseBinding" type="t:CasePort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${inputs
      .map(
        (name) =>
          `<operation name="${name}"><soap:operation soapAction="urn:${name}"/><input>${header(`${name}Header`)}<soap:body use="literal"/></input>` +
          `<output>${header(`${name}ResponseHeader`)}<soap:body use="literal"/></output>${
            has(`${name}Fault`)
              ? `<fault name="${name}Fault"><soap:fault name="${name}Fault" use="literal"/></fault>`
              : ''
          }</operation>`,
      )
      .join('\n    ')}
  </binding>
  <service name="Case"><port name="Case" binding="t:CaseBinding"><soap:address location="http://localhost/case"/></port></service>
</definitions>`;
}

function globalElements(schema: string): { namespace: string; elements: string[] } {
  const elements: string[] = [];
  let namespace = '';
  let depth = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', (tag) => {
    const attribute = (name: string) =>
      Object.values(tag.attributes).find(({ local, uri }) => local === name && uri === '')?.value;
    if (depth === 0) namespace = attribute('targetNamespace') ?? '';
    if (depth === 1 && tag.local === 'element') elements.push(attribute('name') ?? '');
    depth += 1;
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.write(schema).close();
  return { namespace, elements };
}
