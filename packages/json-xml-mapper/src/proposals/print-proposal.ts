import type { SessionDesign } from '../api/design.js';
import type { ProposedDesign } from './propose-design.js';

/**
 * Prints a proposed design as a YAML file with comments. Guesses are commented out: remove the `#` to use them.
 *
 * @example
 * ```ts
 * printProposal(proposeDesign(model)); // "# yaml-language-server: …\nnames: camel\n"
 * ```
 */
export function printProposal({ design, secrets, collisions, session, routes }: ProposedDesign): string {
  const rename = Object.entries(design.rename ?? {});
  const parts = [
    '# yaml-language-server: $schema=https://github.com/soapstone/soapstone/raw/main/docs/design.schema.json\n# A first design, to be edited. Nothing uses it until you pass it on: see docs/design.md.\n',
    `names: ${design.names}\n`,
  ];
  if (collisions.length > 0) {
    const lines = collisions.slice(0, 20).map((each) => `#   ${oneLine(each)}\n`);
    parts.push(`# names: camel would need other names for these:\n${lines.join('')}`);
  }
  if (rename.length > 0) {
    const lines = rename.map(([key, to]) => `  ${quoted(key)}: ${quoted(to)}\n`);
    parts.push(`\n# In camel case these would have the name of another member.\nrename:\n${lines.join('')}`);
  }
  if (design.lift !== undefined) {
    const lines = design.lift.map((key) => `  - ${quoted(key)}\n`);
    parts.push(`\n# These are objects around a list: the list takes their place.\nlift:\n${lines.join('')}`);
  }
  parts.push(printOperations(design, routes));
  if (session !== undefined) parts.push(printSession(session));
  if (secrets.size > 0) {
    const lines = [...secrets].map(([path, name]) => `#   ${quoted(path)}: { secret: ${name} }\n`);
    parts.push(
      `\n# These members look like credentials. Remove the # to fill them, so that clients neither see nor send them.\n# fill:\n${lines.join('')}`,
    );
  }
  return parts.join('');
}

/** The comment above single operations: lists are lifted, routes are guesses. */
function printOperations(
  { operations = {} }: ProposedDesign['design'],
  routes: ProposedDesign['routes'],
): string {
  const names = [...new Set([...Object.keys(operations), ...routes.keys()])];
  if (names.length === 0) return '';
  const isGuess = Object.keys(operations).length === 0;
  const lines = names.flatMap((name) => {
    const { input, result } = operations[name] ?? {};
    const route = routes.get(name);
    const lifts = Object.entries({ input, result }).flatMap(([message, given]) =>
      given === undefined ? [] : [`    ${message}: { lift: [${liftOf(given).map(quoted).join(', ')}] }\n`],
    );
    // Without its "# ", it is a line of the same block.
    const line = `route: ${quoted(route ?? '')}`;
    const inside = lifts.length > 0 ? `    ${line}` : `  ${quoted(name)}: { ${line} }`;
    const guess = route === undefined ? [] : [`# ${inside}\n`];
    return lifts.length > 0 ? [`  ${quoted(name)}:\n`, ...guess, ...lifts] : guess;
  });
  const what = isGuess ? '' : ' Objects around a list: the list takes their place.';
  const guess =
    routes.size === 0
      ? ''
      : ' The names of these operations say what they do. Remove the # to serve them by method and path.';
  return `\n#${what}${guess}\n${isGuess ? '# ' : ''}operations:\n${lines.join('')}`;
}

function liftOf({
  lift = [],
}: {
  readonly lift?: string | readonly string[] | undefined;
}): readonly string[] {
  return typeof lift === 'string' ? [lift] : lift;
}

function printSession(session: SessionDesign): string {
  const lines = Object.entries(session).map(([part, value]) => `#   ${part}: ${flow(value)}\n`);
  return `\n# ${oneLine(session.login?.operation ?? '')} looks like a login. Remove the # to log in once for all calls, so that clients neither log in nor see the token.\n# session:\n${lines.join('')}`;
}

/** A value in flow style. What is proposed nests only a few levels. */
function flow(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  const entries = Object.entries(value as object).map(
    ([key, each]) => `${/^[a-z]+$/i.test(key) ? key : quoted(key)}: ${flow(each)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

/** A YAML text in single quotes. */
function quoted(text: string): string {
  return `'${oneLine(text).replaceAll("'", "''")}'`;
}

/** Control characters cannot end a comment or a text. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
