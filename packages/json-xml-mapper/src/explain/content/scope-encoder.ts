import { hasMinimum } from '../../shape/has-minimum.js';
import type { ContentNode, ElementMember, Scope } from '../../shape/shape.js';
import type { EncoderCompiler, MemberEncoder, NodeEncoder } from '../compiler.js';
import type { ContentEncoder } from '../content-encoder.js';
import { compileElementNode } from './element-node.js';
import { compileChoice, compileSequence } from './group-node.js';
import { compileItemsNode } from './items-node.js';
import { compileMember } from './member-encoder.js';
import type { ScopeContext } from './node-encoder.js';

/** Minimum numbers of values needed by later places, for members with several places (CM-8). */
type LaterMins = ReadonlyMap<ElementMember, number>;

/** Overrides for writing the elements of a scope. */
export type MemberCompiler = (member: ElementMember) => MemberEncoder;

/** Compiles the content of an object: `$content` if order matters, otherwise a plan over its keys. */
export function compileContent(
  scope: Scope,
  compiler: EncoderCompiler,
  memberCompiler: MemberCompiler = (member) => compileMember(member, compiler),
): ContentEncoder {
  const { settings } = compiler;
  if (scope.form !== 'plain') return settings.uncommonContent().compileOrderedContent(scope, compiler);
  if (scope.openOrder)
    return settings
      .uncommonContent()
      .compileOpenOrder(scope, compiler, (body) => compileContent(body, compiler));
  const members = new Map<ElementMember, MemberEncoder>();
  const context: ScopeContext = {
    memberEncoder(member) {
      const encoder = members.get(member) ?? memberCompiler(member);
      members.set(member, encoder);
      return encoder;
    },
    shared: sharedMembers(scope.content),
  };

  const compileNode = (node: ContentNode, later: LaterMins): NodeEncoder => {
    switch (node.kind) {
      case 'element':
        if (node.member.fill !== undefined)
          return settings.filledContent().compileFilledElement(node, context.memberEncoder);
        return compileElementNode(node, later.get(node.member) ?? 0, context);
      case 'any':
        return settings.uncommonContent().compileAnyNode(node, scope.members, compiler);
      case 'items':
        return hasMinimum(node)
          ? settings.uncommonContent().compileDividedItems(node, (body) => compileContent(body, compiler))
          : compileItemsNode(node, compileContent(node.body, compiler));
      case 'choice':
        return compileChoice(
          node.branches.map((branch) => compileNode(branch, later)),
          node.optional,
        );
      case 'sequence':
        return compileSequence(compileChildren(node.children, later), node.optional);
    }
  };

  /** Compiles children from the last to the first, so that each knows what the later ones need. */
  const compileChildren = (children: readonly ContentNode[], later: LaterMins): NodeEncoder[] => {
    const mins = new Map(later);
    return children
      .map((child) => child)
      .reverse()
      .map((child) => {
        const encoder = compileNode(child, mins);
        if (child.kind === 'element') mins.set(child.member, (mins.get(child.member) ?? 0) + child.min);
        return encoder;
      })
      .reverse();
  };

  const root = compileNode(scope.content, new Map());
  return {
    keys: root.keys,
    emptiable: root.emptiable,
    encode: (source, run) => root.encode(source, run, context.shared.size === 0 ? NO_CURSORS : new Map()),
  };
}

const NO_CURSORS = new Map<ElementMember, number>();

/** Members with two places on one path through the plan. Places in different branches of a choice never meet. */
function sharedMembers(content: ContentNode): ReadonlySet<ElementMember> {
  const shared = new Set<ElementMember>();
  const collect = (node: ContentNode): ReadonlySet<ElementMember> => {
    switch (node.kind) {
      case 'element':
        return new Set([node.member]);
      case 'any':
      case 'items':
        return new Set();
      case 'choice':
        return new Set(node.branches.flatMap((branch) => [...collect(branch)]));
      case 'sequence': {
        const seen = new Set<ElementMember>();
        for (const member of node.children.flatMap((child) => [...collect(child)])) {
          if (seen.has(member)) shared.add(member);
          seen.add(member);
        }
        return seen;
      }
    }
  };
  collect(content);
  return shared;
}
