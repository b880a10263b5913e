import { readXmlWithSaxes } from './saxes.js';
import { describeEngine } from './testing/engine-contract.js';

describeEngine('saxes', readXmlWithSaxes);
