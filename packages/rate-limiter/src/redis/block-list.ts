import type { Denial, LimitRequest } from '../decision.js';

/**
 * Accounts that were just denied: they are refused again without asking, until the answer could be another one. A flood of
 * refused calls then costs one node's memory, not everybody's Redis.
 */
export interface BlockList {
  find(request: LimitRequest): Denial | undefined;
  add(request: LimitRequest, denial: Denial): void;
  clear(account: string): void;
}

/** Milliseconds: a quota may be refunded by another node, or a new period begin early by a new plan. */
const QUOTA_BLOCK = 1_000;

/** `elapsed` is milliseconds that never go back. */
export function createBlockList(capacity: number, elapsed: () => number): BlockList {
  const blocks = new Map<
    string,
    { readonly request: LimitRequest; readonly denial: Denial; readonly until: number }
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
      // A used-up quota does not stop what takes nothing from it.
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
