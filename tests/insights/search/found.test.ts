import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import type { search } from "../../../shared/insights/search/search.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { requestFamilies } from "../../../shared/approvals/approvals/families";
import { loadFamilyTests } from "../../approvals/approvals/family-tests";
import { financeFixture } from "../../requests/finance/fixtures";
import type { Api } from "../../support/api";
import { newRoom, wednesdayAt } from "../../bookings/bookings/rooms";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { columnsOf, newProject, newTask, newTeam, requireOk } from "../../work/projects/projects";

const server = testServer();

const find = async (api: Api, q: string, extraQuery = ""): Promise<ReplyOf<typeof search>["data"]> =>
  requireOk(await api.get(`/search?q=${encodeURIComponent(q)}${extraQuery}`)).body.data;
const titles = async (api: Api, q: string, extraQuery = "") =>
  (await find(api, q, extraQuery)).map(({ title }) => title);

async function addTasks(world: World, project: number, count: number) {
  const [column] = await columnsOf(world, project);
  await world.tx((tx) =>
    tx.rows(
      unnamedSql(`INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
        SELECT current_tenant(), $1, $2, 100 + n, 'Pallet ' || n, 'b' || lpad(n::text, 6, '0') || 'V' FROM generate_series(1, $3::int) n`),
      [project, column?.id, count],
    ),
  );
}

test("a visible record is found although 10,000 hidden ones match better", async () => {
  const world = await server.world();
  const hidden = await newProject(world);
  await addTasks(world, hidden.id, 10_000);
  const { project, member, stranger } = await newTeam(world);
  await newTask(world, project.id, { title: "Return of the last pallet" });
  expect(await titles(world.api(member), "pallet")).toEqual(["Return of the last pallet"]);
  expect(await find(world.api(stranger), "pallet")).toEqual([]);
});

test("pages list all hits of a common word, best matches first", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  await addTasks(world, project.id, 450);
  await newTask(world, project.id, { title: "The last pallet" });
  await newTask(world, project.id, { title: "Pallet" });
  const found: string[] = [];
  let after: string | null = "";
  do {
    const page: ReplyOf<typeof search> = requireOk(
      await world.api(member).get(`/search?q=pallet&kinds=task&limit=50&after=${after}`),
    ).body;
    found.push(...page.data.map(({ title }) => title));
    after = page.next;
  } while (after);
  expect([found.length, new Set(found).size]).toEqual([452, 452]);
  expect([found[0], found.at(-1)]).toEqual(["Pallet", "The last pallet"]);
});

test("a filter by person finds a task that many others match equally well", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  await newTask(world, project.id, { title: "Pallet of the member", users: [member.id] });
  await addTasks(world, project.id, 450);
  expect(await titles(world.api(world.manager), "pallet", `&kinds=task&person=${member.id}`)).toEqual([
    "Pallet of the member",
  ]);
  expect((await titles(world.api(member), "pallet", "&kinds=task"))[0]).toBe("Pallet of the member");
});

test("a task that moved to another project is found only there", async () => {
  const world = await server.world();
  const { project, member, stranger } = await newTeam(world);
  const other = await newProject(world, { members: [{ user_id: stranger.id, role: "member" }] });
  const task = await newTask(world, project.id, { title: "Wandering pallet" });
  const [column] = await columnsOf(world, other.id);
  await world.tx((tx) =>
    tx.rows(unnamedSql("UPDATE task SET project_id = $2, task_status_id = $3 WHERE id = $1"), [
      task.id,
      other.id,
      column?.id,
    ]),
  );
  expect(await titles(world.api(member), "wandering")).toEqual([]);
  expect(await titles(world.api(stranger), "wandering")).toEqual(["Wandering pallet"]);
});

test("hits are ranked by match, then own and open before others", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const [todo, , done] = await columnsOf(world, project.id);
  const make = (title: string, fields: object = {}) => newTask(world, project.id, { title, ...fields });
  await make("Unpacking");
  await make("The pack", { description: "<p>nothing</p>" });
  await make("Other", { description: "<p>how to <b>pack</b></p>" });
  await make("Pack done", { task_status_id: done?.id });
  await make("Pack open", { task_status_id: todo?.id });
  await make("Pack mine", { users: [member.id] });
  await make("Pack");
  expect(await titles(world.api(member), "pack")).toEqual([
    "Pack",
    "Pack mine",
    "Pack open",
    "Pack done",
    "The pack",
    "Unpacking",
    "Other",
  ]);
});

