type Kind = "todo" | "doing" | "done";

/** By kind: what waits is quiet, what is worked on is warm, what is done is green. */
const colorsOf: Record<Kind, readonly string[]> = {
  todo: ["var(--c-grid)", "var(--c-rest)", "var(--c6)"],
  doing: ["var(--c2)", "var(--c3)", "var(--c5)", "var(--c6)"],
  done: ["var(--c4)", "var(--c1)"],
};

/** Each column in the order of the board in a colour of its kind. */
export function coloured<Column extends { kind: Kind }>(columns: readonly Column[]) {
  const taken = { todo: 0, doing: 0, done: 0 };
  return columns.map((column, at) => {
    const colors = colorsOf[column.kind];
    return { column, at, color: colors[taken[column.kind]++ % colors.length] as string };
  });
}

/** The colour of each stay: the same column has the same wherever it comes again. */
export function coloursOfStays(stays: readonly { column_id: number; kind: Kind }[]): string[] {
  const columns = [...new Map(stays.map((stay) => [stay.column_id, stay])).values()];
  const colorOf = new Map(coloured(columns).map(({ column, color }) => [column.column_id, color]));
  return stays.map(({ column_id }) => colorOf.get(column_id) as string);
}
