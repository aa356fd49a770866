import { applyEmploymentChanges } from "../../../workers/people/employment/employment-changes";
import { addDays } from "../../../shared/kernel/days";
import type { Api } from "../../support/api";
import { multipart } from "../../support/multipart";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { notificationsSince } from "../../communication/notifications/worker";
import { requireOk } from "../../work/tasks/board";

const server = testServer();
const fourDays = [0, 480, 480, 480, 480, 0, 0];
const mornings = [0, 240, 240, 240, 240, 240, 0];
const weeks = (minutes: number[] | null, other: number[] | null = null) => ({ minutes, other });
const text = (minutes: number[]) => minutes.join(",");

async function hrFixture() {
  const world = await server.world();
  const hr = world.api(world.hr);
  const [{ today }] = await world.tx((tx) => tx.manager.query("SELECT tenant_today()::text AS today"));
  return { world, hr, today: today as string };
}
const schedulesOf = async (hr: Api, id: number) =>
  requireOk(await hr.get(`/user/${id}/schedules`)).body.data.schedules as {
    id: number;
    from: string;
    until: string | null;
    minutes: number[] | null;
  }[];
/** Moves the day of a change, and of its schedule after an earlier one, into the past. */
async function comeTo(id: number, days: number): Promise<void> {
  for (const statement of [
    "UPDATE employment_change SET effective_on = effective_on - $2::int WHERE id = $1",
    `UPDATE work_schedule w SET during = daterange(lower(w.during), upper(w.during) - $2::int) FROM work_schedule c
     WHERE c.change_id = $1 AND w.user_id = c.user_id AND upper(w.during) = lower(c.during)`,
    "UPDATE work_schedule SET during = daterange(lower(during) - $2::int, upper(during)) WHERE change_id = $1",
  ])
    await server.owner.query(statement, [id, days]);
}
const historyOf = async (hr: Api, id: number) =>
  (
    requireOk(await hr.get(`/user/${id}/history`)).body.data as {
      type: string;
      effective_on: string;
      fields: object[];
    }[]
  )
    .map(({ type, effective_on: on, fields }) => ({ type, on, fields }))
    .filter(({ fields }) => JSON.stringify(fields).includes("schedule"));
const auditOf = async (world: World, id: number) =>
  (
    requireOk(await world.api(world.admin).get("/audit/changes", { query: { subject_id: id, kind: "schedule" } })).body
      .data as { before: string | null; after: string | null; record: string; actor: { id: number } }[]
  ).map(({ before, after, record, actor }) => [before, after, record, actor.id]);

const hire = (world: World, hr: Api, overrides: object) =>
  hr.post("/user", {
    fullname: "Part Timer",
    email: `part@${world.host}`,
    role_id: world.roles.employee,
    ...overrides,
  });

test("a new employee gets the schedule from the first day, in history and audit log", async () => {
  const { world, hr } = await hrFixture();
  const wrong = await hire(world, hr, { schedule: weeks([0, 0, 0, 0, 0, 0, 0]) });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["schedule.minutes"]]);
  expect((await hire(world, hr, { schedule: weeks(null, fourDays) })).status).toBe(422);
  const day = "2031-03-03";
  const { id } = requireOk(await hire(world, hr, { date_of_joining: day, schedule: weeks(fourDays) })).body.data;
  expect(await schedulesOf(hr, id)).toMatchObject([{ from: day, until: null, minutes: fourDays }]);
  expect(await historyOf(hr, id)).toMatchObject([
    {
      type: "hiring",
      on: day,
      fields: expect.arrayContaining([{ field: "schedule", before: null, after: text(fourDays) }]),
    },
  ]);
  expect(await auditOf(world, id)).toEqual([[null, "32:00", day, world.hr.id]]);
  // The rows of a schedule don't prevent the deletion of a new employee.
  requireOk(await world.api(world.admin).delete(`/user/${id}`));
});

