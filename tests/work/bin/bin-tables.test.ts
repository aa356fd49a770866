import { binTreeKinds } from "../../../shared/work/bin/bin.schema";
import { binTrees } from "../../../server/work/bin/bin-tables";
import { testServer } from "../../support/server";

const server = testServer();

interface Reference {
  child: string;
  column: string;
  parent: string;
  action: string;
}

/** Foreign keys that delete rows or set columns to null when a row of these tables is deleted. */
const referencesTo = (tables: readonly string[]) =>
  server.owner.query<Reference[]>(
    `SELECT f.conrelid::regclass::text AS child, f.confrelid::regclass::text AS parent, f.confdeltype AS action,
            (SELECT attname FROM pg_attribute WHERE attrelid = f.conrelid AND attnum = COALESCE(f.confdelsetcols[1], f.conkey[array_length(f.conkey, 1)])) AS column
     FROM pg_constraint f WHERE f.contype = 'f' AND f.confdeltype IN ('c', 'n') AND f.confrelid = ANY($1::text[]::regclass[])
     ORDER BY 1, 4`,
    [tables],
  );

describe.each(binTreeKinds)("the tree of a %s", (kind) => {
  const { tables, links, excluded } = binTrees[kind];
  const names = tables.map(({ table }) => table);

  const isLinked = ({ child, column }: Reference) =>
    links.some((link) => link.table === child && link.column === column);
  const isInsertedLater = ({ child, parent }: Reference) =>
    names.indexOf(child) >= names.indexOf(parent) && names.includes(child);

  test("contains each table whose rows are deleted with it", async () => {
    const deleted = (await referencesTo(names)).filter(({ action }) => action === "c");
    expect(deleted.length).toBeGreaterThan(0);
    const missing = deleted.filter(({ child }) => !names.includes(child) && !(child in excluded));
    expect(missing).toEqual([]);
  });

  test("records each reference that its deletion sets to null", async () => {
    const emptied = (await referencesTo(names)).filter(({ action }) => action === "n");
    const missing = emptied.filter((reference) => !isLinked(reference) && !isInsertedLater(reference));
    expect(missing).toEqual([]);
  });

  test("lists a table after those that its rows refer to", async () => {
    const references = (await referencesTo(names)).filter(({ child }) => names.includes(child));
    const tooEarly = references.filter((reference) => !isLinked(reference) && !isInsertedLater(reference));
    expect(tooEarly).toEqual([]);
  });
});
