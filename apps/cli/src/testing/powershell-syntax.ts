import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Node, Parser as ParserOf } from '@vscode/tree-sitter-wasm';

const require = createRequire(import.meta.url);
const runtime = require.resolve('@vscode/tree-sitter-wasm');
const { Parser, Language } = require(runtime) as typeof import('@vscode/tree-sitter-wasm');

let parser: ParserOf | undefined;

/** Parses PowerShell with the third-party tree-sitter grammar. Syntax errors are nodes of the tree. */
export async function parsePowerShell(script: string): Promise<Node> {
  if (parser === undefined) {
    await Parser.init({ locateFile: (name: string) => join(dirname(runtime), name) });
    parser = new Parser();
    parser.setLanguage(await Language.load(join(dirname(runtime), 'tree-sitter-powershell.wasm')));
  }
  const tree = parser.parse(script);
  if (tree === null) throw new Error('the script was not parsed');
  return tree.rootNode;
}
