/** Print the OpenAPI document of the management API: clients are generated from it. */
import { describeManagement } from './describe-management.js';

process.stdout.write(`${JSON.stringify(describeManagement(''), null, 2)}\n`);
