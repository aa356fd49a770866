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

/** The chosen requests as they are listed now, without those that can't be paid anymore. An incomplete list keeps those outside of it. */
export function payableChoice<Row extends Choosable>(
  rows: readonly Row[],
  chosen: readonly Row[],
  isComplete: boolean,
): Row[] {
  const listed = new Map(rows.map((row) => [row.request_id, row]));
  return chosen.flatMap((row) => {
    const current = listed.get(row.request_id) ?? (isComplete ? undefined : row);
    return current?.problem === null ? [current] : [];
  });
}
