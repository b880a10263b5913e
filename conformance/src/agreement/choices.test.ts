import { expect, test } from 'vitest';
import { judges, op } from './judges.js';

const e = (name: string, more = ''): string => `<xs:element name="${name}" type="xs:int" ${more}/>`;
const choice = (content: string, more = ''): string => `<xs:choice ${more}>${content}</xs:choice>`;
const sequence = (content: string, more = ''): string => `<xs:sequence ${more}>${content}</xs:sequence>`;
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((name) => e(name)) as [string, string, string, string];
const OPTIONAL = 'minOccurs="0"';

/** Content models with a choice, and how many of the drawn requests are valid. */
const CHOICES: readonly (readonly [what: string, content: string, valid: number])[] = [
  ['elements', choice(A + B + C), 9],
  ['an optional choice', choice(A + B, OPTIONAL), 8],
  ['an optional branch', choice(e('a', OPTIONAL) + B), 8],
  ['sequences', choice(sequence(A + B) + sequence(C + e('d', OPTIONAL))), 10],
  ['a name in two branches', choice(sequence(A + B) + A), 3],
  ['a name in two sequences', choice(sequence(A + B) + sequence(C + A)), 4],
  ['a choice in a choice', choice(A + choice(B + sequence(C + D))), 11],
  ['an optional choice in a choice', choice(A + choice(B + C, OPTIONAL)), 13],
  ['two choices', choice(A + B) + choice(C + D, OPTIONAL), 20],
  ['a choice between elements', A + choice(B + C) + e('d', OPTIONAL), 10],
  ['a repeated branch', choice(e('a', 'maxOccurs="2"') + B), 7],
  ['a branch that may be nil', choice(e('a', 'nillable="true"') + B), 5],
  ['an empty branch', choice(sequence('') + A + B), 8],
  ['a branch that may not appear', choice(e('a', 'minOccurs="0" maxOccurs="0"') + B), 1],
  ['one branch', choice(A), 1],
  ['no branch', A + choice(''), 1],
  ['a choice in an optional sequence', sequence(A + choice(B + C), OPTIONAL), 8],
  ['a choice in a sequence in a choice', choice(sequence(A + choice(B + C)) + D), 10],
  ['an optional sequence as a branch', choice(sequence(A + B, OPTIONAL) + C), 9],
  [
    'a sequence of optional elements as a branch',
    choice(sequence(e('a', OPTIONAL) + e('b', OPTIONAL)) + C),
    15,
  ],
  ['a branch with a default', choice(e('a', 'default="3"') + B), 4],
  ['a branch with a fixed value', choice(e('a', 'fixed="1"') + B), 4],
  [
    'thirty-four branches',
    choice(A + B + C + D + Array.from({ length: 30 }, (_, n) => e(`z${n}`)).join('')),
    16,
  ],
  ['a wildcard as a branch', choice(`${A}<xs:any namespace="##other" processContents="lax"/>`), 1],
];

/** What a member may have: nothing, a value, lists, null, the wrong type. */
const VALUES: readonly unknown[] = [undefined, 1, [1], [1, 1], [1, 1, 1], null, 'x', []];

/** Requests with each combination of values; if there are more than two members, at most one of them is not 1. */
function requestsWith(members: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  const requests: Record<string, unknown>[] = [];
  for (let number = 0; number < VALUES.length ** members.length; number += 1) {
    const values = members.map(
      (_, place) => VALUES[Math.floor(number / VALUES.length ** place) % VALUES.length],
    );
    const unusual = values.filter((value) => value !== undefined && value !== 1);
    if (members.length > 2 && unusual.length > 1) continue;
    const present = members.flatMap((name, place) =>
      values[place] === undefined ? [] : [[name, values[place]]],
    );
    requests.push(Object.fromEntries(present));
  }
  return requests;
}

test.each(CHOICES)(
  'mapper, schema and OpenAPI document judge a choice alike: %s',
  async (_what, content, valid) => {
    const judge = await judges(op(content));
    const members = ['a', 'b', 'c', 'd'].filter((name) => content.includes(`name="${name}"`));
    let taken = 0;
    const differences: unknown[] = [];
    for (const request of requestsWith(members)) {
      const { mapper, schema, document } = judge(request);
      if (mapper) taken += 1;
      // The document describes the normal form, which leaves out null and empty lists (OA-9).
      const isNormal = !Object.values(request).some(
        (value) => value === null || (value as unknown[]).length === 0,
      );
      const agrees = mapper === document || (mapper && !isNormal);
      if (mapper !== schema || !agrees) differences.push({ request, mapper, schema, document });
    }
    expect(differences).toEqual([]);
    expect(taken).toBe(valid);
  },
);
