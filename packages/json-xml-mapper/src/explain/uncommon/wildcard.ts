import { clarkName } from '@soapstone/soap-model';
import type { EncodingRun } from '../../request/encoding-run.js';
import type { AnyNode, ElementMember } from '../../shape/shape.js';
import type { WildcardShape } from '../../shape/wildcard-shape.js';
import { admits, fullName, needsDeclaration } from '../../shape/wildcard-shape.js';
import type { EncoderCompiler, NodeEncoder } from '../compiler.js';
import { compileArrayMember } from '../content/array-member.js';
import { presentValue } from '../content/node-encoder.js';
import { type InputObject, isInputObject, memberOf } from '../json-input.js';
import { describeWildcard, LOOSEN, readAnyName } from '../keys/any-name.js';
import { encodeNamedElement, untypedContext } from './named-element.js';
import { readSingleEntry } from './single-entry.js';
import type { UntypedContext } from './untyped.js';

/** Compiles a wildcard (AN-1): an array of single-key objects. `members` are the declared elements of the scope (AN-5). */
export function compileAnyNode(
  node: AnyNode,
  members: readonly ElementMember[],
  compiler: EncoderCompiler,
): NodeEncoder {
  const { key, min, max, wildcard } = node;
  const encodeElement = compileWildcardElement(wildcard, members, compiler);
  const lookup = wildcard.processContents !== 'skip';
  return compileArrayMember({ key, min, max }, (entry, run, source) => {
    const single = readSingleEntry(entry, run);
    if (single === undefined) return;
    if (single.key === '$xml') {
      const encode = (key: string, value: unknown, fork: EncodingRun) =>
        encodeElement(key, value, fork, source);
      compiler.settings.rawXml().entry(single.value, { lookup, encode }, compiler, run);
      return;
    }
    run.enter(single.key);
    const name = fullName(wildcard, single.key);
    if (name === undefined) run.report('wildcard', `must be a name without its namespace, ${wildcard.short}`);
    else encodeElement(name, single.value, run, source);
    run.leave();
  });
}

/** Compiles how a wildcard handles one element: whether it is admitted and known, and how it is written (AN-1, AN-3). */
export function compileWildcardElement(
  wildcard: WildcardShape,
  members: readonly ElementMember[],
  compiler: EncoderCompiler,
): (key: string, value: unknown, run: EncodingRun, source?: InputObject) => void {
  const open = untypedContext(compiler, wildcard.processContents !== 'skip');
  const context: UntypedContext =
    wildcard.unknown === true && !compiler.encoded ? { ...open, plain: true } : open;
  const declared = new Map(members.map((member) => [clarkName(member.name), member]));
  return (key, value, run, source) => {
    const name = readAnyName(key);
    if (name === undefined) {
      run.report('wildcard', 'must be named like an element: {namespace}local or local');
      return;
    }
    const member = declared.get(clarkName(name));
    if (member !== undefined && !hasItsPlace(member, source)) {
      const { key: declaredKey } = member;
      run.report('wildcard', `must be given as ${declaredKey}: the element is declared here`, declaredKey);
      return;
    }
    if (!admits(wildcard, name.namespace)) {
      run.report('wildcard', `must be in ${describeWildcard(wildcard)}`);
      return;
    }
    // cvc-wildcard, cvc-assess-elt 1.1.1.3: an element that names its type needs no declaration.
    const needsOne = needsDeclaration(wildcard, name.namespace) && !namesItsType(value);
    if (needsOne && compiler.globalElement(name) === undefined) {
      run.report('wildcard', `must be an element that the schema declares${LOOSEN}`);
      return;
    }
    encodeNamedElement(name, value, context, run);
  };
}

function namesItsType(value: unknown): boolean {
  return isInputObject(value) && memberOf(value, '$type') !== undefined;
}

/** AN-5: whether the places of a member are full, so that further elements belong to the wildcard. */
function hasItsPlace(member: ElementMember, source: InputObject | undefined): boolean {
  if (source === undefined) return false;
  const given = presentValue(source, member.key, member);
  return member.array ? Array.isArray(given) && given.length >= member.max : given !== undefined;
}
