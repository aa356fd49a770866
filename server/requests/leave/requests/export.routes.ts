import type { FastifyInstance } from "fastify";
import { Problem } from "../../../../shared/kernel/problems";
import { withoutEmpty } from "../../../platform/http/serve/input";
import { serveSheets } from "../../../platform/http/serve/serve-sheets";
import { validateInput } from "../../../platform/http/validate";
import { tenantToday } from "../../../platform/database/tenant-today";
import { balanceExportQuery, exportLeaveBalances, exportLeaveRequests, leaveExportQuery } from "./leave.export";

const feature = "leave_management";

/** `GET /leave/export/requests` and `GET /leave/export/balances`, for payroll. */
export function registerLeaveExportRoutes(app: FastifyInstance): void {
  const ofRequests = { feature, permission: "leave-request-hr-approve" } as const;
  serveSheets(app, "/leave/export/requests", ofRequests, "leave", async ({ tx, actor, text, request }) => {
    if (!actor.permissions.has("leave-request-list")) throw new Problem("permission.denied");
    const query = validateInput(leaveExportQuery, withoutEmpty(request.query));
    const file = [await exportLeaveRequests(tx, actor.id, query, text)];
    return { file, cut: null, format: query.format, name: `leave-${query.from}-${query.to}` };
  });
  const ofBalances = { feature, permission: "leave-balance-edit" } as const;
  serveSheets(app, "/leave/export/balances", ofBalances, "leave-balances", async ({ tx, text, request }) => {
    const query = validateInput(balanceExportQuery, withoutEmpty(request.query));
    const file = [await exportLeaveBalances(tx, query, text)];
    return { file, cut: null, format: query.format, name: `leave-balances-${await tenantToday(tx)}` };
  });
}