test("a promotion sets the schedule, and withdrawing it restores the one before", async () => {
  const { world, hr, today } = await hrFixture();
  const { id } = world.employee;
  const plan = (body: object, as = hr) => as.post(`/user/${id}/change`, { type: "promotion", ...body });
  const on = addDays(today, 30);
  expect((await plan({ effective_on: on, schedule: weeks(fourDays) }, world.api(world.employee))).status).toBe(403);
  expect((await plan({ effective_on: on })).body.errors).toHaveProperty("effective_on");
  expect(
    (await hr.post(`/user/${world.hr.id}/change`, { type: "change", effective_on: on, schedule: weeks(fourDays) })).body
      .code,
  ).toBe("user.ownEmployment");
  requireOk(await hr.post(`/user/${id}/schedule`, { from: today, minutes: mornings }));
  const planned = requireOk(await plan({ effective_on: on, location: "Basel", schedule: weeks(fourDays) })).body.data;
  expect(planned.fields).toEqual(
    expect.arrayContaining([{ field: "schedule", before: text(mornings), after: text(fourDays), after_id: null }]),
  );
  expect(await schedulesOf(hr, id)).toMatchObject([{ until: addDays(on, -1) }, { from: on, minutes: fourDays }]);
  // Planned schedules are not in the history yet.
  expect(await historyOf(hr, id)).toEqual([
    { type: "change", on: today, fields: [{ field: "schedule", before: null, after: text(mornings) }] },
  ]);
  requireOk(await hr.delete(`/employment-change/${planned.id}`));
  expect(await schedulesOf(hr, id)).toMatchObject([{ until: null, minutes: mornings }]);
  expect((await auditOf(world, id)).slice(0, 2)).toEqual([
    ["32:00", null, on, world.hr.id],
    [null, "32:00", on, world.hr.id],
  ]);
});

test("a change with only a schedule is withdrawn with its planned schedule", async () => {
  const { world, hr, today } = await hrFixture();
  const { id } = world.employee;
  const plan = (body: object) => hr.post(`/user/${id}/change`, { type: "promotion", ...body });
  requireOk(await plan({ effective_on: today, schedule: weeks(fourDays, mornings) }));
  expect(await historyOf(hr, id)).toMatchObject([
    { type: "promotion", on: today, fields: [{ field: "schedule", after: `${text(fourDays)};${text(mornings)}` }] },
  ]);
  const on = addDays(today, 10);
  requireOk(await plan({ effective_on: on, schedule: weeks(null) }));
  expect(requireOk(await hr.get(`/user/${id}/changes`)).body.data).toMatchObject([{ fields: [{ field: "schedule" }] }]);
  const [, planned] = await schedulesOf(hr, id);
  requireOk(await hr.delete(`/work-schedule/${planned?.id}`));
  expect(requireOk(await hr.get(`/user/${id}/changes`)).body.data).toEqual([]);
  expect(await schedulesOf(hr, id)).toMatchObject([{ until: null, minutes: fourDays }]);
});

test("the schedule of a change that fails on its day doesn't stay in force", async () => {
  const { world, hr, today } = await hrFixture();
  const { id } = world.employee;
  requireOk(await hr.post(`/user/${id}/schedule`, { from: addDays(today, -30), minutes: mornings }));
  const lead = await world.person("manager");
  const body = { type: "change", effective_on: addDays(today, 10), parent_id: lead.id, schedule: weeks(fourDays) };
  const { id: change } = requireOk(await hr.post(`/user/${id}/change`, body)).body.data;
  requireOk(await world.api(world.admin).patch(`/user/${lead.id}/status`));
  await comeTo(change, 12);
  expect(await applyEmploymentChanges(server.platform.unitOfWork, world.tenantId)).toBe(0);
  expect(requireOk(await hr.get(`/user/${id}/changes`)).body.data).toMatchObject([{ status: "failed" }]);
  expect(await schedulesOf(hr, id)).toMatchObject([{ until: null, minutes: mornings }]);
});

