/**
 * Joins aggregated counts to all rows of a list. A full join is always hashed or sorted, whereas a left join becomes a nested loop if the
 * plan was created for a small tenant. `list` is a table or query with an id.
 */
export const listWithCounts = (
  list: string,
  ...counted: readonly { rows: string; as: string; of: string }[]
): string => {
  const [own] = list.match(/\w+$/) ?? [];
  const joins = counted.map(({ rows, as, of }) => `FULL JOIN (${rows}) ${as} ON ${as}.${of} = ${own}.id`);
  // Drops counts without a row in the list. With "IS NOT NULL" the planner would turn the full join into a left join.
  return `${list} ${joins.join(" ")} WHERE COALESCE(${own}.id, 0) > 0`;
};
