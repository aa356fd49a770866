import { UserEntity } from "../../../../server/people/people/user.entity";
import { equipmentForm, formsFixture } from "../../forms/fixtures";
import { deliveryConfig, deliveryFixture } from "../../../communication/notifications/delivery-fixture";
import { runWorkerAfter } from "../../../communication/notifications/worker";
import { testServer } from "../../../support/server";
import type { Person, World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer(deliveryConfig);
const stand = deliveryFixture(() => server);

const body = { name: "Annual leave", icon: "beach", days_female: 20, days_male: 20, counting: "working" };
const german = { "accept-language": "de" };
const speaks = (world: World, person: Person, language: "de" | "ar") =>
  world.tx((tx) => tx.repo(UserEntity).update({ id: person.id }, { language }));

const namedTypeFixture = async () =>
  leaveFixture(await server.world(), { name: "Annual leave", translations: { de: "Jahresurlaub" } });

describe("leave type names in other languages", () => {
  test("an invalid or duplicate translation gets 422 at its language", async () => {
    const world = await server.world();
    const hr = world.api(world.hr);
    const wrong = await hr.post("/leave/leave-type", {
      ...body,
      translations: { de: "x".repeat(81), ar: ["Urlaub"], ko: "\ud83c", ckb: "مۆڵەت" },
    });
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
      422,
      ["translations.ar", "translations.de", "translations.ko"],
    ]);
    expect(Object.keys((await hr.post("/leave/leave-type", { ...body, translations: "de" })).body.errors)).toEqual([
      "translations",
    ]);
    const { data } = requireOk(await hr.post("/leave/leave-type", { ...body, translations: { de: "Urlaub" } })).body;
    const other = { ...body, name: "Vacation" };
    const response = await hr.post("/leave/leave-type", { ...other, translations: { de: " Urlaub " } });
    expect(response.body.errors).toEqual({ "translations.de": [expect.any(String)] });
    const second = requireOk(await hr.post("/leave/leave-type", { ...other, translations: { ko: "Urlaub" } })).body
      .data;
    const moved = await hr.put(`/leave/leave-type/${second.id}`, { ...other, translations: { de: "Urlaub" } });
    expect(Object.keys(moved.body.errors)).toEqual(["translations.de"]);
    const elsewhere = await server.world();
    const theirs = elsewhere.api(elsewhere.hr);
    requireOk(await theirs.post("/leave/leave-type", { ...body, translations: { de: "Urlaub" } }));
    expect((await world.api(world.employee).put(`/leave/leave-type/${data.id}`, body)).status).toBe(403);
  });

  test.each([
    ["a language that isn't one", '{"fr": "Congé"}'],
    ["an empty name", '{"de": ""}'],
    ["a list instead of a name", '{"de": ["Urlaub"]}'],
    ["no object", '["Urlaub"]'],
  ])("the database refuses %s in leave type translations", async (_, value) => {
    const { world, type } = await namedTypeFixture();
    const write = world.tx((tx) =>
      tx.manager.query("UPDATE leave_type SET translations = $2 WHERE id = $1", [type, value]),
    );
    await expect(write).rejects.toThrow("leave_type_translations_check");
  });

  test("leave type translations are kept when omitted and removed when empty", async () => {
    const world = await server.world();
    const hr = world.api(world.hr).with(german);
    const created = requireOk(
      await hr.post("/leave/leave-type", { ...body, translations: { de: " Urlaub\n", ko: "" } }),
    ).body;
    expect(created.data.translations).toEqual({ de: "Urlaub" });
    expect(created.message).toContain("Urlaub");
    const url = `/leave/leave-type/${created.data.id}`;
    expect(requireOk(await hr.put(url, { ...body, paid: false })).body.data.translations).toEqual({ de: "Urlaub" });
    const emptied = requireOk(await hr.put(url, { ...body, translations: { de: null } })).body;
    expect(emptied.data.translations).toEqual({});
    expect(emptied.message).toContain("Annual leave");
  });

  test("translations are returned wherever the leave type is named", async () => {
    const { ask, employee, hr, manager, people, type, world } = await namedTypeFixture();
    const { id } = requireOk(await ask(workingWeek(1))).body.data;
    const names = { id: type, name: "Annual leave", translations: { de: "Jahresurlaub" }, icon: "beach", unit: "days" };
    const get = async (api: typeof hr, path: string) => requireOk(await api.get(path)).body;
    const mine = await get(employee, "/leave/leave-request");
    const balance = await get(employee, `/leave/balance?year=${nextYear}`);
    const everyone = await get(hr, `/leave/balance/people?year=${nextYear}`);
    const { start_date, end_date } = workingWeek(1);
    const team = await get(manager, `/leave/team?from=${start_date}&to=${end_date}`);
    const inbox = await get(manager, "/approvals/inbox");
    const rowOfEmployee = (rows: { person: { id: number } }[]) =>
      rows.find(({ person }) => person.id === people.employee.id);
    expect([
      mine.data[0].leave_type,
      (await get(employee, `/leave/leave-request/${id}`)).data.leave_type,
      balance.data[0].leave_type,
      (rowOfEmployee(everyone.data) as unknown as typeof balance.data)?.balances[0].leave_type,
      (rowOfEmployee(team.data.people) as unknown as typeof mine)?.leaves[0].leave_type,
      inbox.data[0].facts.leave_type,
    ]).toEqual(Array.from({ length: 6 }, () => names));
    const { icon: _, id: __, unit: ___, ...offeredType } = names;
    expect(inbox.meta.kinds).toEqual([expect.objectContaining(offeredType)]);
    const options = await get(world.api(world.admin), "/approvals/rule-options?family=leave");
    expect(options.data.types).toEqual([{ code: String(type), ...offeredType }]);

    const period = `from=${nextYear}-01-01&to=${nextYear}-12-31`;
    const sheets = [`requests?format=csv&${period}`, `balances?format=csv&year=${nextYear}`];
    for (const sheet of sheets) {
      expect((await hr.with(german).get(`/leave/export/${sheet}`)).text).toContain(";Jahresurlaub;");
      const korean = await hr.with({ "accept-language": "ko" }).get(`/leave/export/${sheet}`);
      expect(korean.text).toContain(",Annual leave,");
    }
    const feed = requireOk(await employee.post("/leave/calendar-feed", { scope: "own" })).body.data.path;
    const anonymous = world.api();
    expect((await anonymous.get(feed)).text).toContain("SUMMARY:Annual leave");
    await speaks(world, people.employee, "de");
    expect((await anonymous.get(feed)).text).toContain("SUMMARY:Jahresurlaub");
  });

  test("the inbox search finds a leave type by its name in any language", async () => {
    const { ask, manager } = await namedTypeFixture();
    requireOk(await ask(workingWeek(1)));
    const found = async (q: string) =>
      requireOk(await manager.get("/approvals/inbox", { query: { q } })).body.data.length;
    expect([await found("jahresurl"), await found("annual"), await found("holiday")]).toEqual([1, 1, 0]);
  });

  test("notifications and mails use each reader's language", async () => {
    const { ask, employee, hr, manager, people, world } = await namedTypeFixture();
    await speaks(world, people.manager, "de");
    const first = workingWeek(1);
    await runWorkerAfter(server, world, async () => requireOk(await ask(first)));
    await stand.sendAll(world);
    const [mail] = stand.mailsTo(people.manager.email);
    expect(mail?.headers.subject).toContain("Jahresurlaub");
    expect(mail?.text).toContain("Jahresurlaub");
    expect(mail?.text).not.toContain("Annual leave");
    const [line] = requireOk(await manager.get("/notification")).body.data;
    expect([line.data.group, line.data.values.title]).toEqual(["Jahresurlaub", "Annual leave"]);
    expect(line.data.message).toContain("Jahresurlaub");

    await runWorkerAfter(server, world, async () =>
      requireOk(await hr.post("/leave/holiday", { date: first.end_date, name: "Founders’ day" })),
    );
    const [recounted] = requireOk(await employee.get("/notification")).body.data;
    expect(recounted.data.message).toContain("Annual leave");
    await speaks(world, people.employee, "de");
    expect(requireOk(await employee.get("/notification")).body.data[0].data.message).toContain("Jahresurlaub");
  });
});

test("forms and selected options are notified in each reader's language", async () => {
  const { world, publish, fill } = await formsFixture(await server.world());
  await speaks(world, world.manager, "de");
  const form = await publish({
    ...equipmentForm,
    translations: { de: { title: "Ausstattung", description: "" } },
    fields: equipmentForm.fields.map((field) => ({
      ...field,
      choices: field.choices.map((choice) =>
        choice.id === "c2" ? { ...choice, translations: { de: "Bildschirm" } } : choice,
      ),
    })),
  });
  await runWorkerAfter(server, world, async () => requireOk(await fill(form, { answers: { f1: "c2" } })));
  await stand.sendAll(world);
  const [mail] = stand.mailsTo(world.manager.email);
  expect(mail?.headers.subject).toContain("Ausstattung · Bildschirm");
  const manager = world.api(world.manager);
  const { meta } = requireOk(await manager.get("/approvals/inbox")).body;
  expect(meta.kinds[0].translations).toEqual({ de: "Ausstattung" });
  expect(requireOk(await manager.get("/approvals/inbox", { query: { q: "ausstatt" } })).body.data).toHaveLength(1);
});
