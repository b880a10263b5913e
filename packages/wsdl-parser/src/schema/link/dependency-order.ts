/** A graph to be worked through so that each node comes after what it depends on. */
export interface DependencyWalk<T> {
  dependencies(node: T): readonly T[];
  /** `node` depends on `dependency`, which waits for `node`: the edge is left out. */
  circular(node: T, dependency: T): void;
  visit(node: T): void;
}

/**
 * Visit `start` and everything that it depends on, dependencies first, each node once over all calls that share `seen`.
 * A work list stands for the call stack: chains are as long as a stranger's schema makes them.
 */
export function visitInDependencyOrder<T>(
  start: T,
  seen: Map<T, 'open' | 'done'>,
  walk: DependencyWalk<T>,
): void {
  if (seen.has(start)) return;
  const frames = [enter(start, seen, walk)];
  while (frames.length > 0) {
    const frame = frames[frames.length - 1]!;
    if (frame.next === frame.dependencies.length) {
      walk.visit(frame.node);
      seen.set(frame.node, 'done');
      frames.pop();
      continue;
    }
    const dependency = frame.dependencies[frame.next++]!;
    const state = seen.get(dependency);
    if (state === undefined) frames.push(enter(dependency, seen, walk));
    else if (state === 'open') walk.circular(frame.node, dependency);
  }
}

interface Frame<T> {
  readonly node: T;
  readonly dependencies: readonly T[];
  next: number;
}

function enter<T>(node: T, seen: Map<T, 'open' | 'done'>, walk: DependencyWalk<T>): Frame<T> {
  seen.set(node, 'open');
  return { node, dependencies: walk.dependencies(node), next: 0 };
}
