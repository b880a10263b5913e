import { clarkName } from '@soapstone/soap-model';
import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { isMappingError } from '../../errors.js';
import { nearestName } from '../../explain/keys/nearest-name.js';
import { childrenOf } from '../../shape/fold-plan.js';
import type { MessageShape, OperationShape } from '../../shape/operation-shape.js';
import type { ContentNode, ElementMember, Shape } from '../../shape/shape.js';
import { hint, quote } from '../design-data.js';
import { DesignError, type DesignProblem } from '../design-error.js';
import type { ParsedPrefixes } from './parse-prefixes.js';

/** Gives the requests of operations the prefixes that a design wants (XO-7). */
export class PrefixDesigner {
  readonly #prefixes: ParsedPrefixes | undefined;
  /** The default namespace. */
  readonly #usual: string | undefined;
  readonly #problems: DesignProblem[] = [];
  /** The namespaces that the operations so far know. */
  readonly #known: Set<string> = new Set([SOAP11_ENVELOPE, SOAP12_ENVELOPE]);
  #collecting = false;

  constructor(prefixes: ParsedPrefixes | undefined) {
    this.#prefixes = prefixes;
    this.#usual = [...(prefixes?.byNamespace ?? [])].find(([, prefix]) => prefix === '')?.[0];
  }

  /** Throws `DesignError` if the request of the operation cannot have the default namespace. */
  design(operation: string, shape: OperationShape): OperationShape {
    if (this.#prefixes === undefined) return shape;
    for (const namespace of shape.namespaces()) this.#known.add(namespace);
    const { input } = shape;
    const problem =
      this.#usual === undefined ? undefined : defaultProblem(input.written ?? input, this.#usual);
    if (problem !== undefined) {
      const message = `cannot be the default namespace of ${operation}: ${problem}; give it a prefix`;
      const found = { at: ['prefixes', ''], message };
      if (!this.#collecting) throw new DesignError([found]);
      // One operation shows what is wrong.
      if (this.#problems.length === 0) this.#problems.push(found);
    }
    return { ...shape, prefixes: this.#prefixes };
  }

  /** Every problem, once all operations have been built. */
  check(shapes: { readonly names: readonly string[]; get(name: string): unknown }): readonly DesignProblem[] {
    if (this.#prefixes === undefined) return [];
    for (const name of shapes.names) {
      try {
        shapes.get(name);
      } catch (error) {
        if (!isMappingError(error)) throw error;
      }
    }
    const unknown = [...this.#prefixes.byNamespace].filter(([namespace]) => !this.#known.has(namespace));
    return [
      ...this.#problems,
      ...unknown.map(([namespace, prefix]) => {
        const nearest = nearestName(namespace, this.#known);
        const message = `no message has the namespace ${quote(namespace)}${hint(nearest)}`;
        return { at: ['prefixes', prefix], message, ...(nearest !== undefined && { nearest }) };
      }),
    ];
  }

  /** Runs the check of a design: problems are collected in the meantime. */
  collect<T>(work: () => T): T {
    this.#collecting = true;
    try {
      return work();
    } finally {
      this.#collecting = false;
    }
  }
}

type Part = Shape | ElementMember | ContentNode;

/**
 * Why a message cannot have a default namespace: it would reach names that are in none. Iterative, because a schema determines how deep
 * types nest.
 */
function defaultProblem({ encoded, headers, name, root }: MessageShape, usual: string): string | undefined {
  if (encoded) return 'it is rpc/encoded';
  if (name?.namespace === '') return `${name.localName} has no namespace`;
  const seen = new Set<Part>();
  const pending: Part[] = [root, ...(headers?.members ?? [])];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (seen.has(part)) continue;
    seen.add(part);
    const found = 'kind' in part ? partsOf(part, usual) : membersOf(part);
    if (typeof found === 'string') return found;
    pending.push(...found);
  }
  return undefined;
}

/** The Shapes of an element and of those that can take its place, or why it has no default namespace. */
function membersOf(member: ElementMember): readonly Part[] | string {
  const all = [member, ...(member.substitution?.members ?? [])];
  const unnamed = all.find(({ name }) => name.namespace === '');
  return unnamed === undefined ? all.map(({ shape }) => shape) : `${unnamed.name.localName} has no namespace`;
}

function partsOf(part: Shape | ContentNode, usual: string): readonly Part[] | string {
  switch (part.kind) {
    case 'element':
      return [part.member];
    case 'items':
      return [part.body.content];
    case 'sequence':
    case 'choice':
      return childrenOf(part);
    case 'any':
    case 'anyType':
    case 'soapArray':
      return 'it has elements of any name';
    case 'lifted':
      return part.inText === undefined ? [part.object] : [];
    case 'polymorphic':
      return [part.declared, ...part.variants.map(({ shape }) => shape)];
    case 'object': {
      const attribute = part.attributes.find((each) => each.name.namespace === usual);
      if (attribute !== undefined) return `the attribute ${clarkName(attribute.name)} needs a prefix`;
      return part.anyAttributes === undefined ? [part.content] : 'it has attributes of any name';
    }
    default:
      return [];
  }
}
