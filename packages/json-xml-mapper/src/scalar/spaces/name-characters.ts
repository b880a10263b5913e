/**
 * Name characters of XML 1.0, fourth edition (Appendix B), as bodies of character classes. XML Schema 1.0 means these by Name, and
 * so do validators: the fifth edition admits far more, which they reject.
 */

/**
 * Reads a table: for each range of code points, the distance from the end of the one before and its length, in base 36. Escapes would take
 * three times the room in every bundle; the test has the tables of the specification.
 */
function classOf(table: string): string {
  const numbers = table.split(',').map((each) => Number.parseInt(each || '0', 36));
  let text = '';
  let at = 0;
  for (let index = 0; index < numbers.length; index += 2) {
    const first = at + (numbers[index] ?? 0);
    at = first + (numbers[index + 1] ?? 0);
    text += `${escapeOf(first)}-${escapeOf(at)}`;
  }
  return text;
}

function escapeOf(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** [84] Letter. */
const LETTERS: string = classOf(
  '1t,p,7,p,1y,m,2,u,2,1l,3,a,3,7,2,1g,2,1v,a,z,4,,1,,5,t,1l,2g,j,6,5h,,2,2,2,,2,j,2,17,2,6,4,,2,,2,,2,,2,h' +
    ',e,b,2,1t,2,b,2,z,f,1g,3,,1,,3,,1,,4,r,3,7,3,,1,,1k,11,3,,8,11,22,q,6,2,1b,p,7,9,13,1y,3,4,2,e,2,3,2,,g,' +
    ',1,,f3,1g,4,,r,9,10,7,3,,1,,3,l,2,6,2,,4,3,z,,1,,2,2,f,,1,,k,5,5,,1,,3,l,2,6,2,,1,,2,,1,,2,,1,,w,3,2,,k,' +
    '2,h,6,2,,2,2,2,l,2,6,2,,1,,2,4,4,,z,,11,7,3,,1,,3,l,2,6,2,,1,,3,3,4,,v,,1,,2,2,10,5,4,2,2,3,4,,1,,2,,2,,' +
    '1,,4,,1,,4,2,4,7,2,2,24,7,2,2,2,m,2,9,2,4,13,,1,,10,7,2,2,2,m,2,9,2,4,11,,2,,1,,10,7,2,2,2,m,2,f,13,,1,,' +
    '4g,19,2,,2,,1,,d,5,1o,,1,,2,,3,,1,,2,,3,,7,3,2,6,2,2,2,,2,,3,,1,,2,,1,,2,,2,,1,,a,,3,4,3g,7,2,w,8n,11,b,' +
    '12,a,,2,,1,,2,2,2,,2,,1,,2,4,16,,2,,2,,c,,2,,2,,4,,1,,4,,6,2,2,,2,,2,,2,,4,,1,,4,,1,,2,,15,,a,,3,,3,,1,,' +
    '8,,1,,2,,2,6,15,,5,,9,,2dj,4b,5,2h,7,l,3,5,3,11,3,5,3,7,2,,2,,2,,2,u,3,1g,2,6,2,,4,2,2,6,4,3,3,5,5,c,6,2' +
    ',2,6,8a,,4,,1,,3,,2a,2,2v9,,q,8,o,2b,d,2h,b,13,5p0,g4l,2fv,8mb',
);

/** [88] Digit, [87] CombiningChar and [89] Extender. */
const NAME_MARKS: string = classOf(
  '1c,9,3i,,ex,,1,,1b,1x,r,,1,,12,,70,3,7f,g,2,m,2,2,2,,2,,1,,2,,3g,,b,7,e,9,7,,2u,e,3,,1,,2,3,3,9,eg,2,1l,' +
    ',2,f,4,3,e,,1,,3,9,i,2,1l,,2,6,3,,1,,3,2,a,,b,,1,,3,9,j,,1m,,2,4,5,,1,,3,2,p,b,g,2,1l,,2,7,2,2,2,2,p,9,i' +
    ',2,1l,,2,5,4,,1,,3,2,9,,1,,f,9,j,,1,,1n,4,4,2,2,3,a,,g,8,i,2,1n,6,2,2,2,3,8,,1,,g,9,j,,1,,1n,6,2,2,2,3,8' +
    ',,1,,g,9,j,,1,,1n,5,3,2,2,3,a,,f,9,5e,,3,6,c,8,2,9,2g,,3,5,2,,1,,a,,2,5,3,9,1r,,1,,7,9,c,,2,,2,,5,,1,,1e' +
    ',j,2,5,5,5,2,,2,k,4,6,2,,3dj,c,5,,2zo,,11,5,2,4,2s,,1,,3,,1,,2m,2',
);

const START = `${LETTERS}_`;
const REST = `${START}${NAME_MARKS}.\\-`;
const NAME = new RegExp(`^[${START}:][${REST}:]*$`);
const NC_NAME = new RegExp(`^[${START}][${REST}]*$`);
const NMTOKEN = new RegExp(`^[${REST}:]+$`);

/** Whether the text is a Name [5]: xs:Name. */
export function isSchemaName(text: string): boolean {
  return NAME.test(text);
}

/** Whether the text is an NCName [4] of Namespaces in XML 1.0: xs:NCName, xs:ID, xs:IDREF and xs:ENTITY. */
export function isSchemaNCName(text: string): boolean {
  return NC_NAME.test(text);
}

/** Whether the text is an Nmtoken [7]: xs:NMTOKEN. */
export function isSchemaNmtoken(text: string): boolean {
  return NMTOKEN.test(text);
}
