import type { ToolCall } from '@soapstone/agent-tools';
import { afterEach, expect, test } from 'vitest';
import {
  createActivityBoard,
  currentActivity,
  labelActivity,
  markActivity,
  showActivity,
} from '../../log/activity.js';
import type { Target } from '../catalog/resolve.js';
import type { Caller } from '../proxy/authenticate.js';
import type { Meta } from '../proxy/http.js';
import { callOperation } from './call-operation.js';
import type { AgentRequest } from './http.js';

afterEach(() => showActivity(undefined));

test('the result of a tool call is written under the mark of its operation, even if others were marked while it waited', async () => {
  showActivity(createActivityBoard());
  const own = { accountId: 'acc_1', serviceId: 'svc_1', operation: 'Get' };
  const other = labelActivity({ accountId: 'acc_2', serviceId: 'svc_2', operation: 'Other' });
  const call = {
    operation: { name: 'Get', service: { slug: 'a' } },
    input: new Uint8Array(),
    dryRun: false,
  } as unknown as ToolCall;
  const outcome = await callOperation(
    call,
    {} as Caller,
    {
      accountId: 'acc_1',
      apiKeys: [],
      address: () => '',
      signal: new AbortController().signal as unknown as AgentRequest['signal'],
      header: () => undefined,
    },
    async (_request, trail) => {
      trail.target = { activity: labelActivity(own) } as Target;
      await new Promise((resolve) => setImmediate(resolve));
      markActivity(other);
      return {
        status: 200,
        headers: {},
        body: new Uint8Array(),
        reply: { result: new TextEncoder().encode('{}'), meta: {} as Meta },
      };
    },
  );
  expect(outcome.kind).toBe('result');
  expect(currentActivity()).toEqual(own);
});
