import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();

const german = { "accept-language": "de" };
const names = { name: "Founders’ day", translations: { de: "Gründungstag", ar: "يوم التأسيس" } };
const day = workingWeek(2).start_date;

describe("holiday names in other languages", () => {
  test("an invalid translation of a holiday gets 422 with its language", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    const body = { date: day, name: "Founders’ day" };
    const wrong = { de: "x".repeat(121), ar: ["Tag"], ko: "\ud83c", ckb: "جەژن" };
    const fields = ["translations.ar", "translations.de", "translations.ko"];
    const response = await hr.post("/leave/holiday", { ...body, translations: wrong });
    expect([response.status, Object.keys(response.body.errors).sort()]).toEqual([422, fields]);
    const { data } = requireOk(
      await hr.post("/leave/holiday", { ...body, translations: { de: "x".repeat(120) } }),
    ).body;
    const url = `/leave/holiday/${data.id}`;
    const changed = await hr.put(url, { ...body, translations: wrong });
    expect([changed.status, Object.keys(changed.body.errors).sort()]).toEqual([422, fields]);
    const noObject = await hr.put(url, { ...body, translations: "de" });
    expect([noObject.status, Object.keys(noObject.body.errors)]).toEqual([422, ["translations"]]);
    expect((await world.api(world.employee).put(url, { ...body, ...names })).status).toBe(403);
    expect(requireOk(await hr.get("/leave/holiday")).body.data).toEqual([expect.objectContaining(data)]);
  });

  test.each([
    ["a language that isn't one", '{"fr": "Jour"}'],
    ["an empty name", '{"de": ""}'],
    ["a list instead of a name", '{"de": ["Tag"]}'],
    ["no object", '["Tag"]'],
  ])("the database refuses %s in holiday translations", async (_, value) => {
    const { hr, world } = await leaveFixture(await server.world());
    const { data } = requireOk(await hr.post("/leave/holiday", { date: day, ...names })).body;
    const write = (statement: string, values: unknown[]) => world.tx((tx) => tx.manager.query(statement, values));
    await expect(write("UPDATE holiday SET translations = $2 WHERE id = $1", [data.id, value])).rejects.toThrow(
      "holiday_translations_check",
    );
    const note = `INSERT INTO leave_ledger (tenant_id, user_id, leave_type_id, year, reason, days, note, note_translations)
      SELECT tenant_id, user_id, leave_type_id, year, reason, 1, note, $1::jsonb FROM leave_ledger
      WHERE tenant_id = current_tenant() AND reason = 'adjustment'`;
    await expect(write(note, [value])).rejects.toThrow("leave_ledger_note_translations_check");
  });

  test("holiday translations are kept when omitted and removed when empty", async () => {
    const world = await server.world();
    const hr = world.api(world.hr).with(german);
    const body = { date: day, name: "Founders’ day" };
    const created = requireOk(
      await hr.post("/leave/holiday", { ...body, translations: { de: " Gründungstag\n", ko: "" } }),
    ).body;
    expect(created.data.translations).toEqual({ de: "Gründungstag" });
    expect(created.message).toContain("Gründungstag");
    const url = `/leave/holiday/${created.data.id}`;
    const changed = requireOk(await hr.put(url, { ...body, half: "morning" })).body;
    expect([changed.data.half, changed.data.translations]).toEqual(["morning", { de: "Gründungstag" }]);
    expect(changed.message).toContain("Gründungstag");
    const emptied = requireOk(await hr.put(url, { ...body, translations: { de: null } })).body;
    expect(emptied.data.translations).toEqual({});
    expect(emptied.message).toContain("Founders’ day");
    const plain = requireOk(await hr.post("/leave/holiday", { ...body, date: workingWeek(3).start_date })).body;
    expect(plain.data.translations).toEqual({});
    requireOk(await hr.post("/leave/holiday", { date: workingWeek(4).start_date, ...names }));
    requireOk(await hr.post("/leave/holiday", { date: workingWeek(5).start_date, ...names }));
  });

  test("translations are returned wherever the holiday is named", async () => {
    const { ask, employee, hr, manager, people, type } = await leaveFixture(await server.world());
    const { id } = requireOk(await ask(workingWeek(2))).body.data;
    requireOk(await hr.post("/leave/holiday", { date: day, ...names }));
    const get = async (api: typeof hr, path: string) => requireOk(await api.get(path)).body.data;
    const range = `from=${day}&to=${workingWeek(2).end_date}`;
    const span = `start_date=${day}&end_date=${workingWeek(2).end_date}`;
    const free = { date: day, half: null, ...names };
    expect(await get(employee, `/leave/holiday?year=${nextYear}`)).toEqual([expect.objectContaining(free)]);
    expect((await get(employee, `/leave/year?year=${nextYear}`)).holidays).toEqual([free]);
    expect((await get(manager, `/leave/team?${range}`)).holidays).toEqual([free]);
    expect((await get(manager, `/leave/leave-request/${id}`)).free.holidays).toEqual([free]);
    const preview = await get(employee, `/leave/leave-request/preview?leave_type_id=${type}&${span}`);
    expect(preview.each.slice(0, 2)).toEqual([
      { date: day, days: 0, why: "holiday", holiday: names.name, holiday_translations: names.translations },
      { date: expect.any(String), days: 1, why: null, holiday: null, holiday_translations: {} },
    ]);
    const ledger = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${nextYear}`;
    const [allowanceEntry, leaveEntry, added] = await get(employee, ledger);
    expect([allowanceEntry, leaveEntry].map((entry) => entry.note_translations)).toEqual([{}, {}]);
    expect([added.cause, added.note, added.note_translations]).toEqual([
      "holiday_added",
      names.name,
      names.translations,
    ]);
  });

  test("the ledger keeps translations after the holiday is deleted", async () => {
    const { ask, employee, hr, people, type } = await leaveFixture(await server.world());
    requireOk(await ask(workingWeek(2)));
    const { data } = requireOk(await hr.post("/leave/holiday", { date: day, ...names })).body;
    requireOk(await hr.put(`/leave/holiday/${data.id}`, { date: day, name: "Day of founders", half: "morning" }));
    requireOk(await hr.delete(`/leave/holiday/${data.id}`));
    const ledger = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${nextYear}`;
    const entries = requireOk(await employee.get(ledger)).body.data as { note: string; note_translations: object }[];
    expect(entries.slice(2).map(({ note, note_translations: said }) => [note, said])).toEqual([
      [names.name, names.translations],
      ["Day of founders", names.translations],
      ["Day of founders", names.translations],
    ]);
  });

  test("a translated name is combined with an untranslated one of the same day", async () => {
    const { ask, employee, hr, people, type } = await leaveFixture(await server.world());
    requireOk(await ask(workingWeek(2)));
    requireOk(await hr.post("/leave/holiday", { date: day, half: "morning", ...names }));
    requireOk(await hr.post("/leave/holiday/import", { content: `date,name,half\n${day},Fair,afternoon` }));
    const ledger = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${nextYear}`;
    const last = requireOk(await employee.get(ledger)).body.data.at(-1);
    const both = [last.note, last.note_translations.de, last.note_translations.ar];
    expect(both.map((one: string) => one.split(", ").toSorted())).toEqual([
      ["Fair", "Founders’ day"],
      ["Fair", "Gründungstag"],
      ["Fair", "يوم التأسيس"].toSorted(),
    ]);
    expect(Object.keys(last.note_translations).sort()).toEqual(["ar", "de"]);
  });
});
