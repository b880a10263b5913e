/** A response that differs from the verdict of libxml2. */
interface Difference {
  readonly kind: string;
  /** The verdict of libxml2; `''` if it accepts the payload. */
  readonly message: string;
  /** The text of the response. */
  readonly response: string;
}

/** Differences that are right, with their reasons. */
const EXPLAINED: readonly { readonly reason: string; matches(difference: Difference): boolean }[] = [
  {
    reason:
      'libxml2 does not remove white space around dates and times, which collapses (XML Schema Part 2 §4.3.6)',
    matches: ({ kind, message }) =>
      kind === 'the value has spaces around' && /type '(?:xs:)?(?:date|time|dateTime|g\w+)'/.test(message),
  },
  {
    reason: 'white space in an element that must be empty says nothing; printers of XML put it there',
    matches: ({ kind, message }) =>
      /^the value (?:is white space|has spaces around|has a line break)$/.test(kind) &&
      /the content type is empty/.test(message),
  },
  {
    reason: 'libxml2 passes over characters that are not in the alphabet of base64',
    matches: ({ message, response }) => message === '' && /base64 text/.test(response),
  },
  {
    reason: 'libxml2 compares fixed values before it collapses white space',
    matches: ({ kind, message }) =>
      kind === 'the value has spaces around' && /fixed value constraint/.test(message),
  },
];

/** The reason of a difference; `undefined` if it is a mistake. */
export function explanationOf(difference: Difference): string | undefined {
  return EXPLAINED.find(({ matches }) => matches(difference))?.reason;
}
