import type { FastifyInstance } from "fastify";
import * as balances from "../../shared/leave/leave-balance.contract";
import { serve } from "../platform/serve";
import { adjust, balancesOf, balancesOn, ledgerOf } from "./leave-balance.read";
import { peopleBalances } from "./leave-people.read";

export function registerLeaveBalanceRoutes(app: FastifyInstance): void {
  const thisYear = () => new Date().getUTCFullYear();
  serve(app, balances.leaveBalances, async ({ tx, actor, query }) => ({
    data: query.date
      ? await balancesOn(tx, actor, query.user_id ?? actor.id, query.date)
      : await balancesOf(tx, actor, query.user_id ?? actor.id, query.year ?? thisYear()),
  }));
  serve(app, balances.balancePeople, ({ tx, query }) => peopleBalances(tx, query));
  serve(app, balances.leaveLedger, async ({ tx, actor, params, query }) => ({
    data: await ledgerOf(tx, actor, params.user_id, query),
  }));
  serve(app, balances.adjustBalance, async ({ tx, actor, params, body, text }) => {
    await adjust(tx, params.user_id, body);
    const all = await balancesOf(tx, actor, params.user_id, body.year);
    const data = all.find(({ leave_type }) => leave_type.id === body.leave_type_id) as (typeof all)[number];
    return { message: text("leave.adjusted"), data };
  });
}
