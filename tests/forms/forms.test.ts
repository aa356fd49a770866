import { emptyDefinition, newColumn } from "../../shared/forms/forms.definition";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { desk, equipment, field, idsOf } from "./desk";

const server = testServer();

const url = (id: number, verb = "") => `/vas/vas-template/${id}${verb && `/${verb}`}`;

describe("forms are made by who may", () => {
  test("and by nobody else; another tenant's don't exist", async () => {
    const { world, employee, hr, publish } = await desk(await server.world());
    const id = await publish(equipment);
    expect((await world.api().get(url(id))).status).toBe(401);
    expect((await employee.post("/vas/vas-template", { title: "Mine" })).status).toBe(403);
    expect((await employee.put(url(id, "publish"))).status).toBe(403);
    expect((await employee.put(url(id), { definition: equipment })).status).toBe(403);
    const elsewhere = await server.world();
    const stranger = elsewhere.api(elsewhere.admin);
    expect((await stranger.get(url(id))).status).toBe(404);
    expect((await stranger.put(url(id), { definition: equipment })).status).toBe(404);
    expect((await stranger.delete(url(id))).status).toBe(404);
    expect(ok(await hr.get(url(id))).body.data.title).toBe("IT equipment");
  });

  test("roles to ask are named to who makes forms; people and departments to everybody who answers with them", async () => {
    const { world, employee, hr } = await desk(await server.world());
    const named = async (api: typeof hr) => ok(await api.get("/vas/vas-choice")).body.data;
    const [all, theirs] = [await named(hr), await named(employee)];
    expect(all.roles.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining(Object.values(world.roles)));
    expect(theirs).toEqual({ ...all, roles: [] });
  });

  test("not published before they are ready, with everything that is missing named", async () => {
    const { world, hr } = await desk(await server.world());
    const { id } = ok(await hr.post("/vas/vas-template", { title: "Travel" })).body.data;
    expect(Object.keys((await hr.put(url(id, "publish"))).body.errors)).toEqual(["fields"]);
    const fields = [
      field("choice", "f1", { label: "", choices: [] }),
      field("number", "f2", { min: "5", max: "2", shown_if: [{ field: "f3", op: "is", value: "x" }] }),
      field("table", "f3", { columns: [] }),
      field("money", "f4", { currencies: [] }),
      field("choices", "f5", { default: ["c9"] }),
    ];
    const steps = [
      { id: "s1", by: "user", user_id: 999_999_999, only_if: [] },
      { id: "s2", by: "role", role_id: null, only_if: [] },
    ];
    const audience = { everyone: false, role_ids: [], department_ids: [] };
    ok(await hr.put(url(id), { definition: { ...equipment, fields, steps, audience } }));
    const refused = await hr.put(url(id, "publish"));
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors).sort()).toEqual([
      "audience",
      "fields.0.choices",
      "fields.0.label",
      "fields.1.max",
      "fields.1.shown_if.0.field",
      "fields.2.columns",
      "fields.3.currencies",
      "fields.4.choices.0.label",
      "fields.4.choices.1.label",
      "steps.0.user_id",
      "steps.1.role_id",
    ]);
    expect(ok(await world.api(world.employee).get("/vas/vas-template")).body.data).toEqual([]);
  });

  test("what somebody else has saved since isn't overwritten", async () => {
    const { world, hr, publish } = await desk(await server.world());
    const id = await publish(equipment);
    const { version } = ok(await hr.get(url(id))).body.data;
    ok(await hr.put(url(id), { definition: { ...equipment, title: "Hardware" }, version }));
    const late = await world.api(world.admin).put(url(id), { definition: equipment, version });
    expect([late.status, late.body.code, late.body.by.id]).toEqual([409, "request.stale", world.hr.id]);
    expect((await hr.put(url(id, "publish"), { version })).status).toBe(409);
    ok(await hr.put(url(id, "publish"), { version: version + 1 }));
    expect((await hr.put(url(id, "publish"))).body.code).toBe("request.wrongState");
  });

  test("deleted while nobody has filled them in; else they are no longer offered", async () => {
    const { hr, employee, fill, publish } = await desk(await server.world());
    const [unused, used] = [await publish(equipment), await publish({ ...equipment, title: "Access" })];
    ok(await hr.delete(url(unused)));
    expect((await hr.get(url(unused))).status).toBe(404);
    ok(await fill(used, { draft: true }));
    expect((await hr.delete(url(used))).body.code).toBe("form.inUse");
    ok(await hr.put(url(used, "offer"), { active: false }));
    expect(ok(await employee.get("/vas/vas-template")).body.data).toEqual([]);
    expect((await employee.get(url(used))).status).toBe(404);
    expect((await fill(used, {})).status).toBe(422);
    expect((await hr.put(url(used, "offer"), {})).status).toBe(422);
  });
});

