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
  test('the last attempt is no later than 72 hours after the first, whatever chance adds', () => {
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