test("the planned schedule of a leaver is removed and doesn't apply after a rehire", async () => {
  const { world, hr, today } = await hrFixture();
  const { id } = world.employee;
  const body = { type: "change", effective_on: addDays(today, 10), schedule: weeks(fourDays) };
  requireOk(await hr.post(`/user/${id}/change`, body));
  requireOk(
    await hr.post(`/user/${id}/leaving`, { type: "resignation", last_day: today, successor_id: world.manager.id }),
  );
  requireOk(await hr.post(`/user/${id}/rehire`, { date_of_joining: addDays(today, 1) }));
  expect(await schedulesOf(hr, id)).toEqual([]);
});

test("an import spreads weekly hours over the working days and can be undone", async () => {
  // 30 hours over Monday to Friday are 360 minutes each; 40 hours are the organization's week.
  const { world, hr, today } = await hrFixture();
  const mail = (name: string) => `${name}@${world.host}`;
  const send = async (step: string, rows: string[], by = hr) =>
    by.send({
      method: "POST",
      url: `/user/import${step}`,
      ...multipart([
        {
          name: "file",
          value: Buffer.from(["email,fullname,weekly_hours,date_of_joining", ...rows].join("\r\n")),
          filename: "people.csv",
        },
        { name: "columns", value: "email,fullname,weekly_hours,date_of_joining" },
        { name: "role_id", value: String(world.roles.employee) },
      ]),
    });
  const wrong = requireOk(await send("/preview", [`${mail("nina")},Nina New,200,`, `${mail("olga")},Olga New,many,`]))
    .body.data;
  expect(wrong.rows.map((row: { errors: { field: string }[] }) => row.errors.map(({ field }) => field))).toEqual([
    ["weekly_hours"],
    ["weekly_hours"],
  ]);
  const rows = [
    `${mail("nina")},Nina New,30,2031-01-01`,
    `${mail("olga")},Olga New,40 h,`,
    `${world.employee.email},,30,`,
  ];
  requireOk(await hr.post(`/user/${world.employee.id}/schedule`, { from: "2020-01-01", minutes: fourDays }));
  const previewRows = requireOk(await send("/preview", rows)).body.data.rows;
  expect(previewRows.find(({ state }: { state: string }) => state === "changed").changes).toEqual([
    { field: "weekly_hours", before: "32", after: "30" },
  ]);
  const { id } = requireOk(await send("", rows)).body.data;
  const find = async (email: string) =>
    (await hr.get(`/user?q=${encodeURIComponent(email)}`)).body.data[0].id as number;
  const thirty = [0, 360, 360, 360, 360, 360, 0];
  expect(await schedulesOf(hr, await find(mail("nina")))).toMatchObject([{ from: "2031-01-01", minutes: thirty }]);
  expect(await schedulesOf(hr, await find(mail("olga")))).toEqual([]);
  expect((await schedulesOf(hr, world.employee.id)).at(-1)).toMatchObject({ from: today, minutes: thirty });
  // The same file again changes nothing.
  expect(requireOk(await send("/preview", rows)).body.data.counts).toMatchObject({ same: 3 });
  requireOk(await hr.post(`/user/import/undo/${id}`, {}));
  expect((await schedulesOf(hr, world.employee.id)).at(-1)).toMatchObject({ minutes: fourDays });
});

