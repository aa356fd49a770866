import type { FastifyInstance } from "fastify";
import { languageOf, languages } from "../../../shared/kernel/languages";
import { listUsers, userFilters } from "../../../shared/people/people/users.contract";
import { authorizeCall } from "../../platform/http/serve/guards";
import { generatedFileTypes, serveGeneratedFile } from "../../platform/http/serve/serve-generated-file";
import { validateInput } from "../../platform/http/validate";
import { logSecurityInOwnTransaction } from "../../platform/security-log";
import { csvOfSheet, type Sheet, type SheetCell, xlsxInChild } from "../../platform/spreadsheet";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { type Translate, translator } from "../../platform/text";
import { callerKeyOf } from "../../platform/child-processes";
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
  format: string().oneOf(["csv", "xlsx"], "field.oneOf").required("field.required"),
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

const selectToday = sql("people.exportDay", "SELECT tenant_today()::text AS today");

/**
 * `GET /users/export`: the list of users as a file, with the guards of the list. Not in the contract, because its response isn't JSON. Each
 * export is written to the security log.
 */
export function registerPeopleExportRoutes(app: FastifyInstance): void {
  serveGeneratedFile(app, "/users/export", async (tenantId, request, reply) => {
    const file = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await authorizeCall(app, listUsers, tx, request, reply);
      const language = languageOf(request.headers["accept-language"] ?? actor.language ?? undefined);
      const query = validateInput(exportQuery, filled(request.query));
      const exported = await exportPeople(tx, actor, query, translator(language));
      const day = (await tx.one<{ today: string }>(selectToday))?.today ?? "";
      return { ...exported, format: query.format, language, name: `employees-${day}`, caller: callerKeyOf(actor) };
    });
    const { sheet, cut, format, language, name, caller } = file;
    await logSecurityInOwnTransaction(app.platform, request.origin, { kind: "exported", facts: { scope: "people" } });
    const workbook = { sheets: [sheet], rightToLeft: languages[language].direction === "rtl" };
    const bytes =
      format === "csv" ? csvOfSheet(sheet, language) : await xlsxInChild(app.platform.childProcesses, workbook, caller);
    if (cut) reply.header("x-rows", `${cut.shown}/${cut.total}`);
    return { bytes, type: generatedFileTypes[format], name: `${name}.${format}` };
  });
}

/** Empty filter values are treated as absent. */
const filled = (query: unknown) =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""));
