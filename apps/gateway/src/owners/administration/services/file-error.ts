import { ConfigError } from '../../../config/read-config.js';

/** A file of services cannot be applied. `problems` has one sentence for each problem. */
export class FileError extends ConfigError {
  constructor(problems: readonly string[]) {
    super(problems, 'the file');
  }
}
