/** Text of an element, escaped as every writer of this repository does (XO-4). */
export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (c) =>
    c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&#xD;',
  );
}

/** Value of an attribute between double quotes (XO-4). */
export function escapeAttribute(value: string): string {
  return escapeText(value).replace(/["\t\n]/g, (c) =>
    c === '"' ? '&quot;' : c === '\t' ? '&#x9;' : '&#xA;',
  );
}
