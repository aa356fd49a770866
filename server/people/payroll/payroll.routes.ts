import type { FastifyInstance } from "fastify";
import { pageOf } from "../../../shared/kernel/paging";
import * as contract from "../../../shared/people/payroll/payroll.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { columnSetting } from "./payroll-package.service";
import * as payroll from "./payroll.service";

export function registerPayrollRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listPayrollMonths, async ({ tx, actor }) => payroll.listMonths(tx, actor));
  serveEndpoint(app, contract.readPayrollMonth, async ({ tx, actor, params, query }) => ({
    data: await payroll.readMonth(tx, actor, params.month, query.with_content),
  }));
  serveEndpoint(app, contract.listPayrollRows, async ({ tx, actor, params, query }) =>
    payroll.listRows(tx, actor, params.month, pageOf(query, 50)),
  );
  serveEndpoint(app, contract.closePayrollMonth, async ({ tx, actor, params, body, text }) => ({
    message: text("payroll.closed"),
    data: await payroll.closeMonth(tx, actor, params.month, body),
  }));
  serveEndpoint(app, contract.reopenPayrollMonth, async ({ tx, actor, params, body, text }) => ({
    message: text("payroll.reopened"),
    data: await payroll.reopenMonth(tx, actor, params.month, body),
  }));
  serveEndpoint(app, contract.readPayrollColumns, async ({ tx }) => ({ data: await columnSetting(tx) }));
  serveEndpoint(app, contract.savePayrollColumns, async ({ tx, actor, body, text }) => ({
    message: text("payroll.columnsSaved"),
    data: await payroll.saveColumns(tx, actor, body),
  }));
  serveEndpoint(app, contract.payrollOfUser, async ({ tx, actor, params }) => ({
    data: await payroll.exportedOfUser(tx, actor, params.id),
  }));
}
