import type { Permission } from "../../../../shared/kernel/access";
import type { FastifyInstance } from "fastify";
import { Problem } from "../../../../shared/kernel/problems";
import { languageOf, languages } from "../../../../shared/kernel/languages";
import { logSecurityInOwnTransaction } from "../../../platform/security-log";
import { authorizeCall } from "../../../platform/http/serve/guards";
import { generatedFileTypes, serveGeneratedFile } from "../../../platform/http/serve/serve-generated-file";
import type { Actor } from "../../../platform/session";
import { csvOfSheet, type Sheet, xlsxInChild } from "../../../platform/spreadsheet";
import { type Translate, translator } from "../../../platform/text";
import { callerKeyOf } from "../../../platform/child-processes";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { validateInput } from "../../../platform/http/validate";
import { balanceExportQuery, exportLeaveBalances, exportLeaveRequests, leaveExportQuery } from "./leave.export";

const selectToday = sql("leave.exportDay", "SELECT tenant_today()::text AS today");

interface Asked {
  tx: Tx;
  actor: Actor;
  text: Translate;
  query: unknown;
}

/**
 * `GET /leave/export/requests` and `GET /leave/export/balances`, for payroll. Uses the guards of regular endpoints in the same order; not
 * in the contract, because responses aren't JSON.
 */
export function registerLeaveExportRoutes(app: FastifyInstance): void {
  const serveSheet = (
    path: string,
    permission: "leave-request-hr-approve" | "leave-balance-edit",
    tableFor: (asked: Asked) => Promise<{ table: Sheet; format: "csv" | "xlsx"; name: string }>,
    also: Permission | null = null,
  ) =>
    serveGeneratedFile(app, path, async (tenantId, request, reply) => {
      const { table, format, name, language, caller } = await app.platform.unitOfWork(
        { tenantId, readOnly: true },
        async (tx) => {
          const actor = await authorizeCall(app, { feature: "leave_management", permission }, tx, request, reply);
          if (also && !actor.permissions.has(also)) throw new Problem("permission.denied");
          const language = languageOf(request.headers["accept-language"] ?? actor.language ?? undefined);
          const exportCall = { tx, actor, text: translator(language), query: filled(request.query) };
          return { ...(await tableFor(exportCall)), language, caller: callerKeyOf(actor) };
        },
      );
      const scope = path.split("/").at(-1) === "balances" ? "leave-balances" : "leave";
      await logSecurityInOwnTransaction(app.platform, request.origin, { kind: "exported", facts: { scope } });
      const rightToLeft = languages[language].direction === "rtl";
      const bytes =
        format === "csv"
          ? csvOfSheet(table, language)
          : await xlsxInChild(app.platform.childProcesses, { sheets: [table], rightToLeft }, caller);
      return { bytes, type: generatedFileTypes[format], name: `${name}.${format}` };
    });
  serveSheet(
    "/leave/export/requests",
    "leave-request-hr-approve",
    async ({ tx, actor, text, query }) => {
      const validQuery = validateInput(leaveExportQuery, query);
      const table = await exportLeaveRequests(tx, actor.id, validQuery, text);
      return { table, format: validQuery.format, name: `leave-${validQuery.from}-${validQuery.to}` };
    },
    "leave-request-list",
  );
  serveSheet("/leave/export/balances", "leave-balance-edit", async ({ tx, text, query }) => {
    const validQuery = validateInput(balanceExportQuery, query);
    const day = (await tx.one<{ today: string }>(selectToday))?.today ?? "";
    return {
      table: await exportLeaveBalances(tx, validQuery, text),
      format: validQuery.format,
      name: `leave-balances-${day}`,
    };
  });
}

/** Empty filter values count as absent. */
const filled = (query: unknown) =>
  Object.fromEntries(Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== ""));
