import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Webhook as Judge } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { createWebhookSecret, nextAttempt, RETRY_FOR, signDelivery } from './webhook.js';

describe('signDelivery', () => {
  test('is the signature of the specification’s example', () => {
    // https://github.com/standard-webhooks/standard-webhooks, the example of the Svix documentation
    const signature = signDelivery(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    });
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('has one signature for each secret, and the library of the convention accepts any', () => {
    const secrets = [createWebhookSecret(), createWebhookSecret()];
    const timestamp = Math.floor(Date.now() / 1000);
    const body = '{"type":"key.created","data":{"keyName":"Zoë’s key"}}';
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signDelivery(secrets, { id: 'evt_1', timestamp, body }),
    };
    for (const secret of secrets)
      expect(new Judge(secret).verify(body, headers)).toMatchObject({ type: 'key.created' });
    expect(() => new Judge(createWebhookSecret()).verify(body, headers)).toThrow(/signature/i);
  });
});

describe('nextAttempt', () => {
  test('the last attempt is no later than 72 hours after the first, even with the largest random delays', () => {
    for (const random of [0, 0.5, 1]) {
      let at = 0;
      let attempts = 1;
      for (;;) {
        const next = nextAttempt(attempts, 0, at, random);
        if (next === undefined) break;
        expect(next).toBeGreaterThan(at);
        at = next;
        attempts += 1;
      }
      expect(attempts).toBe(10);
      expect(at).toBeGreaterThan(60 * 3_600_000);
      expect(at).toBeLessThanOrEqual(RETRY_FOR);
    }
  });

  test('a webhook that was off for longer than 72 hours has no attempt left', () => {
    expect(nextAttempt(2, 0, RETRY_FOR, 0.5)).toBeUndefined();
  });
});

describe('the programs of docs/owners.md', () => {
  const guide = readFileSync(new URL('../../../../../docs/owners.md', import.meta.url), 'utf8');
  const program = (language: string) =>
    new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(guide)?.[1] ?? '';
  const secret = createWebhookSecret();
  const body = '{"type":"key.created","data":{"keyName":"Zoë’s key"}}';
  const messageAt = (timestamp: number, secrets = [createWebhookSecret(), secret]) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signDelivery(secrets, { id: 'evt_1', timestamp, body }),
  });
  const now = Math.floor(Date.now() / 1000);
  /** Each is the headers of a message, and whether they verify. */
  const cases = [
    { headers: messageAt(now), verifies: true },
    { headers: messageAt(now, [secret]), verifies: true },
    { headers: messageAt(now, [createWebhookSecret()]), verifies: false },
    { headers: messageAt(now - 600), verifies: false },
    { headers: { ...messageAt(now), 'webhook-signature': 'v1,AAAA v1' }, verifies: false },
  ];
  const hasCommand = (name: string) => spawnSync(name, ['--version']).status === 0;
  /** Runs a program that reads the cases on standard input, and prints a line for each. */
  function run(command: string, args: readonly string[]): string {
    const input = JSON.stringify({ secret, body, cases });
    const { stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8' });
    return stdout || stderr;
  }
  const lines = `${cases.map(({ verifies }) => (verifies ? 'key.created' : 'refused')).join('\n')}\n`;

  test('JavaScript', async () => {
    const url = `data:text/javascript;base64,${Buffer.from(program('js')).toString('base64')}`;
    const { verify } = (await import(/* @vite-ignore */ url)) as {
      verify(secret: string, headers: object, body: string): { type: string };
    };
    for (const { headers, verifies } of cases) {
      if (verifies) expect(verify(secret, headers, body)).toMatchObject({ type: 'key.created' });
      else expect(() => verify(secret, headers, body)).toThrow(/too old|wrong/);
    }
  });

  test.skipIf(!hasCommand('python3'))('Python', () => {
    const rest = `
import sys
given = json.load(sys.stdin)
for each in given["cases"]:
    try:
        print(verify(given["secret"], each["headers"], given["body"])["type"])
    except ValueError:
        print("refused")
`;
    expect(run('python3', ['-c', program('python') + rest])).toBe(lines);
  });

  test.skipIf(!hasCommand('php'))('PHP', () => {
    const rest = `
$given = json_decode(file_get_contents('php://stdin'), true);
foreach ($given['cases'] as $each) {
    try { echo verify($given['secret'], $each['headers'], $given['body'])['type'], "\\n"; }
    catch (Exception $error) { echo "refused\\n"; }
}
`;
    expect(run('php', ['-r', program('php') + rest])).toBe(lines);
  });
});
