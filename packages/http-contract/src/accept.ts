import { assertOptions, optional, text } from '@soapstone/options';

/** OData's parameter (JSON Format 4.01, section 3.2). Parameter names are case-insensitive (RFC 9110, section 5.6.6). */
const PARAMETER = 'ieee754compatible';
const NAMES_PARAMETER = /ieee754compatible/i;
/** The media ranges that match JSON, least specific first (RFC 9110, section 12.5.1). */
const RANGES = ['*/*', 'application/*', 'application/json'];

/** A media range of `Accept` that matches JSON. */
interface Range {
  /** A more specific range overrides a less specific one. */
  readonly specificity: number;
  /** Between 0 and 1. */
  readonly quality: number;
  /** The value of the parameter in lower case; undefined if the range does not have it. */
  readonly compatible: string | undefined;
}

/**
 * Reads in which form a request accepts numbers that a double cannot hold (NM-2). A header that does not name the parameter of
 * `NUMBER_STRINGS_TYPE` has no effect: every response is JSON, regardless of what the client accepts.
 *
 * - `string`: strings, because `application/json;IEEE754Compatible=true` is accepted and no other form is preferred
 * - `any`: the form that the service is set to
 * - `none`: neither, because JSON is accepted only with an undefined value of the parameter; the response is
 *   `notAcceptableProblem()`
 *
 * @param accept the value of the header; join several header lines with commas
 * @throws {OptionError} for a value that is not a string
 *
 * @example
 * ```ts
 * readAcceptedNumbers('application/json;IEEE754Compatible=true'); // 'string'
 * ```
 */
export function readAcceptedNumbers(accept: string | undefined): 'string' | 'any' | 'none' {
  if (typeof accept === 'string' && !NAMES_PARAMETER.test(accept)) return 'any';
  assertOptions(optional(text), accept, 'readAcceptedNumbers', 'accept');
  if (accept === undefined) return 'any';
  const ranges = splitUnquoted(accept, ',').flatMap(readRange);
  const plain = qualityOf(ranges, 'false');
  const isNamed = ranges.some(({ compatible, quality }) => compatible === 'true' && quality > 0);
  if (isNamed && (qualityOf(ranges, 'true') ?? 0) >= (plain ?? 0)) return 'string';
  const isWrong = ranges.some(({ compatible = 'false' }) => compatible !== 'true' && compatible !== 'false');
  return isWrong && plain === undefined ? 'none' : 'any';
}

/**
 * Whether a request wants the body of a route in an envelope: `{"result": …, "meta": {…}}`, whose `meta` has what headers are too short for.
 *
 * @param accept the value of the header; join several header lines with commas
 *
 * @example
 * ```ts
 * asksForEnvelope('application/json;envelope=true'); // true
 * ```
 */
export function asksForEnvelope(accept: string | undefined): boolean {
  if (accept === undefined || !/;\s*envelope\s*=/i.test(accept)) return false;
  return splitUnquoted(accept, ',').some((range) => {
    const [type = '', ...parameters] = splitUnquoted(range, ';');
    const isAsked = parameters.some((parameter) => {
      const [name = '', value = ''] = parameter.split('=');
      return name.trim().toLowerCase() === 'envelope' && value.trim().toLowerCase() === 'true';
    });
    return isAsked && type.trim().toLowerCase() === 'application/json' && qualityIn(parameters) > 0;
  });
}

/** The media type of all items of a list that is divided into pages, one on each line. */
export const LINES_TYPE = 'application/x-ndjson';

/** The media type of a body or a result that is a file. */
export const FILE_TYPE = 'application/octet-stream';

/**
 * Whether a request prefers a media type, which it names, to JSON.
 *
 * @param accept the value of the header; join several header lines with commas
 * @param mediaType in lower case
 *
 * @example
 * ```ts
 * prefers('application/x-ndjson, application/json;q=0.5', LINES_TYPE); // true
 * ```
 */
