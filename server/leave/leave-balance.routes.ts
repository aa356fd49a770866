import type { FastifyInstance } from "fastify";
import * as balances from "../../shared/leave/leave-balance.contract";
import { Problem } from "../../shared/kernel/problems";
import { serve } from "../platform/http/serve/serve";
import { adjust, balancesOf, ledgerOf } from "./leave-balance.read";
import { peopleBalances } from "./leave-people.read";

export function registerLeaveBalanceRoutes(app: FastifyInstance): void {
  serve(app, balances.leaveBalances, async ({ tx, actor, query }) => ({
    data: await balancesOf(tx, actor, query.user_id ?? actor.id, query),
  }));
  serve(app, balances.balancePeople, ({ tx, query }) => peopleBalances(tx, query));
  serve(app, balances.leaveLedger, ({ tx, actor, params, query }) => ledgerOf(tx, actor, params.user_id, query));
  serve(app, balances.adjustBalance, async ({ tx, actor, params, body, text }) => {
    if (params.user_id === actor.id) throw new Problem("leave.ownBalance");
    await adjust(tx, params.user_id, body);
    const all = await balancesOf(tx, actor, params.user_id, { year: body.year });
    const data = all.find(({ leave_type }) => leave_type.id === body.leave_type_id) as (typeof all)[number];
    return { message: text("leave.adjusted"), data };
  });
}
