import { type Command, Option } from 'commander';

/** Adds `--mtom`. */
export function addMtomOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--mtom <mode>',
      'when to send binary values from 1 KiB on as MIME parts (MTOM); auto: if the WSDL requires it',
    )
      .choices(['auto', 'always', 'never'])
      .default('auto'),
  );
}
