import { emptyDefinition, newColumn } from "../../../shared/requests/forms/forms.definition";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { formsFixture, equipmentForm, formField, sortedIdsOf } from "./fixtures";

const server = testServer();

const url = (id: number, verb = "") => `/vas/vas-template/${id}${verb && `/${verb}`}`;

describe("editing forms", () => {
  test("editing forms returns 403 without the permission and 404 for foreign forms", async () => {
    const { world, employee, hr, publish } = await formsFixture(await server.world());
    const id = await publish(equipmentForm);
    expect((await world.api().get(url(id))).status).toBe(401);
    expect((await employee.post("/vas/vas-template", { title: "Mine" })).status).toBe(403);
    expect((await employee.put(url(id, "publish"))).status).toBe(403);
    expect((await employee.put(url(id), { definition: equipmentForm })).status).toBe(403);
    const elsewhere = await server.world();
    const stranger = elsewhere.api(elsewhere.admin);
    expect((await stranger.get(url(id))).status).toBe(404);
    expect((await stranger.put(url(id), { definition: equipmentForm })).status).toBe(404);
    expect((await stranger.delete(url(id))).status).toBe(404);
    expect(requireOk(await hr.get(url(id))).body.data.title).toBe("IT equipment");
  });

  test("only form editors can list roles; all users can list users and departments", async () => {
    const { world, employee, hr } = await formsFixture(await server.world());
    const readChoices = async (api: typeof hr) => requireOk(await api.get("/vas/vas-choice")).body.data;
    const [all, theirs] = [await readChoices(hr), await readChoices(employee)];
    expect(all.roles.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining(Object.values(world.roles)));
    expect(theirs).toEqual({ ...all, roles: [] });
  });

  test("publishing an incomplete form returns all missing fields", async () => {
    const { world, hr } = await formsFixture(await server.world());
    const { id } = requireOk(await hr.post("/vas/vas-template", { title: "Travel" })).body.data;
    expect(Object.keys((await hr.put(url(id, "publish"))).body.errors)).toEqual(["fields"]);
    const fields = [
      formField("choice", "f1", { label: "", choices: [] }),
      formField("number", "f2", { min: "5", max: "2", shown_if: [{ field: "f3", op: "is", value: "x" }] }),
      formField("table", "f3", { columns: [] }),
      formField("money", "f4", { currencies: [] }),
      formField("choices", "f5", { default: ["c9"] }),
    ];
    const steps = [
      { id: "s1", by: "user", user_id: 999_999_999, only_if: [] },
      { id: "s2", by: "role", role_id: null, only_if: [] },
    ];
    const audience = { everyone: false, role_ids: [], department_ids: [] };
    requireOk(await hr.put(url(id), { definition: { ...equipmentForm, fields, steps, audience } }));
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
    expect(requireOk(await world.api(world.employee).get("/vas/vas-template")).body.data).toEqual([]);
  });

  test("a stale form version gets 409", async () => {
    const { world, hr, publish } = await formsFixture(await server.world());
    const id = await publish(equipmentForm);
    const { version } = requireOk(await hr.get(url(id))).body.data;
    requireOk(await hr.put(url(id), { definition: { ...equipmentForm, title: "Hardware" }, version }));
    const late = await world.api(world.admin).put(url(id), { definition: equipmentForm, version });
    expect([late.status, late.body.code, late.body.by.id]).toEqual([409, "request.stale", world.hr.id]);
    expect((await hr.put(url(id, "publish"), { version })).status).toBe(409);
    requireOk(await hr.put(url(id, "publish"), { version: version + 1 }));
    expect((await hr.put(url(id, "publish"))).body.code).toBe("request.wrongState");
  });

  test("an unused form can be deleted, and a used one only withdrawn", async () => {
    const { hr, employee, fill, publish } = await formsFixture(await server.world());
    const [unused, used] = [await publish(equipmentForm), await publish({ ...equipmentForm, title: "Access" })];
    requireOk(await hr.delete(url(unused)));
    expect((await hr.get(url(unused))).status).toBe(404);
    requireOk(await fill(used, { draft: true }));
    expect((await hr.delete(url(used))).body.code).toBe("form.inUse");
    requireOk(await hr.put(url(used, "offer"), { active: false }));
    expect(requireOk(await employee.get("/vas/vas-template")).body.data).toEqual([]);
    expect((await employee.get(url(used))).status).toBe(404);
    expect((await fill(used, {})).status).toBe(422);
    expect((await hr.put(url(used, "offer"), {})).status).toBe(422);
  });
});

test("changes of a form are visible only to editors until published", async () => {
  const { hr, employee, publish } = await formsFixture(await server.world());
  const id = await publish(equipmentForm);
  requireOk(
    await hr.put(url(id), {
      definition: { ...equipmentForm, title: "Hardware", fields: equipmentForm.fields.slice(0, 1) },
    }),
  );
  const data = requireOk(await employee.get(url(id))).body.data;
  expect(data).toMatchObject({ title: "IT equipment", published: 1, draft: null, draft_definition: null });
  expect(data.definition.fields).toHaveLength(4);
  expect(requireOk(await hr.get(url(id))).body.data).toMatchObject({
    draft: 2,
    draft_definition: { title: "Hardware" },
  });
  requireOk(await hr.put(url(id, "publish")));
  expect(requireOk(await employee.get(url(id))).body.data).toMatchObject({ title: "Hardware", published: 2 });
  requireOk(await hr.put(url(id), { definition: equipmentForm }));
  requireOk(await hr.put(url(id, "discard")));
  expect(requireOk(await hr.get(url(id))).body.data).toMatchObject({ draft: null, published: 2 });
  const copy = requireOk(await hr.post(url(id, "duplicate"), { title: "Hardware, again" })).body.data;
  expect(copy).toMatchObject({ published: null, draft: 1, draft_definition: { title: "Hardware, again" } });
});

