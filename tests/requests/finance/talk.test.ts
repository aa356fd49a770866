import { multipart } from "../../support/multipart";
import { pdf } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, requestsUrl, requestUrl } from "./fixtures";

const server = testServer();

test("readers of a request see its files, comments and history", async () => {
  const { ask, employee, manager, finance, payer, world } = await financeFixture(await server.world());
  const { id } = requireOk(await ask({ draft: true })).body.data;
  const conversationUrl = `/approvals/request/${id}`;
  const quote = multipart([{ name: "file", value: pdf(), filename: "quote.pdf" }]);
  const attachment = requireOk(await employee.send({ method: "POST", url: `${conversationUrl}/attachment`, ...quote }))
    .body.data;
  expect((await manager.get(conversationUrl)).status).toBe(404); // the request is still a draft
  requireOk(await employee.put(requestUrl(id, "send")));
  requireOk(await manager.post(`${conversationUrl}/comment`, { comment: "Is there a second quote?" }));
  requireOk(await manager.put(requestUrl(id, "approve")));
  requireOk(await finance.put(requestUrl(id, "approve")));
  requireOk(await payer.put(requestUrl(id, "pay"), { reference: "TRX-7" }));
  for (const api of [employee, manager, finance]) {
    const { data } = requireOk(await api.get(conversationUrl)).body;
    expect(data.attachments).toMatchObject([{ id: attachment.id, file: { name: "quote.pdf" } }]);
    expect(data.comments).toMatchObject([{ comment: "Is there a second quote?" }]);
    expect(data.activities.map(({ type }: { type: string }) => type).reverse()).toEqual([
      "request.attached",
      "request.sent",
      "request.commented",
      "request.decided",
      "request.decided",
      "request.paid",
    ]);
    expect((await api.get(attachment.file.url)).status).toBe(200);
  }
  const stranger = world.api(await world.person("employee"));
  for (const path of [conversationUrl, attachment.file.url, `${requestsUrl}/${id}`])
    expect((await stranger.get(path)).status).toBe(404);
});

test("files present at an approval can't be deleted until the request is returned", async () => {
  const { ask, employee, manager, finance, payer, world } = await financeFixture(await server.world());
  const { id } = requireOk(await ask({ draft: true })).body.data;
  const conversationUrl = `/approvals/request/${id}`;
  const lay = async (filename: string) => {
    const parts = multipart([{ name: "file", value: pdf(), filename }]);
    return requireOk(await employee.send({ method: "POST", url: `${conversationUrl}/attachment`, ...parts })).body.data
      .id as number;
  };
  const take = async (file: number) => {
    const { status, body } = await employee.delete(`/approvals/attachment/${file}`);
    return [status, body.code];
  };
  const mayTake = async () =>
    requireOk(await employee.get(conversationUrl)).body.data.attachments.map(
      ({ can }: { can: { delete: boolean } }) => can.delete,
    );
  const invoice = await lay("invoice.pdf");
  requireOk(await employee.put(requestUrl(id, "send")));
  expect(await mayTake()).toEqual([true]);
  requireOk(await manager.put(requestUrl(id, "approve")));
  expect(await take(invoice)).toEqual([409, "request.wrongState"]);
  requireOk(await finance.put(requestUrl(id, "request-changes"), { note: "Another invoice, please" }));
  expect(await take(invoice)).toEqual([200, undefined]);
  const second = await lay("second.pdf");
  requireOk(await employee.put(requestUrl(id, "send")));
  requireOk(await manager.put(requestUrl(id, "approve")));
  const late = await lay("late.pdf");
  expect(await mayTake()).toEqual([false, true]);
  requireOk(await finance.put(requestUrl(id, "approve")));
  expect(await take(late)).toEqual([409, "request.wrongState"]);
  requireOk(await payer.put(requestUrl(id, "pay"), { reference: "TRX-8" }));
  expect(await take(second)).toEqual([409, "request.wrongState"]);
  const receipt = await lay("receipt.pdf");
  expect(await mayTake()).toEqual([false, false, true]);
  expect(await take(receipt)).toEqual([200, undefined]);
  expect((await world.api(world.admin).get(conversationUrl)).body.data.attachments).toHaveLength(2);
});

test("deleting a draft deletes its files", async () => {
  const { ask, employee } = await financeFixture(await server.world());
  const { id } = requireOk(await ask({ draft: true })).body.data;
  const quote = multipart([{ name: "file", value: pdf(), filename: "quote.pdf" }]);
  const sent = await employee.send({ method: "POST", url: `/approvals/request/${id}/attachment`, ...quote });
  requireOk(await employee.delete(`${requestsUrl}/${id}`));
  expect((await employee.get(requireOk(sent).body.data.file.url)).status).toBe(404);
});
