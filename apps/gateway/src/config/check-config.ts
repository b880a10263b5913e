import { FILE_SETTINGS } from './file-settings.js';
import { ConfigError, readConfig } from './read-config.js';
import { readConfigFile } from './read-config-file.js';
import { SECRET_SETTINGS } from './settings.js';

/**
 * Checks the configuration without starting anything.
 *
 * @returns the text for the operator: every problem, or the settings that are set with the place of each, never the value of a secret
 */
export function checkConfig(environment: Readonly<Record<string, string | undefined>>): {
  readonly valid: boolean;
  readonly text: string;
} {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return { valid: false, text: `${error.message}\n` };
    throw error;
  }
  const file = readConfigFile(environment['CONFIG_FILE'] || undefined, environment);
  const rows: string[][] = [];
  for (const variable of FILE_SETTINGS.values()) {
    const value = environment[variable] || file.values[variable];
    if (value === undefined) continue;
    const place = environment[variable] ? 'environment' : (file.locate(variable) ?? '');
    rows.push([variable, SECRET_SETTINGS.has(variable) ? '(secret)' : String(value), place]);
  }
  // A section, not a setting: PLANS_FILE in the environment replaces it.
  if (file.plans !== undefined && !environment['PLANS_FILE'])
    rows.push(['plans', Object.keys(file.plans).join(','), environment['CONFIG_FILE'] ?? '']);
  const widths = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(
    (row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`,
  );
  const rest = 'every other setting has its default';
  return {
    valid: true,
    text: `the configuration is valid; ${rows.length === 0 ? 'every setting has its default' : `set are:\n${lines.join('\n')}\n${rest}`}\n`,
  };
}
