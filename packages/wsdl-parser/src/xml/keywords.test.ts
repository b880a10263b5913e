import { describe, expect, test } from 'vitest';
import { KEYWORDS, type KeywordValues, readKeyword } from './keywords.js';

const read = (keyword: KeywordValues<string>, text: string) => readKeyword(keyword, text).value;

describe('an enumerated attribute is read if exactly one value can be meant', () => {
  test.each([
    [KEYWORDS.form, 'Qualified', 'qualified'],
    [KEYWORDS.form, 'UNQUALIFIED', 'unqualified'],
    [KEYWORDS.form, 'true', 'qualified'],
    [KEYWORDS.form, 'No', 'unqualified'],
    [KEYWORDS.form, 'qualifed', 'qualified'],
    [KEYWORDS.form, 'un-qualified', 'unqualified'],
    [KEYWORDS.form, 'ture', 'qualified'],
    [KEYWORDS.form, 'qualfieid', 'qualified'],
    [KEYWORDS.attributeUse, 'requierd', 'required'],
    [KEYWORDS.attributeUse, 'Mandatory', 'required'],
    [KEYWORDS.processContents, 'Lax', 'lax'],
    [KEYWORDS.wildcardNamespace, '#any', '##any'],
    [KEYWORDS.wildcardNamespace, '##TARGETNAMESPACE', '##targetNamespace'],
    [KEYWORDS.derivation, 'ALL', '#all'],
    [KEYWORDS.whiteSpace, 'Collapse', 'collapse'],
    [KEYWORDS.boolean, 'YES', 'true'],
    [KEYWORDS.unbounded, 'Unbounded', 'unbounded'],
    [KEYWORDS.unbounded, 'multiple', 'unbounded'],
    [KEYWORDS.attributeUse, 'Compulsory', 'required'],
    [KEYWORDS.style, 'RPC', 'rpc'],
    [KEYWORDS.style, 'documnet', 'document'],
    [KEYWORDS.use, 'litteral', 'literal'],
    [KEYWORDS.soapVersion, 'SOAP 1.1', '1.1'],
    [KEYWORDS.messagePattern, 'In-Out', 'in-out'],
    [KEYWORDS.messageContent, '#NONE', '#none'],
  ])('%o %s: %s', (keyword, text, value) => {
    expect(readKeyword(keyword as KeywordValues<string>, text)).toEqual({ value, isExact: false });
  });

  test('a legal value with white space around it is exact', () => {
    expect(readKeyword(KEYWORDS.form, ' qualified\n')).toEqual({ value: 'qualified', isExact: true });
  });

  test.each([
    [KEYWORDS.form, 'nqualified'],
    [KEYWORDS.form, ''],
    [KEYWORDS.form, '##'],
    [KEYWORDS.form, 'constructor'],
    [KEYWORDS.processContents, 'la'],
    [KEYWORDS.style, 'wrapped'],
    [KEYWORDS.use, 'x'.repeat(100_000)],
  ])('%o %s: nothing', (keyword, text) => {
    expect(read(keyword as KeywordValues<string>, text)).toBeUndefined();
  });
});
