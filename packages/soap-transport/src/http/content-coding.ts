import { createGunzip, type Gunzip } from 'node:zlib';
import { defined } from '@soapstone/options/defined';
import { type CompatibilityRemedy, optionHint } from '../answer/compatibility-advice.js';
import { isTransportError, TransportError } from '../transport-error.js';
import { raisedBy } from '../transport-limits.js';
import type { ByteStream } from './byte-stream.js';

/** The parts of a response that matter for its content coding. */
export interface CodedBody {
  readonly source: ByteStream;
  /** The Content-Encoding header. */
  readonly coding: string | undefined;
  readonly status: number;
  /** The maximum number of decoded bytes. */
  readonly maxBytes: number;
  /** Whether the request had no `Accept-Encoding`, so that leaving it out is not advice. Default false. */
  readonly isIdentity?: boolean;
}

/**
 * Removes the content coding: none or a single gzip (C5). undici's own decompression accepts chains of codings and has no limit on
 * its output, so it is not used. Throws `TransportError` `UPSTREAM_BAD_RESPONSE` for any other coding.
 */
export function decodeContent(body: CodedBody): AsyncIterableIterator<Uint8Array> {
  const coding = body.coding?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return body.source;
  if (coding === 'gzip' || coding === 'x-gzip') return gunzip(body);
  const named = /^[\w.-]{1,30}$/.test(coding) ? `it is ${coding}, ` : '';
  const error = badCoding(body, `${named}expected identity or gzip`);
  body.source.abandon(error);
  throw error;
}

async function* gunzip(body: CodedBody): AsyncGenerator<Uint8Array, undefined> {
  const { source, status, maxBytes } = body;
  const inflater = createGunzip({ chunkSize: 64 * 1024 });
  const feeding = feed(source, inflater);
  let failure: TransportError | undefined;
  let total = 0;
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > maxBytes) throw tooLarge(status, maxBytes);
      yield chunk;
    }
  } catch (error) {
    const truncated = (error as { code?: unknown }).code === 'Z_BUF_ERROR';
    failure = isTransportError(error)
      ? error
      : truncated
        ? badCoding({ ...body, isIdentity: true }, 'the gzip data is truncated')
        : badCoding(body, 'the gzip data is broken');
    throw failure;
  } finally {
    source.abandon(failure);
    inflater.destroy();
    await feeding;
  }
  return undefined;
}

/** Writes until the inflater or the source ends. Never rejects: a failure of the source fails the inflater. */
async function feed(source: AsyncIterable<Uint8Array>, inflater: Gunzip): Promise<void> {
  try {
    for await (const chunk of source) {
      if (inflater.destroyed) return;
      if (!inflater.write(chunk)) await roomIn(inflater);
    }
    inflater.end();
  } catch (error) {
    inflater.destroy(error as Error);
  }
}

function roomIn(inflater: Gunzip): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      inflater.off('drain', settle);
      inflater.off('close', settle);
      resolve();
    };
    inflater.once('drain', settle);
    inflater.once('close', settle);
  });
}

function tooLarge(status: number, maxBytes: number): TransportError {
  return new TransportError({
    code: 'UPSTREAM_TOO_LARGE',
    phase: 'read-response',
    message: `the upstream's response is larger than ${maxBytes} bytes once decompressed${raisedBy('maxResponseBytes')}`,
    upstreamStatus: status,
  });
}

function badCoding({ status, isIdentity }: CodedBody, why: string): TransportError {
  const remedy: CompatibilityRemedy | undefined = isIdentity === true ? undefined : 'identity-encoding';
  const hint = remedy === undefined ? '' : optionHint(remedy);
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'read-response',
    message: `cannot read the content coding of the upstream's response: ${why}${hint}`,
    upstreamStatus: status,
    ...defined({ remedy }),
  });
}
