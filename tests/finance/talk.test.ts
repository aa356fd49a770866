import { multipart } from "../support/multipart";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { office, requests, url } from "./office";

const server = testServer();

test("files and words lie with a request for whoever sees it, and its history says what became of it", async () => {
  const { ask, employee, manager, finance, payer, world } = await office(await server.world());
  const { id } = ok(await ask({ draft: true })).body.data;
  const talk = `/approvals/request/${id}`;
  const quote = multipart([{ name: "file", value: pdf(), filename: "quote.pdf" }]);
  const laid = ok(await employee.send({ method: "POST", url: `${talk}/attachment`, ...quote })).body.data;
  expect((await manager.get(talk)).status).toBe(404); // a draft
  ok(await employee.put(url(id, "send")));
  ok(await manager.post(`${talk}/comment`, { comment: "Is there a second quote?" }));
  ok(await manager.put(url(id, "approve")));
  ok(await finance.put(url(id, "approve")));
  ok(await payer.put(url(id, "pay"), { reference: "TRX-7" }));
  for (const api of [employee, manager, finance]) {
    const { data } = ok(await api.get(talk)).body;
    expect(data.attachments).toMatchObject([{ id: laid.id, file: { name: "quote.pdf" } }]);
    expect(data.comments).toMatchObject([{ comment: "Is there a second quote?" }]);
    expect(data.activities.map(({ type }: { type: string }) => type).reverse()).toEqual([
      "request.attached",
      "request.sent",
      "request.commented",
      "request.decided",
      "request.decided",
      "request.paid",
    ]);
    expect((await api.get(laid.file.url)).status).toBe(200);
  }
  const stranger = world.api(await world.person("employee"));
  for (const path of [talk, laid.file.url, `${requests}/${id}`]) expect((await stranger.get(path)).status).toBe(404);
});

test("what was approved is what is paid: a file that lay there then stays, until the request is sent back", async () => {
  const { ask, employee, manager, finance, payer, world } = await office(await server.world());
  const { id } = ok(await ask({ draft: true })).body.data;
  const talk = `/approvals/request/${id}`;
  const lay = async (filename: string) => {
    const parts = multipart([{ name: "file", value: pdf(), filename }]);
    return ok(await employee.send({ method: "POST", url: `${talk}/attachment`, ...parts })).body.data.id as number;
  };
  const take = async (file: number) => {
    const { status, body } = await employee.delete(`/approvals/attachment/${file}`);
    return [status, body.code];
  };
  const mayTake = async () =>
    ok(await employee.get(talk)).body.data.attachments.map(({ can }: { can: { delete: boolean } }) => can.delete);
  const invoice = await lay("invoice.pdf");
  ok(await employee.put(url(id, "send")));
  expect(await mayTake()).toEqual([true]);
  ok(await manager.put(url(id, "approve")));
  expect(await take(invoice)).toEqual([409, "request.wrongState"]);
  ok(await finance.put(url(id, "request-changes"), { note: "Another invoice, please" }));
  expect(await take(invoice)).toEqual([200, undefined]);
  const second = await lay("second.pdf");
  ok(await employee.put(url(id, "send")));
  ok(await manager.put(url(id, "approve")));
  const late = await lay("late.pdf");
  expect(await mayTake()).toEqual([false, true]);
  ok(await finance.put(url(id, "approve")));
  expect(await take(late)).toEqual([409, "request.wrongState"]);
  ok(await payer.put(url(id, "pay"), { reference: "TRX-8" }));
  expect(await take(second)).toEqual([409, "request.wrongState"]);
  const receipt = await lay("receipt.pdf");
  expect(await mayTake()).toEqual([false, false, true]);
  expect(await take(receipt)).toEqual([200, undefined]);
  expect((await world.api(world.admin).get(talk)).body.data.attachments).toHaveLength(2);
});

test("a draft that is thrown away takes its files with it", async () => {
  const { ask, employee } = await office(await server.world());
  const { id } = ok(await ask({ draft: true })).body.data;
  const quote = multipart([{ name: "file", value: pdf(), filename: "quote.pdf" }]);
  const sent = await employee.send({ method: "POST", url: `/approvals/request/${id}/attachment`, ...quote });
  ok(await employee.delete(`${requests}/${id}`));
  expect((await employee.get(ok(sent).body.data.file.url)).status).toBe(404);
});
