import type { Port } from '@soapstone/wsdl-parser';
import { type Command, Option } from 'commander';

/** When requests are packed with MTOM. */
export type MtomMode = 'auto' | 'always' | 'never';

/** The size in bytes from which a binary value becomes a MIME part, as in CXF. */
export const XOP_THRESHOLD = 1024;

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

/** Whether the requests of a port are packed. */
export function usesMtom(mode: MtomMode, port: Port | undefined): boolean {
  return mode === 'auto' ? port?.mtom === 'required' : mode === 'always';
}
