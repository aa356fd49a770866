type Kind = "todo" | "doing" | "done";

/** Colors by kind of column: neutral for todo, warm for doing, green for done. */
const colorsOf: Record<Kind, readonly string[]> = {
  todo: ["var(--c-rest)", "var(--c-todo)", "var(--c6)"],
  doing: ["var(--c2)", "var(--c3)", "var(--c5)", "var(--c6)"],
  done: ["var(--c4)", "var(--c1)"],
};

export function assignColumnColours<Column extends { kind: Kind }>(columns: readonly Column[]) {
  const usedByKind = { todo: 0, doing: 0, done: 0 };
  return columns.map((column, at) => {
    const colors = colorsOf[column.kind];
    return { column, at, color: colors[usedByKind[column.kind]++ % colors.length] as string };
  });
}

/** Color of each stay of a task in a column; a column keeps its color when the task returns to it. */
export function coloursOfColumnStays(stays: readonly { column_id: number; kind: Kind }[]): string[] {
  const columns = [...new Map(stays.map((stay) => [stay.column_id, stay])).values()];
  const colorOf = new Map(assignColumnColours(columns).map(({ column, color }) => [column.column_id, color]));
  return stays.map(({ column_id }) => colorOf.get(column_id) as string);
}
