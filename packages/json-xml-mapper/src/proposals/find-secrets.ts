import { escapeKey } from '../design/parse-design.js';
import type { OperationShapes } from '../operation/operation-shapes.js';
import type { Shape } from '../shape/shape.js';
import type { CheckProposal } from './check-proposal.js';
import { inputOf } from './list-inputs.js';
import { isPrintable, isSingle, nameOfSecret, objectOf, secretsIn } from './member-names.js';

/** The members that are looked at, in all operations together. */
const MOST_MEMBERS = 50_000;
const MOST_KEYS = 8;
const MOST_SECRETS = 500;

interface Place {
  readonly shape: Shape;
  readonly keys: readonly string[];
}

/**
 * Finds the members of inputs, SOAP header blocks included, that look like credentials by their names, and that a design can fill. A path
 * that several operations have is found once, for all of them.
 *
 * @returns names for their secrets, by the paths of the members
 */
export function findSecrets(shapes: OperationShapes, check: CheckProposal): Map<string, string> {
  const secrets = lookForSecrets(shapes);
  const fill = Object.create(null) as Record<string, { readonly secret: string }>;
  for (const [path, secret] of secrets) fill[path] = { secret };
  for (const { at } of check({ fill })) secrets.delete(at[1] ?? '');
  return secrets;
}

function lookForSecrets(shapes: OperationShapes): Map<string, string> {
  const operationsOf = new Map<string, string[]>();
  const secretOf = new Map<string, string>();
  let left = MOST_MEMBERS;
  for (const operation of shapes.names) {
    const seen = new Set<Shape>();
    const input = inputOf(shapes, operation);
    const pending: Place[] = input === undefined ? [] : [{ shape: input.root, keys: [] }];
    if (input?.headers !== undefined) pending.push({ shape: input.headers, keys: ['$headers'] });
    for (let place = pending.pop(); place !== undefined && left > 0; place = pending.pop()) {
      const { keys } = place;
      const object = objectOf(place.shape);
      if (object === undefined || object.form !== 'plain' || seen.has(object)) continue;
      seen.add(object);
      left -= object.members.length + object.attributes.length;
      for (const key of secretsIn(object)) {
        const path = [...keys, key];
        const text = path.map(escapeKey).join('/');
        if (!isPrintable(text)) continue;
        operationsOf.set(text, [...(operationsOf.get(text) ?? []), operation]);
        secretOf.set(text, nameOfSecret(path));
      }
      if (keys.length < MOST_KEYS)
        for (const { key, shape } of object.members.filter(isSingle))
          pending.push({ shape, keys: [...keys, key] });
    }
  }
  const found = new Map<string, string>();
  for (const [path, operations] of operationsOf) {
    if (found.size >= MOST_SECRETS) break;
    const [only = '*'] = operations;
    const operation = operations.length > 1 ? '*' : escapeKey(only);
    if (isPrintable(operation)) found.set(`${operation}/${path}`, secretOf.get(path) ?? 'secret');
  }
  return found;
}
