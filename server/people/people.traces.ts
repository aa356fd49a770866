import type { Tx } from "../platform/database/unit-of-work";
import * as statements from "./people.write.sql";

interface Naming {
  table: string;
  column: string;
}

/** Whether anything names the person that isn't theirs alone: every foreign key to people is asked. */
export async function leftTraces(tx: Tx, id: number): Promise<boolean> {
  const naming = await tx.rows<Naming>(statements.whatNamesPeople);
  const asked = naming.filter(
    ({ table, column }) => ![table, `${table}.${column}`].some((own) => statements.ownRows.has(own)),
  );
  return (await tx.one<{ found: boolean }>(statements.anyNames(asked), [id]))?.found ?? false;
}
