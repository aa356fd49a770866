import type { FastifyInstance } from "fastify";
import { languageOf, languages } from "../../shared/kernel/languages";
import { listUsers } from "../../shared/people/users.contract";
import { admit } from "../platform/http/serve/serve";
import { madeTypes, serveMade } from "../platform/http/serve/serve-made";
import { validate } from "../platform/http/validate";
import { logSecurityApart } from "../platform/security-log";
import { csvOfSheet, xlsxInChild } from "../platform/spreadsheet";
import { sql } from "../platform/database/unit-of-work";
import { translator } from "../platform/text";
import { callerOf } from "../platform/child-processes";
import { exportPeople, exportQuery } from "./people.export";

const today = sql("people.exportDay", "SELECT tenant_today()::text AS today");

/**
 * `GET /users/export`: the list of people as a file, by the list's own guards. Not in the contract, since its answer is no
 * JSON. Taking the list along stands in the security log.
 */
export function registerPeopleExportRoutes(app: FastifyInstance): void {
  serveMade(app, "/users/export", async (tenantId, request, reply) => {
    const file = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await admit(app, listUsers, tx, request, reply);
      const language = languageOf(request.headers["accept-language"] ?? actor.language ?? undefined);
      const query = validate(exportQuery, filled(request.query));
      const exported = await exportPeople(tx, actor, query, translator(language));
      const day = (await tx.one<{ today: string }>(today))?.today ?? "";
      return { ...exported, format: query.format, language, name: `employees-${day}`, caller: callerOf(actor) };
    });
    const { sheet, cut, format, language, name, caller } = file;
    await logSecurityApart(app.platform, request.origin, { kind: "exported", facts: { scope: "people" } });
    const workbook = { sheets: [sheet], rightToLeft: languages[language].direction === "rtl" };
    const bytes =
      format === "csv" ? csvOfSheet(sheet) : await xlsxInChild(app.platform.childProcesses, workbook, caller);
    if (cut) reply.header("x-rows", `${cut.shown}/${cut.total}`);
    return { bytes, type: madeTypes[format], name: `${name}.${format}` };
  });
}

/** Empty filter values count as absent. */
const filled = (query: unknown) =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""));
