/** A text that is offered as a design file, and what is odd about it. */
export interface BrokenDesign {
  readonly what: string;
  readonly text: string;
}

/** Numbers from a seed, the same in every run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Texts that are put into a file: names of JavaScript, numbers, YAML's own signs, and characters that files rarely have. */
const PIECES: readonly string[] = [
  '__proto__',
  'constructor',
  'toString: x',
  'hasOwnProperty',
  '1e999999',
  '9'.repeat(400),
  '-0',
  '.inf',
  '.nan',
  '0x1F',
  '1_000',
  'null',
  '~',
  'true',
  '[]',
  '{}',
  '[[[[',
  '}}}}',
  '"',
  "'",
  '\t',
  '\r',
  '\ufeff',
  '\u0000',
  '\u0085',
  '\u2028',
  '\ud800',
  '&a ',
  '*a',
  '<<: *a',
  '!!binary ',
  '!!js/function ',
  '!x ',
  '%YAML 9.9',
  '---',
  '...',
  '? ',
  '- ',
  ': ',
  ', ',
  '#',
  '|',
  '>-',
  '@',
  '`',
  '/',
  '~1',
  '~9',
  '//',
  '{userId}',
  '{__proto__}',
  '{result.constructor}',
  'GET /',
  '*',
  '$value',
  '$items',
  '$headers/',
  'a'.repeat(20_000),
  '/a'.repeat(2_000),
];

type Change = (text: string, random: (below: number) => number) => string;

const pieceOf = (random: (below: number) => number): string => PIECES[random(PIECES.length)] as string;

/** Changes the tokens of a line: a key, a value or a sign. */
const TOKEN = /[A-Za-z0-9_@$.*/{}-]+|[:,[\]"'&!|>?#]/g;

const CHANGES: Readonly<Record<string, Change>> = {
  cut: (text, random) => text.slice(0, random(text.length + 1)),
  'without its beginning': (text, random) => text.slice(random(text.length + 1)),
  'without a part': (text, random) => {
    const from = random(text.length + 1);
    return text.slice(0, from) + text.slice(from + random(40));
  },
  doubled: (text) => text + text,
  'with a line twice': (text, random) => {
    const lines = text.split('\n');
    const at = random(lines.length);
    return [...lines.slice(0, at), lines[at], ...lines.slice(at)].join('\n');
  },
  'with two lines in the wrong order': (text, random) => {
    const lines = text.split('\n');
    const [one, other] = [random(lines.length), random(lines.length)];
    [lines[one], lines[other]] = [lines[other] as string, lines[one] as string];
    return lines.join('\n');
  },
  'with another indentation': (text, random) => {
    const lines = text.split('\n');
    const at = random(lines.length);
    lines[at] = ' '.repeat(random(9)) + (lines[at] as string).trimStart();
    return lines.join('\n');
  },
  'with a tab': (text, random) => text.replaceAll(/^ +/gm, (spaces) => (random(3) === 0 ? '\t' : spaces)),
  'with another token': (text, random) => {
    const tokens = [...text.matchAll(TOKEN)];
    const chosen = tokens[random(Math.max(1, tokens.length))];
    if (chosen === undefined) return text;
    return text.slice(0, chosen.index) + pieceOf(random) + text.slice(chosen.index + chosen[0].length);
  },
  'with two tokens in the wrong order': (text, random) => {
    const tokens = [...text.matchAll(TOKEN)].sort(() => random(3) - 1).slice(0, 2);
    const [one, other] = tokens.sort((left, right) => left.index - right.index);
    if (one === undefined || other === undefined) return text;
    const between = text.slice(one.index + one[0].length, other.index);
    return text.slice(0, one.index) + other[0] + between + one[0] + text.slice(other.index + other[0].length);
  },
  'with something in it': (text, random) => {
    const at = random(text.length + 1);
    return text.slice(0, at) + pieceOf(random) + text.slice(at);
  },
  'with other line ends': (text, random) => text.replaceAll('\n', random(2) === 0 ? '\r\n' : '\r'),
  'with one bit changed': (text, random) => {
    const at = random(Math.max(1, text.length));
    return (
      text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << random(8))) + text.slice(at + 1)
    );
  },
};

/**
 * Draws broken files: each is a good one with one to four changes. Some are good still.
 *
 * @param good files that are designs
 * @param seed the same files come from the same seed
 */
export function* brokenDesigns(
  good: readonly string[],
  count: number,
  seed: number,
): Generator<BrokenDesign> {
  const random = randomFrom(seed);
  const names = Object.keys(CHANGES);
  for (let at = 0; at < count; at++) {
    let text = good[random(good.length)] as string;
    const made: string[] = [];
    for (let changes = 1 + random(4); changes > 0; changes--) {
      const name = names[random(names.length)] as string;
      text = (CHANGES[name] as Change)(text, random);
      made.push(name);
    }
    yield { what: `${seed}/${at}: ${made.join(', ')}`, text };
  }
}

