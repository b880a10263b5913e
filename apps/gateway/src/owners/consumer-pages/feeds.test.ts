import { expect, test } from 'vitest';
import { printAtomFeed } from './feeds.js';

const subject = {
  name: 'A & <B> "C" \u0000\ud800',
  home: 'https://api.example.com/pages/acc_1/users',
  self: 'https://api.example.com/api/pages/acc_1/users/changes.atom',
  since: Date.parse('2026-01-02T03:04:05Z'),
};

test('an Atom feed: markup is text, and characters that XML cannot have are replaced', () => {
  const atom = printAtomFeed(subject, [
    {
      revision: 2,
      at: Date.parse('2026-02-03T04:05:06Z'),
      breaking: false,
      isFirst: false,
      isAgain: false,
      changes: [{ operation: ']]></content><script>', text: 'new operation', breaking: false }],
    },
  ]);
  expect(atom).toContain('<title>Changes of A &amp; &lt;B&gt; &quot;C&quot; \ufffd\ufffd</title>');
  expect(atom).toContain(
    '<content type="text">]]&gt;&lt;/content&gt;&lt;script&gt;: new operation</content>',
  );
  expect(atom).toContain('<updated>2026-02-03T04:05:06.000Z</updated>');
  expect(atom).toContain('<id>https://api.example.com/pages/acc_1/users#revision-2</id>');
});

test('an Atom feed without entries is as old as the service', () => {
  expect(printAtomFeed(subject, [])).toContain('<updated>2026-01-02T03:04:05.000Z</updated>');
});
