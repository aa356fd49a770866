/** Maximum number of columns per project, because all of them are returned with its board. */
export const maxColumns = 200;
