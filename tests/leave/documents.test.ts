import { testServer } from "../support/server";
import { multipart } from "../support/multipart";
import { png } from "../support/sample-files";
import type { Api } from "../support/api";
import { ok } from "../tasks/board";
import { office, week } from "./office";

const server = testServer();

type Fields = Record<string, string | number | boolean>;

/** As the form sends it: fields and a file in one. */
const send = (
  api: Api,
  method: "POST" | "PUT",
  url: string,
  fields: Fields,
  bytes: Buffer = png(),
  name = "note.png",
) =>
  api.send({
    method,
    url,
    ...multipart([
      ...Object.entries(fields).map(([field, value]) => ({ name: field, value: String(value) })),
      { name: "attachment", value: bytes, filename: name },
    ]),
  });

const files = (world: { tx: Awaited<ReturnType<typeof server.world>>["tx"] }) =>
  world.tx(async (tx) => (await tx.manager.query("SELECT id FROM file WHERE tenant_id = current_tenant()")).length);

test("a document that is needed lets the request through, and only those who may see the request may read it", async () => {
  const world = await server.world();
  const { newType, employee, manager, hr } = await office(world, {});
  const type = await newType({ attachmentAfter: 2, canUpdateBalance: false, hrStep: true });
  const asked = { leave_type_id: type, ...week(1) };
  const without = await employee.post("/leave/leave-request", asked);
  expect([without.status, without.body.errors]).toEqual([
    422,
    { attachment: ["A document is needed for more than 2 days, also in several requests in a row"] },
  ]);
  ok(await employee.post("/leave/leave-request", { leave_type_id: type, ...week(4, 2) }));

  const { data } = ok(await send(employee, "POST", "/leave/leave-request", asked)).body;
  expect(data).toMatchObject({ status: "waiting_manager_approval", file: { name: "note.png", type: "image/png" } });
  for (const api of [employee, manager, hr]) expect((await api.get(data.file.url)).status).toBe(200);
  const colleague = world.api(await world.person("employee"));
  const elsewhere = await server.world();
  for (const api of [colleague, world.api(world.external), elsewhere.api(elsewhere.admin)]) {
    expect((await api.get(data.file.url)).status).toBe(404);
  }
  expect((await world.api().get(data.file.url)).status).toBe(401);
});

test("what isn't what it says, and what is empty, is refused at its field, and nothing is kept", async () => {
  const world = await server.world();
  const { type, employee } = await office(world);
  for (const bytes of [Buffer.from("MZ a program"), Buffer.alloc(0)]) {
    const answer = await send(employee, "POST", "/leave/leave-request", { leave_type_id: type, ...week(1) }, bytes);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["attachment"]]);
  }
  expect(ok(await employee.get("/leave/leave-request")).body.data).toEqual([]);
  expect(await files(world)).toBe(0);
});

test("a draft's document stays while one types, is replaced, and is taken off", async () => {
  const world = await server.world();
  const { type, employee } = await office(world);
  const draft = { leave_type_id: type, ...week(1), draft: true };
  const { data } = ok(await send(employee, "POST", "/leave/leave-request", draft)).body;
  const url = `/leave/leave-request/${data.id}`;
  const typed = ok(await employee.put(url, { ...draft, reason: "Dentist", version: data.version })).body.data;
  expect(typed).toMatchObject({ reason: "Dentist", file: { id: data.file.id }, status: "draft" });
  const other = ok(await send(employee, "PUT", url, draft, png(), "other.png")).body.data;
  expect(other.file.name).toBe("other.png");
  expect(await files(world)).toBe(1);
  expect(ok(await employee.put(url, { ...draft, remove_attachment: true })).body.data.file).toBeNull();
  expect(await files(world)).toBe(0);
});

test("a draft is thrown away with its document, by its owner, and never once it was sent", async () => {
  const world = await server.world();
  const { type, employee, manager, ask } = await office(world);
  const draft = { leave_type_id: type, ...week(1), draft: true };
  const { data } = ok(await send(employee, "POST", "/leave/leave-request", draft)).body;
  const url = `/leave/leave-request/${data.id}`;
  expect(data.can).toMatchObject({ discard: true, cancel: false });
  expect((await manager.delete(url)).status).toBe(404);
  ok(await employee.delete(url));
  expect((await employee.get(url)).status).toBe(404);
  expect(await files(world)).toBe(0);
  const sent = ok(await ask(week(2))).body.data;
  expect((await employee.delete(`/leave/leave-request/${sent.id}`)).status).toBe(409);
  expect((await manager.delete(`/leave/leave-request/${sent.id}`)).status).toBe(403);
});

test("who stands in is a colleague, not oneself and nobody from outside", async () => {
  const world = await server.world();
  const { ask, people } = await office(world);
  const elsewhere = await server.world();
  for (const id of [people.employee.id, world.external.id, elsewhere.admin.id]) {
    const answer = await ask({ ...week(1), substitute_id: id });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["substitute_id"]]);
  }
  const { data } = ok(await ask({ ...week(1), substitute_id: people.hr.id })).body;
  expect(data.substitute).toMatchObject({ id: people.hr.id });
});

test("an overlap is refused with which leave it is", async () => {
  const { ask } = await office(await server.world());
  const first = ok(await ask(week(3))).body.data;
  const answer = await ask({ start_date: week(2).start_date, end_date: week(4).end_date });
  expect(answer.body).toMatchObject({ code: "request.invalid", errors: { start_date: ["You are away then already"] } });
  expect(answer.body.data.overlaps).toEqual([{ id: first.id, start_date: first.start_date, end_date: first.end_date }]);
});

test("requests in a row are one absence: together they need the document, and the refusal says from how many days", async () => {
  const { ask, employee, newType } = await office(await server.world());
  const type = await newType({ attachmentAfter: 2, negativeAllowed: true });
  const monday = week(3, 2);
  ok(await ask({ leave_type_id: type, ...monday }));
  const wednesday = { start_date: nextDay(monday.end_date), end_date: nextDay(monday.end_date, 2) };
  const refused = await ask({ leave_type_id: type, ...wednesday });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { attachment: ["A document is needed for more than 2 days, also in several requests in a row"] },
  ]);
  const preview = ok(
    await employee.get("/leave/leave-request/preview", { query: { leave_type_id: type, ...wednesday } }),
  );
  expect(preview.body.data.needs_attachment).toBe(true);
  ok(await ask({ leave_type_id: type, ...week(5, 2) })); // on its own it doesn't
});

const nextDay = (day: string, by = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
