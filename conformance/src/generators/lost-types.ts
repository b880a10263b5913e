import type { OpenAPIObject } from '@soapstone/openapi-generator';
import ts from 'typescript';

/**
 * What a generated source lost of the types of a document, a line each: `any` and `unknown` (the document has been through
 * `markUntyped`, so none is right), and properties of a component that its declaration does not have.
 */
export function lostTypes(source: string, document: OpenAPIObject): readonly string[] {
  const file = ts.createSourceFile('generated.ts', source, ts.ScriptTarget.ES2022, true);
  const lost: string[] = [];
  const declarations = new Map<string, string[]>();
  const visit = (node: ts.Node): void => {
    if (isOfHeaders(node)) return;
    if (isLost(node)) lost.push(`${node.getText()} in ${ownerOf(node)}`);
    const name = nameOf(node);
    if (name !== undefined) {
      const key = plain(name);
      const texts = declarations.get(key);
      if (texts === undefined) declarations.set(key, [node.getText()]);
      else texts.push(node.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const components = Object.entries(document.components?.schemas ?? {});
  const sharing = new Map<string, number>();
  for (const [name] of components) sharing.set(plain(name), (sharing.get(plain(name)) ?? 0) + 1);
  for (const [component, schema] of components) {
    const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, unknown>> };
    const keys = Object.keys(properties);
    if (keys.length === 0) continue;
    const texts = textsOf(declarations, plain(component), sharing.get(plain(component)) ?? 1);
    if (texts === undefined) lost.push(`there is no type ${component}`);
    // Components whose names differ in other characters only get numbers, or are one of several declarations.
    else if (!texts.some((text) => keys.every((key) => declares(text, key)))) {
      const missing = keys.filter((key) => !texts.some((text) => declares(text, key)));
      lost.push(`${component} has no ${missing.join(', ')}`);
    }
  }
  return lost;
}

/** The declarations of a name. Where `count` components differ in other characters only, generators give them numbers. */
function textsOf(
  declarations: ReadonlyMap<string, readonly string[]>,
  name: string,
  count: number,
): readonly string[] | undefined {
  const found = [...(declarations.get(name) ?? [])];
  for (let number = 2; number <= count; number += 1)
    found.push(...(declarations.get(`${name}${number}`) ?? []));
  return found.length === 0 ? undefined : found;
}

/** Whether the text of a declaration has a member of this name, which the printer of TypeScript may have escaped. */
function declares(text: string, key: string): boolean {
  const escaped = key.replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  const names = [` ${key}`, `{${key}`, `\n${key}`, `"${key}"`, `'${key}'`, `"${escaped}"`];
  return names.some((name) => text.includes(`${name}:`) || text.includes(`${name}?:`));
}

/** The header fields of responses, which openapi-typescript leaves open on purpose. */
function isOfHeaders(node: ts.Node): boolean {
  return ts.isPropertySignature(node) && node.name.getText() === 'headers';
}

/** `any`, `unknown`, and what zod calls them. */
function isLost(node: ts.Node): boolean {
  if (node.kind === ts.SyntaxKind.AnyKeyword || node.kind === ts.SyntaxKind.UnknownKeyword) return true;
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.expression.getText() === 'z' &&
    ['any', 'unknown'].includes(node.expression.name.text)
  );
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return node.name.text;
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) return node.name.text;
  // openapi-typescript: a member of `components["schemas"]`.
  if (!ts.isPropertySignature(node)) return undefined;
  return ts.isStringLiteral(node.name) || ts.isIdentifier(node.name) ? node.name.text : undefined;
}

function ownerOf(node: ts.Node): string {
  const path: string[] = [];
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    const name = nameOf(at);
    if (name !== undefined) path.unshift(name);
  }
  return path.join('.');
}

/** Generators spell names differently. */
function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}
