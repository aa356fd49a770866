/** SQL for the user whose row has the alias `user`, as `personReply` of the contract. */
export const personJson = (user: string): string =>
  `json_build_object('id', ${user}.id, 'fullname', ${user}.fullname, 'image', ${user}.image)`;

/** Null if an outer join found no user. */
export const personOrNull = (user: string): string => `CASE WHEN ${user}.id IS NOT NULL THEN ${personJson(user)} END`;
