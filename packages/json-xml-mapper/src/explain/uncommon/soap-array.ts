import type { EncodingRun } from '../../request/encoding-run.js';
import { attributeMarkup, Tags } from '../../request/tags.js';
import { describeValue } from '../../scalar/describe.js';
import type { SoapArrayShape } from '../../shape/shape.js';
import { type EncoderCompiler, NO_EXTRA_KEYS, type ValueEncoder } from '../compiler.js';

/**
 * Compiles a SOAP-encoded array (EN-2). `T[,]` is nested JSON arrays whose items are written row by row; `T[][]` is an array of
 * arrays.
 */
export function compileSoapArray(shape: SoapArrayShape, compiler: EncoderCompiler): ValueEncoder {
  // Compiled when the first item is written, because an array may contain itself, or arrays of arrays.
  let compiled: ValueEncoder | undefined;
  const item: ValueEncoder = {
    encode(tags, value, run, extraKeys) {
      compiled ??= compiler.valueEncoder(shape.item);
      compiled.encode(tags, value, run, extraKeys);
    },
  };
  const itemName = shape.itemName === undefined ? 'item' : compiler.elementName(shape.itemName);
  // In a literal message only the schema determines the items (R2113 of the Basic Profile).
  const typeName = compiler.encoded ? compiler.qualifiedName(shape.itemType) : '';
  return compileLevel(shape.dimensions, item, itemName, typeName, compiler);
}

/** Compiles the outermost of `dimensions`; its items have the others. */
function compileLevel(
  dimensions: readonly number[],
  innermost: ValueEncoder,
  itemName: string,
  typeName: string,
  compiler: EncoderCompiler,
): ValueEncoder {
  const [rank = 1, ...rest] = dimensions;
  const item = rest.length === 0 ? innermost : compileLevel(rest, innermost, 'item', typeName, compiler);
  const printType = compiler.encoded ? arrayTypePrinter(typeName, rest, compiler) : () => '';
  const itemTags = new Tags(itemName);

  const encodeItem = (value: unknown, run: EncodingRun): void => {
    if (value === null) run.xml.nil(itemTags);
    else item.encode(itemTags, value, run, NO_EXTRA_KEYS);
  };

  return {
    encode(tags, value, run) {
      if (!Array.isArray(value)) {
        run.report('type', `must be an array, got ${describeValue(value, run.secret)}`, 'array');
        return;
      }
      const mark = run.xml.open(tags);
      const sizes = sizesOf(value, rank);
      run.xml.attributes(printType(sizes));
      encodeRows(value, sizes, 0, encodeItem, run);
      run.xml.close(tags, mark, true);
    },
  };
}

/** Prints the type of an array, and `soapenc:arrayType` of its items or the SOAP 1.2 form of it. */
function arrayTypePrinter(
  typeName: string,
  inner: readonly number[],
  compiler: EncoderCompiler,
): (sizes: readonly number[]) => string {
  const type = attributeMarkup('xsi:type', 'soapenc:Array');
  if (compiler.settings.soapVersion === '1.2') {
    const itemType = attributeMarkup('soapenc:itemType', inner.length === 0 ? typeName : 'soapenc:Array');
    return (sizes) => type + itemType + attributeMarkup('soapenc:arraySize', sizes.join(' '));
  }
  const brackets = inner.map((rank) => `[${','.repeat(rank - 1)}]`).join('');
  return (sizes) => type + attributeMarkup('soapenc:arrayType', `${typeName}${brackets}[${sizes.join(',')}]`);
}

/** The size of each dimension, by its first row. */
function sizesOf(value: readonly unknown[], rank: number): number[] {
  const sizes: number[] = [];
  let level: unknown = value;
  for (let dimension = 0; dimension < rank; dimension++) {
    const row: readonly unknown[] = Array.isArray(level) ? level : [];
    sizes.push(row.length);
    level = row[0];
  }
  return sizes;
}

/** Row-major; every row must be as long as the first one of its dimension. */
function encodeRows(
  value: readonly unknown[],
  sizes: readonly number[],
  dimension: number,
  encodeItem: (value: unknown, run: EncodingRun) => void,
  run: EncodingRun,
): void {
  run.eachItem(value, 0, value.length, (entry) => {
    if (dimension === sizes.length - 1) {
      encodeItem(entry, run);
      return;
    }
    const size = sizes[dimension + 1] ?? 0;
    if (Array.isArray(entry) && entry.length === size)
      encodeRows(entry, sizes, dimension + 1, encodeItem, run);
    else run.report('array', `must be an array of ${size} items, like the other rows`, size);
  });
}
