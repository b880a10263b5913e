import { describe, expect, test } from 'vitest';
import { bundleResolver } from '../documents/bundle.js';
import { parseWsdl } from '../parse-wsdl.js';
import { wsdl11 } from '../wsdl/testing/wsdl-pieces.js';
import { readPath } from './protected-parts.js';

const SP12 = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702';
const SP11 = 'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy';
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const namespaces = (sp = SP12, wsp = 'http://www.w3.org/ns/ws-policy'): string =>
  `xmlns:wsp="${wsp}" xmlns:sp="${sp}" xmlns:wsu="${WSU}"`;

const soap = '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>';
const operation = (input = '', output = '', name = 'Op'): string =>
  `<operation name="${name}"><input>${input}<soap:body use="literal"/></input><output>${output}<soap:body use="literal"/></output></operation>`;

async function read(
  pieces: Parameters<typeof wsdl11>[0],
  files: Record<string, string> = {},
  attributes = namespaces(),
) {
  const { model, diagnostics } = await parseWsdl('a.wsdl', {
    resolve: bundleResolver({ 'a.wsdl': wsdl11({ attributes, ...pieces }), ...files }),
  });
  return {
    security: model.services[0]?.ports[0]?.security,
    codes: diagnostics.map(({ code }) => code),
  };
}

const binding = (policy: string): Parameters<typeof wsdl11>[0] => ({
  binding: `${policy}${soap}${operation()}`,
});

/** In the style of Apache CXF: policies at the end of the document, referred to by the binding and its messages. */
const CXF = `
<wsp:Policy wsu:Id="DoubleItPolicy"><wsp:ExactlyOne><wsp:All>
 <sp:AsymmetricBinding><wsp:Policy>
  <sp:InitiatorToken><wsp:Policy>
   <sp:X509Token sp:IncludeToken="${SP12}/IncludeToken/AlwaysToRecipient"><wsp:Policy><sp:WssX509V3Token10/></wsp:Policy></sp:X509Token>
  </wsp:Policy></sp:InitiatorToken>
  <sp:RecipientToken><wsp:Policy>
   <sp:X509Token sp:IncludeToken="${SP12}/IncludeToken/Never"><wsp:Policy><sp:WssX509V3Token10/><sp:RequireIssuerSerialReference/></wsp:Policy></sp:X509Token>
  </wsp:Policy></sp:RecipientToken>
  <sp:Layout><wsp:Policy><sp:Strict/></wsp:Policy></sp:Layout>
  <sp:IncludeTimestamp/><sp:OnlySignEntireHeadersAndBody/>
  <sp:AlgorithmSuite><wsp:Policy><sp:Basic256Sha256/><sp:InclusiveC14N/></wsp:Policy></sp:AlgorithmSuite>
 </wsp:Policy></sp:AsymmetricBinding>
 <sp:Wss10><wsp:Policy><sp:MustSupportRefIssuerSerial/></wsp:Policy></sp:Wss10>
 <sp:SignedSupportingTokens><wsp:Policy>
  <sp:UsernameToken sp:IncludeToken="${SP12}/IncludeToken/AlwaysToRecipient"><wsp:Policy><sp:WssUsernameToken10/><sp:HashPassword/></wsp:Policy></sp:UsernameToken>
 </wsp:Policy></sp:SignedSupportingTokens>
</wsp:All></wsp:ExactlyOne></wsp:Policy>
<wsp:Policy wsu:Id="Input"><wsp:ExactlyOne><wsp:All>
 <sp:EncryptedParts><sp:Body/></sp:EncryptedParts>
 <sp:SignedParts><sp:Body/><sp:Header Namespace="http://www.w3.org/2005/08/addressing"/><sp:Header Name="To" Namespace="urn:h"/></sp:SignedParts>
</wsp:All></wsp:ExactlyOne></wsp:Policy>
<wsp:Policy wsu:Id="Output"><sp:SignedParts><sp:Body/></sp:SignedParts></wsp:Policy>`;

