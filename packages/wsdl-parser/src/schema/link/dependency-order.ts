/** A graph to process so that each node comes after its dependencies. */
export interface DependencyWalk<T> {
  dependencies(node: T): readonly T[];
  /** `node` depends on `dependency`, which waits for `node`: the edge is ignored. */
  circular(node: T, dependency: T): void;
  visit(node: T): void;
}

/**
 * Visits `start` and its transitive dependencies, dependencies first, each node once across all calls that share `seen`. A work
 * list replaces the call stack, because an untrusted schema determines the length of the chains.
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