const filler =
  (most: number) =>
  (print: (at: number) => string, by = '\n'): string => {
    const parts: string[] = [];
    for (let length = 0, at = 0; ; at++) {
      const part = print(at);
      length += part.length + by.length;
      if (length > most) return parts.join(by);
      parts.push(part);
    }
  };
const deep = (open: string, close: string, count: number): string => open.repeat(count) + close.repeat(count);

/**
 * Files that cost a careless reader its stack, its memory or minutes.
 *
 * @param most the characters of the large ones
 */
export function designBombs(most: number): readonly BrokenDesign[] {
  const filled = filler(most);
  return [
    { what: 'different keys', text: filled((at) => `k${at}: 1`) },
    { what: 'different keys in braces', text: `{${filled((at) => `k${at}: 1`, ',')}}` },
    {
      what: 'different keys in an operation',
      text: `operations:\n  GetUser:\n${filled((at) => `    k${at}: 1`)}`,
    },
    { what: 'different operations', text: `operations:\n${filled((at) => `  k${at}: { hidden: true }`)}` },
    { what: 'different paths', text: `fill:\n${filled((at) => `  GetUser/k${at}: x`)}` },
    { what: 'different renames', text: `rename:\n${filled((at) => `  k${at}: x${at}`)}` },
    { what: 'equal keys', text: filled(() => 'k: 1') },
    { what: 'equal operations', text: `operations:\n${filled(() => '  GetUser: { hidden: true }')}` },
    { what: 'a list', text: `lift: [${filled(() => 'x', ',')}]` },
    { what: 'a list of objects', text: filled(() => '- a: 1') },
    { what: 'anchors', text: filled((at) => `k${at}: &a${at} x`) },
    { what: 'anchors and aliases', text: filled((at) => `k${at}: [&a${at} x, *a${at}]`) },
    { what: 'aliases of one anchor', text: `a: &a x\nb: [${filled(() => '*a', ',')}]` },
    { what: 'aliases that name nothing', text: `b: [${filled((at) => `*a${at}`, ',')}]` },
    {
      what: 'aliases that multiply',
      text: `a0: &a0 x\n${Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array.from({ length: 9 }, () => `*a${at}`).join(', ')}]`).join('\n')}`,
    },
    { what: 'an alias inside its anchor', text: 'operations: &a { GetUser: *a }' },
    { what: 'brackets', text: deep('[', ']', Math.floor(most / 2)) },
    { what: 'brackets without an end', text: '['.repeat(most) },
    { what: 'braces', text: deep('{a: ', '}', Math.floor(most / 5)) },
    { what: 'braces without an end', text: '{a: '.repeat(Math.floor(most / 4)) },
    { what: 'brackets at the end', text: ']'.repeat(most) },
    {
      what: 'indented keys',
      text: Array.from({ length: Math.floor(Math.sqrt(2 * most)) }, (_, at) => `${' '.repeat(at)}a:`).join(
        '\n',
      ),
    },
    { what: 'dashes', text: `${'- '.repeat(Math.floor(most / 2))}x` },
    { what: 'question marks', text: '? '.repeat(Math.floor(most / 2)) },
    { what: 'colons', text: ': '.repeat(Math.floor(most / 2)) },
    { what: 'commas', text: `[${','.repeat(most)}]` },
    { what: 'exclamation marks', text: '! '.repeat(Math.floor(most / 2)) },
    { what: 'tags', text: filled((at) => `k${at}: !t${at} x`) },
    { what: 'ampersands', text: '& '.repeat(Math.floor(most / 2)) },
    { what: 'quotes', text: `"${'\\"'.repeat(Math.floor(most / 2))}` },
    { what: 'apostrophes', text: "'".repeat(most) },
    { what: 'a line', text: `base: /${'a'.repeat(most)}` },
    { what: 'a key', text: `? ${'a'.repeat(most)}\n: 1` },
    { what: 'a plain text in many lines', text: `base: a\n${filled(() => '  a')}` },
    { what: 'a block of text', text: `base: |\n${filled(() => '  a')}` },
    { what: 'a folded text', text: `base: >\n${filled((at) => ' '.repeat(2 + (at % 3)) + 'a')}` },
    { what: 'empty lines', text: `base: /a${'\n'.repeat(most)}names: camel` },
    { what: 'spaces', text: `base:${' '.repeat(most)}/a` },
    { what: 'tabs', text: `base:${'\t'.repeat(most)}/a` },
    { what: 'tabs at the beginning of lines', text: filled(() => '\ta: 1') },
    { what: 'comments', text: `${filled(() => '# a')}\nnames: camel` },
    { what: 'comments behind values', text: `lift:\n${filled(() => '  - a # b')}` },
    { what: 'comments in braces', text: `{${filled(() => '# a')}\n}` },
    { what: 'documents', text: filled(() => '---') },
    { what: 'ends of documents', text: filled(() => '...') },
    { what: 'directives', text: filled(() => '%TAG ! a') },
    { what: 'null characters', text: '\u0000'.repeat(most) },
    { what: 'byte order marks', text: '\ufeff'.repeat(Math.floor(most / 3)) },
    { what: 'a number', text: `fill: { GetUser/userId: ${'9'.repeat(most)} }` },
    { what: 'an exponent', text: 'operations: { GetUser: { route: GET /x, status: 1e999999999 } }' },
    { what: 'a path', text: `fill: { 'GetUser${'/a'.repeat(Math.floor(most / 2))}': x }` },
    { what: 'a path of tildes', text: `fill: { 'GetUser/${'~1'.repeat(Math.floor(most / 2))}': x }` },
    {
      what: 'a route',
      text: `operations: { GetUser: { route: 'GET ${'/a'.repeat(Math.floor(most / 2))}' } }`,
    },
    {
      what: 'a route of members',
      text: `operations: { GetUser: { route: 'GET ${'/{a}'.repeat(Math.floor(most / 4))}' } }`,
    },
    { what: 'a base of braces', text: `base: '/${'{'.repeat(most)}'` },
    {
      what: 'faults',
      text: `operations:\n  GetUser:\n    route: GET /x\n    faults:\n${filled((at) => `      f${at}: 404`)}`,
    },
    {
      what: 'names of values',
      text: `operations:\n  GetUser:\n    result:\n      values:\n        name:\n${filled((at) => `          v${at}: w${at}`)}`,
    },
    {
      what: 'keys in a page',
      text: `operations:\n  ListUsers:\n    route: GET /x\n    page:\n${filled((at) => `      k${at}: x`)}`,
    },
    {
      what: 'tables of a DataSet',
      text: `operations:\n  GetUser:\n    result:\n      dataSets:\n        user:\n          tables:\n${filled((at) => `            t${at}: { id: int }`)}`,
    },
    { what: 'prefixes', text: `prefixes:\n${filled((at) => `  p${at}: urn:${at}`)}` },
    {
      what: 'hosts of a session',
      text: `session:\n  endpoint:\n    result: x\n    hosts: [${filled((at) => `h${at}`, ',')}]`,
    },
  ];
}

