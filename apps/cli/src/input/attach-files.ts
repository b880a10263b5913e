import { basename, extname } from 'node:path';
import { type JsonObject, type JsonValue, parseJson } from '@soapstone/json-xml-mapper';
import { usageError } from '../errors/errors.js';
import { readBytes } from './read-file.js';

/** Content types by the extension of a file; anything else is `application/octet-stream`. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/**
 * Puts files into an input, each at the place of a `--attach place=file`: keys with dots between them. Below `$attachments` and for
 * `part:` before the place, the value is `{contentType, data, filename}`, which becomes a MIME part; otherwise it is a base64 string.
 *
 * @param input JSON text or a value
 * @throws {CliError} for a malformed option, an unreadable file, and a place that another value occupies
 */
export async function attachFiles(
  input: Uint8Array | JsonObject,
  attachments: readonly string[],
  cwd: string,
): Promise<Uint8Array | JsonObject> {
  if (attachments.length === 0) return input;
  const value = input instanceof Uint8Array ? parseJson(input, { digits: 'lexical' }) : input;
  if (!isJsonObject(value)) throw usageError('--attach needs an input that is a JSON object');
  for (const option of attachments) {
    const at = option.indexOf('=');
    if (at < 1) throw usageError(`--attach ${option}: expected place=file`);
    const isPart = option.startsWith('part:') || option.startsWith('$attachments.');
    const place = option.slice(option.startsWith('part:') ? 'part:'.length : 0, at).split('.');
    const file = option.slice(at + 1).replace(/^@/, '');
    const data = (await readBytes(file, cwd)).toString('base64');
    const contentType = CONTENT_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
    put(value, place, isPart ? { contentType, data, filename: basename(file) } : data);
  }
  return value;
}

function put(root: JsonObject, place: readonly string[], value: JsonValue): void {
  const last = place.at(-1) ?? '';
  let holder = root;
  for (const key of place.slice(0, -1)) {
    const next = Object.hasOwn(holder, key) ? holder[key] : undefined;
    if (next !== undefined && !isJsonObject(next)) {
      throw usageError(`--attach ${place.join('.')}: ${key} is not an object in the input`);
    }
    const below = next ?? (Object.create(null) as JsonObject);
    holder[key] = below;
    holder = below;
  }
  holder[last] = value;
}

/** Whether a value is a JSON object: not an array, and not an exact number. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    (Object.getPrototypeOf(value) === null || Object.getPrototypeOf(value) === Object.prototype)
  );
}
