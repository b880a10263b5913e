import type { ModelGroupDeclaration, ParticleDeclaration } from '../read/declarations.js';

/** Processes a content model from its leaves upwards, in document order, with a work list instead of recursion. */
export function foldParticle<R>(
  root: ParticleDeclaration,
  term: (particle: Exclude<ParticleDeclaration, ModelGroupDeclaration>) => R,
  group: (particle: ModelGroupDeclaration, children: readonly R[]) => R,
): R {
  if (!isModelGroup(root)) return term(root);
  const frames: { group: ModelGroupDeclaration; next: number; results: R[] }[] = [
    { group: root, next: 0, results: [] },
  ];
  for (;;) {
    const frame = frames[frames.length - 1]!;
    const child = frame.group.particles[frame.next++];
    if (child === undefined) {
      const result = group(frame.group, frame.results);
      frames.pop();
      const parent = frames[frames.length - 1];
      if (parent === undefined) return result;
      parent.results.push(result);
    } else if (isModelGroup(child)) {
      frames.push({ group: child, next: 0, results: [] });
    } else {
      frame.results.push(term(child));
    }
  }
}

function isModelGroup(particle: ParticleDeclaration): particle is ModelGroupDeclaration {
  return particle.kind === 'sequence' || particle.kind === 'choice' || particle.kind === 'all';
}