/** Files with lines of every kind. They need not fit a service. */
export const GOOD_DESIGNS: readonly string[] = [
  `# yaml-language-server: $schema=design.schema.json
names: camel
rename: { UsrNm: userName, '@Lang': language }
lift: [Phones]
base: /v1
envelope: true
fill:
  '*/Auth': { Key: { secret: carrier-key }, Password: { secret: carrier-password } }
  'GetUser/$headers/Locale/@lang': en
  GetUser/requestId: { generate: uuid }
  GetUser/sentAt: { generate: timestamp }
  GetUser/partner: { header: X-Partner-Id }
  ListUsers/ids: [1, 2, 12345678901234567890]
operations:
  GetUser:
    route: GET /users/{userId}
    result: { lift: User, rename: { User/DOB: birthDate }, omit: [ReturnCode], values: { User/Status: { A: active, 1: 2 } } }
    faults: { UserNotFound: 404, QuotaReached: 429 }
  ListUsers:
    route: GET /users
    input: { rename: { Dept: department }, defaults: { MaxRows: 50 }, omit: [Query/Legacy] }
    page: { items: Users/User, size: MaxRows, after: StartRow, next: NextRow, most: 5 }
    result: { lift: [Users, Users/User/Roles] }
  CreateUser: { route: POST /users, status: 201, location: '/users/{result.userId}' }
  UpdateUser: { route: 'PUT /users/{userId}', body: user }
  DeleteUser: { route: 'DELETE /users/{userId}', status: 204 }
  SearchUsers: { route: POST /users/search, page: { items: R/R, number: page, from: 1, pages: total, continue: More, keep: { id: id } } }
  InternalAudit: { hidden: true }
`,
  `prefixes: { soap: 'http://schemas.xmlsoap.org/soap/envelope/', '': 'urn:users' }
declare: root
session:
  login: { operation: login, input: { username: crm@example.com, password: { secret: crm } } }
  token: { result: sessionId, expires: userInfo/sessionSecondsValid }
  send: { soapHeader: SessionHeader/sessionId }
  endpoint: { result: serverUrl, hosts: ['*.crm.example.com'] }
  renew: { before: 2m, after: 12h, faults: [INVALID_SESSION_ID], statuses: [401] }
  logout: logout
  repeatable: true
operations:
  Send:
    input:
      documents: { data: { element: enviNFe, as: cdata, declaration: true }, other: '*' }
      sign: { data/NFe: { reference: infNFe/@Id, canonical: inclusive }, .: '@Id', x: { into: a/b, scope: message } }
      raw: [Invoices/Invoice]
      short: [Quote/Extensions/$any]
    result:
      dataSets: { users: { tables: { Users: { id: int, name: string hidden, born: dateTime attribute, Lines: { text: string } } } } }
      documents: { result: retEnviNFe }
`,
  `{
  "names": "as-is",
  "fill": { "GetUser/a~1b/~0c": null, "GetUser": { "x": { "y": [true, false, "z"] } } },
  "operations": { "GetUser": { "route": "POST /users/get", "body": "user", "safe": null }, "a": { "hidden": false } }
}
`,
];
