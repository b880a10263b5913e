import { clarkName } from '@soapstone/soap-model';
import type { ContentModel, GroupModel } from './content-model.js';

/** How many values of each name a content may have: the sum over a sequence, the maximum over a choice (CM-6). By Clark name. */
export type PlaceTotals = ReadonlyMap<string, number>;

interface Frame {
  readonly group: GroupModel;
  next: number;
  readonly totals: Map<string, number>;
}

/** Computes the totals of one scope. A repeating group is another scope, except for the root. Iterative: groups nest deeply. */
export function placeTotals(model: ContentModel): PlaceTotals {
  const stack: Frame[] = [];
  let done = enter(model, stack, true);
  for (;;) {
    const frame = stack.at(-1);
    if (frame === undefined) return done ?? new Map();
    if (done !== undefined) add(frame, done);
    const child = frame.group.children[frame.next++];
    if (child === undefined) {
      stack.pop();
      done = frame.totals;
    } else {
      done = enter(child, stack, false);
    }
  }
}

function enter(node: ContentModel, stack: Frame[], isRoot: boolean): PlaceTotals | undefined {
  if (node.kind === 'element') return new Map([[clarkName(node.particle.name), node.max]]);
  if (node.kind === 'any' || (node.max > 1 && !isRoot)) return undefined;
  stack.push({ group: node, next: 0, totals: new Map() });
  return undefined;
}

function add({ group, totals }: Frame, child: PlaceTotals): void {
  for (const [name, max] of child) {
    const known = totals.get(name) ?? 0;
    totals.set(name, group.kind === 'choice' ? Math.max(known, max) : known + max);
  }
}
