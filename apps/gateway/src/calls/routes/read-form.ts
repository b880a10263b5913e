import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { badRequest, GatewayError } from '../../errors/errors.js';

/** A part has a handful of headers, and its name is that of a member. */
const LIMITS = { parts: 1, files: 1, headerPairs: 20, headerSize: 16_384, fieldNameSize: 16_384 };

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
): Promise<AsyncGenerator<Uint8Array, void>> {
  const parser = createParser(contentType);
  const ended = pipeline(body, parser).catch((error: unknown) => {
    throw problemOf(error);
  });
  const part = `must have one part, ${JSON.stringify(name)}`;
  const file = await new Promise<BusboyFileStream>((resolve, reject) => {
    let found: BusboyFileStream | undefined;
    const fail = (problem: string): void => {
      parser.destroy(malformed(problem));
    };
    const another = () => fail(`${part}, and has another one`);
    parser.on('file', (given, stream, _fileName, encoding) => {
      // A stream whose form is destroyed fails, too.
      stream.on('error', () => undefined);
      if (found !== undefined) return another();
      if (given !== name) return fail(`${part}, and not ${JSON.stringify(String(given).slice(0, 80))}`);
      if (!PLAIN.includes(encoding.toLowerCase())) return fail('must not encode its file');
      found = stream;
      resolve(stream);
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
  return bytesOf(file, ended);
}

/** The content transfer encodings that are none; others are deprecated (RFC 7578, section 4.7). */
const PLAIN: readonly string[] = ['7bit', '8bit', 'binary'];

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      limits: LIMITS,
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
