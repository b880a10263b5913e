export type * from './api.js';
export type * from './shape/shape.js';
export type * from './validation-error.js';
