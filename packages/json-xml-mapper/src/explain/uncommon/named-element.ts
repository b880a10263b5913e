import type { ExpandedName } from '@soapstone/soap-model';
import type { EncodingRun } from '../../request/encoding-run.js';
import { Tags } from '../../request/tags.js';
import { type EncoderCompiler, NO_EXTRA_KEYS } from '../compiler.js';
import { isRawValue } from '../json-input.js';
import { qualify } from './typed-value.js';
import { encodeUntyped, type UntypedContext } from './untyped.js';

/**
 * Writes an element that the input names (AN-1): by its declaration if the schema has one, otherwise untyped. Names come from
 * `readAnyName`, so they are valid.
 */
export function encodeNamedElement(
  name: ExpandedName,
  value: unknown,
  context: UntypedContext,
  run: EncodingRun,
): void {
  if (isRawValue(value)) {
    const encode = (_key: string, json: unknown, fork: EncodingRun) =>
      encodeNamedElement(name, json, context, fork);
    const { compiler, lookup } = context;
    compiler.settings.rawXml().named(name, value, { lookup, encode }, compiler, run);
    return;
  }
  const known = context.lookup ? context.compiler.globalElement(name) : undefined;
  const mark = run.xml.scope();
  const tag = qualify(name, run);
  for (const namespace of known?.namespaces ?? []) run.prefixes.use(namespace);
  const tags = new Tags(tag, run.prefixes.declarations(mark));
  if (known === undefined) encodeUntyped(tags, value, context, run, NO_EXTRA_KEYS);
  else known.content.encodeAs(tags, value, run, NO_EXTRA_KEYS);
  run.prefixes.close(mark);
}

/** The context of content below a wildcard or in anyType. `lookup`: declarations of the schema count (AN-1). */
export function untypedContext(compiler: EncoderCompiler, lookup: boolean): UntypedContext {
  return { compiler, lookup, encodeNamedElement };
}
