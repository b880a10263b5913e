import { expect, test } from 'vitest';
import { encodeUtf8 } from '../../platform.js';
import { defaultSettings, envelope } from '../../testing/decoding.js';
import { el, SchemaLiteral, sequence } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';
import { compileMessage } from '../compile/compile-message.js';
import { createPlanSources } from '../compile/compile-plan.js';
import { giveBackDecoding, takeDecoding } from './decoding-pool.js';
import { ResponseKind } from './response-kind.js';
import { run } from './run.js';

const schema = new SchemaLiteral();
const operation = operationReturning(schema, schema.complex('R', sequence(el('n', 'string'))));
const plans = createPlanSources(operation, defaultSettings);
const message = compileMessage(operation.output, [], operation, plans);
const kind = new ResponseKind(defaultSettings, message, plans, undefined);

function decode(xml: string) {
  const decoding = takeDecoding(kind);
  decoding.begin(kind, undefined, []);
  decoding.reader.append(encodeUtf8(xml));
  decoding.reader.finish();
  run(decoding);
  return decoding;
}

const text = (content: string, attributes = ''): string =>
  envelope(`<t:OpResponse${attributes}><t:n>${content}</t:n></t:OpResponse>`);

test('the most recently used decoding is taken first', () => {
  const first = decode(text('a'));
  const second = decode(text('b'));
  expect(second).not.toBe(first);
  giveBackDecoding(second);
  giveBackDecoding(first);
  expect(takeDecoding(kind)).toBe(first);
  expect(takeDecoding(kind)).toBe(second);
});

test.each([
  ['its text', text('x'.repeat(3_000_000))],
  ['text in pieces', text('x&#65;'.repeat(500_000))],
  ['an attribute that is rewritten', text('', ` a="${'&amp;'.repeat(1_500_000)}"`)],
  ['members', text(`</t:n>${'<t:n/><t:x/>'.repeat(300_000)}<t:n>`)],
])('memory that a large response needed is not kept: %s', (_, xml) => {
  const large = decode(xml);
  expect(large.capacity).toBeGreaterThan(1 << 21);
  giveBackDecoding(large);
  expect(takeDecoding(kind)).not.toBe(large);
});
