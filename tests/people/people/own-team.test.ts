import { UserEntity } from "../../../server/people/people/user.entity";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import type { BulkResult } from "../../../shared/kernel/bulk-result";
import { uploadPeople } from "./import-file";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { type PeopleFixture, peopleFixture } from "./fixtures";

/** With separation of duties, users may not place other users below themselves, since this would reveal those users' requests. */
const server = testServer();
let org: PeopleFixture;
let report: Person;
let below: Person;
beforeEach(async () => {
  org = await peopleFixture(server);
  report = await org.world.person("employee", { fullname: "Rana Report", managerId: org.world.hr.id });
  below = await org.world.person("employee", { fullname: "Basil Below", managerId: report.id });
});

const refused = [403, "user.ownAccess"];
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const hr = () => org.world.api(org.world.hr);
const edit = (body: object, who: { id: number } = org.colleague, by: Person = org.world.hr) =>
  org.world.api(by).post(`/user/${who.id}`, body);
const plan = (effective_on: string, body: object) =>
  hr().post(`/user/${org.colleague.id}/change`, { type: "change", effective_on, ...body });
const day = async (from: number): Promise<string> =>
  (
    await org.world.tx((tx) =>
      tx.one<{ day: string }>(unnamedSql("SELECT (tenant_today() + $1::int)::text AS day"), [from]),
    )
  )?.day as string;
const leader = async (who: Person = org.colleague) => (await hr().get(`/user/${who.id}`)).body.data.parent_id;
const send = (step: "" | "/preview", rows: string[][], columns: string) =>
  uploadPeople(hr(), step, rows, columns, org.world.roles.employee);

test("an edit can't put a user below the editor or the editor's reports", async () => {
  const { world, colleague } = org;
  const team = requireOk(
    await world.api(colleague).post("/finance/finance-request", {
      type: "purchase",
      currency: "USD",
      items: [{ details: "Scanner", price: "12.00", quantity: 1 }],
    }),
  ).body;
  const { id } = team.purchaseRequest ?? team.data;
  expect((await hr().get(`/finance/finance-request/${id}`)).status).toBe(404);
  for (const parent of [world.hr, report, below])
    expect([parent.fullname, ...statusAndCode(await edit({ parent_id: parent.id }))]).toEqual([
      parent.fullname,
      ...refused,
    ]);
  expect((await hr().get(`/finance/finance-request/${id}`)).status).toBe(404);
  expect(await leader()).toBeNull();
});

test("a bulk change returns the reason for each user placed below the editor", async () => {
  const { status, body } = await hr().post("/user/bulk", {
    ids: [org.colleague.id, below.id],
    parent_id: org.world.hr.id,
  });
  expect([status, (body.data as BulkResult[]).map(({ id, done, code }) => [id, done, code])]).toEqual([
    200,
    [
      [org.colleague.id, false, "user.ownAccess"],
      [below.id, true, null],
    ],
  ]);
});

test.each([-20, 0, 20])("a planned change below the editor in %i days is refused too", async (from) => {
  await org.world.tx((tx) => tx.repo(UserEntity).update({ id: org.colleague.id }, { joinedOn: "2020-01-01" }));
  const on = await day(from);
  expect(statusAndCode(await plan(on, { parent_id: org.world.hr.id }))).toEqual(refused);
  expect(statusAndCode(await plan(on, { parent_id: report.id }))).toEqual(refused);
  requireOk(await plan(on, { parent_id: org.director.id }));
});

test("filling a vacancy below the editor is refused", async () => {
  const place = { position_id: org.position, parent_id: org.world.hr.id };
  const { id } = requireOk(await hr().post("/vacancy", place)).body.data;
  expect(statusAndCode(await hr().post(`/vacancy/${id}/fill`, { user_id: org.colleague.id }))).toEqual(refused);
  requireOk(await org.world.api(org.world.admin).post(`/vacancy/${id}/fill`, { user_id: org.colleague.id }));
});

test("an import that places a user below the editor is refused, even indirectly", async () => {
  const { world, colleague } = org;
  const head = ["E-mail", "Name", "Manager"];
  const fresh = `fresh@${world.host}`;
  for (const rows of [
    [[colleague.email, colleague.fullname, world.hr.email]],
    [[colleague.email, colleague.fullname, report.email]],
    [
      [fresh, "Fresh", world.hr.email],
      [colleague.email, colleague.fullname, fresh],
    ],
  ]) {
    const { data } = requireOk(await send("/preview", [head, ...rows], "email,fullname,parent")).body;
    const row = data.rows.find(({ email }: { email: string }) => email === colleague.email);
    expect(row).toMatchObject({ state: "wrong", errors: [{ field: "parent" }] });
    expect(row.errors[0].message).toContain("things you can’t see now");
    expect((await send("", [head, ...rows], "email,fullname,parent")).body.errors).toHaveProperty("file");
  }
  expect(await leader()).toBeNull();
  // New users have no requests yet, and the editor's own reports may remain reports.
  const rows = [
    [fresh, "Fresh", world.hr.email],
    [below.email, below.fullname, world.hr.email],
    [colleague.email, colleague.fullname, org.director.email],
  ];
  requireOk(await send("", [head, ...rows], "email,fullname,parent"));
  expect([await leader(below), await leader()]).toEqual([world.hr.id, org.director.id]);
});

test("own reports, new users, other teams and administrators may be moved", async () => {
  const { world, colleague, director } = org;
  requireOk(await edit({ parent_id: world.hr.id }, below));
  requireOk(await edit({ parent_id: director.id }));
  const person = { fullname: "Nour", email: `nour@${world.host}`, role_id: world.roles.employee };
  const { id } = requireOk(await hr().post("/user", { ...person, parent_id: world.hr.id })).body.data;
  expect(statusAndCode(await edit({ parent_id: id }))).toEqual(refused);
  requireOk(await edit({ parent_id: world.admin.id }, colleague, world.admin));
  requireOk(await edit({ parent_id: world.hr.id }, colleague, world.admin));
  requireOk(await edit({ parent_id: world.hr.id, city: "Erbil" }));
});

test("without separation of duties, users can be moved below the editor", async () => {
  const admin = org.world.api(org.world.admin);
  const { data } = requireOk(await admin.get("/approvals/setting")).body;
  requireOk(await admin.put("/approvals/setting", { ...data, four_eyes: false }));
  requireOk(await edit({ parent_id: org.world.hr.id }));
  const rows = [
    ["E-mail", "Manager"],
    [org.world.manager.email, report.email],
  ];
  requireOk(await send("", rows, "email,parent"));
  expect(await leader(org.world.manager)).toBe(report.id);
});