test("templates need the permission, and changing one changes no schedule", async () => {
  const { world, hr, today } = await hrFixture();
  const url = "/schedule-template";
  expect((await world.api(world.employee).get(url)).body.code).toBe("permission.denied");
  expect((await world.api(world.manager).post(url, { name: "Mine", minutes: fourDays })).body.code).toBe(
    "permission.denied",
  );
  expect(
    requireOk(await hr.get(url)).body.data.map(({ name, minutes }: { name: string; minutes: number[] }) => [
      name,
      minutes,
    ]),
  ).toEqual([
    ["Four days", fourDays],
    ["Full time", [0, 480, 480, 480, 480, 480, 0]],
    ["Mornings", mornings],
  ]);
  const errors = async (body: object) => Object.keys((await hr.post(url, body)).body.errors);
  expect(await errors({ name: "Nothing" })).toEqual(["minutes"]);
  expect(await errors({ name: "Nothing", minutes: [0, 0, 0, 0, 0, 0, 0] })).toEqual(["minutes"]);
  expect(await errors({ name: "four days", minutes: mornings })).toEqual(["name"]);
  const template = requireOk(await hr.post(url, { name: "Turns", minutes: fourDays, other: mornings })).body.data;
  requireOk(
    await hr.post(`/user/${world.employee.id}/schedule`, {
      from: today,
      minutes: template.minutes,
      other: template.other,
    }),
  );
  const change = (version: number) =>
    hr.put(`${url}/${template.id}`, { name: "Turns", minutes: mornings, other: null, version });
  requireOk(await change(template.version));
  expect((await change(template.version)).body.code).toBe("organization.stale");
  expect(await schedulesOf(hr, world.employee.id)).toMatchObject([{ minutes: fourDays, other: mornings }]);
  const strange = await server.world();
  expect((await strange.api(strange.hr).delete(`${url}/${template.id}`)).status).toBe(404);
  requireOk(await hr.delete(`${url}/${template.id}`));
});

test("withdrawing a failed change keeps a schedule that has been in force since", async () => {
  const { world, hr, today } = await hrFixture();
  const { id } = world.employee;
  requireOk(await hr.post(`/user/${id}/schedule`, { from: addDays(today, -30), minutes: mornings }));
  const body = { type: "promotion", effective_on: addDays(today, 10), location: "Basel", schedule: weeks(fourDays) };
  const { id: change } = requireOk(await hr.post(`/user/${id}/change`, body)).body.data;
  await comeTo(change, 12);
  // Earlier releases kept the schedule of a change that failed.
  await server.owner.query("UPDATE employment_change SET status = 'failed', settled_at = now() WHERE id = $1", [
    change,
  ]);
  await server.owner.query("UPDATE employment_change_field SET planned = false WHERE change_id = $1", [change]);
  requireOk(await hr.delete(`/employment-change/${change}`));
  expect(await schedulesOf(hr, id)).toMatchObject([
    { until: addDays(today, -3), minutes: mornings },
    { from: addDays(today, -2), until: null, minutes: fourDays },
  ]);
  expect(requireOk(await hr.get(`/user/${id}/changes`)).body.data).toEqual([]);
});

test("a schedule set on the day of a planned change stays when that is withdrawn", async () => {
  const { world, hr, today } = await hrFixture();
  const { id } = world.employee;
  const on = addDays(today, 10);
  const plan = (body: object) =>
    hr.post(`/user/${id}/change`, { type: "promotion", effective_on: on, schedule: weeks(fourDays), ...body });
  const changes = async () => requireOk(await hr.get(`/user/${id}/changes`)).body.data;
  const { id: change } = requireOk(await plan({ location: "Basel" })).body.data;
  requireOk(await hr.post(`/user/${id}/schedule`, { from: on, minutes: mornings }));
  expect(await changes()).toMatchObject([{ id: change, fields: [{ field: "location" }] }]);
  requireOk(await hr.delete(`/employment-change/${change}`));
  expect(await schedulesOf(hr, id)).toMatchObject([{ from: on, minutes: mornings }]);
  // A plan of which nothing is left ends, also if the other schedule belongs to another plan.
  requireOk(await plan({}));
  requireOk(await hr.post(`/user/${id}/schedule`, { from: on, minutes: mornings }));
  expect(await changes()).toEqual([]);
  requireOk(await plan({}));
  const { id: last } = requireOk(await plan({ schedule: weeks(mornings) })).body.data;
  expect(await changes()).toMatchObject([{ id: last }]);
  expect(await schedulesOf(hr, id)).toMatchObject([{ from: on, minutes: mornings }]);
});

