import { createHash, sign } from 'node:crypto';

/** Creates a SAML 2.0 bearer assertion, signed with a key in PEM. Its XML is already in canonical form. */
export function issueAssertion(privateKey: string, subject: string): string {
  const ds = 'http://www.w3.org/2000/09/xmldsig#';
  const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const end = new Date(Date.now() + 600_000).toISOString();
  const write = (signature: string): string =>
    `<s:Assertion xmlns:s="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a1" Version="2.0"><s:Issuer>urn:test</s:Issuer>${signature}<s:Subject><s:NameID>${subject}</s:NameID><s:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"></s:SubjectConfirmation></s:Subject><s:Conditions NotOnOrAfter="${end}"></s:Conditions></s:Assertion>`;
  const digest = createHash('sha256').update(write('')).digest('base64');
  const info = `<ds:SignedInfo xmlns:ds="${ds}"><ds:CanonicalizationMethod Algorithm="${canonical}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod><ds:Reference URI="#_a1"><ds:Transforms><ds:Transform Algorithm="${ds}enveloped-signature"></ds:Transform><ds:Transform Algorithm="${canonical}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const value = sign('sha256', Buffer.from(info), privateKey).toString('base64');
  return write(
    `<ds:Signature xmlns:ds="${ds}">${info}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`,
  );
}
