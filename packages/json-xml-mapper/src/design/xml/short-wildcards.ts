import type { ShortLine } from '../shaping/shaping-line.js';
import { mapLeaves, missing, type PlaceChange, PlaceProblem, wildcardsOf } from './place-lines.js';

/** Gives wildcards that admit one namespace keys without it (AN-10). */
export const SHORT_WILDCARDS: PlaceChange<ShortLine> = {
  kind: 'short',
  cannot: 'cannot have short keys',
  linesOf: ({ short }) => short,
  change(object, key, line, { lines, message }) {
    const raw = lines[message].find(
      ({ kind, keys }) =>
        kind === 'raw' && keys.length > line.keys.length && line.keys.every((each, at) => keys[at] === each),
    );
    if (raw !== undefined) throw new PlaceProblem('raw names one of its elements; name the wildcard there');
    const found = wildcardsOf(object).find((node) => node.key === key);
    if (found === undefined && object.members.some((member) => member.key === key))
      throw new PlaceProblem(`${key} is an element; name the wildcard inside it, as in ${key}/$any`);
    if (found === undefined) throw missing(object, key);
    const { namespaces } = found.wildcard;
    const [short, ...others] = namespaces.kind === 'list' ? namespaces.list : [];
    if (short === undefined || others.length > 0) throw new PlaceProblem('it admits several namespaces');
    if (short === '')
      throw new PlaceProblem('its elements have no namespace: their keys are local names already');
    const content = mapLeaves(object.content, (node) =>
      node.kind === 'any' && node.key === key ? { ...node, wildcard: { ...node.wildcard, short } } : node,
    );
    return { ...object, content };
  },
};
