import type { Page } from 'playwright-core';
import { newPerson, type Stage } from './stage.js';

/** Signs up a new person on the page; resolves to the ID of the account. */
export async function signUp(page: Page, stage: Stage): Promise<string> {
  const person = newPerson();
  await page.goto(`${stage.baseUrl}/sign-up`);
  await page.getByLabel('Account name').fill(person.account);
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
  const account = await page.evaluate(async () => (await fetch('/api/manage/account')).json());
  return (account as { accountId: string }).accountId;
}

/** Registers the example service by the URL of its WSDL; resolves to its ID. */
export async function registerByUrl(page: Page, stage: Stage): Promise<string> {
  await page.goto(`${stage.baseUrl}/services/register`);
  await page.getByLabel('WSDL URL').fill(stage.soap.wsdlAddress);
  await publish(page);
  return serviceIdOf(page);
}

/** Continues from the filled registration form through the preview to the page of the published service. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('is live as a JSON API').waitFor();
}

/** Returns the ID in the URL of a service's page. */
export function serviceIdOf(page: Page): string {
  const id = /\/services\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  if (id === undefined) throw new Error(`${page.url()} is not the page of a service`);
  return id;
}
