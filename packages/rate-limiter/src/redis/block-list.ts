import type { Denial, FullRequest } from '../decision.js';

/**
 * Remembers accounts that were just denied and rejects them without asking Redis until the result could change. A flood of rejected
 * calls then costs one node's memory instead of everyone's Redis.
 */
export interface BlockList {
  find(request: FullRequest): Denial | undefined;
  add(request: FullRequest, denial: Denial): void;
  clear(account: string): void;
}

/** The maximum time to block, in milliseconds. Another node may refund a call, or a new plan may start a new period early. */
const QUOTA_BLOCK = 1_000;

/** `elapsed` returns monotonic milliseconds. */
export function createBlockList(capacity: number, elapsed: () => number): BlockList {
  const blocks = new Map<
    string,
    { readonly request: FullRequest; readonly denial: Denial; readonly until: number }
  >();
  return {
    find(request) {
      const block = blocks.get(request.account);
      if (block === undefined) return undefined;
      const left = block.until - elapsed();
      const { limits } = block.request;
      const samePlan = limits.perMinute === request.limits.perMinute && limits.quota === request.limits.quota;
      if (left <= 0 || !samePlan) {
        blocks.delete(request.account);
        return undefined;
      }
      // An exhausted quota does not block a request that charges no quota.
      if (request.charge === 'nothing' || (block.denial.rule === 'quota' && request.charge !== 'call'))
        return undefined;
      if (block.denial.rule === 'quota') return block.denial;
      return { ...block.denial, retryAfter: Math.max(1, Math.ceil(left)) };
    },
    add(request, denial) {
      if (blocks.size >= capacity && !blocks.has(request.account)) {
        const [oldest] = blocks.keys();
        blocks.delete(oldest!);
      }
      const time = denial.rule === 'quota' ? Math.min(QUOTA_BLOCK, denial.retryAfter) : denial.retryAfter;
      blocks.set(request.account, { request, denial, until: elapsed() + time });
    },
    clear(account) {
      blocks.delete(account);
    },
  };
}
