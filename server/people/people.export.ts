import { array, type InferType, object } from "yup";
import { string } from "../../shared/kernel/schemas";
import { idList } from "../../shared/kernel/fields";
import { type PersonColumn, personColumns } from "../../shared/people/people.columns";
import { userFilters } from "../../shared/people/users.contract";
import type { Actor } from "../platform/session";
import type { Sheet, SheetCell } from "../platform/spreadsheet";
import type { Translate } from "../platform/text";
import type { Tx } from "../platform/database/unit-of-work";
import { listedPeople } from "./people.list";
import type { PresentedUser } from "./people.present";

export const exportQuery = object({
  ...userFilters,
  /** Of these people alone. */
  ids: idList("user", 1_000),
  format: string().oneOf(["csv", "xlsx"], "field.oneOf").required("field.required"),
  /** Which columns stand behind the name; all of them where nothing is said. */
  columns: array(
    string()
      .oneOf([...personColumns], "field.oneOf")
      .required("field.required"),
  ).transform((value, original) => (typeof original === "string" ? original.split(",").filter(Boolean) : value)),
});

/** An Excel file is put together as a whole, in memory, and ends where that would get heavy. A CSV file has every row. */
const mostInWorkbook = 5_000;

export interface ExportedPeople {
  sheet: Sheet;
  /** Where the file doesn't have all of it: how many it has, of how many. */
  cut: { shown: number; total: number } | null;
}

/** The people of a list, with what the reader may read of each; a column of which they read nothing isn't there. */
export async function exportPeople(
  tx: Tx,
  actor: Actor,
  { format, columns, ids, ...query }: InferType<typeof exportQuery>,
  text: Translate,
  most = mostInWorkbook,
): Promise<ExportedPeople> {
  const listed = await listedPeople(tx, actor, query);
  const people = ids ? listed.filter(({ id }) => ids.includes(id)) : listed;
  const asked = personColumns.filter((column) => !columns || columns.includes(column));
  const read = asked.filter((column) => people.some((person) => column in person));
  const shown = format === "xlsx" ? people.slice(0, most) : people;
  const cut = shown.length < people.length ? { shown: shown.length, total: people.length } : null;
  const rows = shown.map((person) => [person.fullname ?? null, ...read.map((column) => cellOf(person, column, text))]);
  if (cut) rows.push([text("people.export.leftOut", cut)]);
  const titles = ["fullname", ...read].map((column) => text(`people.field.${column}`));
  return { sheet: { name: text("people.export.sheet"), titles, rows, widths: titles.map(() => 22) }, cut };
}

const days: ReadonlySet<PersonColumn> = new Set(["date_of_joining", "contract_start", "contract_end", "last_day"]);

function cellOf(person: PresentedUser, column: PersonColumn, text: Translate): SheetCell {
  const value = person[column];
  if (value === null || value === undefined) return null;
  if (column === "contract_type") return text(`people.contract.${person.contract_type}`);
  if (typeof value === "boolean") return text(value ? "people.export.yes" : "people.export.no");
  if (typeof value === "string") return days.has(column) ? { day: value } : value;
  if ("title" in value) return value.title;
  return "name" in value ? value.name : value.fullname;
}
