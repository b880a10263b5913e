import { describe, expect, test } from 'vitest';
import type { GatewayError } from '../../errors/errors.js';
import { PLANS } from '../accounts/plan.js';
import { allowedMethods, assertMethod } from './method-policy.js';
import type { MethodPolicy } from './service-settings.js';

const safe = { querySafe: { safe: true } } as const;
const unsafe = { querySafe: { safe: false, reason: 'item repeats' } } as const;

describe('allowedMethods', () => {
  test.each<[MethodPolicy, Exclude<MethodPolicy, 'Inherit'>, string]>([
    ['Inherit', 'POST', 'POST'],
    ['Inherit', 'GET', 'GET'],
    ['Inherit', 'GET + POST', 'GET, POST'],
    ['POST', 'GET + POST', 'POST'],
    ['GET', 'POST', 'GET'],
    ['GET + POST', 'POST', 'GET, POST'],
  ])('policy %s in a service with %s: %s', (methodPolicy, inherited, methods) => {
    const allowed = allowedMethods({ methodPolicy }, { methodPolicy: inherited }, safe, PLANS.Starter);
    expect(allowed.methods.join(', ')).toBe(methods);
  });

  test.each(['GET', 'GET + POST'] as const)(
    '%s on the Free plan leaves POST, and says why',
    (methodPolicy) => {
      expect(allowedMethods({ methodPolicy }, { methodPolicy: 'POST' }, safe, PLANS.Free)).toEqual({
        methods: ['POST'],
        getRefused: 'the Free plan has no GET',
      });
    },
  );

  test.each(['GET', 'GET + POST'] as const)(
    '%s leaves POST for an input that is not query-safe',
    (methodPolicy) => {
      expect(allowedMethods({ methodPolicy }, { methodPolicy: 'POST' }, unsafe, PLANS.Pro)).toEqual({
        methods: ['POST'],
        getRefused: 'item repeats',
      });
    },
  );
});

describe('assertMethod', () => {
  const refusal = (method: string, allowed: Parameters<typeof assertMethod>[1]): GatewayError => {
    try {
      assertMethod(method, allowed);
    } catch (error) {
      return error as GatewayError;
    }
    throw new Error('allowed');
  };

  test('an allowed method passes', () => {
    expect(() => assertMethod('POST', { methods: ['POST'] })).not.toThrow();
    expect(() => assertMethod('GET', { methods: ['GET', 'POST'] })).not.toThrow();
  });

  test('any other method is 405 with Allow', () => {
    const error = refusal('PUT', { methods: ['GET', 'POST'] });
    expect(error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'METHOD_NOT_ALLOWED', status: 405 });
    expect(error.init.headers).toEqual({ Allow: 'GET, POST' });
    expect(error.message).toBe('This operation takes GET, POST, not PUT');
  });

  test('a rejected GET says why', () => {
    const error = refusal('GET', { methods: ['POST'], getRefused: 'the Free plan has no GET' });
    expect(error.message).toBe('This operation takes POST, not GET: the Free plan has no GET');
  });
});
