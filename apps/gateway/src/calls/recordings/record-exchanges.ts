import { defined } from '@soapstone/options/defined';
import type { ResponseTiming, Transport, TransportResponse } from '@soapstone/soap-transport';
import type { ReceivedFields } from '@soapstone/soap-transport/internal/answer';

/** The response of a SOAP service. */
export interface Exchanged {
  readonly status: number;
  readonly statusText?: string;
  readonly headers: ReceivedFields;
  readonly contentType?: string;
  /** The message without its attachments, truncated to the number of bytes that are kept. */
  readonly bytes: Uint8Array;
  /** The same as text, decoded with the charset of the response if that is known. */
  text(): string;
  readonly truncated: boolean;
  readonly timing: ResponseTiming;
  /** The milliseconds from sending the request to reading the last byte. */
  readonly durationMs: number;
}

/** The number of response bytes that are kept for display. */
const SHOWN = 256 * 1024;

/**
 * Wraps a transport. `onExchange` is called when a response starts and when reading it ends, successfully or not.
 *
 * @param most the number of response bytes that are kept
 */
export function recordExchanges(
  transport: Transport,
  elapsed: () => number,
  onExchange: (exchanged: Exchanged) => void,
  most: number = SHOWN,
): Transport {
  return {
    ...transport,
    async send(request, signal) {
      const startedAt = elapsed();
      const response = await transport.send(request, signal);
      const { status, statusText, headers, contentType, timing } = response;
      const chunks: Uint8Array[] = [];
      let size = 0;
      const tell = () => {
        const kept = Buffer.concat(chunks).subarray(0, most);
        onExchange({
          status,
          headers,
          ...defined({ statusText, contentType }),
          bytes: kept,
          text: () => decode(kept, contentType),
          truncated: size > most,
          timing,
          durationMs: elapsed() - startedAt,
        });
      };
      tell();
      return recorded(
        response,
        (chunk) => {
          if (size < most) chunks.push(chunk);
          size += chunk.length;
        },
        tell,
      );
    },
  };
}

function recorded(
  response: TransportResponse,
  onChunk: (chunk: Uint8Array) => void,
  onEnd: () => void,
): TransportResponse {
  async function* body() {
    try {
      for await (const chunk of response.body) {
        onChunk(chunk);
        yield chunk;
      }
    } finally {
      onEnd();
    }
  }
  return { ...response, body: body(), attachments: () => response.attachments() };
}

function decode(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
