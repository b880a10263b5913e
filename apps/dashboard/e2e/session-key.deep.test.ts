import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type LoopbackServer,
  serveHttp,
} from '../../../packages/soap-transport/src/testing/loopback-server.js';
import { receivedBody } from '../../../packages/soap-transport/src/testing/messages.js';
import type { Identity } from '../../../packages/ws-security/src/testing/certificates.js';
import { suiteName } from '../../../packages/ws-security/src/testing/installed.js';
import {
  type CertificateOffice,
  openCertificateOffice,
} from '../../../packages/ws-security/src/testing/openssl.js';
import {
  hasWss4j,
  runWss4jService,
  WSS4J_PACKAGES,
} from '../../../packages/ws-security/src/testing/wss4j.js';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { publish, serviceIdOf, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

/** A bank that echoes its requests. Its WSDL has no security policy. */
const wsdlOf = (host: string) => `<definitions name="Bank" targetNamespace="urn:bank" xmlns:b="urn:bank"
 xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
 <types><xs:schema targetNamespace="urn:bank" elementFormDefault="qualified"><xs:element name="Pay"><xs:complexType><xs:sequence>
  <xs:element name="to" type="xs:string"/></xs:sequence></xs:complexType></xs:element></xs:schema></types>
 <message name="Pay"><part name="body" element="b:Pay"/></message>
 <portType name="Bank"><operation name="Pay"><input message="b:Pay"/><output message="b:Pay"/></operation></portType>
 <binding name="Bank" type="b:Bank"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Pay"><soap:operation soapAction="urn:pay"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
 <service name="Bank"><port name="Bank" binding="b:Bank"><soap:address location="http://${host}/"/></port></service>
</definitions>`;

const installed = hasChromium && hasWss4j();

describe.skipIf(!installed)(suiteName('session keys in the dashboard', installed, WSS4J_PACKAGES), () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let office: CertificateOffice;
  let service: Identity;
  let bank: LoopbackServer;
  const requests: string[] = [];
  beforeAll(async () => {
    office = openCertificateOffice();
    service = office.issue('/CN=bank');
    const client = office.issue('/CN=client');
    bank = await serveHttp(async (message, reply) => {
      if (message.method === 'GET') {
        return reply.writeHead(200, { 'content-type': 'text/xml' }).end(wsdlOf(bank.host));
      }
      const envelope = (await receivedBody(message)).toString('utf8');
      requests.push(envelope);
      // WSS4J opens the request, and secures its response with the key in it. It is started for each request, which takes up to
      // half a minute on a busy machine, and the gateway only waits that long once the response has begun.
      reply.writeHead(200, { 'content-type': 'text/xml' }).flushHeaders();
      await setTimeout(100);
      const [answer] = runWss4jService(office.folder, { service, client }, [
        { command: 'answer shared hmac-sha256 aes-256-gcm', envelope },
      ]);
      return reply.end(String(answer));
    });
    [stage, browser] = await Promise.all([openStage({ UPSTREAM_TIMEOUT_MS: '120000' }), startBrowser()]);
    page = await browser.newPage();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
    await bank?.close();
    office?.close();
  });

  test('the form asks for the certificate, and a call is encrypted and its response read', async () => {
    await signUp(page, stage);
    await page.goto(`${stage.baseUrl}/services/register`);
    await page.getByLabel('WSDL URL').fill(`http://${bank.host}/?wsdl`);
    await publish(page);
    const id = serviceIdOf(page);
    await page.goto(`${stage.baseUrl}/services/${id}/connection`);
    await page.getByRole('button', { name: 'Add credentials' }).click();
    await page.getByRole('checkbox', { name: 'Timestamp in the message' }).check();
    await page.getByRole('textbox', { name: 'Valid for' }).fill('120');
    await page.getByRole('checkbox', { name: 'Session key' }).check();
    const save = page.getByRole('button', { name: 'Save credentials' });
    await save.click();
    await page.getByRole('alert').getByText('Choose the certificate of the service').waitFor();
    const choose = async (name: string, text: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Certificate of the service (PEM)' }).click();
      await (await chooser).setFiles({ name, mimeType: 'application/x-pem-file', buffer: Buffer.from(text) });
    };
    // The gateway reads the file, and says what is wrong with it. The other fields keep their values.
    await choose('key.pem', service.privateKey);
    await save.click();
    await page.getByText(/session\/certificate/).waitFor();
    expect(await page.getByRole('textbox', { name: 'Valid for' }).inputValue()).toContain('120');
    await choose('bank.pem', service.certificate);
    await save.click();
    await page.getByText('Stored:').waitFor();
    expect(await page.locator('main').textContent()).toMatch(/Stored:.*Session key/);

    await page.goto(`${stage.baseUrl}/services/${id}/try-it?operation=Pay`);
    await page.getByLabel('JSON', { exact: true }).first().fill('{ "to": "zoë-4711" }');
    await page.getByRole('button', { name: 'Send request' }).click();
    const encrypted = () => requests.find((request) => request.includes('EncryptedKey')) ?? '';
    // The page may show the digits of a status elsewhere before the response is there.
    await expect.poll(encrypted, { timeout: 90_000 }).not.toBe('');
    await expect
      .poll(() => page.locator('main').textContent(), { timeout: 90_000 })
      .toMatch(/200.*"to": ?"zoë-4711"/s);
    const sent = encrypted();
    expect(sent).not.toContain('4711');
    expect(sent).toContain('hmac-sha256');
    const expires = /Created>([^<]*)<[^>]*><[^>]*Expires>([^<]*)</
      .exec(sent)
      ?.slice(1)
      .map((at) => Date.parse(at));
    expect((expires?.[1] ?? 0) - (expires?.[0] ?? 0)).toBe(120_000);
    expect(await stage.cspReports()).toBe(0);
  }, 180_000);
});
