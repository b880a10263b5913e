import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type LoggingProxy,
  openLoggingProxy,
} from '../../../packages/soap-transport/src/testing/logging-proxy.js';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { newPerson, openStage, type Stage } from './stage.js';

const FAULT =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>unknown message</faultstring></s:Fault></s:Body></s:Envelope>';

/** The page Connection: the switches of an old server, the suggestion of a test, and the proxy. */
describe.skipIf(!hasChromium)('the connection of a service', () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let device: Server;
  let deviceUrl: string;
  let proxy: LoggingProxy;
  beforeAll(async () => {
    // A device that knows HTTP/1.0 and its own spelling of SOAPAction alone.
    device = createServer((request, response) => {
      request.resume();
      if (request.httpVersion !== '1.0') response.writeHead(505).end();
      else if (!request.rawHeaders.includes('SOAPAction')) response.writeHead(400).end('no SOAPAction');
      else response.writeHead(500, { 'content-type': 'text/xml' }).end(FAULT);
    });
    await new Promise<void>((listening) => device.listen(0, '127.0.0.1', listening));
    deviceUrl = `http://127.0.0.1:${(device.address() as AddressInfo).port}/soap`;
    proxy = await openLoggingProxy({ login: 'acme:CANARY-1' });
    stage = await openStage({ OUTBOUND_PROXIES: `branch=http://${proxy.host}` });
    browser = await startBrowser({ viewport: { width: 1280, height: 900 } });
    page = await browser.newPage();
    const person = newPerson();
    await page.goto(`${stage.baseUrl}/sign-up`);
    await page.getByLabel('Account name').fill(person.account);
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('link', { name: 'Register a service' }).click();
    await page.getByLabel('WSDL URL').fill(stage.soap.wsdlAddress);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('heading', { name: 'How to call it' }).waitFor();
    await page.goto(page.url().replace(/\?.*$/, '/connection'));
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
    await proxy?.close();
    device?.closeAllConnections();
    device?.close();
  });

  const section = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const saved = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

  test('the suggestion of a test is applied with its button, and the form shows what it switched on', async () => {
    await section('Endpoint').getByLabel('Endpoint URL').fill(deviceUrl);
    await section('Endpoint').getByRole('button', { name: 'Save' }).click();
    await saved('Connection saved');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('This service needs', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Apply suggestion' }).click();
    await page.getByText('The service is reachable', { exact: true }).waitFor();
    const old = section('Old servers');
    await expect.poll(() => old.getByLabel('HTTP/1.0').isChecked()).toBe(true);
    await expect.poll(() => old.getByLabel('Header names as in the specification').isChecked()).toBe(true);
    expect(await old.getByLabel('Legacy renegotiation').isChecked()).toBe(false);
  });

  test('the form “Old servers” says the risk of each switch, saves and removes it', async () => {
    const old = section('Old servers');
    await old.getByText('someone on the path can break the encryption', { exact: false }).waitFor();
    await old.getByText('a request of their own before yours', { exact: false }).waitFor();
    await old.getByText('cut off unnoticed', { exact: false }).waitFor();
    await old.getByLabel('HTTP/1.0').uncheck();
    await old.getByLabel('Header names as in the specification').uncheck();
    await old.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => old.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.reload();
    await section('Old servers').getByLabel('HTTP/1.0').waitFor();
    expect(await section('Old servers').getByLabel('HTTP/1.0').isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('button', { name: 'Apply suggestion' }).waitFor();
  });

  test('a proxy is chosen by its name, and its login is stored without being shown', async () => {
    await section('Endpoint').getByLabel('Endpoint URL').fill(stage.soap.address);
    await section('Endpoint').getByRole('button', { name: 'Save' }).click();
    await saved('Connection saved');
    const own = section('Proxy');
    await own.getByRole('combobox', { name: 'Proxy', exact: true }).click();
    await page.getByRole('option', { name: 'branch' }).click();
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    await saved('Proxy saved');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('asks for a login (407)', { exact: false }).waitFor();
    await own.getByRole('button', { name: 'Add proxy login' }).click();
    await own.getByLabel('Proxy user name').fill('acme');
    await own.getByLabel('Proxy password').fill('CANARY-1');
    await own.getByRole('button', { name: 'Save proxy login' }).click();
    await own.getByText('Login stored; can’t be viewed.').waitFor();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The service is reachable', { exact: true }).waitFor();
    expect(proxy.requests.length).toBeGreaterThanOrEqual(2);
    expect(await page.content()).not.toContain('CANARY-1');
  });
});
