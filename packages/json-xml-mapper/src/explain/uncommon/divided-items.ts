import { isDivided, looseBody } from '../../shape/divided-group.js';
import type { ContentNode, ItemsNode, Scope } from '../../shape/shape.js';
import { charge } from '../../work.js';
import type { NodeEncoder } from '../compiler.js';
import { compileItemsNode } from '../content/items-node.js';
import type { ContentEncoder } from '../content-encoder.js';
import { type InputObject, isInputObject, memberOf } from '../json-input.js';
import { type ContentAutomaton, type ContentElement, compileContentModel } from './content-automaton.js';

/**
 * Compiles a repeating group whose elements may be divided in several ways (CM-21). XML does not mark where a repetition ends, so any
 * division is right if the schema allows the elements of all entries together.
 */
export function compileDividedItems(
  node: ItemsNode,
  compileBody: (body: Scope) => ContentEncoder,
): NodeEncoder {
  const exact = compileItemsNode(node, compileBody(node.body));
  if (!isDivided(node)) return exact;
  const loose = compileItemsNode(
    { ...node, min: Math.min(node.min, 1), max: Number.POSITIVE_INFINITY },
    compileBody(looseBody(node)),
  );
  let model: ContentAutomaton | undefined;
  const fits = (elements: readonly ContentElement[]): boolean => {
    model ??= compileContentModel({ kind: 'sequence', optional: false, unordered: false, children: [node] });
    let position = model.start;
    for (const element of elements) {
      const step = model.step(position, element);
      if (step === undefined) return false;
      position = step.position;
    }
    return model.accepts(position);
  };
  return {
    ...exact,
    encode(source, run, cursors) {
      const elements: ContentElement[] = [];
      const isKnown = collectEntries(node, source, elements);
      charge(elements.length);
      (isKnown && fits(elements) ? loose : exact).encode(source, run, cursors);
    },
  };
}

/** Collects the elements of the entries as they are written. @returns false if an entry has another form, which is reported elsewhere */
function collectEntries(node: ItemsNode, source: InputObject, into: ContentElement[]): boolean {
  const entries = memberOf(source, node.key);
  if (entries === undefined) return node.min === 0;
  if (!Array.isArray(entries)) return false;
  return entries.every((entry) => isInputObject(entry) && collect(node.body.content, entry, into));
}

function collect(node: ContentNode, source: InputObject, into: ContentElement[]): boolean {
  switch (node.kind) {
    case 'element': {
      const { member } = node;
      const value = memberOf(source, member.key);
      const values = member.array ? value : value === undefined || value === null ? [] : [value];
      if (values === undefined || values === null) return node.min === 0 || member.conditional;
      if (!Array.isArray(values)) return false;
      for (const _ of values) into.push({ member, name: member.name });
      return true;
    }
    case 'items':
      return collectEntries(node, source, into);
    case 'any':
      return false;
    case 'sequence':
      return node.children.every((child) => collect(child, source, into));
    case 'choice':
      return node.branches.every((branch) => collect(branch, source, into));
  }
}
