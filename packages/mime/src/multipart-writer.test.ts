import { describe, expect, test } from 'vitest';
import type { MimePart } from './mime-part.js';
import { createMultipartMessage } from './multipart-writer.js';

const lines = (...all: string[]): string => all.join('\r\n');

describe('createMultipartMessage', () => {
  const write = async (content: Partial<Parameters<typeof createMultipartMessage>[0]>) => {
    const message = createMultipartMessage({
      envelope: Buffer.from('<a/>'),
      contentType: 'text/xml; charset=utf-8',
      packaging: 'swa',
      attachments: [],
      boundary: 'bb',
      ...content,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of message.chunks()) chunks.push(chunk);
    return { contentType: message.contentType, text: Buffer.concat(chunks).toString('utf8') };
  };

  test('SOAP with Attachments', async () => {
    const part: MimePart = {
      contentId: 'a@b',
      contentType: 'image/png',
      data: Buffer.from('PNG'),
      filename: 'ä".png',
    };
    expect(await write({ attachments: [part] })).toEqual({
      contentType: 'multipart/related; type="text/xml"; boundary="bb"; start="<envelope@soapstone>"',
      text: lines(
        '--bb',
        'Content-Type: text/xml; charset=utf-8',
        'Content-Transfer-Encoding: binary',
        'Content-ID: <envelope@soapstone>',
        '',
        '<a/>',
        '--bb',
        'Content-Type: image/png',
        'Content-Transfer-Encoding: binary',
        'Content-ID: <a@b>',
        'Content-Disposition: attachment; filename="ä\\".png"',
        '',
        'PNG',
        '--bb--',
        '',
      ),
    });
  });

  test('MTOM, SOAP 1.1', async () => {
    const { contentType, text } = await write({ packaging: 'mtom' });
    expect(contentType).toBe(
      'multipart/related; type="application/xop+xml"; boundary="bb"; start="<envelope@soapstone>"; start-info="text/xml"',
    );
    expect(text).toContain('Content-Type: application/xop+xml; charset=utf-8; type="text/xml"\r\n');
  });

  test('MTOM, SOAP 1.2 with its action', async () => {
    const { contentType, text } = await write({
      packaging: 'mtom',
      contentType: 'application/soap+xml; charset=utf-8; action="urn:do"',
    });
    expect(contentType).toContain('; start-info="application/soap+xml"; action="urn:do"');
    expect(text).toContain('type="application/soap+xml"; action="urn:do"\r\n');
  });

  test.each<[string, Partial<MimePart>]>([
    ['identifier', { contentId: 'a>\r\nX: y' }],
    ['identifier', { contentId: 'a b' }],
    ['Content-Type', { contentType: 'a/b\r\nX: y' }],
    ['Content-Type', { contentType: '' }],
  ])('rejects a part whose %s is not a valid header value', async (what, part) => {
    await expect(
      write({ attachments: [{ contentId: 'x', contentType: 'a/b', data: Buffer.alloc(0), ...part }] }),
    ).rejects.toThrow(what);
  });

  test('rejects a file name with a line break', async () => {
    const part = { contentId: 'x', contentType: 'a/b', data: Buffer.alloc(0), filename: 'a\r\nX: y' };
    await expect(write({ attachments: [part] })).rejects.toThrow('control character');
  });
});
