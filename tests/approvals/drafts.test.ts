import { mostDrafts } from "../../server/approvals/drafts.service";
import { office as financeOffice, scanner } from "../finance/office";
import { desk, equipment } from "../forms/desk";
import { office as leaveOffice, nextYear } from "../leave/office";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";

const server = testServer();

test("somebody has so many drafts of each family and no more, until one is thrown away", async () => {
  const world = await server.world();
  const [leave, finance, forms] = [await leaveOffice(world), await financeOffice(world), await desk(world)];
  const form = await forms.publish(equipment);
  const week = { start_date: `${nextYear}-03-02`, end_date: `${nextYear}-03-06` };
  const families = {
    leave: { path: "/leave/leave-request", make: (draft: boolean) => leave.ask({ ...week, draft }) },
    finance: { path: "/finance/finance-request", make: (draft: boolean) => finance.ask({ items: [scanner], draft }) },
    form: { path: "/vas/vas-request", make: (draft: boolean) => forms.fill(form, { answers: { f1: "c2" }, draft }) },
  };
  for (const [family, { path, make }] of Object.entries(families)) {
    const first = ok(await make(true)).body.data.id as number;
    const like = `INSERT INTO request (tenant_id, family, requester_id, department_id, type)
      SELECT tenant_id, family, requester_id, department_id, type FROM request, generate_series(1, $2::int) WHERE id = $1`;
    await server.owner.query(like, [first, mostDrafts - 1]);
    const { status, body } = await make(true);
    expect([family, status, Object.keys(body.errors ?? {})]).toEqual([family, 422, ["draft"]]);
    ok(await make(false));
    ok(await leave.employee.delete(`${path}/${first}`));
    ok(await make(true));
  }
});
