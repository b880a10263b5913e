import type { MapperLimits } from '../../api/options.js';
import type { RawXml, UncommonContent } from '../../explain/compiler.js';
import { filledContent } from '../../explain/designed/filled.js';
import type { SimpleLimits } from '../../scalar/simple-codec.js';
import type { MessageShape, OperationShape } from '../../shape/operation-shape.js';
import type { ObjectShape } from '../../shape/shape.js';
import { isFillOrigin, nameOf, type ParsedFill } from '../design-data.js';
import type { DesignProblem } from '../design-error.js';
import type { FillContext } from '../fill-shapes.js';
import type { FillBranch, FillTree } from '../fill-tree.js';
import type { ValueCheck } from '../filled-shape.js';
import { createValueCheck } from '../value-check.js';
import { memberLike } from './member-like.js';

/** The facts that the check of values needs. */
export interface DesignerSettings {
  readonly limits: MapperLimits & SimpleLimits;
  readonly uncommonContent: () => UncommonContent;
  readonly rawXml: () => RawXml;
}

/** Creates the check of the values that a design gives to members of a message. */
export function createCheck(
  operation: string,
  shape: OperationShape,
  encoded: boolean,
  { uncommonContent, rawXml, limits }: DesignerSettings,
): ValueCheck {
  return createValueCheck(shape, encoded, {
    soapVersion: '1.1',
    limits,
    allowUndeclaredHeaders: false,
    operationName: operation,
    direction: 'request',
    uncommonContent,
    filledContent: () => filledContent,
    rawXml,
  });
}

/** The lines of a message that contradict another one. */
export function* contradictionsOf({
  contradicting,
  replaced,
}: FillTree): Iterable<readonly [ParsedFill, DesignProblem]> {
  for (const { fill, other } of contradicting) {
    const what = other.origin.kind === 'omit' ? 'leaves out' : 'is about';
    const message = `contradicts ${nameOf(other.at)}, which ${isFillOrigin(other.origin) ? 'fills' : what} the whole member`;
    yield [fill, { at: fill.at, message }];
  }
  for (const line of replaced)
    if (line.operation !== '*')
      yield [line, { at: line.at, message: 'contradicts another line about the same member' }];
}

/** The members of a message as the branch of its root. */
export function branchOf(children: ReadonlyMap<string, FillBranch>): FillBranch {
  const parts = [...children].map(([key, child]) => `${JSON.stringify(key)}:${child.signature}`);
  const [first] = children.values();
  return { children, signature: `{${parts.join(',')}}`, first: (first as FillBranch).first };
}

/** Leaves members of a result out (DF-8). Returns the message itself if it has none of them. */
export function omitFromResult(
  output: MessageShape,
  branch: FillBranch,
  lines: readonly ParsedFill[],
  context: FillContext,
): MessageShape {
  const { record } = output;
  if (output.kind === 'value' && output.root.kind === 'object') {
    const [member] = output.root.members;
    for (const line of lines)
      if (line.keys[0] === member?.key)
        context.settle(line, `cannot omit ${line.keys.join('/')}: the whole result is one value`);
    return output;
  }
  const root = context.root(
    output.root,
    record === undefined ? branch : branchOf(new Map([[record.key, branch]])),
  );
  if (root === undefined) return output;
  const formOf = (form: MessageShape['root']): MessageShape => ({
    ...output,
    root: form,
    ...(record && { record: memberLike(record, form as ObjectShape) }),
  });
  return { ...formOf(root.shown), written: formOf(root.written) };
}

/** A problem with the name that was probably meant, if there is one. */
export function problemAt(
  at: readonly string[],
  message: string,
  nearest: string | undefined,
): DesignProblem {
  return nearest === undefined ? { at, message } : { at, message, nearest };
}
