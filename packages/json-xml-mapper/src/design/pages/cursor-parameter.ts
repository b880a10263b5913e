/** The name of the query parameter that requests a page. */
export const CURSOR_PARAMETER = 'cursor';
