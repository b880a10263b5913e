import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../testing/seeded-random.js';
import { hideTexts } from './hide-texts.js';

const SPECIAL = '<&"\'';
const MEGABYTE = 1_048_576;

/** The ways in which messages spell a character, when quoted in others too. */
function spellings(character: string): string[] {
  const code = character.codePointAt(0)!;
  const names: Readonly<Record<string, string>> = {
    '<': 'lt',
    '>': 'gt',
    '"': 'quot',
    "'": 'apos',
    '&': 'amp',
  };
  const references = [
    `&#${code};`,
    `&#00${code};`,
    `&#x${code.toString(16)};`,
    `&#X0${code.toString(16).toUpperCase()};`,
  ];
  if (names[character] !== undefined) references.push(`&${names[character]};`);
  return [
    character,
    ...references,
    ...references.flatMap((each) => [
      each.replace('&', '&amp;'),
      each.replace('&', '&#38;amp;'),
      each.replace('&', '&amp;#x26;amp;'),
    ]),
  ];
}

describe('hideTexts', () => {
  test.each([
    ['overlapping secrets as one', 'xabcdefgx', ['abcde', 'cdefg'], 'x[redacted]x'],
    ['a secret within another', 'x password1 x pass', ['pass', 'password1'], 'x [redacted] x [redacted]'],
    ['adjacent occurrences', 'secret1secret1', ['secret1'], '[redacted][redacted]'],
    ['a secret beside an incomplete reference', '&secret1&#12', ['secret1'], '&[redacted]&#12'],
    ['a secret that looks like a reference', 'a &lt;&lt; b', ['&lt;&lt;'], 'a [redacted] b'],
    ['such a secret, quoted', 'a &amp;lt;&amp;lt; b', ['&lt;&lt;'], 'a [redacted] b'],
    ['a secret that ends a reference', '&lt;12345', ['lt;12345'], '&[redacted]'],
    ['a secret beyond the first plane', 'a &#x1F511;&amp;#128273; b', ['🔑🔑'], 'a [redacted] b'],
    ['a percent-encoded secret', '/in?to=Bearer%20abc%c3%A9', ['Bearer abcé'], '/in?to=[redacted]'],
    ['one that is encoded twice', '/?a=Bearer%2520abcd&b', ['Bearer abcd'], '/?a=[redacted]&b'],
    ['one in a form', 'p=a+b%26c%F0%9F%94%91+', ['a b&c🔑 '], 'p=[redacted]'],
    ['one that has a plus itself', 'x+y%2Bz', ['x+y+z'], '[redacted]'],
    ['octets that are no characters', '%c3%28%%4%zz%ff%F8abcd', ['abcd'], '%c3%28%%4%zz%ff%F8[redacted]'],
    ['references that are none', '&#x110000;&nbsp;&#;&#x;&#xg;', ['abcd'], '&#x110000;&nbsp;&#;&#x;&#xg;'],
  ])('hides %s', (_name, text, secrets, expected) => {
    expect(hideTexts(text, secrets)).toBe(expected);
  });

  test('hides a secret however its characters are spelled, and nothing else', () => {
    const random = createSeededRandom(1);
    const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)]!;
    for (let run = 0; run < 2000; run++) {
      const secret = Array.from({ length: 4 + (run % 6) }, () =>
        pick(['<', '>', '&', '"', "'", 'é', '🔑', ' ', ';', 'w', 'lt', '#6']),
      );
      const spelled = secret.map((each) => (/\w/.test(each) ? each : pick(spellings(each)))).join('');
      expect(hideTexts(`(${spelled})`, [secret.join('')])).toMatch(/^\((?:\[redacted\])+\)$/);
    }
  });

  test.each([
    ['the same characters', SPECIAL.repeat(MEGABYTE / 4), true],
    ['references', '&lt;&amp;&quot;&apos;'.repeat(MEGABYTE / 20), true],
    ['references quoted twice', '&amp;lt;&amp;amp;&amp;quot;&amp;apos;'.repeat(MEGABYTE / 36), true],
    ['all but its last character', `${SPECIAL.repeat(2047)}<&"x`.repeat(MEGABYTE / 8192), false],
    ['one ampersand, quoted again and again', `&${'amp;'.repeat(MEGABYTE / 4)}`, false],
    ['a reference with a million zeros', `&#${'0'.repeat(MEGABYTE)}60;`, false],
    ['beginnings of references', '&#000'.repeat(MEGABYTE / 5), false],
    ['ordinary words', 'The user does not exist. '.repeat(MEGABYTE / 25), false],
  ])(
    'needs work linear in a text of a megabyte beside secrets of 8,192 characters: %s',
    (_name, text, occurs) => {
      const secrets = [
        SPECIAL.repeat(2048),
        '&'.repeat(8192),
        ...Array.from({ length: 30 }, (_, at) => `${SPECIAL.repeat(2000)}${at}`),
        `x${'0'.repeat(8191)}`,
      ];
      const hidden = hideTexts(text, secrets);
      if (occurs) expect(hidden.replaceAll('[redacted]', '').length).toBeLessThan(8192);
      else expect(hidden).toBe(text);
    },
  );
});
