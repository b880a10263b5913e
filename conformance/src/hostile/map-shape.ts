import { createMapper, isDecodeError, isMappingError, WorkMeter } from '@soapstone/json-xml-mapper';
import { bundleResolver, isWsdlError, parseWsdl } from '@soapstone/wsdl-parser';
import type { HostileService } from './shape.js';

/** What one message cost the mapper: numbers that are the same on every machine and in every run. */
export interface MappedMessage {
  /** The length of the message. */
  readonly bytes: number;
  /** The length of what was written of it. */
  readonly written: number;
  /** Units of work beyond what is linear in the message. */
  readonly units: number;
  /** `ok`, or the code of the typed error. */
  readonly end: string;
}

/** What the messages of a service cost. Those that it does not have are absent. */
export interface MappedService {
  /** Why no message can be mapped: the code of the typed error of its description. */
  readonly rejected?: string;
  readonly request?: MappedMessage;
  readonly answer?: MappedMessage;
}

/** The gateway's defaults: `MAX_CALL_WORK`, `MAX_EXPANSION` and the sizes of messages. */
export const LIMITS = {
  work: 5_000_000,
  expansion: 50,
  requestBytes: 1024 * 1024,
  responseBytes: 10 * 1024 * 1024,
} as const;

/** Maps the messages of a service in this process, apart from those with attachments. Throws every error that is not typed. */
export async function mapService({
  wsdl,
  operation,
  request,
  answer,
}: HostileService): Promise<MappedService> {
  const files = new Map([['h.wsdl', Buffer.from(wsdl)]]);
  try {
    const { model } = await parseWsdl('h.wsdl', { resolve: bundleResolver(files) });
    const compiled = createMapper(model, { limits: LIMITS }).compile(operation);
    const { body = new Uint8Array(), contentType = 'multipart/related' } = answer ?? {};
    return {
      ...(request !== undefined && {
        request: measure(
          Buffer.from(request),
          (json, work) => compiled.encodeJson(json, { work }).body.length,
        ),
      }),
      ...(!contentType.startsWith('multipart/') && {
        answer: measure(body, (xml, work) => {
          const reply = compiled.decodeXml(xml, { contentType, work });
          return reply.kind === 'result' ? reply.result.length : 0;
        }),
      }),
    };
  } catch (error) {
    if (isWsdlError(error) || isMappingError(error)) return { rejected: error.code };
    throw error;
  }
}

function measure(message: Uint8Array, map: (message: Uint8Array, work: WorkMeter) => number): MappedMessage {
  const work = new WorkMeter(LIMITS.work);
  const costOf = (written: number, end: string) => ({
    bytes: message.length,
    written,
    units: work.used,
    end,
  });
  try {
    return costOf(map(message, work), 'ok');
  } catch (error) {
    if (isMappingError(error) || isDecodeError(error)) return costOf(0, error.code);
    throw error;
  }
}