test("a draft is its maker's until it is published; what is filled in stays until then", async () => {
  const { hr, employee, publish } = await desk(await server.world());
  const id = await publish(equipment);
  ok(await hr.put(url(id), { definition: { ...equipment, title: "Hardware", fields: equipment.fields.slice(0, 1) } }));
  const seen = ok(await employee.get(url(id))).body.data;
  expect(seen).toMatchObject({ title: "IT equipment", published: 1, draft: null, draft_definition: null });
  expect(seen.definition.fields).toHaveLength(4);
  expect(ok(await hr.get(url(id))).body.data).toMatchObject({ draft: 2, draft_definition: { title: "Hardware" } });
  ok(await hr.put(url(id, "publish")));
  expect(ok(await employee.get(url(id))).body.data).toMatchObject({ title: "Hardware", published: 2 });
  ok(await hr.put(url(id), { definition: equipment }));
  ok(await hr.put(url(id, "discard")));
  expect(ok(await hr.get(url(id))).body.data).toMatchObject({ draft: null, published: 2 });
  const copy = ok(await hr.post(url(id, "duplicate"), { title: "Hardware, again" })).body.data;
  expect(copy).toMatchObject({ published: null, draft: 1, draft_definition: { title: "Hardware, again" } });
});

test("offered to everyone, to roles, to departments", async () => {
  const { world, employee, hr, publish, fill } = await desk(await server.world());
  const only = (more: object) => ({
    ...equipment,
    audience: { everyone: false, role_ids: [], department_ids: [], ...more },
  });
  const everyone = await publish(equipment);
  const managers = await publish(only({ role_ids: [world.roles.manager] }));
  const department = await world.tx(async (tx) => {
    const rows = await tx.manager.query(
      "INSERT INTO department (tenant_id, name, code) VALUES ($1, 'Fleet', 'FLT') RETURNING id",
      [world.tenantId],
    );
    return Number(rows[0].id);
  });
  const fleet = await publish(only({ department_ids: [department] }));
  expect(idsOf(await employee.get("/vas/vas-template"))).toEqual([everyone]);
  expect((await employee.get(url(managers))).status).toBe(404);
  expect((await fill(managers, {})).status).toBe(422);
  expect(idsOf(await world.api(world.manager).get("/vas/vas-template"))).toEqual([everyone, managers]);
  await world.tx((tx) =>
    tx.manager.query("UPDATE app_user SET department_id = $1 WHERE id = $2", [department, world.employee.id]),
  );
  expect(idsOf(await employee.get("/vas/vas-template"))).toEqual([everyone, fleet]);
  expect(idsOf(await hr.get("/vas/vas-template"))).toHaveLength(3);
});