test.each([
  ["Warehouse report", "warehuose"],
  ["Kühlungsanlage prüfen", "kuhlungsanlege"],
  ["مراجعة الميزانية", "الميزاينة"],
  ["پێداچوونەوەی بودجە", "پێداچونەوەی"],
  ["프린터 교체 작업", "프린타 교체"],
])("%s is found by %s", async (title, q) => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  await newTask(world, project.id, { title });
  await newTask(world, project.id, { title: "Something else" });
  const [hit, ...others] = await find(world.api(member), q, "&kinds=task");
  expect([hit?.title, hit?.match, others]).toEqual([title, "typo", []]);
  expect((await find(world.api(member), title, "&kinds=task"))[0]?.match).toBe("prefix");
});

test("a typo is allowed only in queries of few words", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const title = "Warehouse report about delivery contract number seven";
  await newTask(world, project.id, { title });
  const misspelt = title.replace("Warehouse", "warehuose").split(" ");
  const hits = (count: number) => titles(world.api(member), misspelt.slice(0, count).join(" "), "&kinds=task");
  expect([await hits(6), await hits(7)]).toEqual([[title], []]);
  expect(await titles(world.api(member), title, "&kinds=task")).toEqual([title]);
});

test("a typo is not allowed where something matches exactly", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  for (const title of ["Contract", "Contrast"]) await newTask(world, project.id, { title });
  expect(await titles(world.api(member), "contrast", "&kinds=task")).toEqual(["Contrast"]);
});

test("LIKE wildcards are searched as characters", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  for (const title of ["100% cotton", "1000 cartons", "a_b", "axb"]) await newTask(world, project.id, { title });
  expect(await titles(world.api(member), "100%", "&kinds=task")).toEqual(["100% cotton"]);
  expect(await titles(world.api(member), "a_b", "&kinds=task")).toEqual(["a_b"]);
});

test("subtasks, tags and descriptions find their task, with a snippet", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const api = world.api(member);
  const task = await newTask(world, project.id, { title: "Dock", description: "<p>Count the <i>giraffes</i></p>" });
  requireOk(await api.post("/sub_task", { task_id: task.id, name: "Feed the okapi" }));
  const tag = requireOk(
    await world.api(world.manager).post("/project/tags", { project_id: project.id, name: "Zebra" }),
  );
  requireOk(await world.api(world.manager).post(`/task/${task.id}`, { tags: [tag.body.data.id] }));
  for (const [q, snippet] of [
    ["giraffe", "Count the giraffes"],
    ["okapi", "Feed the okapi"],
    ["zebra", null],
  ] as const) {
    const [hit] = await find(api, q);
    expect([q, hit?.id, hit?.match]).toEqual([q, task.id, "text"]);
    if (snippet) expect(hit?.snippet).toContain(snippet);
  }
});

const bookingOf = async (api: Api, request: number): Promise<number> =>
  requireOk(await api.get(`/reservations/request/${request}`)).body.data.booking.id;

test("comments on requests and typed answers lead to their request, for its readers", async () => {
  const world = await server.world();
  const api = world.api(world.employee);
  const drafts: Record<string, number> = {};
  for (const family of requestFamilies) {
    const id = await (await (await loadFamilyTests(family)).drafts(world))();
    requireOk(await api.post(`/approvals/request/${id}/comment`, { comment: `A capybara in ${family}` }));
    drafts[family] = family === "booking" ? await bookingOf(api, id) : id;
  }
  const hits = await find(api, "capybara");
  expect(Object.fromEntries(hits.map(({ kind, id }) => [kind.replace("form_request", "form"), id]))).toEqual(drafts);
  expect(hits.every(({ snippet }) => snippet?.includes("capybara"))).toBe(true);
  expect(await find(world.api(world.external), "capybara")).toEqual([]);

  await world.tx((tx) =>
    tx.rows(
      unnamedSql(`UPDATE form_request q SET answers = jsonb_build_object('typed', 'two wallabies', 'chosen', 'c1')
        WHERE q.id = $1`),
      [drafts["form"]],
    ),
  );
  await world.tx((tx) =>
    tx.rows(
      unnamedSql(`UPDATE form_version v SET definition = jsonb_set(definition, '{fields}', definition->'fields' || '[
          {"id": "typed", "kind": "text", "columns": []}, {"id": "chosen", "kind": "choice", "columns": []}]')
        WHERE (v.form_id, v.number) = (SELECT form_id, form_version FROM form_request WHERE id = $1)`),
      [drafts["form"]],
    ),
  );
  for (const q of ["wallabies", "walabies"])
    expect(await find(api, q)).toMatchObject([{ kind: "form_request", id: drafts["form"] }]);
  expect(await find(api, "c1", "&kinds=form_request")).toEqual([]);
});

