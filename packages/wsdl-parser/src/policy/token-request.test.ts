import { describe, expect, test } from 'vitest';
import { bundleResolver } from '../documents/bundle.js';
import { parseWsdl } from '../parse-wsdl.js';
import { wsdl11 } from '../wsdl/testing/wsdl-pieces.js';

const attributes =
  'xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"';

async function read(policy: string) {
  const binding = `${policy}<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
  const resolve = bundleResolver({ 'a.wsdl': wsdl11({ attributes, binding }) });
  const { model } = await parseWsdl('a.wsdl', { resolve });
  return model.services[0]?.ports[0]?.security;
}

describe('the template of a token request', () => {
  test('reads what an IssuedToken asks its token service for', async () => {
    const template =
      '<sp:RequestSecurityTokenTemplate><t:TokenType> urn:type </t:TokenType><t:KeyType>urn:key</t:KeyType><t:Claims><i:ClaimType xmlns:i="urn:i" Uri="urn:name"/><i:ClaimType xmlns:i="urn:i"/></t:Claims><t:KeySize>256</t:KeySize></sp:RequestSecurityTokenTemplate>';
    const token = (content: string): string =>
      `<wsp:Policy xmlns:t="urn:trust"><sp:SupportingTokens><wsp:Policy><sp:IssuedToken><sp:Issuer><a:Address xmlns:a="urn:a">https://sts.test/</a:Address></sp:Issuer>${content}</sp:IssuedToken></wsp:Policy></sp:SupportingTokens></wsp:Policy>`;
    const tokenOf = async (content: string) =>
      (await read(token(content)))?.alternatives[0]?.supportingTokens[0]?.token;
    expect(await tokenOf(template)).toEqual({
      name: 'IssuedToken',
      inclusion: 'always',
      options: [],
      issuer: 'https://sts.test/',
      request: {
        trust: 'urn:trust',
        tokenType: 'urn:type',
        keyType: 'urn:key',
        claims: ['urn:name'],
        others: ['KeySize'],
      },
    });
    expect(await tokenOf('<sp:RequestSecurityTokenTemplate/>')).toMatchObject({ request: {} });
    expect(await tokenOf('')).not.toHaveProperty('request');
    const many = `<t:Claims>${'<c Uri="urn:x"/>'.repeat(60)}</t:Claims>${'<t:Y/>'.repeat(30)}<t:KeyType>${'k'.repeat(600)}</t:KeyType>`;
    const bounded = await tokenOf(
      `<sp:RequestSecurityTokenTemplate>${many}</sp:RequestSecurityTokenTemplate>`,
    );
    const { claims, others, keyType } = bounded?.request ?? {};
    expect([claims?.length, others?.length, keyType?.length]).toEqual([50, 20, 500]);
  });
});
