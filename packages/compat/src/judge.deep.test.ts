import { compare } from './testing/compare.js';
import { habits } from './testing/programs/habits.js';
import { messages } from './testing/programs/messages.js';
import { servers } from './testing/programs/servers.js';
import { values } from './testing/programs/values.js';

compare({ values, messages, servers, habits });
