import type { SearchHit } from "../../../shared/insights/search/search.contract";
import type { TextFunction } from "../../platform/intl/useText";
import { contextOf } from "./hit-item";

const text: TextFunction = (id, values) =>
  id === "list.comma" ? ", " : [id, ...Object.values(values ?? {})].join(" ");
const comment = { kind: "comment", state: null, context: "Dara" } as unknown as SearchHit;
const contextWith = (change: Partial<SearchHit>) => contextOf({ ...comment, ...change }, {} as never, text);

test("the context of an imported comment names the program and the user of the import", () => {
  const by = { id: 1, fullname: "Amira", image: null };
  const at = "2026-11-01T08:00:00.000Z";
  expect(contextWith({ import: null })).toBe("Dara");
  expect(contextWith({ import: { source: "trello", by, at } })).toBe(
    "Dara, importOrigin.from projectImport.source.trello Amira",
  );
  expect(contextWith({ import: { source: "trello", by: null, at } })).toContain("importOrigin.formerUser");
  expect(contextWith({ import: { source: "table", by, at } })).toContain("importOrigin.fromTable");
});