test("forms are offered to everyone, or by role and department", async () => {
  const { world, employee, hr, publish, fill } = await formsFixture(await server.world());
  const only = (audience: object) => ({
    ...equipmentForm,
    audience: { everyone: false, role_ids: [], department_ids: [], ...audience },
  });
  const everyone = await publish(equipmentForm);
  const managers = await publish(only({ role_ids: [world.roles.manager] }));
  const department = await world.tx(async (tx) => {
    const rows = await tx.manager.query(
      "INSERT INTO department (tenant_id, name, code) VALUES ($1, 'Fleet', 'FLT') RETURNING id",
      [world.tenantId],
    );
    return Number(rows[0].id);
  });
  const fleet = await publish(only({ department_ids: [department] }));
  expect(sortedIdsOf(await employee.get("/vas/vas-template"))).toEqual([everyone]);
  expect((await employee.get(url(managers))).status).toBe(404);
  expect((await fill(managers, {})).status).toBe(422);
  expect(sortedIdsOf(await world.api(world.manager).get("/vas/vas-template"))).toEqual([everyone, managers]);
  await world.tx((tx) =>
    tx.manager.query("UPDATE app_user SET department_id = $1 WHERE id = $2", [department, world.employee.id]),
  );
  expect(sortedIdsOf(await employee.get("/vas/vas-template"))).toEqual([everyone, fleet]);
  expect(sortedIdsOf(await hr.get("/vas/vas-template"))).toHaveLength(3);
});

test("a dry run of a form returns the steps for answers and requester", async () => {
  const { world, hr, publish } = await formsFixture(await server.world());
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
  const id = await publish({ ...equipmentForm, steps });
  const go = async (answers: object) =>
    (
      requireOk(await hr.post(url(id, "dry-run"), { answers, requester_id: world.employee.id })).body.data as {
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
  // The dry run only reads, so a reused idempotency key is ignored.
  const again = await hr.with({ "idempotency-key": "one" }).post(url(id, "dry-run"), { answers: { f1: "c2" } });
  expect(again.status).toBe(200);
});

test("titles, descriptions and columns of a form are translated", async () => {
  const { hr, employee, publish, fill } = await formsFixture(await server.world());
  const columns = [{ ...newColumn("k1"), label: "What for", translations: { de: "Wofür" } }];
  const de = { title: "Geräte", description: "Für die Arbeit" };
  const translations = { de, ko: { title: "", description: "" } };
  const fields = [formField("table", "f1", { columns })];
  const form = await publish({ ...equipmentForm, fields, translations });
  const [offered] = requireOk(await employee.get("/vas/vas-template")).body.data;
  expect(offered.translations).toEqual({ de });
  const request = requireOk(await fill(form, { answers: {} })).body.data;
  expect(request.form).toEqual({ id: form, title: "IT equipment", translations: { de } });
  expect(request.definition.fields[0].columns).toEqual(columns);
  for (const q of ["gerä", "equip"]) {
    const { data } = requireOk(await employee.get(`/vas/vas-request?q=${encodeURIComponent(q)}`)).body;
    expect(data.map((one: typeof request) => one.form)).toEqual([request.form]);
  }
  expect(requireOk(await employee.get("/vas/vas-request?q=Bild")).body.data).toEqual([]);
  const copy = requireOk(await hr.post(url(form, "duplicate"), { title: "For drivers" })).body.data;
  expect(copy.translations).toEqual({ de: { ...de, title: "" } });
  const long = { de: { title: "x".repeat(121) } };
  const refused = await hr.put(url(form), { definition: { ...equipmentForm, translations: long } });
  expect(Object.keys(refused.body.errors)).toEqual(["definition.translations.de.title"]);
});

test("the total size of all forms is limited, as they are loaded together", async () => {
  const world = await server.world();
  const { hr } = await formsFixture(world);
  const { id } = requireOk(await hr.post("/vas/vas-template", { title: "One more" })).body.data as { id: number };
  await world.tx((tx) =>
    tx.manager.query(`INSERT INTO form (tenant_id, draft)
      SELECT current_tenant(), jsonb_build_object('title', 'Long', 'description', repeat('x', 1000000)) FROM generate_series(1, 5)`),
  );
  const definition = { ...emptyDefinition("One more"), fields: [formField("text", "f1")] };
  const refused = [
    await hr.post("/vas/vas-template", { title: "Too much" }),
    await hr.put(`/vas/vas-template/${id}`, { definition }),
  ];
  expect(refused.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
    [422, ["title"]],
    [422, ["title"]],
  ]);
  await world.tx((tx) => tx.manager.query("DELETE FROM form WHERE draft->>'title' = 'Long'"));
  requireOk(await hr.put(`/vas/vas-template/${id}`, { definition }));
});
