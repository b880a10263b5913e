import type { ExpandedName } from '@soapstone/wsdl-parser';

/** Print a name in Clark notation (VO-4): `{namespace}local`, or `local` alone in no namespace. */
export function clarkName(name: ExpandedName): string {
  return name.namespace === '' ? name.localName : `{${name.namespace}}${name.localName}`;
}

/** Read Clark notation; `{}local` is read as `local` in no namespace. Undefined where the text is not a name. */
export function parseClarkName(text: string): ExpandedName | undefined {
  if (!text.startsWith('{')) return text === '' ? undefined : { namespace: '', localName: text };
  const close = text.indexOf('}');
  if (close < 0 || close === text.length - 1) return undefined;
  return { namespace: text.slice(1, close), localName: text.slice(close + 1) };
}

/** True where both parts are equal. */
export function sameName(a: ExpandedName, b: ExpandedName): boolean {
  return a.localName === b.localName && a.namespace === b.namespace;
}
