import type { FastifyInstance } from "fastify";
import * as balances from "../../../../shared/requests/leave/ledger/balance.contract";
import { Problem } from "../../../../shared/kernel/problems";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import { adjustLeaveBalance, settleLeaveBalance, readBalancesOf, readLeaveLedger } from "./balance.read";
import { peopleBalances } from "./people-balances.read";

export function registerLeaveBalanceRoutes(app: FastifyInstance): void {
  serveEndpoint(app, balances.leaveBalances, async ({ tx, actor, query }) => ({
    data: await readBalancesOf(tx, actor, query.user_id ?? actor.id, query),
  }));
  serveEndpoint(app, balances.listBalancePeople, ({ tx, query }) => peopleBalances(tx, query));
  serveEndpoint(app, balances.leaveLedger, ({ tx, actor, params, query }) =>
    readLeaveLedger(tx, actor, params.user_id, query),
  );
  serveEndpoint(app, balances.adjustBalance, async ({ tx, actor, params, body, text }) => {
    if (params.user_id === actor.id) throw new Problem("leave.ownBalance");
    await adjustLeaveBalance(tx, params.user_id, body);
    const all = await readBalancesOf(tx, actor, params.user_id, { year: body.year });
    const data = all.find(({ leave_type }) => leave_type.id === body.leave_type_id) as (typeof all)[number];
    return { message: text("leave.adjusted"), data };
  });
  serveEndpoint(app, balances.settleBalance, async ({ tx, actor, params, body, text }) => {
    if (params.user_id === actor.id) throw new Problem("leave.ownBalance");
    await settleLeaveBalance(tx, params.user_id, body);
    const all = await readBalancesOf(tx, actor, params.user_id, { year: body.year });
    const data = all.find(({ leave_type }) => leave_type.id === body.leave_type_id) as (typeof all)[number];
    return { message: text(body.kind === "payout" ? "leave.paidOut" : "leave.forfeited"), data };
  });
}
