import { ConfigError } from '../../config/read-config.js';

/** A file of services cannot be applied. `problems` names every one of them, one sentence each. */
export class FileError extends ConfigError {
  constructor(problems: readonly string[]) {
    super(problems, 'the file');
  }
}
