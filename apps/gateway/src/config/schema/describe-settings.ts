import { beginningsOf, SETTING_GROUPS } from './settings.js';

/** The keywords of one setting, as plain JSON Schema. */
type Setting = Readonly<Record<string, unknown>>;

/** Returns every setting as Markdown, one table per group: the generated part of docs/settings.md. */
export function describeSettings(): string {
  const lines: string[] = [];
  for (const { title, settings } of SETTING_GROUPS) {
    lines.push(`## ${title}`, '', '| variable | values | default | |', '|---|---|---|---|');
    for (const [name, setting] of Object.entries(settings as Record<string, Setting>)) {
      lines.push(
        `| \`${name}\` | ${printValues(setting)} | ${printDefault(setting)} | ${setting['description']} |`,
      );
    }
    lines.push('');
  }
  return lines.join('\n');
}

function printValues(setting: Setting): string {
  const { type, minimum, maximum, minLength, pattern, anyOf, enum: values, const: only } = setting;
  if (Array.isArray(anyOf)) return anyOf.map(printValues).join(' or ');
  if (only !== undefined) return `\`${only}\``;
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(', ');
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'integer' || type === 'number') return `${minimum} to ${maximum}`;
  if (typeof pattern === 'string') {
    return beginningsOf(pattern)
      .map((beginning) => `\`${beginning}…\``)
      .join(', ');
  }
  return typeof minLength === 'number' && minLength > 1 ? `${minLength} characters or more` : 'text';
}

function printDefault({ default: value }: Setting): string {
  if (value === undefined || value === '') return '';
  return `\`${value}\``;
}
