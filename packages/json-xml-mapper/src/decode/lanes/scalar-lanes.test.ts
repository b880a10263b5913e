import type { BuiltinTypeName } from '@soapstone/soap-model';
import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '../../platform.js';
import { DEFAULT_SIMPLE_LIMITS } from '../../scalar/default-limits.js';
import { compileSimple } from '../../scalar/simple-codec.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import { createRandom, pick } from '../../testing/random.js';
import { SchemaLiteral } from '../../testing/schema-literal.js';
import { shapeOf } from '../../testing/shapes.js';
import { JsonOutput } from '../output/json-output.js';
import { LANE_NONE, LANE_STRING } from './lane.js';
import { compileLane, scanLane } from './scalar-lanes.js';

const TYPES: readonly BuiltinTypeName[] = [
  'int',
  'short',
  'byte',
  'long',
  'integer',
  'unsignedInt',
  'unsignedByte',
  'unsignedLong',
  'nonNegativeInteger',
  'positiveInteger',
  'negativeInteger',
  'decimal',
  'double',
  'float',
  'boolean',
  'date',
  'dateTime',
  'token',
  'anyURI',
];
const PIECES = [
  '0',
  '1',
  '2',
  '9',
  '00',
  '12',
  '99',
  '127',
  '128',
  '2147483647',
  '9223372036854775807',
  '-',
  '+',
  '.',
  '.5',
  '.50',
  '.0',
  'e1',
  'E-7',
  'INF',
  'NaN',
  'true',
  'false',
  ' ',
  'a b',
  '"',
  '\\',
  'é',
  '2026',
  '-02',
  '-28',
  '-29',
  '-31',
  'T10:20:30',
  'Z',
  '+14:00',
  '-05:30',
  ':',
  '.123',
  '0.000001',
  '0.0000001',
  '123456789012345',
  '1234567',
];
const DATES = [
  '2026-02-28',
  '2024-02-29',
  '2026-02-29',
  '2026-04-30',
  '2026-04-31',
  '2026-12-31',
  '0000-01-01',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
];

/** A lane must accept only what the codec of the type accepts, and write what it would write: both ways must give the same value. */
test.each(['number', 'string'] as const)('lanes and codecs agree, numbers as %s', (numbers) => {
  let accepted = 0;
  // Collected, because 100,000 expectations take longer than what they judge.
  const wrong: string[] = [];
  for (const type of TYPES) {
    const schema = new SchemaLiteral();
    const shape = shapeOf(schema, schema.simple(undefined, type), { numbers }) as SimpleShape;
    const options = compileLane(shape, 'json');
    const codec = compileSimple(shape, DEFAULT_SIMPLE_LIMITS);
    if (options.lane === LANE_NONE || options.lane === LANE_STRING) continue;
    for (let seed = 1; seed <= 3000; seed++) {
      const random = createRandom(seed);
      const date = type.startsWith('date') && random(4) > 0 ? pick(random, DATES) : '';
      const text = date + Array.from({ length: random(4) }, () => pick(random, PIECES)).join('');
      if (text === '') continue;
      const source = encodeUtf8(`${text}<`);
      const out = new JsonOutput(16);
      if (!scanLane(options, out, source, 0, source.length - 1)) {
        if (out.length > 0) wrong.push(`${type} ${text}: rejected, and written`);
        continue;
      }
      accepted++;
      const [written, wanted] = [decodeUtf8(out.slice()), codec.parseToJson(text, () => undefined)];
      if (written !== wanted) wrong.push(`${type} ${text}: ${written} instead of ${wanted}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(accepted).toBeGreaterThan(3000);
});