test("a finance request is found by its amount with the separators of any language", async () => {
  const { ask, employee } = await financeFixture(await server.world());
  const { id } = requireOk(await ask({ items: [{ details: "Scale", price: "1234.50", quantity: 1 }] })).body.data;
  requireOk(await ask());
  for (const q of ["1234.50", "1234,5", "1,234.50", "USD 1.234,50", "1 234,50", "١٬٢٣٤٫٥٠"])
    expect([q, (await find(employee, q, "&kinds=finance")).map((hit) => hit.id)]).toEqual([q, [id]]);
});

test.each(["T0-1 Numbered task", "T0-1:", "(t0-1)", "#T0-1", "t0 1"])("a task is found by %s", async (q) => {
  const world = await server.world();
  const project = await newProject(world, { code: "T0" });
  await newTask(world, project.id, { title: "Numbered task" });
  expect(await titles(world.api(world.manager), q)).toEqual(["Numbered task"]);
});

test("a request is found by its number in any spelling, but not by a task's number", async () => {
  const { world, approved, employee } = await financeFixture(await server.world());
  const id = await approved();
  const code = await world.tx(
    async (tx) =>
      (await tx.one<{ code: string }>(unnamedSql("SELECT code FROM finance_request WHERE id = $1"), [id]))?.code ?? "",
  );
  const [, year, number] = code.split("-");
  for (const q of [
    code,
    `PUR ${year} ${number}`,
    `${year}-${number}`,
    `#${code}`,
    `${code} Laptops`,
    String(Number(number)),
  ])
    expect([q, (await find(employee, q, "&kinds=finance")).map((hit) => hit.id)]).toEqual([q, [id]]);
  expect(await find(employee, `CUP-${Number(number)}`, "&kinds=finance")).toEqual([]);
});

test("a person is found by the phone number in any spelling", async () => {
  const world = await server.world();
  await world.tx((tx) =>
    tx.rows(unnamedSql("UPDATE app_user SET phone_number = '+964 750 532 0573' WHERE id = $1"), [world.employee.id]),
  );
  const api = world.api(world.manager);
  for (const q of ["+964 750 532 0573", "+9647505320573", "009647505320573", "0750 532 0573", "(0750) 532-0573"])
    expect([q, (await find(api, q)).map((hit) => hit.id)]).toEqual([q, [world.employee.id]]);
  expect(await find(api, "0750 532 0574")).toEqual([]);
});

test("German words are found in both spellings", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  for (const title of ["Überprüfung der Kälteanlage", "Pruefung bei Mueller"])
    await newTask(world, project.id, { title });
  const api = world.api(member);
  expect(await titles(api, "Ueberpruefung Kaelteanlage", "&kinds=task")).toEqual(["Überprüfung der Kälteanlage"]);
  expect(await titles(api, "Müller", "&kinds=task")).toEqual(["Pruefung bei Mueller"]);
});

test("people who are invited find a booking, without the comments on its request", async () => {
  const world = await server.world();
  const draft = await (await loadFamilyTests("booking")).drafts(world);
  const id = await bookingOf(world.api(world.employee), await draft());
  await world.tx(async (tx) => {
    await tx.rows(unnamedSql("UPDATE booking SET title = 'Late numbat' WHERE id = $1"), [id]);
    await tx.rows(
      unnamedSql("INSERT INTO booking_participant (tenant_id, booking_id, user_id) VALUES (current_tenant(), $1, $2)"),
      [id, world.finance.id],
    );
    await tx.rows(
      unnamedSql(`INSERT INTO request_comment (tenant_id, request_id, user_id, body)
        SELECT current_tenant(), id, $2, 'Confidential wombat' FROM booking_request WHERE booking_id = $1`),
      [id, world.employee.id],
    );
  });
  expect(await titles(world.api(world.finance), "numbat")).toEqual(["Late numbat"]);
  expect(await titles(world.api(world.finance), "wombat")).toEqual([]);
  expect(await titles(world.api(world.employee), "wombat")).toEqual(["Late numbat"]);
  expect(await titles(world.api(world.hr), "numbat")).toEqual([]);
  requireOk(await world.api(world.employee).delete(`/booking/${id}`));
  expect(await titles(world.api(world.finance), "numbat")).toEqual([]);
});

