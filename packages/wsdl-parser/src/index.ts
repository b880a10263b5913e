export type * from './model/names.js';
export { clarkName } from './model/names.js';
export type * from './model/schema.js';
export type * from './model/service-model.js';
