import { testServer } from "../../../support/server";
import { multipart } from "../../../support/multipart";
import { png } from "../../../support/sample-files";
import type { Api } from "../../../support/api";
import { requireOk } from "../../../work/tasks/board";
import { leaveFixture, workingWeek } from "../fixtures";

const server = testServer();

type Fields = Record<string, string | number | boolean>;

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

test("a required document is visible only to the readers of the request", async () => {
  const world = await server.world();
  const { newType, employee, manager, hr } = await leaveFixture(world, {});
  const type = await newType({ attachmentAfter: 2, canUpdateBalance: false, hrStep: true });
  const longLeave = { leave_type_id: type, ...workingWeek(1) };
  const without = await employee.post("/leave/leave-request", longLeave);
  expect([without.status, without.body.errors]).toEqual([
    422,
    { attachment: ["A document is required for more than 2 days, even across consecutive requests"] },
  ]);
  requireOk(await employee.post("/leave/leave-request", { leave_type_id: type, ...workingWeek(4, 2) }));

  const { data } = requireOk(await send(employee, "POST", "/leave/leave-request", longLeave)).body;
  expect(data).toMatchObject({ status: "waiting_manager_approval", file: { name: "note.png", type: "image/png" } });
  for (const api of [employee, manager, hr]) expect((await api.get(data.file.url)).status).toBe(200);
  const colleague = world.api(await world.person("employee"));
  const elsewhere = await server.world();
  for (const api of [colleague, world.api(world.external), elsewhere.api(elsewhere.admin)]) {
    expect((await api.get(data.file.url)).status).toBe(404);
  }
  expect((await world.api().get(data.file.url)).status).toBe(401);
});

test("a mistyped or empty file gets 422 and nothing is stored", async () => {
  const world = await server.world();
  const { type, employee } = await leaveFixture(world);
  for (const bytes of [Buffer.from("MZ a program"), Buffer.alloc(0)]) {
    const answer = await send(
      employee,
      "POST",
      "/leave/leave-request",
      { leave_type_id: type, ...workingWeek(1) },
      bytes,
    );
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["attachment"]]);
  }
  expect(requireOk(await employee.get("/leave/leave-request")).body.data).toEqual([]);
  expect(await files(world)).toBe(0);
});

test("a draft's document is kept on updates, replaced and removed", async () => {
  const world = await server.world();
  const { type, employee } = await leaveFixture(world);
  const draft = { leave_type_id: type, ...workingWeek(1), draft: true };
  const { data } = requireOk(await send(employee, "POST", "/leave/leave-request", draft)).body;
  const url = `/leave/leave-request/${data.id}`;
  const typed = requireOk(await employee.put(url, { ...draft, reason: "Dentist", version: data.version })).body.data;
  expect(typed).toMatchObject({ reason: "Dentist", file: { id: data.file.id }, status: "draft" });
  const other = requireOk(await send(employee, "PUT", url, draft, png(), "other.png")).body.data;
  expect(other.file.name).toBe("other.png");
  expect(await files(world)).toBe(1);
  expect(requireOk(await employee.put(url, { ...draft, remove_attachment: true })).body.data.file).toBeNull();
  expect(await files(world)).toBe(0);
});

test("the owner can delete a draft with its document, but not a sent request", async () => {
  const world = await server.world();
  const { type, employee, manager, ask } = await leaveFixture(world);
  const draft = { leave_type_id: type, ...workingWeek(1), draft: true };
  const { data } = requireOk(await send(employee, "POST", "/leave/leave-request", draft)).body;
  const url = `/leave/leave-request/${data.id}`;
  expect(data.can).toMatchObject({ discard: true, cancel: false });
  expect((await manager.delete(url)).status).toBe(404);
  requireOk(await employee.delete(url));
  expect((await employee.get(url)).status).toBe(404);
  expect(await files(world)).toBe(0);
  const sent = requireOk(await ask(workingWeek(2))).body.data;
  expect((await employee.delete(`/leave/leave-request/${sent.id}`)).status).toBe(409);
  expect((await manager.delete(`/leave/leave-request/${sent.id}`)).status).toBe(403);
});

test("the substitute must be another user of the tenant and not external", async () => {
  const world = await server.world();
  const { ask, people } = await leaveFixture(world);
  const elsewhere = await server.world();
  for (const id of [people.employee.id, world.external.id, elsewhere.admin.id]) {
    const answer = await ask({ ...workingWeek(1), substitute_id: id });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["substitute_id"]]);
  }
  const { data } = requireOk(await ask({ ...workingWeek(1), substitute_id: people.hr.id })).body;
  expect(data.substitute).toMatchObject({ id: people.hr.id });
});

test("an overlap gets 422 with the overlapping leave", async () => {
  const { ask } = await leaveFixture(await server.world());
  const first = requireOk(await ask(workingWeek(3))).body.data;
  const answer = await ask({ start_date: workingWeek(2).start_date, end_date: workingWeek(4).end_date });
  expect(answer.body).toMatchObject({
    code: "request.invalid",
    errors: { start_date: ["You already have leave on these dates"] },
  });
  expect(answer.body.data.overlaps).toEqual([{ id: first.id, start_date: first.start_date, end_date: first.end_date }]);
});

test("adjoining requests count as one absence for the required document", async () => {
  const { ask, employee, newType } = await leaveFixture(await server.world());
  const type = await newType({ attachmentAfter: 2, negativeAllowed: true });
  const monday = workingWeek(3, 2);
  requireOk(await ask({ leave_type_id: type, ...monday }));
  const wednesday = { start_date: nextDay(monday.end_date), end_date: nextDay(monday.end_date, 2) };
  const refused = await ask({ leave_type_id: type, ...wednesday });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { attachment: ["A document is required for more than 2 days, even across consecutive requests"] },
  ]);
  const preview = requireOk(
    await employee.get("/leave/leave-request/preview", { query: { leave_type_id: type, ...wednesday } }),
  );
  expect(preview.body.data.needs_attachment).toBe(true);
  requireOk(await ask({ leave_type_id: type, ...workingWeek(5, 2) }));
});

const nextDay = (day: string, by = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
