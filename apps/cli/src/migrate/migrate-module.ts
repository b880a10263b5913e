import { type ParserOptions, parse } from '@babel/parser';
import { callOptionAdvice, optionAdvice } from '@soapstone/compat/internal';

/** A text that was replaced. Line and column count from 1. */
export interface Change {
  readonly line: number;
  readonly column: number;
  readonly from: string;
  readonly to: string;
}

/** A place that the program's author has to change or check. */
export interface Left {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

/** A node of the syntax tree, with the members that are read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number; readonly column: number } };
  readonly [member: string]: unknown;
}

const FROM = 'soap';
const TO = '@soapstone/compat';

/** The members of a node that name the module: of declarations, of `import()`, and of types. */
const SOURCES: Readonly<Record<string, string>> = {
  ImportDeclaration: 'source',
  ExportNamedDeclaration: 'source',
  ExportAllDeclaration: 'source',
  ImportExpression: 'source',
  TSExternalModuleReference: 'expression',
  TSImportType: 'argument',
};

/** Functions of Jest and Vitest whose first argument is a module. */
const MOCKS: ReadonlySet<string> = new Set([
  ...['mock', 'unmock', 'doMock', 'dontMock', 'doUnmock', 'setMock', 'createMockFromModule'],
  ...['requireActual', 'requireMock', 'importActual', 'importMock', 'unstable_mockModule'],
]);

/** Functions of node-soap, and the position of their options. */
const TAKE_OPTIONS: Readonly<Record<string, number>> = {
  createClient: 1,
  createClientAsync: 1,
  createServerless: 0,
  listen: 1,
};

/**
 * Changes the imports of node-soap in a module to those of `@soapstone/compat`, and finds what has no counterpart there. Nothing but the
 * text between the quotes of a specifier changes.
 *
 * @param file its name, whose ending tells the language
 * @returns the new text, absent if nothing changes; a text that is not a program is left, with the reason and its place
 */
export function migrateModule(
  text: string,
  file: string,
): { readonly text?: string; readonly changes: readonly Change[]; readonly left: readonly Left[] } {
  // Parsing is most of the work, and most files of a program do not mention node-soap.
  if (!/\bsoap\b/.test(text)) return { changes: [], left: [] };
  const nodes = nodesOf(text, file);
  if ('problem' in nodes) return { changes: [], left: [nodes] };

  const edits: { readonly at: number; readonly end: number }[] = [];
  const changes: Change[] = [];
  const left: Left[] = [];
  const names = new Names();
  const leave = (node: Node, problem: string): void => void left.push({ ...placeOf(node), problem });
  for (const node of nodes) {
    const source = moduleOf(node);
    if (source === undefined) continue;
    const { literal, name } = source;
    if (name === FROM) {
      edits.push({ at: literal.start + 1, end: literal.end - 1 });
      changes.push({ ...placeOf(literal), from: FROM, to: TO });
      names.declare(node);
    } else if (name.startsWith(`${FROM}/`)) leave(literal, privateModule(name));
    else if (name === 'strong-soap' || name.startsWith('strong-soap/'))
      leave(
        literal,
        'strong-soap has functions of its own: docs/from-strong-soap.md shows what replaces them',
      );
  }
  for (const node of nodes) {
    names.declareFrom(node);
    if (isNamed(node, 'TSModuleDeclaration', 'id') === FROM)
      leave(
        node,
        `this adds to the types of ${FROM}: declare them for ${TO}, whose types have other members`,
      );
  }
  for (const node of nodes) for (const [at, problem] of optionsLeft(node, names)) leave(at, problem);

  left.sort((a, b) => a.line - b.line || a.column - b.column);
  if (edits.length === 0) return { changes, left };
  edits.sort((a, b) => a.at - b.at);
  changes.sort((a, b) => a.line - b.line || a.column - b.column);
  const pieces: string[] = [];
  let done = 0;
  for (const { at, end } of edits) {
    pieces.push(text.slice(done, at), TO);
    done = end;
  }
  return { text: pieces.join('') + text.slice(done), changes, left };
}

function privateModule(name: string): string {
  if (name === `${FROM}/package.json`)
    return `this reads the version of node-soap: ${TO} has a version of its own`;
  return `"${name}" is a private module of node-soap: import its classes and types from ${TO}, which has those of the package's root`;
}

/** All nodes of a module, or why it has none. */
function nodesOf(text: string, file: string): readonly Node[] | Left {
  const isTypeScript = /\.[mc]?ts$|\.tsx$/.test(file);
  const plugins: ParserOptions['plugins'] = [
    ...(isTypeScript ? (['typescript'] as const) : (['flow'] as const)),
    ...(/\.[mc]?ts$/.test(file) ? [] : (['jsx'] as const)),
    'decorators-legacy',
  ];
  try {
    const tree = parse(text, {
      sourceType: /\.m[jt]s$/.test(file) ? 'module' : 'unambiguous',
      plugins,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      createImportExpressions: true,
      errorRecovery: true,
      attachComment: false,
    });
    return collect(tree.program as unknown as Node);
  } catch (error) {
    const { loc, message } = error as { loc?: { line: number; column: number }; message: string };
    if (loc === undefined && !(error instanceof RangeError)) throw error;
    const reason = loc === undefined ? 'it nests too deeply' : message.replace(/ \(\d+:\d+\)$/, '');
    const problem = `the file cannot be parsed, and is not changed: ${reason}`;
    return { line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1, problem };
  }
}

/** A node and all nodes in it, in the order of the text. */
function collect(root: Node): Node[] {
  const nodes: Node[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    for (const [member, value] of Object.entries(node)) {
      if (member === 'loc' || member === 'extra') continue;
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) waiting.push(each);
    }
  }
  // Names are declared before they are used.
  return nodes.sort((a, b) => a.start - b.start);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const placeOf = ({ loc }: Node): { readonly line: number; readonly column: number } => ({
  line: loc.start.line,
  column: loc.start.column + 1,
});

/** The module that a node imports, and the text that names it. */
function moduleOf(node: Node): { readonly literal: Node; readonly name: string } | undefined {
  const member = Object.hasOwn(SOURCES, node.type) ? SOURCES[node.type] : undefined;
  const literal = member === undefined ? argumentOf(node) : node[member];
  const name = isNode(literal) ? textOf(literal) : undefined;
  return name === undefined ? undefined : { literal: literal as Node, name };
}

/** The first argument of `require`, `require.resolve`, and functions that mock a module. */
function argumentOf(node: Node): unknown {
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return undefined;
  const callee = node['callee'] as Node;
  const first = (node['arguments'] as readonly unknown[])[0];
  if (callee.type === 'Import' || nameOf(callee) === 'require') return first;
  if (callee.type !== 'MemberExpression') return undefined;
  const [object, property] = [nameOf(callee['object']), nameOf(callee['property'])];
  if (object === 'require') return property === 'resolve' ? first : undefined;
  return (object === 'jest' || object === 'vi') && MOCKS.has(property ?? '') ? first : undefined;
}

/** The value of a string, or of a template without expressions. */
function textOf(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return node['value'] as string;
  if (node.type === 'TSLiteralType' && isNode(node['literal'])) return textOf(node['literal']);
  if (node.type !== 'TemplateLiteral') return undefined;
  const [quasi, ...others] = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return others.length === 0 ? quasi?.value.cooked : undefined;
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && (node.type === 'Identifier' || node.type === 'StringLiteral')
    ? String(node['name'] ?? node['value'])
    : undefined;

function isNamed(node: Node, type: string, member: string): string | undefined {
  const name = node[member];
  return node.type === type && isNode(name) && name.type === 'StringLiteral' ? nameOf(name) : undefined;
}

/** The names that a module gives to node-soap, to its functions, and to clients. */
class Names {
  readonly #modules = new Set<string>();
  readonly #functions = new Map<string, string>();
  readonly #clients = new Set<string>();

  /** Takes the names of an import declaration. */
  declare(node: Node): void {
    if (node.type !== 'ImportDeclaration') return;
    for (const each of node['specifiers'] as readonly Node[]) {
      const local = nameOf(each['local']) ?? '';
      if (each.type === 'ImportSpecifier') this.#functions.set(local, nameOf(each['imported']) ?? '');
      else this.#modules.add(local);
    }
  }

  /** Takes the names of `const soap = require('soap')` and `const client = await soap.createClientAsync(…)`. */
  declareFrom(node: Node): void {
    if (node.type === 'TSImportEqualsDeclaration') {
      const reference = node['moduleReference'] as Node;
      if (moduleOf(reference)?.name === FROM) this.#modules.add(nameOf(node['id']) ?? '');
    }
    // createClient(url, (error, client) => …)
    if (this.functionOf(node) === 'createClient') {
      const callback = (node['arguments'] as readonly Node[]).find((each) => 'params' in each);
      const client = nameOf((callback?.['params'] as readonly Node[] | undefined)?.[1]);
      if (client !== undefined) this.#clients.add(client);
    }
    if (node.type !== 'VariableDeclarator' || !isNode(node['init']) || !isNode(node['id'])) return;
    const { id } = node as unknown as { readonly id: Node };
    const value = awaited(node['init']);
    if (moduleOf(value)?.name === FROM && value.type !== 'TemplateLiteral') {
      if (id.type === 'Identifier') this.#modules.add(nameOf(id) ?? '');
      for (const each of (id['properties'] ?? []) as readonly Node[]) {
        const local = nameOf(each['value']);
        if (local !== undefined) this.#functions.set(local, nameOf(each['key']) ?? '');
      }
    } else if (this.functionOf(value) === 'createClientAsync' && id.type === 'Identifier') {
      this.#clients.add(nameOf(id) ?? '');
    }
  }

  /** The function of node-soap that a node calls. */
  functionOf(node: Node): string | undefined {
    if (node.type !== 'CallExpression') return undefined;
    const callee = node['callee'] as Node;
    if (callee.type !== 'MemberExpression') return this.#functions.get(nameOf(callee) ?? '');
    const isModule = this.#modules.has(nameOf(callee['object']) ?? '');
    return isModule ? nameOf(callee['property']) : undefined;
  }

  /** Whether a node calls an operation of a client. */
  callsOperation(node: Node): boolean {
    if (node.type !== 'CallExpression') return false;
    const callee = node['callee'] as Node;
    return callee.type === 'MemberExpression' && this.#clients.has(nameOf(callee['object']) ?? '');
  }
}

const awaited = (node: Node): Node =>
  node.type === 'AwaitExpression' && isNode(node['argument']) ? node['argument'] : node;

/** The options in a call that `@soapstone/compat` rejects, with what replaces them. */
function optionsLeft(node: Node, names: Names): (readonly [at: Node, problem: string])[] {
  const called = names.functionOf(node);
  const isKnown = called !== undefined && Object.hasOwn(TAKE_OPTIONS, called);
  if (!isKnown && !names.callsOperation(node)) return [];
  const given = node['arguments'] as readonly Node[];
  const position = isKnown ? (TAKE_OPTIONS[called] ?? 1) : optionsOfCall(node, given);
  const options = given[position];
  if (options?.type !== 'ObjectExpression') return [];
  return (options['properties'] as readonly Node[]).flatMap((property) => {
    const name = property['computed'] === true ? undefined : nameOf(property['key']);
    if (name === undefined) return [];
    const advice = isKnown ? optionAdvice(name) : callOptionAdvice(name);
    return advice === undefined ? [] : [[property, `option "${name}": ${advice}`] as const];
  });
}

/** The position of the options of a call: after the arguments, before or after the callback. With a promise, HTTP headers follow them. */
function optionsOfCall(node: Node, given: readonly Node[]): number {
  const isPromise = nameOf((node['callee'] as Node)['property'])?.endsWith('Async') === true;
  return isPromise || given[1]?.type === 'ObjectExpression' ? 1 : 2;
}