export function prefers(accept: string | undefined, mediaType: string): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(mediaType)) return false;
  const best = (type: string): number =>
    Math.max(
      0,
      ...splitUnquoted(accept, ',').flatMap((range) => {
        const [given = '', ...parameters] = splitUnquoted(range, ';');
        return given.trim().toLowerCase() === type ? [qualityIn(parameters)] : [];
      }),
    );
  const quality = best(mediaType);
  return quality > 0 && quality >= best('application/json');
}

/** How a client takes a file: as bytes without a media type of their own, or with the one that the service declares or names. */
export type AcceptedFile = 'bytes' | 'typed';

/**
 * Whether a request prefers a file, whose media type it names, to JSON, and how.
 *
 * @param accept the value of the header; join several header lines with commas
 * @param declared the media types of the file, in lower case; `image/*` for all images
 *
 * @example
 * ```ts
 * acceptedFile('image/*, application/json;q=0.5', ['image/png']); // 'typed'
 * ```
 */
export function acceptedFile(
  accept: string | undefined,
  declared: readonly string[] = [],
): AcceptedFile | undefined {
  if (accept === undefined) return undefined;
  let [json, bytes, typed] = [0, 0, 0];
  for (const range of splitUnquoted(accept, ',')) {
    const [given = '', ...parameters] = splitUnquoted(range, ';');
    const type = given.trim().toLowerCase();
    const quality = qualityIn(parameters);
    if (type === 'application/json') json = Math.max(json, quality);
    else if (type === FILE_TYPE) bytes = Math.max(bytes, quality);
    else if (declared.some((each) => overlap(type, each))) typed = Math.max(typed, quality);
  }
  if (typed > 0 && typed >= json && typed >= bytes) return 'typed';
  return bytes > 0 && bytes >= json ? 'bytes' : undefined;
}

/** Whether two media ranges have a type in common. A range for all types names none. */
export function overlap(one: string, other: string): boolean {
  if (one === other) return one !== '*/*';
  const [type = '', subtype = ''] = one.split('/');
  const [otherType, otherSubtype] = other.split('/');
  return type !== '*' && type === otherType && (subtype === '*' || otherSubtype === '*');
}

function qualityIn(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    if (name.trim().toLowerCase() === 'q' && /^[01](\.\d{0,3})?$/.test(value.trim()))
      return Math.min(Number(value), 1);
  }
  return 1;
}

/** The quality of JSON with this value of the parameter: that of the most specific range that matches it. */
function qualityOf(ranges: readonly Range[], value: 'true' | 'false'): number | undefined {
  let best: Range | undefined;
  for (const range of ranges) {
    if (range.compatible !== undefined && range.compatible !== value) continue;
    if (best === undefined || range.specificity > best.specificity) best = range;
  }
  return best?.quality;
}

/** Other parameters, such as `odata.metadata` and `charset`, are ignored. */
function readRange(range: string): Range[] {
  const [mediaType = '', ...parameters] = splitUnquoted(range, ';');
  const type = RANGES.indexOf(mediaType.trim().toLowerCase());
  if (type === -1) return [];
  let quality = 1;
  let compatible: string | undefined;
  for (const parameter of parameters) {
    const at = parameter.indexOf('=');
    const name = parameter.slice(0, Math.max(at, 0)).trim().toLowerCase();
    const given = parameter.slice(at + 1).trim();
    const value = (/^".*"$/.test(given) ? given.slice(1, -1) : given).toLowerCase();
    if (name === PARAMETER) compatible = value;
    else if (name === 'q' && /^[01](\.\d{0,3})?$/.test(value)) quality = Math.min(Number(value), 1);
  }
  return [{ specificity: type * 2 + (compatible === undefined ? 0 : 1), quality, compatible }];
}

/** Splits at a separator that is outside quoted strings. */
function splitUnquoted(given: string, separator: ',' | ';'): string[] {
  if (!given.includes('"')) return given.split(separator);
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < given.length; index += 1) {
    const character = given[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\\' && isQuoted) index += 1;
    else if (character === separator && !isQuoted) {
      parts.push(given.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(given.slice(start));
  return parts;
}