describe('WS-SecurityPolicy (WA-2)', () => {
  test('reads a binding, its tokens and the parts of both messages', async () => {
    const { security, codes } = await read({
      head: CXF,
      binding: `<wsp:PolicyReference URI="#DoubleItPolicy"/>${soap}${operation(
        '<wsp:PolicyReference URI="#Input"/>',
        '<wsp:PolicyReference URI="#Output"/>',
      )}`,
    });
    expect(codes).toEqual([]);
    expect(security).toEqual({
      alternatives: [
        {
          binding: {
            kind: 'asymmetric',
            version: '1.2',
            tokens: [
              {
                role: 'InitiatorToken',
                token: { name: 'X509Token', inclusion: 'always-to-recipient', options: ['WssX509V3Token10'] },
              },
              {
                role: 'RecipientToken',
                token: {
                  name: 'X509Token',
                  inclusion: 'never',
                  options: ['WssX509V3Token10', 'RequireIssuerSerialReference'],
                },
              },
            ],
            algorithmSuite: { name: 'Basic256Sha256', options: ['InclusiveC14N'] },
            layout: 'Strict',
            options: ['IncludeTimestamp', 'OnlySignEntireHeadersAndBody'],
          },
          supportingTokens: [
            {
              signed: true,
              endorsing: false,
              encrypted: false,
              token: {
                name: 'UsernameToken',
                inclusion: 'always-to-recipient',
                options: ['WssUsernameToken10', 'HashPassword'],
              },
              signedParts: [],
            },
          ],
          request: {
            signed: [
              { kind: 'body' },
              { kind: 'header', namespace: 'http://www.w3.org/2005/08/addressing' },
              { kind: 'header', namespace: 'urn:h', name: 'To' },
            ],
            encrypted: [{ kind: 'body' }],
            required: [],
          },
          response: { signed: [{ kind: 'body' }], encrypted: [], required: [] },
          wss: { name: 'Wss10', options: ['MustSupportRefIssuerSerial'] },
          others: [],
        },
      ],
    });
  });

  test('reads WS-SecurityPolicy 1.1 with its WS-Policy', async () => {
    const policy = `<wsp:Policy><sp:TransportBinding><wsp:Policy>
      <sp:TransportToken><wsp:Policy><sp:HttpsToken RequireClientCertificate="true"/></wsp:Policy></sp:TransportToken>
      <sp:AlgorithmSuite><wsp:Policy><sp:Basic128/></wsp:Policy></sp:AlgorithmSuite>
     </wsp:Policy></sp:TransportBinding>
     <sp:EndorsingSupportingTokens><wsp:Policy><sp:X509Token sp:IncludeToken="${SP11}/IncludeToken/Once"/><sp:SignedParts><sp:Header Name="To" Namespace="urn:h"/></sp:SignedParts></wsp:Policy></sp:EndorsingSupportingTokens></wsp:Policy>`;
    const { security } = await read(
      binding(policy),
      {},
      namespaces(SP11, 'http://schemas.xmlsoap.org/ws/2004/09/policy'),
    );
    const [only] = security?.alternatives ?? [];
    expect(only?.binding?.version).toBe('1.1');
    expect(only?.binding?.tokens).toEqual([
      {
        role: 'TransportToken',
        token: { name: 'HttpsToken', inclusion: 'always', options: ['RequireClientCertificate'] },
      },
    ]);
    expect(only?.supportingTokens).toEqual([
      {
        signed: false,
        endorsing: true,
        encrypted: false,
        token: { name: 'X509Token', inclusion: 'once', options: [] },
        signedParts: [{ kind: 'header', namespace: 'urn:h', name: 'To' }],
      },
    ]);
  });

  test.each<[string, string, readonly (readonly string[])[]]>([
    [
      'ExactlyOne',
      '<wsp:ExactlyOne><sp:Wss10/><wsp:All><sp:Wss11/><sp:Trust13/></wsp:All></wsp:ExactlyOne>',
      [['Wss10'], ['Wss11', 'Trust13']],
    ],
    [
      'an optional assertion',
      '<sp:Wss10/><sp:Trust10 wsp:Optional="true"/>',
      [['Wss10', 'Trust10'], ['Wss10']],
    ],
    [
      'a nested policy',
      '<sp:TransportBinding><wsp:Policy><sp:AlgorithmSuite><wsp:Policy><wsp:ExactlyOne><sp:Basic256/><sp:Basic128/></wsp:ExactlyOne></wsp:Policy></sp:AlgorithmSuite></wsp:Policy></sp:TransportBinding>',
      [['Basic256'], ['Basic128']],
    ],
    [
      'choices that multiply',
      '<wsp:ExactlyOne><sp:Wss10/><sp:Wss11/></wsp:ExactlyOne><wsp:ExactlyOne><sp:Trust10/><sp:Trust13/></wsp:ExactlyOne>',
      [
        ['Wss10', 'Trust10'],
        ['Wss10', 'Trust13'],
        ['Wss11', 'Trust10'],
        ['Wss11', 'Trust13'],
      ],
    ],
  ])('reads the alternatives of %s', async (_, policy, want) => {
    const { security } = await read(binding(`<wsp:Policy>${policy}</wsp:Policy>`));
    const names = security?.alternatives.map(({ wss, trust, binding: b }) =>
      [wss?.name, trust?.name, b?.algorithmSuite?.name].filter((name) => name !== undefined),
    );
    expect(names).toEqual(want);
  });

  test('keeps 32 of the alternatives and says so', async () => {
    const optional = Array.from({ length: 12 }, (_, i) => `<sp:X${i} wsp:Optional="true"/>`).join('');
    const { security } = await read(binding(`<wsp:Policy><sp:Wss10/>${optional}</wsp:Policy>`));
    expect([security?.alternatives.length, security?.incomplete]).toEqual([32, true]);
  });

  test('has no policy if there are only assertions about other things', async () => {
    const { security } = await read(binding('<wsp:Policy><x:Other xmlns:x="urn:x"/></wsp:Policy>'));
    expect(security).toBeUndefined();
  });

  test('names assertions that it does not know, of any namespace', async () => {
    const policy =
      '<wsp:Policy><sp:Wss10/><sp:Novel/><x:Other xmlns:x="urn:x"/><wsam:Addressing xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"/></wsp:Policy>';
    const { security } = await read(binding(policy));
    expect(security?.alternatives[0]?.others).toEqual([`{${SP12}}Novel`, '{urn:x}Other']);
  });

  test('names the operations whose responses are signed differently', async () => {
    const message = '<wsp:Policy><sp:SignedParts><sp:Body/></sp:SignedParts></wsp:Policy>';
    const { security } = await read({
      portType:
        '<operation name="Op"><input message="t:In"/><output message="t:Out"/></operation><operation name="Plain"><input message="t:In"/><output message="t:Out"/></operation>',
      binding: `${soap}${operation('', message)}${operation('', '', 'Plain')}`,
    });
    expect(security?.alternatives[0]).toMatchObject({
      request: { signed: [] },
      response: { signed: [{ kind: 'body' }] },
      differing: ['Plain'],
    });
  });

  test.each(['policies/sec.xml', 'policies/sec.xml#p'])('follows a reference to %s', async (uri) => {
    const policy = `<wsp:Policy ${namespaces()} wsu:Id="p"><wsp:PolicyReference URI="more.xml#q"/></wsp:Policy>`;
    const more = `<wsp:Policies ${namespaces()} xmlns:x="urn:x"><wsp:Policy wsu:Id="q"><sp:Wss11/></wsp:Policy></wsp:Policies>`;
    const { security, codes } = await read(binding(`<wsp:PolicyReference URI="${uri}"/>`), {
      'policies/sec.xml': policy,
      'policies/more.xml': more,
    });
    expect(codes).toEqual([]);
    expect(security?.alternatives[0]?.wss?.name).toBe('Wss11');
  });

  test('reports a policy of a missing document', async () => {
    const { security, codes } = await read(binding('<wsp:PolicyReference URI="gone.xml#p"/>'));
    expect([security, codes]).toEqual([undefined, ['POLICY_UNRESOLVED']]);
  });

  test.each([
    '<wsa:EndpointReference xmlns:wsa="http://www.w3.org/2005/08/addressing"><wsa:Address>http://h.example/</wsa:Address></wsa:EndpointReference>',
    '<wsp:URI>urn:t#wsdl11.port(S/Port)</wsp:URI>',
    '<wsp:URI>urn:t#wsdl11.binding(B)</wsp:URI>',
    '<wsp:URI>urn:t#wsdl11.service(S)</wsp:URI>',
  ])('reads an attachment from outside to %s', async (subject) => {
    const attach = (to: string): string =>
      `<wsp:PolicyAttachment><wsp:AppliesTo>${to}</wsp:AppliesTo><wsp:Policy><sp:Wss10/></wsp:Policy></wsp:PolicyAttachment>`;
    const { security } = await read({ head: attach(subject) });
    expect(security?.alternatives[0]?.wss?.name).toBe('Wss10');
    expect((await read({ head: attach('<wsp:URI>urn:t#wsdl11.port(S/Other)</wsp:URI>') })).security).toBe(
      undefined,
    );
  });
});

describe('readPath', () => {
  const scope = { lookup: (prefix: string) => (prefix === 's' ? 'urn:s' : undefined) };
  test.each<[string, ReturnType<typeof readPath>]>([
    ['/s:Envelope/s:Body', { path: [name('Envelope'), name('Body')] }],
    ['//s:Card', { path: [name('Card')], anywhere: true }],
    ['//plain', { path: [{ namespace: '', localName: 'plain' }], anywhere: true }],
    [
      "//*[local-name()='Card' and namespace-uri()='http://x/y']",
      { path: [name('Card', 'http://x/y')], anywhere: true },
    ],
    ['/*[namespace-uri()="urn:s" and local-name()="A"]/s:B', { path: [name('A'), name('B')] }],
    ['//s:Card[1]', undefined],
    ['//t:Card', undefined],
    ['//s:Card/@id', undefined],
    ['/s:Envelope//s:Card', undefined],
    ['//s:a | //s:b', undefined],
    ['', undefined],
  ])('%s', (expression, want) => {
    expect(readPath(expression, scope)).toEqual(want);
  });

  function name(localName: string, namespace = 'urn:s') {
    return { namespace, localName };
  }
});
