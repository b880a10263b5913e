import type { Diagnostic } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { WS_POLICY } from '@soapstone/soap-model/namespaces';
import { attribute, type XmlElement } from '../xml/element.js';
import { isTrue } from '../xml/keywords.js';
import { type Assertions, allOf, EMPTY, type NormalForm, oneOf, optionally } from './alternatives.js';
import { findPolicy, isPolicyElement, type PolicyTable } from './table.js';

const NONE: Assertions = { required: new Set(), possible: new Set(), normal: EMPTY };

interface Frame {
  readonly element: XmlElement;
  /** The elements that must be evaluated before this one. */
  readonly operands: readonly XmlElement[];
  readonly results: Assertions[];
}

/**
 * Evaluates a policy expression (https://www.w3.org/TR/ws-policy/#rPolicy_Expression): a Policy is the All of its children, one
 * alternative of an ExactlyOne holds, and an assertion may be optional and contain a nested policy. Names are kept as sets, and only
 * the first alternatives of the normal form, which has exponentially many. A policy is evaluated once, and a reference to a policy
 * under evaluation adds nothing, so cycles and diamonds are free.
 */
export function evaluate(
  start: XmlElement,
  table: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): Assertions {
  const { evaluated } = table;
  const stack: Frame[] = [];
  const enter = (element: XmlElement): Assertions | undefined => {
    const known = evaluated.get(element);
    if (known !== undefined) return known;
    evaluated.set(element, NONE);
    stack.push({ element, operands: operandsOf(element, table, report), results: [] });
    return undefined;
  };
  let last = enter(start) ?? NONE;
  while (stack.length > 0) {
    const frame = stack.at(-1) as Frame;
    const next = frame.operands[frame.results.length];
    if (next !== undefined) {
      const known = enter(next);
      if (known !== undefined) frame.results.push(known);
      continue;
    }
    stack.pop();
    last = combine(frame);
    evaluated.set(frame.element, last);
    stack.at(-1)?.results.push(last);
  }
  return last;
}

function operandsOf(
  element: XmlElement,
  table: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): readonly XmlElement[] {
  if (!isPolicyElement(element, 'PolicyReference')) return element.children;
  const policy = findPolicy(attribute(element, 'URI') ?? '', element, table, report);
  return policy === undefined ? [] : [policy];
}

function combine({ element, operands, results }: Frame): Assertions {
  if (isPolicyElement(element, 'ExactlyOne')) return exactlyOne(results);
  if (WS_POLICY.includes(element.name.namespace)) return all(results);
  const name = clarkName(element.name);
  const inside = all(results);
  const nested = allOf(
    results.flatMap(({ normal }, index) => {
      const operand = operands[index];
      return operand !== undefined && isPolicyElement(operand, 'Policy') ? [normal] : [];
    }),
  );
  const normal: NormalForm = {
    alternatives: nested.alternatives.map((alternative) => new Set([{ element, nested: alternative }])),
    incomplete: nested.incomplete,
  };
  const optional = isOptional(element);
  return {
    required: optional ? new Set() : new Set([name, ...inside.required]),
    possible: new Set([name, ...inside.possible]),
    normal: optional ? optionally(normal) : normal,
  };
}

function isOptional({ attributes }: XmlElement): boolean {
  return attributes.some(
    ({ name, value }) => name.localName === 'Optional' && WS_POLICY.includes(name.namespace) && isTrue(value),
  );
}

/** All of the operands. A single operand is returned itself. */
export function all(operands: readonly Assertions[]): Assertions {
  if (operands.length === 1 && operands[0] !== undefined) return operands[0];
  return {
    required: new Set(operands.flatMap((o) => [...o.required])),
    possible: new Set(operands.flatMap((o) => [...o.possible])),
    normal: allOf(operands.map((o) => o.normal)),
  };
}

function exactlyOne(alternatives: readonly Assertions[]): Assertions {
  const [first = NONE, ...others] = alternatives;
  return {
    required: new Set([...first.required].filter((name) => others.every((o) => o.required.has(name)))),
    possible: new Set(alternatives.flatMap((o) => [...o.possible])),
    normal: oneOf(alternatives.map((o) => o.normal)),
  };
}
