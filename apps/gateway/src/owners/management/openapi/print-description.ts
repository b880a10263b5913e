/** Prints the OpenAPI document of the management API, for client generators. */
import { describeManagement } from './describe-management.js';

process.stdout.write(`${JSON.stringify(describeManagement(''), null, 2)}\n`);
