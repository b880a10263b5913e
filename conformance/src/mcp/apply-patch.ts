/** A change of a JSON Patch (RFC 6902), of the kinds that errors advise. */
export type PatchStep =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly path: string };

/** Applies a patch to a copy of a document. Throws for a step whose place does not exist. */
export function applyPatch(document: unknown, patch: readonly PatchStep[]): unknown {
  const holder = { root: structuredClone(document) };
  for (const step of patch) {
    switch (step.op) {
      case 'add':
        put(holder, step.path, step.value);
        break;
      case 'replace':
        take(holder, step.path);
        put(holder, step.path, step.value);
        break;
      case 'remove':
        take(holder, step.path);
        break;
      case 'move':
        put(holder, step.path, take(holder, step.from));
    }
  }
  return holder.root;
}

interface Holder {
  root: unknown;
}

/** The object or the list that holds the last key of a pointer, and that key. */
function locate(
  holder: Holder,
  pointer: string,
): { parent: Record<string, unknown> | unknown[]; key: string } {
  if (pointer === '') return { parent: holder as unknown as Record<string, unknown>, key: 'root' };
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  let parent: unknown = holder.root;
  for (const key of keys.slice(0, -1)) parent = (parent as Record<string, unknown>)?.[key];
  if (typeof parent !== 'object' || parent === null) throw new Error(`nothing is at ${pointer}`);
  return { parent: parent as Record<string, unknown>, key: keys.at(-1) as string };
}

function take(holder: Holder, pointer: string): unknown {
  const { parent, key } = locate(holder, pointer);
  if (!Object.hasOwn(parent, key)) throw new Error(`nothing is at ${pointer}`);
  if (Array.isArray(parent)) return parent.splice(Number(key), 1)[0];
  const value = parent[key];
  delete parent[key];
  return value;
}

function put(holder: Holder, pointer: string, value: unknown): void {
  const { parent, key } = locate(holder, pointer);
  if (Array.isArray(parent)) parent.splice(key === '-' ? parent.length : Number(key), 0, value);
  else parent[key] = value;
}
