/**
 * Declarations that compile without the types of a platform. Those of Node, of browsers and of Workers all declare `URL` or `Request`; a
 * program with none of them, or without `skipLibCheck`, must compile, too (decision 0144).
 */

/** The type of an instance of a global class; `fallback` in a program whose types have no such class. */
const instance = (name, fallback) =>
  `type ${name} = typeof globalThis extends { ${name}: { prototype: infer Type } } ? Type : ${fallback};`;

const DECLARATIONS = {
  AbortSignal: instance(
    'AbortSignal',
    "{ readonly aborted: boolean; readonly reason: any; addEventListener(type: 'abort', listener: () => void): void; removeEventListener(type: 'abort', listener: () => void): void }",
  ),
  Blob: instance(
    'Blob',
    '{ readonly size: number; readonly type: string; arrayBuffer(): Promise<ArrayBuffer> }',
  ),
  Headers: instance('Headers', 'Iterable<[string, string]>'),
  Request: instance('Request', 'object'),
  RequestInit:
    'type RequestInit = typeof globalThis extends { fetch: (input: never, init?: infer Type) => unknown } ? Exclude<Type, undefined> : object;',
  Response: instance('Response', 'object'),
  URL: instance('URL', '{ readonly href: string }'),
  fetch:
    'declare const fetch: typeof globalThis extends { fetch: infer Type } ? Type : (input: string) => Promise<object>;',
};

/** Adds to the text of a module of declarations those of the globals that it uses. */
export function withPlatformTypes(text) {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|"[^"\n]*"/g, '');
  const added = Object.entries(DECLARATIONS)
    .filter(([name]) => uses(code, name) && !declares(code, name))
    .map(([, declaration]) => `${declaration}\n`);
  const library = /\bSymbol\.(?:asyncDispose|dispose)\b/.test(code)
    ? '/// <reference lib="esnext.disposable" />\n'
    : '';
  return library + text.replace(/^(?:import .*\n)*/, (imports) => imports + added.join(''));
}

function uses(code, name) {
  return name === 'fetch'
    ? /\btypeof fetch\b/.test(code)
    : new RegExp(`(?<![\\w$.])${name}(?![\\w$]|\\??:)`).test(code);
}

function declares(code, name) {
  return (
    new RegExp(`\\b(?:type|interface|class|const) ${name}\\b`).test(code) ||
    new RegExp(`^import [^;]*\\b${name}\\b`, 'm').test(code)
  );
}
