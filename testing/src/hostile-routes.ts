import { ROUTES_DESIGN } from './routes-server.js';

/** A request to the routes of `HOSTILE_DESIGN`, as a stranger sends it. */
export interface HostileRequest {
  /** What is odd about it. */
  readonly what: string;
  readonly method: string;
  /** Below the base of the routes. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const PAGED_USERS = {
  route: 'GET /users',
  input: { rename: { Dept: 'department' } },
  page: { items: 'User', start: 'MaxRows', from: 0, most: 2 },
} as const;

type Routes = typeof ROUTES_DESIGN;

/** The directory with pages. */
export const HOSTILE_DESIGN: Omit<Routes, 'operations'> & {
  readonly operations: Omit<Routes['operations'], 'ListUsers'> & { readonly ListUsers: typeof PAGED_USERS };
} = { ...ROUTES_DESIGN, operations: { ...ROUTES_DESIGN.operations, ListUsers: PAGED_USERS } };

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = 'multipart/form-data; boundary=b';
const part = (name: string, content = 'x', more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const many = (count: number, print: (at: number) => string, by = ''): string =>
  Array.from({ length: count }, (_, at) => print(at)).join(by);
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'];

const PATHS: readonly (readonly [what: string, path: string])[] = [
  ...NAMES.map((name): [string, string] => [`${name} as a value`, `/users/${name}`]),
  ...NAMES.map((name): [string, string] => [`${name} as a parameter`, `/users/7?${name}=1&${name}=2`]),
  ['1,000 parameters that it does not have', `/users?${many(1_000, (at) => `p${at}=1`, '&')}`],
  ['a parameter 800 times', `/users?${many(800, () => 'department=a', '&')}`],
  ['a parameter twice', '/users?department=a&department=b'],
  ['a parameter without a value', '/users?department'],
  ['a member of the path as a parameter', '/users/7?userId=8'],
  ['parameters without names', '/users?=&&&=1&'],
  ['bytes that are no UTF-8', '/users?department=%ff'],
  ['half of an escape', '/users?department=%'],
  ['a name that is half of an escape', '/users?%=1&%zz=2'],
  ['an overlong encoding of a slash', '/users/%C0%AF'],
  ['a slash in a value', '/users/a%2fb'],
  ['a backslash in a value', '/users/a%5cb'],
  ['a null character', '/users/%00'],
  ['a line break', '/users/7%0d%0aX:%201'],
  ['dots', '/users/%2e%2e/photo'],
  ['an empty value', '/users//photo'],
  ['a slash at the end', '/users/7/'],
  ['an escaped text', '/%75sers/7'],
  ['parameters of a segment', '/users/7;a=b'],
  ['a value of 6,000 characters', `/users/${'9'.repeat(6_000)}`],
  ['3,000 segments', `/users${'/a'.repeat(3_000)}`],
  ['a number that no computer has', '/users/1e999999'],
  ['white space around a value', '/users/%20%207%20'],
  ['an empty cursor', '/users?cursor='],
  ['a cursor that is none', '/users?cursor=x'],
  ['a cursor of 6,000 characters', `/users?cursor=c1.${'A'.repeat(6_000)}`],
  ['two cursors', '/users?cursor=a&cursor=b'],
  ['a cursor where there are no pages', '/users/7?cursor=c1.AAAA'],
  ['what only a cursor says', '/users?maxRows=5'],
];

const BODIES: readonly (readonly [what: string, body: string | Uint8Array])[] = [
  ['no JSON', '{'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[1]'],
  ['a text', '"x"'],
  ['a number of 100,000 digits', `{"userId":${'9'.repeat(100_000)}}`],
  ['100,000 brackets', '['.repeat(100_000)],
  ['100,000 objects inside each other', '{"name":'.repeat(100_000)],
  ['50,000 members that it does not have', `{${many(50_000, (at) => `"m${at}":1`, ',')}}`],
  ['a member twice', '{"userId":1,"userId":2}'],
  ['__proto__', '{"__proto__":{"userId":1},"constructor":{"prototype":1}}'],
  ['a lone surrogate', '{"userId":1,"name":"\\ud800"}'],
  ['a null character', '{"userId":1,"name":"\\u0000"}'],
  ['a byte order mark', '\ufeff{"userId":1}'],
  ['UTF-16', Buffer.from('{"userId":1}', 'utf16le')],
  ['bytes that are no UTF-8', Buffer.from('7b226e616d65223a22ff227d', 'hex')],
];

const TYPES: readonly string[] = [
  '__proto__',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/mixed; boundary=b',
  'multipart/form-data',
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary=${'b'.repeat(71)}`,
  `multipart/form-data;${';'.repeat(8_000)}`,
  'application/json; charset=utf-16',
  ';',
];

const FORMS: readonly (readonly [what: string, body: string | Uint8Array])[] = [
  ['nothing', ''],
  ['no delimiter', 'x'.repeat(10_000)],
  ['another delimiter', '--c\r\n\r\n\r\n--c--'],
  ['no part', '--b--\r\n'],
  ['a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--'],
  ['a part without headers', '--b\r\n\r\nx\r\n--b--'],
  ['no end', part('photo')],
  ['half of a delimiter at its end', `${part('photo')}--`],
  ...NAMES.map((name): [string, string] => [`a part ${name}`, `${part(name)}--b--`]),
  ['5,000 parts', `${many(5_000, () => part('photo'))}--b--`],
  ['5,000 parts of a list', `${part('title')}${many(5_000, () => part('file'))}--b--`],
  ['a part inside a part', `${part('photo', part('photo'))}--b--`],
  [
    '10,000 headers',
    `--b\r\n${many(10_000, (at) => `X${at}: y\r\n`)}Content-Disposition: form-data; name=photo\r\n\r\nx\r\n--b--`,
  ],
  ['a header of 100 KB', `${part('photo', 'x', `; filename="${'a'.repeat(100_000)}"`)}--b--`],
  ['parameters without an end', `${part('photo', 'x', `; a="${'\\"'.repeat(7_000)}`)}--b--`],
  [
    'an encoding',
    `${part('photo', 'eA==').replace('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n')}--b--`,
  ],
  ['lines without carriage returns', `${part('photo').replaceAll('\r\n', '\n')}--b--`],
  ['beginnings of delimiters', `${part('photo', '\r\n--\r\n-\r\n--a'.repeat(20_000))}--b--`],
  [
    'bytes that are no UTF-8',
    Buffer.concat([
      Buffer.from(part('title', 'x').slice(0, -3)),
      Buffer.from([0xff]),
      Buffer.from('\r\n--b--'),
    ]),
  ],
];

const ACCEPTS: readonly string[] = [
  '*/*;q=0',
  'application/octet-stream;q=9',
  `${','.repeat(8_000)}`,
  `${'application/json;IEEE754Compatible=true,'.repeat(200)}`,
  'application/json;IEEE754Compatible=maybe',
  'application/json;envelope=__proto__',
  'application/x-ndjson',
  '"',
];

/** Requests that no client with good intentions sends. */
export const HOSTILE_REQUESTS: readonly HostileRequest[] = [
  ...PATHS.flatMap(([what, path]) => ['GET', 'HEAD', 'DELETE'].map((method) => ({ what, method, path }))),
  ...PATHS.slice(-7).map(([what, path]) => ({ what, method: 'OPTIONS', path })),
  ...BODIES.flatMap(([what, body]): HostileRequest[] => [
    { what: `the body is ${what}`, method: 'PUT', path: '/users/7', headers: JSON_TYPE, body },
    { what: `the body is ${what}`, method: 'POST', path: '/tenants/a/users', headers: JSON_TYPE, body },
    { what: `the body is ${what}`, method: 'PATCH', path: '/notes/__proto__', headers: JSON_TYPE, body },
    {
      what: `the file is ${what}`,
      method: 'PUT',
      path: '/users/7/photo',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    },
  ]),
  ...TYPES.flatMap((type): HostileRequest[] =>
    ['/users/7', '/users/7/photo', '/users/7/scan'].map((path) => ({
      what: `the media type is ${type.slice(0, 50)}`,
      method: 'PUT',
      path,
      headers: { 'content-type': type },
      body: '{"userId":1}',
    })),
  ),
  ...FORMS.flatMap(([what, body]): HostileRequest[] => [
    {
      what: `the form has ${what}`,
      method: 'PUT',
      path: '/users/7/photo',
      headers: { 'content-type': FORM },
      body,
    },
    {
      what: `the form has ${what}`,
      method: 'POST',
      path: '/users/7/files',
      headers: { 'content-type': FORM },
      body,
    },
    {
      what: `the form has ${what}`,
      method: 'PUT',
      path: '/users/7',
      headers: { 'content-type': FORM },
      body,
    },
  ]),
  ...ACCEPTS.flatMap((accept): HostileRequest[] =>
    [
      ['GET', '/users/7'],
      ['GET', '/users'],
      ['HEAD', '/users'],
    ].map(([method = '', path = '']) => ({
      what: `it accepts ${accept.slice(0, 50)}`,
      method,
      path,
      headers: { accept },
    })),
  ),
  ...['PROPFIND', 'MKCOL', 'PATCH', 'PUT', 'OPTIONS'].map((method) => ({
    what: `the method ${method}`,
    method,
    path: '/users',
  })),
  { what: 'a range of a result', method: 'GET', path: '/users/7', headers: { range: 'bytes=5-1,-0,9-' } },
  {
    what: 'a content coding',
    method: 'PUT',
    path: '/users/7/photo',
    headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' },
    body: 'x',
  },
];
