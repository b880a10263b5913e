import type { CompiledOperation, JsonValue } from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import type { Shape } from '@soapstone/json-xml-mapper/shapes';
import { drawPath, escapeKey, OPTIONS } from './design-laws.js';
import type { Draw } from './draw.js';
import type { Subject } from './laws.js';
import { pathsIn } from './lift-laws.js';
import { keysIn } from './name-laws.js';
import { drawTable, linesOf, type ValueTable } from './value-laws.js';

/** One line of a design. */
export type Line =
  | { readonly kind: 'names' }
  | { readonly kind: 'rename'; readonly path: string; readonly value: string }
  | { readonly kind: 'fill' | 'defaults'; readonly path: string; readonly value: JsonValue }
  | { readonly kind: 'liftKey'; readonly path: string }
  | { readonly kind: 'renameAt'; readonly side: Side; readonly path: string; readonly value: string }
  | { readonly kind: 'omit' | 'lift'; readonly side: Side; readonly path: string }
  | { readonly kind: 'liftResult'; readonly path: string }
  | { readonly kind: 'values'; readonly side: Side; readonly path: string; readonly table: ValueTable };
export type Side = 'input' | 'result';

const SIDES: readonly Side[] = ['input', 'result'];

/** Random lines that fit the operation together. */
export function drawLines(subject: Subject, draw: Draw, odd: readonly string[]): readonly Line[] {
  const { operation, model } = subject;
  let lines = distinct(drawCandidates(operation, draw, odd));
  for (;;) {
    const { problems } = checkDesign(model, designOf(lines), OPTIONS);
    if (problems.length === 0) return lines;
    const wrong = new Set(problems.map(({ at }) => lineAt(lines, at) ?? lines.at(-1)));
    lines = lines.filter((line) => !wrong.has(line));
  }
}

function drawCandidates({ shape }: CompiledOperation, draw: Draw, odd: readonly string[]): Line[] {
  const { root } = shape.input;
  const lines: Line[] = draw.chance(2) ? [{ kind: 'names' }] : [];
  const side = (): Side => draw.pick(SIDES);
  const keys = [...keysIn(root)];
  for (const [at, path] of keys.entries())
    if (draw.chance(4)) lines.push({ kind: 'rename', path, value: `n${at}${draw.pick(['', '-b', '_C'])}` });
  if (odd.length > 0 && keys.length > 0 && draw.chance(2))
    lines.push({ kind: 'rename', path: draw.pick(keys), value: draw.pick(odd) });
  for (const [at, path] of pathsIn(root).entries()) {
    if (draw.chance(6)) lines.push({ kind: 'renameAt', side: side(), path, value: `p${at}` });
    if (draw.chance(2)) lines.push({ kind: 'lift', side: side(), path });
    if (draw.chance(8)) lines.push({ kind: 'omit', side: side(), path });
  }
  for (let count = draw.int(1, 8); count > 0; count--) {
    const found = drawPath(draw, root, [], 0);
    if (found === undefined) continue;
    const path = found.keys.map(escapeKey).join('/');
    const kind = draw.pick(['fill', 'defaults', 'omit'] as const);
    if (kind === 'omit') lines.push({ kind, side: side(), path });
    else lines.push({ kind, path, value: found.value });
  }
  for (let count = draw.int(0, 4); count > 0; count--) {
    const found = drawTable(root, draw);
    if (found !== undefined) lines.push({ kind: 'values', side: side(), path: found[0], table: found[1] });
  }
  lines.push(...drawLiftOfOne(root, draw));
  if (keys.length > 0 && draw.chance(3)) lines.push({ kind: 'liftKey', path: draw.pick(keys) });
  return lines;
}

