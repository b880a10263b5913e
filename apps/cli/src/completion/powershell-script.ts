import type { CommandWords, OptionWords, ProgramWords, ValueKind } from './command-words.js';

/**
 * The completion script for PowerShell 5.1 and later. Anything that is not a word of the program is completed as a path by
 * PowerShell itself.
 *
 * @see https://learn.microsoft.com/powershell/module/microsoft.powershell.core/register-argumentcompleter
 */
export function powershellScript({ commands, options }: ProgramWords): string {
  return `Register-ArgumentCompleter -Native -CommandName soapstone -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = [ordered]@{
${commands.map(({ name, description }) => `    ${entry(name, description)}`).join('\n')}
  }
  $options = @{
${[['', options] as const, ...commands.map((each) => [each.name, each.options] as const)].map(optionTable).join('\n')}
  }
  $values = @{
${commands.flatMap(valueEntries).join('\n')}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $command = if ($words.Count -gt 1 -and $commands.Contains($words[1])) { $words[1] } else { '' }
  $previous = if ($words.Count -gt 1) { $words[-1] } else { '' }
  $found = [ordered]@{}
  if ($values.ContainsKey("$($command):$previous")) {
    foreach ($value in $values["$($command):$previous"]) { $found[$value] = $value }
  } elseif ($wordToComplete.StartsWith('-')) {
    $found = $options[$command]
  } elseif ($words.Count -le 1) {
    $found = $commands
  } elseif ($words.Count -eq 2 -and $values.ContainsKey("$($command):")) {
    foreach ($value in $values["$($command):"]) { $found[$value] = $value }
  }
  foreach ($word in $found.Keys) {
    if ($word.StartsWith($wordToComplete)) {
      [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $found[$word])
    }
  }
}
`;
}

function optionTable([command, options]: readonly [string, readonly OptionWords[]]): string {
  const entries = options.flatMap(({ flags, description }) =>
    flags.map((flag) => `      ${entry(flag, description)}`),
  );
  return `    ${quote(command)} = [ordered]@{\n${entries.join('\n')}\n    }`;
}

/** The values of a command's first argument, under `command:`, and of its options, under `command:flag`. */
function valueEntries({ name, options, arguments: [first] }: CommandWords): string[] {
  const entries = isWords(first) ? [`    ${quote(`${name}:`)} = ${list(first.words)}`] : [];
  for (const { flags, value } of options) {
    if (isWords(value))
      for (const flag of flags) entries.push(`    ${quote(`${name}:${flag}`)} = ${list(value.words)}`);
  }
  return entries;
}

function isWords(value: ValueKind | undefined): value is Extract<ValueKind, { kind: 'words' }> {
  return value?.kind === 'words';
}

function entry(word: string, description: string): string {
  return `${quote(word)} = ${quote(description.replace(/\s+/g, ' ') || word)}`;
}

function list(words: readonly string[]): string {
  return `@(${words.map(quote).join(', ')})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