test("where would this go? by the answers, for whoever would ask", async () => {
  const { world, hr, publish } = await desk(await server.world());
  const steps = [
    { id: "s1", by: "manager" as const, only_if: [] },
    {
      id: "s2",
      by: "role" as const,
      role_id: world.roles.hr,
      only_if: [{ field: "f1", op: "is" as const, value: "c1" }],
    },
    {
      id: "s3",
      by: "user" as const,
      user_id: world.finance.id,
      only_if: [{ field: "f3", op: "more" as const, value: "500" }],
    },
  ];
  const id = await publish({ ...equipment, steps });
  const go = async (answers: object) =>
    (
      ok(await hr.post(url(id, "dry-run"), { answers, requester_id: world.employee.id })).body.data as {
        approver: { id: number } | null;
        role: { id: number } | null;
      }[]
    ).map(({ approver, role }) => approver?.id ?? role?.id);
  expect(await go({ f1: "c2" })).toEqual([world.manager.id]);
  expect(await go({ f1: "c1" })).toEqual([world.manager.id, world.roles.hr]);
  expect(await go({ f1: "c1", f3: { amount: "500.01", currency: "usd" } })).toEqual([
    world.manager.id,
    world.roles.hr,
    world.finance.id,
  ]);
  expect((await hr.post(url(id, "dry-run"), { requester_id: 999_999_999 })).status).toBe(422);
  // It reads alone: there is nothing that a key would keep from being done twice.
  const again = await hr.with({ "idempotency-key": "one" }).post(url(id, "dry-run"), { answers: { f1: "c2" } });
  expect(again.status).toBe(200);
});

test("its title, description and columns are said in other languages; a copy isn't called as the first", async () => {
  const { hr, employee, publish, fill } = await desk(await server.world());
  const columns = [{ ...newColumn("k1"), label: "What for", translations: { de: "Wofür" } }];
  const de = { title: "Geräte", description: "Für die Arbeit" };
  const translations = { de, ko: { title: "", description: "" } };
  const fields = [field("table", "f1", { columns })];
  const form = await publish({ ...equipment, fields, translations });
  const [offered] = ok(await employee.get("/vas/vas-template")).body.data;
  expect(offered.translations).toEqual({ de });
  const request = ok(await fill(form, { answers: {} })).body.data;
  expect(request.form).toEqual({ id: form, title: "IT equipment", translations: { de } });
  expect(request.definition.fields[0].columns).toEqual(columns);
  for (const q of ["gerä", "equip"]) {
    const { data } = ok(await employee.get(`/vas/vas-request?q=${encodeURIComponent(q)}`)).body;
    expect(data.map((one: typeof request) => one.form)).toEqual([request.form]);
  }
  expect(ok(await employee.get("/vas/vas-request?q=Bild")).body.data).toEqual([]);
  const copy = ok(await hr.post(url(form, "duplicate"), { title: "For drivers" })).body.data;
  expect(copy.translations).toEqual({ de: { ...de, title: "" } });
  const long = { de: { title: "x".repeat(121) } };
  const refused = await hr.put(url(form), { definition: { ...equipment, translations: long } });
  expect(Object.keys(refused.body.errors)).toEqual(["definition.translations.de.title"]);
});

test("all forms together have a size: they are read whole wherever somebody chooses one", async () => {
  const world = await server.world();
  const { hr } = await desk(world);
  const { id } = ok(await hr.post("/vas/vas-template", { title: "One more" })).body.data as { id: number };
  await world.tx((tx) =>
    tx.manager.query(`INSERT INTO form (tenant_id, draft)
      SELECT current_tenant(), jsonb_build_object('title', 'Long', 'description', repeat('x', 1000000)) FROM generate_series(1, 5)`),
  );
  const definition = { ...emptyDefinition("One more"), fields: [field("text", "f1")] };
  const refused = [
    await hr.post("/vas/vas-template", { title: "Too much" }),
    await hr.put(`/vas/vas-template/${id}`, { definition }),
  ];
  expect(refused.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
    [422, ["title"]],
    [422, ["title"]],
  ]);
  await world.tx((tx) => tx.manager.query("DELETE FROM form WHERE draft->>'title' = 'Long'"));
  ok(await hr.put(`/vas/vas-template/${id}`, { definition }));
});
