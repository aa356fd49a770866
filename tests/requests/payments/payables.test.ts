import { requireOk } from "../../work/tasks/board";
import { testServer } from "../../support/server";
import { paymentsFixture } from "./fixtures";

jest.mock("../../../shared/requests/payments/payments.schema", () => ({
  ...jest.requireActual("../../../shared/requests/payments/payments.schema"),
  maxBatchItems: 2,
}));

const server = testServer();

test("payable requests are truncated only if there are more than a batch may contain", async () => {
  const all = await paymentsFixture(await server.world());
  const list = async () => requireOk(await all.payer.get("/payment/payable?currency=EUR")).body;
  const ids = [await all.advance("10"), await all.advance("10")];
  expect((await list()).meta).toEqual({ truncated: false });
  await all.advance("10");
  const { data, meta } = await list();
  expect(data.map((row: { request_id: number }) => row.request_id)).toEqual(ids);
  expect(meta).toEqual({ truncated: true });
});
