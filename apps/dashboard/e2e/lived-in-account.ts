import type { Page } from 'playwright-core';
import { registerByUrl, signUp } from './sign-up.js';
import type { Stage } from './stage.js';

/** An account after some use. */
export interface LivedInAccount {
  readonly accountId: string;
  readonly serviceId: string;
  readonly key: string;
  /** The path of the public page of the service. */
  readonly pagePath: string;
}

/** Signs up on `page`, registers the example service, creates keys, calls it and imports it again. */
export async function livedInAccount(page: Page, stage: Stage): Promise<LivedInAccount> {
  const accountId = await signUp(page, stage);
  await stage.setPlan(accountId, 'Starter');
  const serviceId = await registerByUrl(page, stage);
  const manage = (method: string, path: string, body?: unknown) =>
    page.evaluate(
      async ([method, path, body]) => {
        const { csrfToken } = await (await fetch('/api/manage/session')).json();
        const answer = await fetch(`/api/manage/${path}`, {
          method: method as string,
          headers: { 'X-CSRF-Token': csrfToken, 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
        return answer.json();
      },
      [method, path, body] as const,
    );
  const { key, proxyUrl } = {
    ...(await manage('POST', 'keys', { name: 'Billing, production' })),
    ...(await manage('GET', `services/${serviceId}`)),
  } as { key: string; proxyUrl: string };
  const { url } = (await manage('PUT', `services/${serviceId}/page`, { visibility: 'public' })) as {
    url: string;
  };
  const old = (await manage('POST', 'keys', { name: 'Last year’s script' })) as { id: string };
  await manage('DELETE', `keys/${old.id}`);
  await manage('PATCH', `services/${serviceId}`, { settings: { captureHours: 1, mock: true } });
  await manage('PUT', `services/${serviceId}/operations/ListUsers`, {
    methodPolicy: 'GET + POST',
    cacheSeconds: 60,
  });
  const slug = new URL(proxyUrl).pathname;
  let sent = 0;
  const send: Stage['send'] = (path, options) => {
    sent += 1;
    return stage.send(path, options);
  };
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  for (const [operation, input] of [
    ['GetUser', '{"userId": 9007199254740993}'],
    ['GetUser', '{"userId": 9007199254740993}'],
    ['GetUser', '{"userId": 1}'],
    ['GetUser', '{"user_id": 1}'],
    ['ListUsers', '{"limit": 2}'],
  ]) {
    await send(`${slug}/${operation}`, { method: 'POST', headers, body: input ?? '{}' });
  }
  await send(`${slug}/ListUsers?limit=2`, { headers });
  await send(`${slug}/ListUsers?limit=2`, { headers });
  await manage('POST', `services/${serviceId}/revisions`, { url: stage.soap.wsdlAddress });
  // Calls are logged after their responses, so wait for them here: a page waits no longer for them than for anything else.
  await page.waitForFunction(
    async (sent) => {
      const { calls } = await (await fetch('/api/manage/calls')).json();
      return calls.length === sent;
    },
    sent,
    { polling: 250 },
  );
  return { accountId, serviceId, key, pagePath: new URL(url).pathname };
}
