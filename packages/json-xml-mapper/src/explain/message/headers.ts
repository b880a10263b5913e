import type { ExpandedName } from '@soapstone/soap-model';
import type { EncodeOptions } from '../../api/operation.js';
import type { JsonObject } from '../../api/values.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import type { EnvelopeFrame } from '../../request/envelope.js';
import type { PrefixTable } from '../../request/prefixes.js';
import { describeValue } from '../../scalar/describe.js';
import type { MessageShape } from '../../shape/operation-shape.js';
import type { Use } from '../../shape/shape.js';
import type { EncoderCompiler } from '../compiler.js';
import { compileContent } from '../content/scope-encoder.js';
import type { ContentEncoder } from '../content-encoder.js';
import { type InputObject, isInputObject, memberOf } from '../json-input.js';
import { readAnyName } from '../keys/any-name.js';
import { nearestName } from '../keys/nearest-name.js';
import { joinFinishedBlocks } from './finished-blocks.js';
import { compileRootElement } from './root-element.js';

/** Writes the header blocks of a message: `$headers` of the input, those of the options, and stored ones (HD-2, HD-3). */
export interface HeaderEncoder {
  /** @returns the blocks */
  encode(input: InputObject, options: EncodeOptions, run: EncodingRun): string;
}

/** A compiler for each use of a block, independent of the use of the Body. */
export type Compilers = Readonly<Record<Use, EncoderCompiler>>;

/** Compiles the declared header blocks; each declares its own namespaces (XO-2), and its encoding (EN-9). */
export function compileHeaders(
  { headers }: MessageShape,
  { literal, encoded }: Compilers,
  table: PrefixTable,
  frame: EnvelopeFrame,
): HeaderEncoder {
  const content: ContentEncoder | undefined =
    headers &&
    compileContent(headers, literal, (member) =>
      headers.encodedBlocks.has(member.key)
        ? compileRootElement(member, encoded, table, frame.encodingStyle)
        : compileRootElement(member, literal, table),
    );
  const keys = content?.keys ?? [];
  const isDeclared = new Set(keys);
  const nillable = new Set(headers?.members.filter((block) => block.nillable).map(({ key }) => key));
  const { allowUndeclaredHeaders: allowUndeclared, uncommonContent } = literal.settings;
  const filled = headers?.members.filter(({ fill }) => fill !== undefined && fill.kind !== 'implied') ?? [];
  /** DF-2: the blocks that a design fills are in no other source, under any name. */
  const isFilled =
    filled.length === 0 ? undefined : literal.settings.filledContent().compileFilledBlocks(filled);

  const refuse = (key: string, run: EncodingRun): void => {
    const nearest = nearestName(key, keys);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    run.reportAt(key, 'header', `is not a header block of this operation${hint}`, nearest);
  };

  const encodeUndeclared = (blocks: InputObject, run: EncodingRun): void => {
    for (const key of Object.keys(blocks)) {
      if (isDeclared.has(key)) continue;
      run.enter(key);
      const name = readAnyName(key);
      if (name === undefined || name.namespace === '') {
        run.report('header', 'must be named {namespace}local: header blocks are in a namespace');
      } else {
        uncommonContent().encodeUndeclaredBlock(name, blocks[key], literal, run);
      }
      run.leave();
    }
  };

  return {
    encode(input, options, run) {
      const given = memberOf(input, '$headers');
      const stored = options.storedHeaders ?? {};
      const finished = options.extraHeaders ?? [];
      if (given === undefined && content === undefined && isEmpty(options.headers) && isEmpty(stored))
        return finished.join('');
      run.enter('$headers');
      // Stored blocks are the owner's decision (HD-4).
      const isAllowed = (key: string): boolean =>
        isFilled?.(key) !== true && (allowUndeclared || isDeclared.has(key) || Object.hasOwn(stored, key));
      const { blocks, refused } = mergeBlocks(
        {
          given,
          stored,
          options,
          nillable,
          declared: isDeclared,
          isAllowed,
        },
        run,
      );
      content?.encode(blocks, run);
      encodeUndeclared(blocks, run);
      const text = run.xml.take();
      for (const key of refused) refuse(key, run);
      run.leave();
      const names =
        finished.length === 0 ? [] : [...namesOf(blocks, headers), ...filled.map(({ name }) => name)];
      return text + joinFinishedBlocks(finished, names);
    },
  };
}

/** The names of the blocks that are written. */
function namesOf(blocks: InputObject, declared: MessageShape['headers']): readonly ExpandedName[] {
  return Object.keys(blocks).flatMap((key): readonly ExpandedName[] => {
    const name = declared?.members.find((block) => block.key === key)?.name ?? readAnyName(key);
    return name === undefined ? [] : [name];
  });
}

/** Per block: the body wins over the HTTP header, which wins over the stored block, unless that is locked (HD-3). */
function mergeBlocks(
  {
    given,
    stored,
    options,
    nillable,
    declared,
    isAllowed,
  }: {
    given: unknown;
    stored: JsonObject;
    options: EncodeOptions;
    nillable: ReadonlySet<string>;
    declared: ReadonlySet<string>;
    isAllowed(key: string): boolean;
  },
  run: EncodingRun,
): { readonly blocks: Record<string, unknown>; readonly refused: ReadonlySet<string> } {
  const blocks: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const refused = new Set<string>();
  for (const key of Object.keys(stored)) if (isAllowed(key)) blocks[key] = stored[key];
  if (given !== undefined && given !== null && !isInputObject(given)) {
    run.report('type', `must be an object, got ${describeValue(given, run.secret)}`, 'object');
  }
  for (const source of [options.headers, given]) {
    if (!isInputObject(source)) continue;
    const take = (key: string): void => {
      if (source[key] === undefined) return;
      // As in the Body, null is nil if the declaration allows it, otherwise absent (NL-2).
      if (source[key] === null && !nillable.has(key) && isAllowed(key)) return;
      if (options.lockedHeaders?.includes(key)) {
        run.reportAt(key, 'header', 'must not be given: the owner of the service has fixed this block');
      } else if (isAllowed(key)) {
        blocks[key] = source[key];
      } else {
        refused.add(key);
      }
    };
    for (const key of declared) if (Object.hasOwn(source, key)) take(key);
    for (const key of Object.keys(source)) {
      if (!declared.has(key)) take(key);
      // Only these are listed in messages.
      if (refused.size > run.limits.errors) break;
    }
  }
  return { blocks, refused };
}

function isEmpty(blocks: JsonObject | undefined): boolean {
  return blocks === undefined || Object.keys(blocks).length === 0;
}
