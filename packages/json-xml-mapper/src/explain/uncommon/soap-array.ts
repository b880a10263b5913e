import type { EncodingRun } from '../../request/encoding-run.js';
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
    encode(start, end, value, run, extraKeys) {
      compiled ??= compiler.valueEncoder(shape.item);
      return compiled.encode(start, end, value, run, extraKeys);
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
  const printType = arrayTypePrinter(typeName, rest, compiler);
  const [itemStart, itemEnd] = [`<${itemName}`, `</${itemName}>`];

  const encodeItem = (value: unknown, run: EncodingRun): string => {
    if (value !== null) return item.encode(itemStart, itemEnd, value, run, NO_EXTRA_KEYS);
    run.countNode();
    return `${itemStart} xsi:nil="true"/>`;
  };

  return {
    encode(start, end, value, run) {
      if (!Array.isArray(value)) {
        run.report('type', `must be an array, got ${describeValue(value, run.secret)}`, 'array');
        return '';
      }
      run.beginElement();
      const sizes = sizesOf(value, rank);
      const items = encodeRows(value, sizes, 0, encodeItem, run);
      run.endElement();
      const opening = compiler.encoded ? `${start} xsi:type="soapenc:Array" ${printType(sizes)}` : start;
      return items === '' ? `${opening}/>` : `${opening}>${items}${end}`;
    },
  };
}

/** `soapenc:arrayType="xsd:string[2]"`, or its SOAP 1.2 form. */
function arrayTypePrinter(
  typeName: string,
  inner: readonly number[],
  compiler: EncoderCompiler,
): (sizes: readonly number[]) => string {
  if (compiler.settings.soapVersion === '1.2') {
    const itemType = inner.length === 0 ? typeName : 'soapenc:Array';
    return (sizes) => `soapenc:itemType="${itemType}" soapenc:arraySize="${sizes.join(' ')}"`;
  }
  const brackets = inner.map((rank) => `[${','.repeat(rank - 1)}]`).join('');
  return (sizes) => `soapenc:arrayType="${typeName}${brackets}[${sizes.join(',')}]"`;
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
  encodeItem: (value: unknown, run: EncodingRun) => string,
  run: EncodingRun,
): string {
  return run.eachItem(value, 0, value.length, (entry) => {
    if (dimension === sizes.length - 1) return encodeItem(entry, run);
    const size = sizes[dimension + 1] ?? 0;
    if (Array.isArray(entry) && entry.length === size) {
      return encodeRows(entry, sizes, dimension + 1, encodeItem, run);
    }
    run.report('array', `must be an array of ${size} items, like the other rows`, size);
    return '';
  });
}
