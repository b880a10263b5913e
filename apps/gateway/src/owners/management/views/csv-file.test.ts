import { expect, test } from 'vitest';
import { csvFile } from './csv-file.js';

test('CSV: quotes where necessary, keeps numbers, and disarms formulas', () => {
  const { text } = csvFile(
    'x.csv',
    ['name', 'value'],
    [
      { name: 'a "b", c\nd', value: -5 },
      { name: '=HYPERLINK("http://x")', value: null },
      { name: '@x', value: true },
      { name: 'plain' },
    ],
  );
  expect(text).toBe(
    'name,value\r\n"a ""b"", c\nd",-5\r\n"\'=HYPERLINK(""http://x"")",\r\n\'@x,true\r\nplain,\r\n',
  );
});
