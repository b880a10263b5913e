import { describe, expect, test } from 'vitest';
import { allowsOrigin, readOrigin } from './cors-origins.js';

describe('allowed origins: entries', () => {
  test.each([
    ['https://app.example.com', 'https://app.example.com'],
    [' HTTPS://App.Example.com:443/ ', 'https://app.example.com'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://*.example.com', 'https://*.example.com'],
    ['https://*.Example.com:8443', 'https://*.example.com:8443'],
  ])('%s is stored as %s', (entry, origin) => {
    expect(readOrigin(entry)).toEqual({ origin });
  });

  test.each([
    ['*', /must begin with https/],
    ['app.example.com', /must begin with https/],
    ['ftp://example.com', /must begin with https/],
    ['null', /must begin with https/],
    ['', /must begin with https/],
    ['https://', /must be an origin/],
    ['https://app.example.com/path', /without a path: https:\/\/app\.example\.com$/],
    ['https://user@app.example.com', /without a path/],
    ['https://*.com', /needs a domain/],
    ['https://*.127.0.0.1', /needs a domain/],
    ['https://app.*.example.com', /one wildcard/],
    ['https://*.*.example.com', /one wildcard/],
  ])('%j is rejected', (entry, problem) => {
    expect(readOrigin(entry)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

describe('allowed origins: matching', () => {
  test.each([
    ['https://app.example.com', 'https://app.example.com', true],
    ['https://app.example.com', 'http://app.example.com', false],
    ['https://app.example.com', 'https://app.example.com:8443', false],
    ['https://app.example.com', 'https://app.example.com.evil.example', false],
    ['https://*.example.com', 'https://app.example.com', true],
    ['https://*.example.com', 'https://a.b.example.com', true],
    ['https://*.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://.example.com', false],
    ['https://*.example.com', 'https://evilexample.com', false],
    ['https://*.example.com', 'https://evil.example/.example.com', false],
    ['https://*.example.com', 'https://app.example.com:8443', false],
    ['https://*.example.com:8443', 'https://app.example.com:8443', true],
    ['https://*.example.com', 'null', false],
  ])('%s and the origin %s: %s', (entry, origin, allowed) => {
    expect(allowsOrigin([entry], origin)).toBe(allowed);
  });
});
