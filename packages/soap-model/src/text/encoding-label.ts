/** The encodings of East Asia that have no states, by the names that servers use for them. */
const EAST_ASIAN: Readonly<Record<string, string>> = {
  gb2312: 'gbk',
  gbk: 'gbk',
  'x-gbk': 'gbk',
  cp936: 'gbk',
  'windows-936': 'gbk',
  gb18030: 'gb18030',
  big5: 'big5',
  'big5-hkscs': 'big5',
  cp950: 'big5',
  'shift-jis': 'shift_jis',
  'x-sjis': 'shift_jis',
  sjis: 'shift_jis',
  'windows-31j': 'shift_jis',
  ms932: 'shift_jis',
  cp932: 'shift_jis',
  'euc-jp': 'euc-jp',
  'euc-kr': 'euc-kr',
  'ks-c-5601-1987': 'euc-kr',
  'windows-949': 'euc-kr',
  cp949: 'euc-kr',
};

/**
 * The label of the WHATWG Encoding Standard for the name of an encoding (XML 1.0 §4.3.3, IANA), for `TextDecoder`. A closed list: in
 * each of these encodings the bytes of `<`, `>`, `&` and quotes mean these characters only. The stateful ones (ISO-2022, HZ, UTF-7) can
 * hide markup from programs that inspect the bytes, so they are left out, as are UTF-32 and EBCDIC. ISO-8859-1 is read as its superset
 * windows-1252, as in browsers.
 *
 * @param name a charset of HTTP, or the encoding of an XML declaration, in any case
 * @returns `undefined` for an encoding that is not supported
 *
 * @example
 * ```ts
 * encodingLabel('ISO_8859-1'); // 'windows-1252'
 * ```
 */
export function encodingLabel(name: string): string | undefined {
  if (typeof name !== 'string') return undefined;
  const label = name.trim().toLowerCase().replaceAll('_', '-').replaceAll(/^"|"$/g, '');
  if (/^(?:utf-?8|unicode-1-1-utf-8|(?:us-)?ascii|ansi-x3\.4-1968)$/.test(label)) return 'utf-8';
  if (/^(?:iso-?10646-)?(?:utf-?16|ucs-?2|unicode)(?:le|be)?$/.test(label)) {
    return label.endsWith('be') ? 'utf-16be' : 'utf-16le';
  }
  const iso = /^iso-?8859-?(\d{1,2})(?:-[ei])?$/.exec(label) ?? /^latin-?(1)$/.exec(label);
  if (iso !== null) return isoLabel(Number(iso[1]));
  const windows = /^(?:windows|cp|x-cp|win)-?(125[0-8]|874)$/.exec(label);
  if (windows !== null) return `windows-${windows[1]}`;
  if (/^koi8-[ru]$/.test(label)) return label;
  return Object.hasOwn(EAST_ASIAN, label) ? EAST_ASIAN[label] : undefined;
}

function isoLabel(part: number): string | undefined {
  if (part === 1) return 'windows-1252';
  if (part === 9) return 'windows-1254';
  if (part === 11) return 'windows-874';
  return part >= 2 && part <= 16 && part !== 12 ? `iso-8859-${part}` : undefined;
}
