/** A fenced block of a page. */
export interface Block {
  /** `ts`, `sh` and so on; `''` without one. */
  readonly language: string;
  readonly text: string;
  /** The line that the block begins in, counted from 1. */
  readonly line: number;
}

/** The fenced blocks of a Markdown page, in order. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map((match) => ({
    language: (match[1] ?? '').trim(),
    text: match[2] ?? '',
    line: page.slice(0, match.index).split('\n').length,
  }));
}

/** The output that a program promises: the comments at the ends of its `console.log` lines. */
export function promisedOutput(program: string): string {
  const comments = [...program.matchAll(/console\.log\(.*\)[;,]? \/\/ (.*)$/gm)].map(
    ([, comment]) => comment,
  );
  return oneLine(comments.join('\n'));
}

/** `console.log` breaks long objects into lines. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
