import { clarkName } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { parseWsdlText } from '../../parse-wsdl.js';
import { link, schema, schemaDocument } from '../testing/link.js';
import { BUNDLED_NAMESPACES, bundledSchema } from './index.js';

describe('Annex A', () => {
  test.each(BUNDLED_NAMESPACES)('%s links on its own without a diagnostic', (namespace) => {
    // Under another file name it counts as a schema that the description supplies: everything in it is read.
    const document = schemaDocument(bundledSchema(namespace)!, 'own.xsd');
    const { set, diagnostics } = link([document], { bundled: BUNDLED_NAMESPACES });
    expect(document.targetNamespace).toBe(namespace);
    expect(diagnostics).toEqual([]);
    expect(set.types.length + set.elements.length + set.attributes.length).toBeGreaterThan(0);
  });

  test('bundled components are in the set only as far as they are used', () => {
    const { set, element, diagnostics } = link(
      [
        schema(
          '<xs:element name="e"><xs:complexType><xs:attribute ref="xml:lang"/></xs:complexType></xs:element>',
        ),
      ],
      { bundled: BUNDLED_NAMESPACES },
    );
    expect(diagnostics).toEqual([]);
    expect(set.attributes.map(({ name }) => clarkName(name))).toEqual([
      '{http://www.w3.org/XML/1998/namespace}lang',
    ]);
    expect(set.elements).toHaveLength(1);
    expect(set.types).toHaveLength(1);

    const replyTo = element({ namespace: 'http://www.w3.org/2005/08/addressing', localName: 'ReplyTo' });
    expect(set.types[replyTo?.type as number]).toMatchObject({
      name: { localName: 'EndpointReferenceType' },
    });
    // Its references come with it: the address, the reference parameters and the metadata.
    expect(set.types.map((type) => type.name?.localName ?? '')).toEqual([
      '',
      'EndpointReferenceType',
      'AttributedURIType',
      'ReferenceParametersType',
      'MetadataType',
    ]);
  });

  test('MO-3: a supplied schema takes precedence over the bundled one of its namespace', () => {
    const own = schemaDocument(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://microsoft.com/wsdl/types/">
        <xs:simpleType name="guid"><xs:restriction base="xs:token"/></xs:simpleType></xs:schema>`,
    );
    const { set, type } = link([own], { bundled: ['http://microsoft.com/wsdl/types/'] });
    const guid = type({ namespace: 'http://microsoft.com/wsdl/types/', localName: 'guid' });
    expect(set.types[guid as number]).toMatchObject({ base: 'token', facets: [] });
    const char = type({ namespace: 'http://microsoft.com/wsdl/types/', localName: 'char' });
    expect(set.types[char as number]).toMatchObject({ base: 'unsignedShort' });
  });

  test.each(['2005/05', '2004/11', '2004/06'])('the types and attributes of xmlmime %s resolve', (date) => {
    const namespace = `http://www.w3.org/${date}/xmlmime`;
    const { set, diagnostics } = link(
      [
        schema(
          `<xs:element name="image" xmlns:m="${namespace}" m:expectedContentTypes="image/png" type="m:base64Binary"/>
           <xs:element name="other" xmlns:m="${namespace}"><xs:complexType><xs:simpleContent><xs:extension base="xs:base64Binary">
             <xs:attribute ref="m:contentType"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>`,
        ),
      ],
      { bundled: BUNDLED_NAMESPACES },
    );
    expect(diagnostics).toEqual([]);
    expect(set.attributes.map(({ name }) => clarkName(name))).toEqual([`{${namespace}}contentType`]);
    expect(set.types).toHaveLength(3);
  });

  test('AN-5: ref="xs:schema" is an element of any content', () => {
    const { set, diagnostics } = link(
      [
        schema(
          '<xs:complexType name="D"><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType>',
        ),
      ],
      { bundled: ['http://www.w3.org/2001/XMLSchema'] },
    );
    expect(diagnostics).toEqual([]);
    expect(set.types[0]).toMatchObject({
      content: {
        particle: {
          particles: [
            {
              kind: 'element',
              name: { namespace: 'http://www.w3.org/2001/XMLSchema', localName: 'schema' },
              type: 'anyType',
              global: true,
            },
            { kind: 'any' },
          ],
        },
      },
    });
  });
});

describe('schemas of OASIS', () => {
  // The names and occurrences are those of the specifications (WS-BaseNotification 1.3 §4.2, WSS 1.0 §6.2).
  const wsdl = (imports: string, element: string) => `
<definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t"
  xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" xmlns:r="http://docs.oasis-open.org/wsrf/r-2"
  xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd">
<types><xs:schema targetNamespace="urn:t">${imports}</xs:schema></types>
<message name="I"><part name="p" element="${element}"/></message>
<portType name="P"><operation name="Op"><input message="t:I"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://h.example/"/></port></service></definitions>`;

  /** The members of the type of an element, as `name?*`. */
  const membersOf = async (imports: string, prefixed: string) => {
    const asked: string[] = [];
    const { model, diagnostics } = await parseWsdlText(wsdl(imports, prefixed), {
      location: 'http://h.example/service.wsdl',
      resolve: (uri) => {
        asked.push(uri);
        throw new Error('no network');
      },
    });
    expect(asked).toEqual([]);
    expect(diagnostics).toEqual([]);
    const { types, elements } = model.schema;
    const type = types[elements.find(({ name }) => prefixed.endsWith(`:${name.localName}`))?.type as number];
    if (type?.kind !== 'complex' || type.content.kind !== 'element-only') return [];
    const { particle } = type.content;
    return particle?.kind !== 'sequence'
      ? []
      : particle.particles.map((each) => {
          const name = each.kind === 'element' ? each.name.localName : each.kind;
          return `${name}${each.minOccurs === 0 ? '?' : ''}${each.maxOccurs === 'unbounded' ? '*' : ''}`;
        });
  };
  const at = (namespace: string, location: string) =>
    `<xs:import namespace="${namespace}" schemaLocation="${location}"/>`;
  const WSN = at('http://docs.oasis-open.org/wsn/b-2', 'http://docs.oasis-open.org/wsn/b-2.xsd');

  test.each([
    [
      'wsnt:Subscribe',
      ['ConsumerReference', 'Filter?', 'InitialTerminationTime?', 'SubscriptionPolicy?', 'any?*'],
    ],
    ['wsnt:Notify', ['NotificationMessage*', 'any?*']],
    ['wsnt:Renew', ['TerminationTime', 'any?*']],
    ['wsnt:RenewResponse', ['TerminationTime', 'CurrentTime?', 'any?*']],
  ])('%s is known without a network', async (element, members) => {
    expect(await membersOf(WSN, element)).toEqual(members);
  });

  test('faults of resources', async () => {
    const imports = at('http://docs.oasis-open.org/wsrf/r-2', 'http://docs.oasis-open.org/wsrf/r-2.xsd');
    expect(await membersOf(imports, 'r:ResourceUnknownFault')).toEqual([
      'any?*',
      'Timestamp',
      'Originator?',
      'ErrorCode?',
      'Description?*',
      'FaultCause?',
    ]);
  });

  test('the security header', async () => {
    const namespace = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
    expect(await membersOf(at(namespace, namespace), 'wsse:UsernameToken')).toEqual(['Username', 'any?*']);
  });

  test('an event service binds a portType of WS-BaseNotification', async () => {
    const text = `
<definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:t="urn:t" xmlns:wsntw="http://docs.oasis-open.org/wsn/bw-2">
<import namespace="http://docs.oasis-open.org/wsn/bw-2" location="http://docs.oasis-open.org/wsn/bw-2.wsdl"/>
<binding name="B" type="wsntw:SubscriptionManager"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${['Renew', 'Unsubscribe'].map((name) => `<operation name="${name}"><soap:operation soapAction="urn:${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output><fault name="ResourceUnknownFault"><soap:fault name="ResourceUnknownFault" use="literal"/></fault></operation>`).join('')}
</binding><service name="S"><port name="P" binding="t:B"><soap:address location="http://h.example/"/></port></service></definitions>`;
    const { model, diagnostics } = await parseWsdlText(text, {
      location: 'http://h.example/event.wsdl',
      resolve: (uri) => {
        throw new Error(`no network for ${uri}`);
      },
    });
    // The operations of the other portTypes are not bound here.
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['OPERATION_NOT_OFFERED']));
    const [port] = model.services[0]?.ports ?? [];
    expect(port?.operations.map(({ name, faults }) => [name, faults.map((fault) => fault.name)])).toEqual([
      ['Renew', ['ResourceUnknownFault', 'UnacceptableTerminationTimeFault']],
      ['Unsubscribe', ['ResourceUnknownFault', 'UnableToDestroySubscriptionFault']],
    ]);
    expect(port?.operations[0]?.input.parts).toEqual([
      {
        kind: 'element',
        name: 'RenewRequest',
        element: { namespace: 'http://docs.oasis-open.org/wsn/b-2', localName: 'Renew' },
      },
    ]);
  });
});

describe('schemas of SAML', () => {
  const service = (imports: string) => `
<definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t">
<types><xs:schema targetNamespace="urn:t" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"
  xmlns:saml1="urn:oasis:names:tc:SAML:1.0:assertion" xmlns:samlp1="urn:oasis:names:tc:SAML:1.0:protocol">${imports}
<xs:element name="Op"><xs:complexType><xs:sequence><xs:element ref="saml:Assertion"/><xs:element ref="samlp:Response"/>
<xs:element ref="saml1:Assertion"/><xs:element ref="samlp1:Response"/></xs:sequence></xs:complexType></xs:element></xs:schema></types>
<message name="I"><part name="p" element="t:Op"/></message>
<portType name="P"><operation name="Op"><input message="t:I"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://h.example/"/></port></service></definitions>`;
  const SAML = { '1.0': 'v1.1/oasis-sstc-saml-schema', '2.0': 'v2.0/saml-schema' };
  const importsAt = (place: (version: '1.0' | '2.0', kind: string) => string) =>
    (['1.0', '2.0'] as const)
      .flatMap((version) => ['assertion', 'protocol'].map((kind) => [version, kind] as const))
      .map(
        ([version, kind]) =>
          `<xs:import namespace="urn:oasis:names:tc:SAML:${version}:${kind}" schemaLocation="${place(version, kind)}"/>`,
      )
      .join('');

  test('imports at the address of their owner make no request', async () => {
    const asked: string[] = [];
    const imports = importsAt(
      (version, kind) =>
        `http://docs.oasis-open.org/security/saml/${SAML[version]}-${kind}-${version === '1.0' ? '1.1' : '2.0'}.xsd`,
    );
    const { model, diagnostics } = await parseWsdlText(service(imports), {
      location: 'http://h.example/service.wsdl',
      resolve: (uri) => {
        asked.push(uri);
        throw new Error('no network');
      },
    });
    expect(asked).toEqual([]);
    expect(diagnostics).toEqual([]);
    const names = model.schema.types.map(({ name }) => name?.localName);
    expect(names).toContain('AuthnStatementType');
    expect(names).toContain('AuthenticationStatementType');
    expect(names).toContain('EncryptedDataType');
  });
});
