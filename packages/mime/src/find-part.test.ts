import { describe, expect, test } from 'vitest';
import { findPart } from './find-part.js';
import type { MimePart } from './mime-part.js';

describe('findPart', () => {
  const part = (contentId: string): MimePart => ({ contentId, contentType: 'a/b', data: Buffer.alloc(0) });
  const parts = [part('plain@x'), part('a b'), part('100%25'), part('')];
  test.each<[string, string | undefined]>([
    ['cid:plain@x', 'plain@x'],
    ['CID:plain@x', 'plain@x'],
    ['cid:plain%40x', 'plain@x'],
    ['cid:a%20b', 'a b'],
    ['cid:100%2525', '100%25'],
    ['cid:100%25', '100%25'],
    ['cid:%', undefined],
    ['cid:', undefined],
    ['cid:Plain@x', undefined],
    ['cid:missing', undefined],
    ['', undefined],
    ['plain@x', undefined],
    ['#plain@x', undefined],
    [' cid:plain@x', undefined],
    ['file:///etc/passwd', undefined],
    ['file:plain@x', undefined],
    ['http://127.0.0.1/plain@x', undefined],
    ['https://169.254.169.254/latest/meta-data/', undefined],
    ['ftp://127.0.0.1/x', undefined],
    ['data:text/plain,x', undefined],
    ['jar:file:///x!/y', undefined],
    ['mid:plain@x', undefined],
    ['//plain@x', undefined],
    ['javascript:1', undefined],
    ['cid://plain@x', undefined],
  ])('%j refers to the part %j', (href, expected) => {
    expect(findPart(parts, href)?.contentId).toBe(expected);
  });
});
