import { DESIGN_LAWS } from './design-laws.js';
import { JUDGED_LAWS } from './judged-laws.js';
import { LAWS, type Law } from './laws.js';
import { LIFT_LAWS } from './lift-laws.js';
import { MEMBER_LAWS } from './member-laws.js';
import { MORE_LAWS } from './more-laws.js';
import { NAME_LAWS } from './name-laws.js';
import { PAGE_LAWS } from './routes/page-laws.js';
import { ROUTE_LAWS } from './routes/route-laws.js';
import { SERVICE_LAWS } from './routes/service-laws.js';
import { VALUE_LAWS } from './value-laws.js';
import { WHOLE_DESIGN_LAWS } from './whole-design-laws.js';

/** The laws L1 to L35 of docs/json-mapping.md and docs/design.md. */
export const ALL_LAWS: readonly Law[] = [
  ...LAWS,
  ...MORE_LAWS,
  ...JUDGED_LAWS,
  ...DESIGN_LAWS,
  ...NAME_LAWS,
  ...MEMBER_LAWS,
  ...LIFT_LAWS,
  ...VALUE_LAWS,
  ...WHOLE_DESIGN_LAWS,
  ...ROUTE_LAWS,
  ...PAGE_LAWS,
  ...SERVICE_LAWS,
];
