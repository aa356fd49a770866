/** Maximum number of tags per project, because all of them are returned with its board. */
export const maxTags = 1_000;
