import type { HostileCase } from './hostile-case.js';

const MILLION = 1_000_000;

/** What a hostile client may send as JSON. */
export const HOSTILE_REQUESTS: readonly HostileCase[] = [
  { name: 'depth 10^6', make: () => nested('{"child":', '{}', '}') },
  { name: 'depth 10^6 in arrays', make: () => `{"child":${nested('[', '', ']')}}` },
  { name: 'depth 10^6 under anyType', make: () => `{"free":${nested('{"a":', '1', '}')}}` },
  { name: '10^6 keys', make: () => `{${list(MILLION, (i) => `"k${i}":1`)}}` },
  { name: '10^6 keys under anyType', make: () => `{"free":{${list(MILLION, (i) => `"k${i}":1`)}}}` },
  { name: '10^6 times one key', make: () => `{${list(MILLION, () => '"n":"1"')}}` },
  { name: '10^6 items', make: () => `{"child":[${list(MILLION, () => '{}')}]}` },
  { name: '90 000 wrong items', make: () => `{"child":[${list(90_000, () => '1')}]}` },
  { name: '90 000 misspelt keys', make: () => `{"child":[${list(90_000, () => '{"chid":1}')}]}` },
  { name: '10^5 digits', make: () => `{"amount":${'9'.repeat(100_000)}}` },
  { name: '10^5 digits under anyType', make: () => `{"free":${'9'.repeat(100_000)}}` },
  { name: '1e1000000000', make: () => '{"amount":1e1000000000}' },
  { name: '1e-1000000000', make: () => '{"amount":1e-1000000000}' },
  { name: 'a string of 10 MB', make: () => `{"n":"${'a'.repeat(10 * MILLION)}"}` },
  { name: 'a string of 10 MB of escapes', make: () => `{"n":"${'\\u0041'.repeat(1_600_000)}"}` },
  { name: '10 MB of white space in a number', make: () => `{"amount":"${' '.repeat(10 * MILLION)}"}` },
  { name: 'a string of 10 MB without an end', make: () => `{"n":"${'a'.repeat(10 * MILLION)}` },
  { name: 'a key of 10 MB', make: () => `{"${'a'.repeat(10 * MILLION)}":1}` },
  { name: '10 MB for (a|aa)+, (a*)*b, (.*a){20}', make: () => `{"evil":"${'a'.repeat(10 * MILLION)}!"}` },
  { name: '10 MB for ((a{0,29}){0,29}){0,29}', make: () => `{"counted":"${'a'.repeat(10 * MILLION)}"}` },
  { name: '10 MB of line feeds, then an error', make: () => `${'\n'.repeat(10 * MILLION)}{x` },
];

/** Query strings. */
export const HOSTILE_QUERIES: readonly HostileCase[] = [
  { name: '10^5 unknown parameters', make: () => list(100_000, (i) => `p${i}=1`, '&') },
  { name: '10^5 times one parameter', make: () => list(100_000, () => 'n=1', '&') },
  { name: '10^6 ampersands', make: () => '&'.repeat(MILLION) },
  { name: '3 MB of percent signs', make: () => `n=${'%41'.repeat(MILLION)}` },
];

/** The valid request whose every truncation is tried. */
export const SOUND_REQUEST: string =
  '{"n":"some \\u00e9 text","amount":-1.25,"child":[{"n":"é"},{}],"free":{"@a":"1","$content":["x",{"b":null}]}}';

function nested(open: string, middle: string, close: string): string {
  return open.repeat(MILLION) + middle + close.repeat(MILLION);
}

function list(count: number, item: (i: number) => string, separator = ','): string {
  return Array.from({ length: count }, (_, i) => item(i)).join(separator);
}
