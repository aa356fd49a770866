interface Payee {
  kind: string;
  id: number | null;
  name: string;
}

export interface PayeeGroup<Row> {
  key: string;
  payee: Payee;
  rows: Row[];
}

/** Groups payments by payee, in the order of their first payment. Suppliers known only by name are grouped by name. */
export function groupByPayee<Row extends { payee: Payee }>(rows: readonly Row[]): PayeeGroup<Row>[] {
  const groups = new Map<string, PayeeGroup<Row>>();
  for (const row of rows) {
    const { kind, id, name } = row.payee;
    const key = `${kind} ${id ?? name}`;
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { key, payee: row.payee, rows: [row] });
  }
  return [...groups.values()];
}

interface Choosable {
  request_id: number;
  problem: string | null;
}

/** The chosen requests that are shown and can be paid, in the order of the rows. */
export function shownChoice(rows: readonly Choosable[], chosen: readonly number[]): number[] {
  const ids = new Set(chosen);
  return rows.flatMap(({ request_id: id, problem }) => (problem === null && ids.has(id) ? [id] : []));
}
