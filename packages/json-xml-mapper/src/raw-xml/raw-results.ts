import type { DecodeOptions, ExchangeInfo } from '../api/operation.js';
import type { MapperOptions } from '../api/options.js';
import type { Reading } from '../decode/document/reading.js';
import type { OperationShape } from '../shape/operation-shape.js';
import { createRawReading } from './raw-decoding.js';
import { readRawPaths } from './raw-paths.js';

/**
 * Creates the way to read messages of an operation whose elements at some paths come back as `$xml` (XM-7). Throws `OptionError` for a path
 * that leads to no element.
 *
 * @param what the method, for the error
 */
export function rawReading(
  what: string,
  raw: NonNullable<DecodeOptions['raw']>,
  { info, shape }: { readonly info: ExchangeInfo; readonly shape: OperationShape },
  { unknown }: Pick<MapperOptions, 'unknown'>,
  direction: 'input' | 'output' = 'output',
): Reading {
  const designed = shape[direction];
  const message = designed?.finished?.read ?? designed;
  const isRecord = direction === 'output' && info.resultUnwrap === 'record';
  const root = (isRecord ? message?.record?.shape : undefined) ?? message?.root;
  return createRawReading(
    readRawPaths(what, [...(designed?.finished?.paths ?? []), ...raw], message, {
      root,
      keepsUnknown: unknown === 'keep',
    }),
  );
}
