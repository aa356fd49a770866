import { maxDrafts } from "../../../server/approvals/documents/draft-limit";
import { financeFixture as financeOffice, scannerItem } from "../../requests/finance/fixtures";
import { formsFixture, equipmentForm } from "../../requests/forms/fixtures";
import { leaveFixture as leaveOffice, nextYear } from "../../requests/leave/fixtures";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

test("drafts are limited per user and request family", async () => {
  const world = await server.world();
  const [leave, finance, forms] = [await leaveOffice(world), await financeOffice(world), await formsFixture(world)];
  const form = await forms.publish(equipmentForm);
  const week = { start_date: `${nextYear}-03-02`, end_date: `${nextYear}-03-06` };
  const families = {
    leave: { path: "/leave/leave-request", make: (draft: boolean) => leave.ask({ ...week, draft }) },
    finance: {
      path: "/finance/finance-request",
      make: (draft: boolean) => finance.ask({ items: [scannerItem], draft }),
    },
    form: { path: "/vas/vas-request", make: (draft: boolean) => forms.fill(form, { answers: { f1: "c2" }, draft }) },
  };
  for (const [family, { path, make }] of Object.entries(families)) {
    const first = requireOk(await make(true)).body.data.id as number;
    const like = `INSERT INTO request (tenant_id, family, requester_id, department_id, type)
      SELECT tenant_id, family, requester_id, department_id, type FROM request, generate_series(1, $2::int) WHERE id = $1`;
    await server.owner.query(like, [first, maxDrafts - 1]);
    const { status, body } = await make(true);
    expect([family, status, Object.keys(body.errors ?? {})]).toEqual([family, 422, ["draft"]]);
    requireOk(await make(false));
    requireOk(await leave.employee.delete(`${path}/${first}`));
    requireOk(await make(true));
  }
});
