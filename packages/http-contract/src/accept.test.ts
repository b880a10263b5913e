import { describe, expect, test } from 'vitest';
import { acceptedFile, asksForEnvelope } from './accept.js';
import { readAcceptedNumbers } from './index.js';

/** Expected values worked out by hand from RFC 9110 (12.4.2, 12.5.1, 5.6.6) and OData JSON Format 4.01 (3.2). */
describe('readAcceptedNumbers', () => {
  test.each([
    'application/json;IEEE754Compatible=true',
    'application/json; ieee754compatible=TRUE',
    'APPLICATION/JSON ; IEEE754Compatible="true"',
    'application/json;odata.metadata=minimal;IEEE754Compatible=true;charset=utf-8',
    'application/json;IEEE754Compatible=true;q=0.5',
    'application/json;IEEE754Compatible=true, application/json, text/plain, */*',
    'text/html, application/json;IEEE754Compatible=true;q=0.9, */*;q=0.1',
    'application/json;q=0.5, application/json;IEEE754Compatible=true',
    'application/json;IEEE754Compatible=maybe, application/json;IEEE754Compatible=true',
    'application/*;IEEE754Compatible=true',
    'text/plain;note="a, b; \\" c", application/json;IEEE754Compatible=true',
  ])('%s selects strings', (accept) => {
    expect(readAcceptedNumbers(accept)).toBe('string');
  });

  test.each([
    undefined,
    '',
    '*/*',
    'text/html',
    'application/json',
    'application/json;IEEE754Compatible=false',
    'application/json;IEEE754Compatible=true;q=0',
    'application/json;IEEE754Compatible=true;q=0.1, application/json',
    'application/json;IEEE754Compatible=true;q=0.2, */*;q=0.8',
    'application/json;IEEE754Compatible=maybe, */*;q=0.1',
    'application/json;IEEE754Compatible=1, application/json',
    'text/plain;IEEE754Compatible=true',
    'text/plain;IEEE754Compatible=maybe',
    'text/plain;note="application/json;IEEE754Compatible=true"',
  ])('%s leaves the choice to the service', (accept) => {
    expect(readAcceptedNumbers(accept)).toBe('any');
  });

  test.each([
    'application/json;IEEE754Compatible=1',
    'application/json;IEEE754Compatible=',
    'application/json;IEEE754Compatible=yes, text/html',
    'application/json;IEEE754Compatible="true',
  ])('%s accepts no form', (accept) => {
    expect(readAcceptedNumbers(accept)).toBe('none');
  });

  test('reads a long header in one pass', () => {
    const accept = `${'application/json;IEEE754Compatible="'.repeat(400)},`;
    expect(readAcceptedNumbers(accept)).toBe('none');
  });
});

/** Worked out by hand from RFC 9110, section 12.5.1, and PG-9. */
describe('asksForEnvelope', () => {
  test.each([
    [undefined, false],
    ['application/json', false],
    ['application/json;envelope=true', true],
    ['text/html, Application/JSON ; IEEE754Compatible=true; Envelope = TRUE', true],
    ['application/json;envelope=false', false],
    ['application/json;envelope=true;q=0', false],
    ['*/*;envelope=true', false],
    ['application/x-ndjson;envelope=true', false],
    ['application/json;x=";envelope=true"', false],
  ])('%s: %s', (accept, isAsked) => {
    expect(asksForEnvelope(accept)).toBe(isAsked);
  });
});

describe('acceptedFile', () => {
  test.each<[string | undefined, readonly string[], 'bytes' | 'typed' | undefined]>([
    [undefined, ['image/png'], undefined],
    ['*/*', ['image/png'], undefined],
    ['text/html, */*;q=0.8', ['image/png'], undefined],
    ['application/json', ['image/png'], undefined],
    ['image/png', [], undefined],
    ['image/png', ['image/jpeg'], undefined],
    ['image/png', ['image/png'], 'typed'],
    ['IMAGE/PNG;q=0.2', ['image/png'], 'typed'],
    ['image/png;q=0', ['image/png'], undefined],
    ['image/*', ['image/png'], 'typed'],
    ['image/webp', ['image/*'], 'typed'],
    ['application/*', ['application/pdf'], 'typed'],
    ['image/png, application/json', ['image/png'], 'typed'],
    ['image/png;q=0.5, application/json', ['image/png'], undefined],
    ['application/octet-stream', ['image/png'], 'bytes'],
    ['application/octet-stream, image/png', ['image/png'], 'typed'],
    ['application/octet-stream, image/png;q=0.9', ['image/png'], 'bytes'],
    ['application/octet-stream;q=0.5, application/json', [], undefined],
  ])('%s, of %j', (accept, declared, file) => {
    expect(acceptedFile(accept, declared)).toBe(file);
  });
});
