import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { MOST_PARTS, type PartOfForm } from '@soapstone/http-contract/internal/routes';
import { defined } from '@soapstone/options/defined';
import { badRequest, GatewayError } from '../../errors/errors.js';

/** A part has a handful of headers, and its name is that of a member. */
const LIMITS = { headerPairs: 20, headerSize: 16_384, fieldNameSize: 16_384 };

/** The file in a form, while it arrives. */
export interface FormFile {
  readonly chunks: AsyncGenerator<Uint8Array, void>;
  /** The media type of the part; undefined for one that says none. */
  readonly mediaType?: string;
}

/**
 * Finds the file in a form (`multipart/form-data`, RFC 7578), which has one part, and returns its bytes as they arrive. The end of the file is
 * that of the form: another part, an end that is missing, and a failure of `body` are thrown instead of it. File names are not read.
 * Throws `MALFORMED_REQUEST` for a form without such a part.
 *
 * @param name the name of the part
 */
export async function readForm(
  contentType: string,
  name: string,
  body: AsyncIterable<Uint8Array>,
): Promise<FormFile> {
  const parser = createParser(contentType, 1);
  const ended = pipeline(body, parser).catch((error: unknown) => {
    throw problemOf(error);
  });
  const part = `must have one part, ${JSON.stringify(name)}`;
  const [file, mediaType] = await new Promise<[BusboyFileStream, string | undefined]>((resolve, reject) => {
    let found: BusboyFileStream | undefined;
    const fail = (problem: string): void => {
      parser.destroy(malformed(problem));
    };
    const another = () => fail(`${part}, and has another one`);
    parser.on('file', (given, stream, fileName, encoding, type) => {
      // A stream whose form is destroyed fails, too.
      stream.on('error', () => undefined);
      if (found !== undefined) return another();
      if (given !== name) return fail(`${part}, and not ${JSON.stringify(String(given).slice(0, 80))}`);
      if (!PLAIN.includes(encoding.toLowerCase())) return fail('must not encode its file');
      found = stream;
      resolve([stream, typeOf(fileName, type)]);
    });
    parser.on('partsLimit', another);
    parser.on('filesLimit', another);
    ended.then(
      () => reject(malformed(`${part}, and has none`)),
      (failure: GatewayError) => {
        reject(failure);
        found?.destroy(failure);
      },
    );
  });
  return { chunks: bytesOf(file, ended), ...defined({ mediaType }) };
}

/** The content transfer encodings that are none; others are deprecated (RFC 7578, section 4.7). */
const PLAIN: readonly string[] = ['7bit', '8bit', 'binary'];

/** Reads the parts of a form that has arrived (PG-12), in their order. Throws `MALFORMED_REQUEST` for a form that cannot be read. */
export async function readParts(contentType: string, body: Uint8Array): Promise<readonly PartOfForm[]> {
  const parser = createParser(contentType, MOST_PARTS);
  const reading: Promise<PartOfForm>[] = [];
  const fail = (problem: string): void => {
    parser.destroy(malformed(problem));
  };
  parser.on('file', (given, stream, fileName, encoding, type) => {
    if (!PLAIN.includes(encoding.toLowerCase())) fail('must not encode its parts');
    const mediaType = typeOf(fileName, type);
    const part = buffer(stream).then((bytes) => ({ name: String(given), bytes, ...defined({ mediaType }) }));
    // If a form fails for several reasons, the first one counts.
    part.catch(() => undefined);
    reading.push(part);
  });
  const tooMany = () => fail(`has more than ${MOST_PARTS} parts`);
  parser.on('partsLimit', tooMany);
  parser.on('filesLimit', tooMany);
  await pipeline(Readable.from([body]), parser).catch((error: unknown) => {
    throw problemOf(error);
  });
  return Promise.all(reading);
}

/** A part without a type is text (RFC 7578, section 4.4), regardless of its bytes. */
function typeOf(fileName: string | undefined, type: string): string | undefined {
  return fileName === undefined && type === 'text/plain' ? undefined : type;
}

function createParser(contentType: string, parts: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      limits: { ...LIMITS, parts, files: parts },
      isPartAFile: () => true,
    });
  } catch {
    throw malformed('has no boundary that can be used');
  }
}

async function* bytesOf(
  file: AsyncIterable<Uint8Array>,
  ended: Promise<void>,
): AsyncGenerator<Uint8Array, void> {
  let failure: unknown;
  try {
    yield* file;
  } catch (error) {
    failure = error;
  }
  await ended;
  if (failure !== undefined) throw problemOf(failure);
}

function problemOf(error: unknown): GatewayError {
  return error instanceof GatewayError ? error : malformed('cannot be read to its end');
}

function malformed(problem: string): GatewayError {
  return badRequest('MALFORMED_REQUEST', `The form ${problem}`);
}
