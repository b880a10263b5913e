import ts from 'typescript';

/**
 * What a generated source lost of the types of a document, a line each: `any` and `unknown` (the document has been through
 * `markUntyped`, so none is right), properties of a component that its declaration does not have, and types that are declared twice: TypeScript
 * makes one of two interfaces.
 *
 * @param schemas the components by name
 */
export function lostTypes(source: string, schemas: object): readonly string[] {
  const file = ts.createSourceFile('generated.ts', source, ts.ScriptTarget.ES2022, true);
  const lost: string[] = [];
  const components = Object.entries(schemas);
  const sharing = new Map<string, number>();
  for (const [name] of components) sharing.set(plain(name), (sharing.get(plain(name)) ?? 0) + 1);
  // The texts of other declarations, nested in one another, would be many times the source.
  const declarations = new Map<string, string[]>();
  for (const [name, count] of sharing) for (const each of namesOf(name, count)) declarations.set(each, []);
  const visit = (node: ts.Node): void => {
    if (isOfHeaders(node)) return;
    if (isLost(node)) lost.push(`${node.getText()} in ${ownerOf(node)}`);
    const name = nameOf(node);
    if (name !== undefined) declarations.get(plain(name))?.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  lost.push(...declaredTwice(file));
  for (const [component, schema] of components) {
    const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, unknown>> };
    const keys = Object.keys(properties);
    if (keys.length === 0) continue;
    const name = plain(component);
    const texts = namesOf(name, sharing.get(name) ?? 1).flatMap((each) => declarations.get(each) ?? []);
    if (texts.length === 0) lost.push(`there is no type ${component}`);
    // Components whose names differ in other characters only get numbers, or are one of several declarations.
    else if (!texts.some((text) => keys.every((key) => declares(text, key)))) {
      const missing = keys.filter((key) => !texts.some((text) => declares(text, key)));
      lost.push(`${component} has no ${missing.join(', ')}`);
    }
  }
  return lost;
}

/** The types of a module that have several declarations. */
function declaredTwice({ statements }: ts.SourceFile): readonly string[] {
  const names = new Set<string>();
  const twice = new Set<string>();
  for (const node of statements) {
    if (!ts.isTypeAliasDeclaration(node) && !ts.isInterfaceDeclaration(node)) continue;
    (names.has(node.name.text) ? twice : names).add(node.name.text);
  }
  return [...twice].map((name) => `${name} is declared twice`);
}

/** The names that the declaration of a component may have. Where `count` components differ in other characters only, generators give them numbers. */
function namesOf(name: string, count: number): readonly string[] {
  return [name, ...Array.from({ length: count - 1 }, (_, index) => `${name}${index + 2}`)];
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
  return ts.isPropertySignature(node) && ts.isIdentifier(node.name) && node.name.text === 'headers';
}

/** `any`, `unknown`, and what zod calls them. */
function isLost(node: ts.Node): boolean {
  if (node.kind === ts.SyntaxKind.AnyKeyword || node.kind === ts.SyntaxKind.UnknownKeyword) return true;
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ts.isIdentifier(node.expression.expression) &&
    node.expression.expression.text === 'z' &&
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