test("a promotion doesn't replace a schedule that another user has set or changed", async () => {
  const { world, hr, today } = await hrFixture();
  const { id } = world.employee;
  const on = addDays(today, 10);
  const plan = (previous: object | null, body: object = {}) =>
    hr.post(`/user/${id}/change`, {
      type: "promotion",
      effective_on: on,
      schedule: weeks(fourDays),
      previous_schedule: previous,
      ...body,
    });
  requireOk(await hr.post(`/user/${id}/schedule`, { from: on, minutes: mornings }));
  const refused = await plan(null);
  expect([refused.status, refused.body.code]).toEqual([409, "organization.stale"]);
  expect(refused.body.data).toMatchObject({ schedules: [{ from: on, minutes: mornings }] });
  expect((await plan(weeks(null))).status).toBe(409);
  expect(await schedulesOf(hr, id)).toMatchObject([{ minutes: mornings }]);
  const { id: change } = requireOk(await plan(weeks(mornings))).body.data;
  // The plan isn't replaced either, while its schedule isn't the one that the user saw.
  requireOk(await hr.post(`/user/${id}/schedule`, { from: on, minutes: mornings, previous: weeks(fourDays) }));
  const again = await plan(weeks(fourDays), { location: "Basel", replaces_id: change });
  expect(again.body.code).toBe("organization.stale");
  const [first, second] = await Promise.all([
    plan(weeks(mornings)),
    hr.post(`/user/${id}/schedule`, { from: on, minutes: null, previous: weeks(mornings) }),
  ]);
  expect([String(first.status), String(second.status)].toSorted()).toEqual(["201", "409"]);
});

test("the planner is notified when another user replaces the only content of a plan", async () => {
  const { world, hr, today } = await hrFixture();
  const { admin, employee } = world;
  const on = addDays(today, 10);
  const plan = async (api: Api, body: object = {}) => {
    const change = { type: "promotion", effective_on: on, schedule: weeks(fourDays), ...body };
    return requireOk(await api.post(`/user/${employee.id}/change`, change)).body.data.id as number;
  };
  const setByHand = (api: Api) => api.post(`/user/${employee.id}/schedule`, { from: on, minutes: mornings });
  const notified = async (act: () => Promise<unknown>) => {
    const mark = server.published.length;
    await act();
    return notificationsSince(world, mark).map(({ user, kind }) => [user, kind]);
  };
  await plan(hr);
  expect(await notified(async () => requireOk(await setByHand(world.api(admin))))).toEqual([
    [world.hr.id, "employment.withdrawn"],
  ]);
  await plan(hr);
  const [schedule] = await schedulesOf(hr, employee.id);
  expect(
    await notified(async () => requireOk(await world.api(admin).delete(`/work-schedule/${schedule?.id}`))),
  ).toEqual([[world.hr.id, "employment.withdrawn"]]);
  await plan(hr);
  expect(await notified(async () => requireOk(await setByHand(hr)))).toEqual([]);
  const other = await plan(hr, { location: "Basel" });
  expect(await notified(async () => requireOk(await setByHand(world.api(admin))))).toEqual([]);
  const corrected = { location: "Basel", schedule: undefined, replaces_id: other };
  let replacement = 0;
  expect(await notified(async () => (replacement = await plan(world.api(admin), corrected)))).toEqual([]);
  const own = await plan(hr, { location: "Basel", schedule: undefined, replaces_id: replacement });
  expect(await notified(async () => requireOk(await world.api(admin).delete(`/employment-change/${own}`)))).toEqual([
    [world.hr.id, "employment.withdrawn"],
  ]);
});
