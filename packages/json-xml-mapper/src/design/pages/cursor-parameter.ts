/** The name of the query parameter that a page is asked for with. */
export const CURSOR_PARAMETER = 'cursor';
