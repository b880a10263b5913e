import { expect, test } from 'vitest';
import { printStored, readDesign, readStored } from './design-text.js';

test('YAML is read as JSON with the digits of its numbers, and quoted digits stay a text', () => {
  const { json, problems } = readDesign(`# the file
fill:
  '*/Auth': { User: '510087100', Rate: 1.2345678901234567890123 }
  Ping/Text: [a, 12345678901234567890]
names: camel
`);
  expect(problems).toEqual([]);
  expect(json).toBe(
    '{"fill":{"*/Auth":{"User":"510087100","Rate":1.2345678901234567890123},"Ping/Text":["a",12345678901234567890]},"names":"camel"}',
  );
});

test('a text that is not YAML has a problem with its line and column', () => {
  const { json, problems } = readDesign('fill:\n  a: [1\nnames: camel\n');
  expect(json).toBeUndefined();
  expect(problems[0]).toMatchObject({ line: 3, column: 1, place: '' });
  expect(readDesign('').json).toBe('{}');
  expect(readDesign('a: &x [1]\nb: *y\n').problems[0]?.message).toMatch(/alias/i);
});

test('aliases that expand to very much, and what nests very deep, are problems', () => {
  const lines = ['a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]'];
  for (let each = 1; each < 9; each++)
    lines.push(
      `a${each}: &a${each} [${Array(10)
        .fill(`*a${each - 1}`)
        .join(', ')}]`,
    );
  expect(readDesign(lines.join('\n'))).toMatchObject({ json: undefined, problems: [{ line: 1 }] });
  expect(readDesign('['.repeat(20_000)).json).toBeUndefined();
});

test('the problems of the gateway are placed at the line of their entry, or of the last one that exists', () => {
  const text = `names: camel
fill:
  GetUser/userld: 1
  '*/Auth':
    Pin: 12345
operations:
  GetUser: { result: { omit: [role, rolle] } }
`;
  const placed = readDesign(text).place([
    { at: ['fill', 'GetUser/userld'], message: 'no member', nearest: 'userId' },
    { at: ['fill', '*/Auth', 'Pin'], message: 'must be a string' },
    { at: ['operations', 'GetUser', 'result', 'omit', '1'], message: 'no member' },
    { at: ['session', 'login'], message: 'is missing' },
    { at: [], message: 'must be an object' },
  ]);
  expect(placed.map(({ line, column, start, end }) => [line, column, text.slice(start, end)])).toEqual([
    [3, 3, 'GetUser/userld'],
    [5, 5, 'Pin'],
    [7, 37, 'rolle'],
    [1, 1, ''],
    [1, 1, ''],
  ]);
  expect(placed[0]).toMatchObject({ place: 'fill > GetUser/userld', nearest: 'userId' });
});

test('a stored design is printed as YAML, in its order and with its digits', () => {
  const stored =
    '{"revision":2,"design":{"fill":{"*/Auth":{"User":"510087100","Password":{"secret":"p"}},"Ping/Rate":1.2345678901234567890123},"names":"camel","operations":{"GetUser":{"hidden":true},"Ping":{"result":{"omit":["a","b"]}}}},"filled":[]}';
  const text = printStored(stored);
  expect(text).toBe(`fill:
  "*/Auth":
    User: "510087100"
    Password: { secret: p }
  Ping/Rate: 1.2345678901234567890123
names: camel
operations:
  GetUser: { hidden: true }
  Ping:
    result:
      omit:
        - a
        - b
`);
  expect(readDesign(text).json).toBe(stored.slice('{"revision":2,"design":'.length, -',"filled":[]}'.length));
  expect(printStored('{"revision":1,"design":null}')).toBe('');
});

test('the names __proto__ and constructor are ordinary keys', () => {
  const { json } = readDesign('fill:\n  Ping/__proto__: 1\n__proto__: { constructor: 2 }\n');
  expect(json).toBe('{"fill":{"Ping/__proto__":1},"__proto__":{"constructor":2}}');
});

test('numbers are keys as they are written', () => {
  expect(readDesign('a: { 1: staff, 2.50: x, "3": y }\n').json).toBe(
    '{"a":{"1":"staff","3":"y","2.50":"x"}}',
  );
});

test('a text that the gateway would refuse is not parsed', () => {
  const long = `# ${'x'.repeat(1_048_576)}\n`;
  const { json, problems, place } = readDesign(long);
  expect([json, problems]).toEqual([undefined, place([])]);
  expect(problems[0]?.message).toBe('is longer than 1,048,576 characters, which the gateway does not take');
});

test('the stored text is shown if it says the same as the design', () => {
  const body = '{"revision":2,"design":{"names":"camel","fill":{"A/b":1.50}}}';
  const written = '# ours\nnames: camel\nfill: { A/b: 1.50 }\n';
  expect(readStored(body, written)).toEqual({ text: written, json: '{"names":"camel","fill":{"A/b":1.50}}' });
  expect(readStored(body, 'names: as-is\n').text).toBe('names: camel\nfill:\n  A/b: 1.50\n');
  expect(readStored('{"design":null}', null)).toEqual({ text: '', json: '{}' });
});
