import { describe, expect, test } from 'vitest';
import { decode, envelope, SOAP11, SOAP12 } from '../../testing/decoding.js';
import { operation } from '../../testing/response-service.js';

describe('faults (§6)', () => {
  const get = operation('Get');
  const detail = '<t:UserNotFound><t:userId>42</t:userId></t:UserNotFound>';

  test('SOAP 1.1 (FL-1, FL-2, example 6.1)', () => {
    const xml = envelope(
      `<s:Fault><faultcode>s:Server</faultcode><faultstring>No such user</faultstring><faultactor> urn:a </faultactor><detail a="1">${detail}</detail></s:Fault>`,
    );
    for (const chunk of [1, 7, 1 << 20]) {
      expect(decode(get, xml, { chunk })).toEqual({
        fault: {
          version: '1.1',
          code: `{${SOAP11}}Server`,
          reason: 'No such user',
          actor: 'urn:a',
          name: 'UserNotFoundFault',
          detail: { UserNotFound: { userId: 42, tag: [] } },
        },
        warnings: [],
      });
    }
  });

  test('SOAP 1.2, with subcodes and several languages (FL-1)', () => {
    const xml = envelope(
      `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>t:Bad</s:Value><s:Subcode><s:Value xmlns:q="urn:q">q:Worse</s:Value></s:Subcode></s:Subcode></s:Code>` +
        `<s:Reason><s:Text xml:lang="de">Nein</s:Text><s:Text xml:lang="en-GB">No</s:Text></s:Reason><s:Node>urn:n</s:Node><s:Role>urn:r</s:Role><s:Detail>text only</s:Detail></s:Fault>`,
      { version: '1.2' },
    );
    expect(decode(get, xml).fault).toEqual({
      version: '1.2',
      code: `{${SOAP12}}Sender`,
      subcodes: ['{urn:t}Bad', '{urn:q}Worse'],
      reason: 'No',
      reasons: [
        { lang: 'de', text: 'Nein' },
        { lang: 'en-GB', text: 'No' },
      ],
      node: 'urn:n',
      role: 'urn:r',
      detail: { $value: 'text only' },
    });
  });

  test('qualified sub-elements, any order, codes without a bound prefix (R1001)', () => {
    const xml = envelope(
      '<s:Fault><s:detail/><s:faultstring xml:lang="en">a<b>x</b>c</s:faultstring><s:faultcode>x:Client.Auth</s:faultcode><s:other/></s:Fault>',
    );
    expect(decode(get, xml).fault).toEqual({ version: '1.1', code: 'Client.Auth', reason: 'ac' });
  });

  test('detail: declared faults and global elements have keys, the rest is $any (FL-2)', () => {
    const xml = envelope(
      `<s:Fault><faultcode>Client</faultcode><faultstring/><detail>\n<t:Other>7</t:Other><u:x xmlns:u="urn:u"><y>1</y></u:x>${detail}<t:Other>x</t:Other></detail></s:Fault>`,
    );
    expect(decode(get, xml)).toEqual({
      fault: {
        version: '1.1',
        code: 'Client',
        reason: '',
        name: 'UserNotFoundFault',
        detail: {
          Other: 7,
          UserNotFound: { userId: 42, tag: [] },
          $any: [{ '{urn:u}x': { $content: [{ y: '1' }] } }, { '{urn:t}Other': 'x' }],
        },
      },
      warnings: ['INVALID_VALUE /detail/{urn:t}Other'],
    });
  });

  test('detail: text beside elements is in $value, in pieces and CDATA sections too (FL-2)', () => {
    const xml = envelope(
      `<s:Fault><faultcode>Client</faultcode><faultstring/><detail>\n at <t:Other>7</t:Other>a<![CDATA[<b]]> &amp;<y>z</y> c\n</detail></s:Fault>`,
    );
    expect(decode(get, xml).fault?.detail).toEqual({ Other: 7, $any: [{ y: 'z' }], $value: 'at a<b & c' });
  });

  test('a fault wins over a result, before or after it (BD-2, A14)', () => {
    const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>';
    const result = '<t:GetResponse><t:GetResult><t:id>1</t:id></t:GetResult></t:GetResponse>';
    expect(decode(get, envelope(fault + result)).fault?.reason).toBe('no');
    expect(decode(get, envelope(result + fault)).fault?.reason).toBe('no');
    expect(decode(operation('Scalar'), envelope(fault)).fault?.reason).toBe('no');
    expect(decode(operation('Two'), envelope(fault)).fault?.reason).toBe('no');
  });

  test('a fault of the other version in the envelope', () => {
    const xml = envelope(
      `<f:Fault xmlns:f="${SOAP12}"><f:Code><f:Value>f:Receiver</f:Value></f:Code><f:Reason><f:Text xml:lang="en">x</f:Text></f:Reason></f:Fault>`,
    );
    expect(decode(get, xml).fault).toMatchObject({
      version: '1.1',
      code: `{${SOAP12}}Receiver`,
      reason: 'x',
    });
  });
});
