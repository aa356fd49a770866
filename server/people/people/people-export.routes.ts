import type { FastifyInstance } from "fastify";
import { listUsers, userFilters } from "../../../shared/people/people/users.contract";
import { withoutEmpty } from "../../platform/http/serve/input";
import { exportFormatField, serveSheets } from "../../platform/http/serve/serve-sheets";
import { validateInput } from "../../platform/http/validate";
import type { Sheet, SheetCell } from "../../platform/spreadsheet";
import { tenantToday } from "../../platform/database/tenant-today";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Translate } from "../../platform/text";
import { array, type InferType, object } from "yup";
import { string } from "../../../shared/kernel/schemas";
import { idList } from "../../../shared/kernel/fields";
import { type PersonColumn, personColumns } from "../../../shared/people/people/people.columns";
import type { Actor } from "../../platform/session";
import { readListedPeople } from "./people.list";
import type { PresentedUser } from "./people.present";

const exportQuery = object({
  ...userFilters,
  ids: idList("user", 1_000),
  format: exportFormatField(),
  /** Columns after the name; all columns by default. */
  columns: array(
    string()
      .oneOf([...personColumns], "field.oneOf")
      .required("field.required"),
  ).transform((value, original) => (typeof original === "string" ? original.split(",").filter(Boolean) : value)),
});

/** Limit of an Excel file, which is built in memory. CSV files contain all rows. */
const maxWorkbookRows = 5_000;

interface ExportedPeople {
  sheet: Sheet;
  /** Number of exported users and the total; null when the file contains all of them. */
  cut: { shown: number; total: number } | null;
}

/** Exports listed users with the fields the reader may see; columns without any readable value are left out. */
async function exportPeople(
  tx: Tx,
  actor: Actor,
  { format, columns, ids, ...query }: InferType<typeof exportQuery>,
  text: Translate,
  most = maxWorkbookRows,
): Promise<ExportedPeople> {
  const listed = await readListedPeople(tx, actor, query);
  const people = ids ? listed.filter(({ id }) => ids.includes(id)) : listed;
  const chosen = personColumns.filter((column) => !columns || columns.includes(column));
  const read = chosen.filter((column) => people.some((person) => column in person));
  const exportedPeople = format === "xlsx" ? people.slice(0, most) : people;
  const cut = exportedPeople.length < people.length ? { shown: exportedPeople.length, total: people.length } : null;
  const rows = exportedPeople.map((person) => [
    person.fullname ?? null,
    ...read.map((column) => cellOf(person, column, text)),
  ]);
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

/** `GET /users/export`: the list of users as a file, with the guards of the list. */
export function registerPeopleExportRoutes(app: FastifyInstance): void {
  serveSheets(app, "/users/export", listUsers, "people", async ({ tx, actor, text, request }) => {
    const query = validateInput(exportQuery, withoutEmpty(request.query));
    const { sheet, cut } = await exportPeople(tx, actor, query, text);
    return { file: [sheet], cut, format: query.format, name: `employees-${await tenantToday(tx)}` };
  });
}
