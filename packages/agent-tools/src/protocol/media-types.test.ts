import { expect, test } from 'vitest';
import { refuseMediaTypes } from '../index.js';

const both = 'application/json, text/event-stream';
const statusOf = (headers: Record<string, string | undefined>): number | undefined =>
  refuseMediaTypes((name) => headers[name])?.status;

/** Expected values by hand, from “Sending Messages” of Streamable HTTP (2025-11-25, 2026-07-28) and RFC 9110 (8.3, 8.4, 12.5.1). */
test.each<[string | undefined, string | undefined]>([
  ['application/json', both],
  ['application/json', undefined],
  ['application/json; charset=utf-8', both],
  ['Application/JSON;charset="UTF-8"', 'text/event-stream, application/json'],
  ['application/json', '*/*'],
  ['application/json', 'text/*;q=0.5, application/*'],
  ['application/json', 'text/html, */*;q=0.1'],
  ['application/json', 'application/json;q=0.9, text/event-stream;q=0.1'],
])('media types: accepts %s and responds to %s', (contentType, accept) => {
  expect(statusOf({ 'content-type': contentType, accept })).toBeUndefined();
});

test.each([
  undefined,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json-seq',
  'application/json; charset=iso-8859-1',
  'text/plain; application/json',
])('media types: rejects a message as %s with 415', (contentType) => {
  expect(statusOf({ 'content-type': contentType, accept: both })).toBe(415);
});

test('media types: rejects a compressed message with 415', () => {
  expect(statusOf({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).toBe(415);
  expect(statusOf({ 'content-type': 'application/json', 'content-encoding': 'identity' })).toBeUndefined();
});

test.each([
  'application/json',
  'text/event-stream',
  'text/html',
  '',
  'application/json, text/event-stream;q=0',
  '*/*, application/json;q=0',
])('media types: rejects Accept “%s” with 406', (accept) => {
  expect(statusOf({ 'content-type': 'application/json', accept })).toBe(406);
});
