import type { HostileRequest } from './hostile-routes.js';

/** Ways to make another cursor of one. */
const CHANGES: readonly (readonly [what: string, change: (cursor: string) => string])[] = [
  ['without its end', (cursor) => cursor.slice(0, -1)],
  ['without its tag', (cursor) => cursor.slice(0, -22)],
  ['of its first half', (cursor) => cursor.slice(0, cursor.length >> 1)],
  ['without its beginning', (cursor) => cursor.slice(1)],
  ['of its first three characters', (cursor) => cursor.slice(0, 3)],
  ['with a character behind it', (cursor) => `${cursor}A`],
  ['with padding', (cursor) => `${cursor}==`],
  ['with a space before it', (cursor) => ` ${cursor}`],
  ['with a line break behind it', (cursor) => `${cursor}\n`],
  ['with a null character', (cursor) => `${cursor}\u0000`],
  ['twice', (cursor) => cursor + cursor],
  ['backwards', (cursor) => [...cursor].reverse().join('')],
  ['in small letters', (cursor) => cursor.toLowerCase()],
  ['of another version', (cursor) => cursor.replace('1.', '2.')],
  [
    'of a key that is not there',
    (cursor) => cursor.replace(/^v1\.[^.]+/, 'v1.zzzz').replace(/^c1\./, 'c1.zzzz'),
  ],
  ['of 5,000 characters more', (cursor) => cursor + 'A'.repeat(5_000)],
  ['of 5,000 dots', (cursor) => `${cursor.slice(0, 3)}${'.'.repeat(5_000)}`],
  [
    'in other letters',
    (cursor) => cursor.replace(/[a-z]/, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x1d3b9)),
  ],
  ...[0.2, 0.4, 0.6, 0.8, 0.95].map((part): [string, (cursor: string) => string] => [
    `with another character at ${part} of its length`,
    (cursor) => {
      const at = Math.floor(cursor.length * part);
      return cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
    },
  ]),
];

/**
 * Requests for a page of a list with cursors that are none of it: changed ones, and those of others. Each has to be refused without a call.
 *
 * @param own a cursor of the list at `/users`
 * @param foreign cursors of other lists, services, accounts, revisions and keys, by what they are
 */
export function cursorRequests(
  own: string,
  foreign: Readonly<Record<string, string>>,
): readonly HostileRequest[] {
  const request = (what: string, query: string, path = '/users'): HostileRequest => ({
    what,
    method: 'GET',
    path: `${path}?${query}`,
  });
  const cursor = (text: string): string => `cursor=${encodeURIComponent(text)}`;
  return [
    ...CHANGES.flatMap(([what, change]) => {
      const changed = change(own);
      return changed === own ? [] : [request(`a cursor ${what}`, cursor(changed))];
    }),
    request('a cursor with another parameter', `department=b&${cursor(own)}`),
    request('a cursor with an empty parameter', `department=&${cursor(own)}`),
    ...Object.entries(foreign).map(([what, text]) => request(`a cursor of ${what}`, cursor(text))),
  ];
}

/** The cursor of the next page, from the header `Link`. */
export function cursorIn(link: string | null | undefined): string {
  const [, text] = /[?&]cursor=([^&>]*)>; rel="next"/.exec(link ?? '') ?? [];
  if (text === undefined) throw new Error(`no cursor in ${link}`);
  return decodeURIComponent(text);
}