test("a series is found once, by its next date", async () => {
  const world = await server.world();
  const room = await newRoom(world, "Zab");
  const series = {
    title: "Numbat meeting",
    bookable_type: "room",
    bookable_id: room,
    start_date: wednesdayAt("09:00", 1),
    end_date: wednesdayAt("10:00", 1),
    repeat: "weekly",
    repeat_count: 6,
  };
  const api = world.api(world.employee);
  const { dates } = requireOk(await api.post("/booking", series)).body;
  const later = { ...series, start_date: wednesdayAt("15:00", 3), end_date: wednesdayAt("16:00", 3) };
  requireOk(await api.post("/booking", { ...later, repeat: "doesNotRepeat" }));
  const found = await find(api, "numbat");
  expect(found.map(({ id, at }) => [id === dates[0].id, at])).toEqual([
    [true, dates[0].start_date],
    [false, later.start_date],
  ]);
  const { body } = await api.get("/search?q=numbat&limit=1");
  expect((await api.get(`/search?q=numbat&limit=1&after=${body.next}`)).body.data).toEqual([found[1]]);
});

test("a booking has the day of the organization on which it begins", async () => {
  const world = await server.world();
  const draft = await (await loadFamilyTests("booking")).drafts(world);
  const id = await bookingOf(world.api(world.employee), await draft());
  await world.tx(async (tx) => {
    await tx.rows(unnamedSql("UPDATE tenant SET time_zone = 'Asia/Seoul' WHERE id = current_tenant()"));
    await tx.rows(
      unnamedSql(`UPDATE booking SET title = 'Late numbat', starts_at = '2027-03-01T20:00Z', ends_at = '2027-03-01T21:00Z'
        WHERE id = $1`),
      [id],
    );
  });
  expect(await find(world.api(world.employee), "numbat")).toMatchObject([{ kind: "booking", id, day: "2027-03-02" }]);
});

test("changed, deleted and withdrawn texts are no longer found", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const api = world.api(member);
  const task = await newTask(world, project.id, { title: "Dock", description: "<p>porcupine</p>" });
  const comment = requireOk(await api.post("/comments", { task_id: task.id, comment: "<p>hedgehog</p>" })).body.data;
  expect(await find(api, "porcupine")).toHaveLength(1);
  expect((await find(api, "hedgehog"))[0]).toMatchObject({ kind: "comment", id: comment.id, parent_id: task.id });

  requireOk(await world.api(world.manager).post(`/task/${task.id}`, { description: "<p>badger</p>" }));
  expect(await find(api, "porcupine")).toEqual([]);
  requireOk(await api.delete(`/comments/${comment.id}`));
  expect(await find(api, "hedgehog")).toEqual([]);
  requireOk(await world.api(world.manager).delete(`/task/${task.id}`));
  expect(await find(api, "badger")).toEqual([]);
});

test("people who have left are found only by users who manage records", async () => {
  const world = await server.world();
  const leaver = await world.person("employee", { fullname: "Lena Leaver", active: false });
  expect(await find(world.api(world.employee), "lena leaver")).toEqual([]);
  expect((await find(world.api(world.hr), "lena leaver"))[0]).toMatchObject({ id: leaver.id, state: "inactive" });
});

test("records of another tenant are never found", async () => {
  const [world, other] = [await server.world(), await server.world()];
  await newTask(world, (await newProject(world)).id, { title: "Aardwolf" });
  expect(await find(world.api(world.admin), "aardwolf")).toHaveLength(1);
  expect(await find(other.api(other.admin), "aardwolf")).toEqual([]);
});

test("filters narrow the hits by kind, project, person, day and state", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const second = await newProject(world, { title: "Kiwi project", members: [{ user_id: member.id, role: "member" }] });
  const [, , done] = await columnsOf(world, project.id);
  await newTask(world, project.id, { title: "Kiwi one", users: [member.id] });
  await newTask(world, project.id, { title: "Kiwi two", task_status_id: done?.id });
  await newTask(world, second.id, { title: "Kiwi three" });
  const api = world.api(member);
  const sorted = async (extraQuery: string) => (await titles(api, "kiwi", extraQuery)).toSorted();
  expect(await sorted("&kinds=project")).toEqual(["Kiwi project"]);
  expect(await sorted(`&project=${project.id}`)).toEqual(["Kiwi one", "Kiwi two"]);
  expect(await sorted(`&kinds=task&person=${member.id}`)).toEqual(["Kiwi one"]);
  expect(await sorted("&kinds=task&state=done")).toEqual(["Kiwi two"]);
  expect(await sorted("&kinds=task&state=open")).toEqual(["Kiwi one", "Kiwi three"]);
  expect(await sorted("&kinds=task&until=2020-01-01")).toEqual([]);
  expect(await sorted("&kinds=task&from=2020-01-01")).toHaveLength(3);
});
