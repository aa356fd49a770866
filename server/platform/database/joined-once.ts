/**
 * What was counted once, grouped, for all rows of a list, joined to them: a full join is hashed or sorted, and never done row by row,
 * as a left one is where the statement was planned for an organisation with little in it. `list` is a table or a query with an id.
 */
export const joinedOnce = (list: string, ...counted: readonly { rows: string; as: string; of: string }[]): string => {
  const [own] = list.match(/\w+$/) ?? [];
  const joins = counted.map(({ rows, as, of }) => `FULL JOIN (${rows}) ${as} ON ${as}.${of} = ${own}.id`);
  // What was counted of others has no row in the list. Were it said as "IS NOT NULL", it would be planned as a left join.
  return `${list} ${joins.join(" ")} WHERE COALESCE(${own}.id, 0) > 0`;
};