/** Lines that leave out what is beside one member, so that it, or the object that holds it, can be lifted. */
function drawLiftOfOne(root: Shape, draw: Draw): readonly Line[] {
  if (root.kind !== 'object' || root.members.length === 0) return [];
  const chosen = draw.pick(root.members);
  if (draw.chance(2)) {
    const others = root.members.filter((member) => member !== chosen);
    return [
      { kind: 'liftResult', path: chosen.key },
      ...others.map(({ key }): Line => ({ kind: 'omit', side: 'result', path: escapeKey(key) })),
    ];
  }
  const inner = chosen.shape;
  if (inner.kind !== 'object' || inner.members.length === 0) return [];
  const kept = draw.pick(inner.members);
  const [above, side] = [escapeKey(chosen.key), draw.pick(SIDES)];
  return [
    { kind: 'lift', side, path: above },
    ...[...inner.members, ...inner.attributes]
      .filter((member) => member !== kept)
      .map(({ key }): Line => ({ kind: 'omit', side, path: `${above}/${escapeKey(key)}` })),
  ];
}

/** One line of a kind at a place, the first, and no list of lifted members beside a lifted result. */
function distinct(lines: readonly Line[]): readonly Line[] {
  const hasResult = lines.some(({ kind }) => kind === 'liftResult');
  const seen = new Set<string>();
  return lines.filter((line) => {
    const side = 'side' in line ? line.side : '';
    if (hasResult && line.kind === 'lift' && side === 'result') return false;
    const place = JSON.stringify([line.kind, side, 'path' in line ? line.path : '']);
    return !seen.has(place) && seen.add(place) !== undefined;
  });
}

/** The design with some lines. */
export function designOf(lines: readonly Line[]): Design {
  const of = <Kind extends Line['kind']>(kind: Kind, side?: Side) =>
    lines.filter(
      (line): line is Extract<Line, { kind: Kind }> =>
        line.kind === kind && (side === undefined || ('side' in line && line.side === side)),
    );
  const record = (pairs: readonly { readonly path: string; readonly value: unknown }[]) =>
    pairs.length === 0 ? undefined : Object.fromEntries(pairs.map(({ path, value }) => [path, value]));
  const list = (each: readonly { readonly path: string }[]) =>
    each.length === 0 ? undefined : each.map(({ path }) => path);
  const tablesOf = (each: readonly { readonly path: string; readonly table: ValueTable }[]) =>
    each.length === 0 ? undefined : linesOf(new Map(each.map(({ path, table }) => [path, table])));
  const message = (side: Side) => ({
    rename: record(of('renameAt', side)),
    omit: list(of('omit', side)),
    values: tablesOf(of('values', side)),
    lift: list(of('lift', side)),
  });
  const [lifted] = of('liftResult');
  const fills = of('fill').map(({ path, value }) => ({ path: `Do/${path}`, value }));
  const input = given({ ...message('input'), defaults: record(of('defaults')) });
  const result = given({ ...message('result'), ...(lifted && { lift: lifted.path }) });
  const operation = given({ input, result });
  return (
    given({
      names: of('names').length === 0 ? undefined : 'camel',
      rename: record(of('rename')),
      fill: record(fills),
      lift: list(of('liftKey')),
      operations: operation && { Do: operation },
    }) ?? ({} as Design)
  );
}

/** An object without its undefined members; undefined if it has no others. */
function given(members: object): Record<string, unknown> | undefined {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The line at the place of a problem. */
function lineAt(lines: readonly Line[], at: readonly string[]): Line | undefined {
  const [part, name = '', side, kind, place = ''] = at;
  if (part !== 'operations') {
    const path = part === 'fill' ? name.slice('Do/'.length) : name;
    const keys = lines.filter((line) => line.kind === (part === 'lift' ? 'liftKey' : part));
    return part === 'lift'
      ? keys[Number(name)]
      : keys.find((line) => !('path' in line) || line.path === path);
  }
  const kindOf = kind === 'rename' ? 'renameAt' : kind;
  const there = lines.filter((line) => line.kind === kindOf && (!('side' in line) || line.side === side));
  if (kind === 'lift' && place === '') return lines.find((line) => line.kind === 'liftResult');
  return kind === 'lift' || kind === 'omit'
    ? there[Number(place)]
    : there.find((line) => 'path' in line && line.path === place);
}
