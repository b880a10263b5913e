import { expect, test } from 'vitest';
import { isField } from './field-suite.js';

test('structured fields: values of their definitions are told from others', () => {
  const right = {
    ratelimit: '"minute";r=59;t=60, "period";r=0',
    'ratelimit-policy': '"minute";q=60;w=60, "period";q=1000',
    deprecation: '@1688169599',
    'cache-status': 'soapstone; fwd=uri-miss; stored',
  };
  const wrong = {
    ratelimit: ['minute;r=1', '"minute"', '"minute";r=-1', '"minute";r=1;t=0.5', '"minute', '("a");r=1'],
    'ratelimit-policy': ['"minute";q="60"', '"minute";q=60;w=0', '"minute";w=60'],
    deprecation: ['true', '1688169599', 'Sun, 11 Nov 2018 23:59:59 GMT', '@1, @2'],
    'cache-status': [
      'soapstone; hit; fwd=miss',
      'soapstone; stored',
      'soapstone; hit=1',
      'soapstone; fwd="a"',
    ],
  };
  expect(Object.entries(right).filter(([field, text]) => !isField(field, text))).toEqual([]);
  expect(
    Object.entries(wrong).flatMap(([field, texts]) => texts.filter((text) => isField(field, text))),
  ).toEqual([]);
});
