import { sweepOrphanedFiles } from "../../../server/platform/files/orphaned-files.service";
import { UserEntity } from "../../../server/people/people/user.entity";
import { requestFamilies } from "../../../shared/approvals/approvals/families";
import { decisionPath, requestPath } from "../../../shared/approvals/approvals/request-paths.rules";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { notificationsSince, runWorkerAfter } from "../../communication/notifications/worker";
import { multipart } from "../../support/multipart";
import { pdf } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { Api } from "../../support/api";
import { expectNoOrphans } from "../../work/attachments/attachments";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

const attach = (as: Api, request: number, bytes: Buffer = pdf(), name = "plan.pdf") =>
  as.send({
    method: "POST",
    url: `/approvals/request/${request}/attachment`,
    ...multipart([{ name: "file", value: bytes, filename: name }]),
  });

async function scene() {
  const fixture = await leaveFixture(await server.world());
  const request = requireOk(await fixture.ask(workingWeek(1))).body.data.id as number;
  return { ...fixture, request, stranger: fixture.world.api(fixture.world.finance) };
}

describe("refused comments and files on requests", () => {
  test("reading, commenting and attaching return 401 or 404 without access", async () => {
    const { world, request, stranger } = await scene();
    const other = await server.world();
    for (const [as, status] of [
      [world.api(), 401],
      [stranger, 404],
      [world.api(world.external), 404],
      [other.api(other.admin), 404],
    ] as const) {
      expect((await as.get(`/approvals/request/${request}`)).status).toBe(status);
      expect((await as.post(`/approvals/request/${request}/comment`, { comment: "Hm" })).status).toBe(status);
      expect((await attach(as, request)).status).toBe(status);
    }
    expect((await stranger.get("/approvals/request/9007199254740991")).status).toBe(404);
  });

  test("empty comments and invalid files on requests get 422", async () => {
    const { employee, manager, request } = await scene();
    expect((await employee.post(`/approvals/request/${request}/comment`, { comment: " " })).status).toBe(422);
    expect((await attach(employee, request, Buffer.from("GIF89a"), "a.pdf")).body.errors.file).toHaveLength(1);
    const commented = requireOk(await employee.post(`/approvals/request/${request}/comment`, { comment: "Please" }))
      .body.data;
    const attachment = requireOk(await attach(employee, request)).body.data;
    expect((await manager.delete(`/approvals/comment/${commented.id}`)).status).toBe(403);
    expect((await manager.delete(`/approvals/attachment/${attachment.id}`)).status).toBe(403);
    for (const kind of ["comment", "attachment"])
      expect((await employee.delete(`/approvals/${kind}/9007199254740991`)).body.code).toBe("notFound");
  });

  test("comments on leave require the leave feature in the plan", async () => {
    const { world, employee, request } = await scene();
    await world.change({ plan: "free" });
    expect((await employee.get(`/approvals/request/${request}`)).body.code).toBe("feature_not_in_plan");
  });
});

test("comments and files emit events to the requester and the approver", async () => {
  const { world, employee, manager, people, request } = await scene();
  const mark = server.published.length;
  const commented = requireOk(await employee.post(`/approvals/request/${request}/comment`, { comment: "Hana covers." }))
    .body.data;
  const attachment = requireOk(await attach(manager, request)).body.data;
  expect(commented).toMatchObject({
    comment: "Hana covers.",
    author: { id: people.employee.id },
    can: { delete: true },
  });
  const heard = (type: string) =>
    world
      .events(mark)
      .filter(({ event }) => event.type === type)
      .map(({ stream }) => stream)
      .sort();
  const both = [`user:${people.employee.id}`, `user:${people.manager.id}`].sort();
  expect([heard("request.commented"), heard("request.attached")]).toEqual([both, both]);

  const details = requireOk(await manager.get(`/approvals/request/${request}`)).body.data;
  expect(details.comments).toMatchObject([{ comment: "Hana covers.", can: { delete: false } }]);
  expect(details.attachments).toMatchObject([
    { id: attachment.id, file: { name: "plan.pdf", type: "application/pdf" } },
  ]);
  expect(details.activities.map(({ type }: { type: string }) => type)).toEqual([
    "request.attached",
    "request.commented",
    "request.sent",
  ]);
  expect(JSON.stringify(details.activities)).not.toContain("Hana covers.");

  requireOk(await employee.delete(`/approvals/comment/${commented.id}`));
  requireOk(await manager.delete(`/approvals/attachment/${attachment.id}`));
  const after = requireOk(await employee.get(`/approvals/request/${request}`)).body.data;
  expect([after.comments, after.attachments]).toEqual([[], []]);
});

describe("deleting a comment removes its text from derived data", () => {
  const copiesOf = async (world: Awaited<ReturnType<typeof server.world>>, words: string) => {
    const rows = await Promise.all(
      ["notification", "notification_event", "domain_event", "request_comment"].map((table) =>
        world.tx((tx) =>
          tx.manager.query(
            `SELECT $2 || ' ' || row_to_json(t)::text AS found FROM ${table} t
            WHERE tenant_id = current_tenant() AND strpos(row_to_json(t)::text, $1) > 0`,
            [words, table],
          ),
        ),
      ),
    );
    return rows.flat().map(({ found }: { found: string }) => found);
  };

  const comment = async ({ world, employee, request }: Awaited<ReturnType<typeof scene>>, words: string) => {
    let id = 0;
    await runWorkerAfter(server, world, async () => {
      id = requireOk(await employee.post(`/approvals/request/${request}/comment`, { comment: words })).body.data.id;
    });
    return id;
  };

  test.each([
    ["short", "Operation"],
    ["longer than an excerpt", `Operation ${"in the clinic, ".repeat(20)}`],
    ["several lines", "Operation\n\n\tin the   clinic "],
    ["ends with an ellipsis", "Operation…"],
    ["no-break and ideographic spaces", "Operation\u00a0in\u3000the\u2003clinic"],
    ["invisible and no-break spaces at both ends", "\ufeff\u00a0\u2007Operation\u202f\u00a0\ufeff"],
    ["byte order marks between spaces", `Operation \ufeff \u2028${" \ufeffin\u180e the clinic".repeat(10)}`],
    ["joiners and emoji", `Operation \u200d👨\u200d👩\u200d👧\u200c${"👩🏽\u200d⚕\ufe0f🇮🇶".repeat(20)}`],
  ])("deleting a comment removes its text: %s", async (_, words) => {
    const fixture = await scene();
    const id = await comment(fixture, words);
    expect((await copiesOf(fixture.world, "Operation")).length).toBeGreaterThan(2);
    requireOk(await fixture.employee.delete(`/approvals/comment/${id}`));
    expect(await copiesOf(fixture.world, "Operation")).toEqual([]);
  });

  test("deleting a comment works after the approver has cleared the notifications", async () => {
    const fixture = await scene();
    const id = await comment(fixture, "Operation");
    requireOk(await fixture.manager.delete("/notification/delete-all"));
    requireOk(await fixture.employee.delete(`/approvals/comment/${id}`));
    expect(await copiesOf(fixture.world, "Operation")).toEqual([]);
  });

  test.each(requestFamilies)("request_paths() lists the URLs of %s requests", async (family) => {
    const world = await server.world();
    const rows = await world.tx((tx) => tx.manager.query("SELECT * FROM request_paths(7) AS path"));
    const requestPaths = rows.map(({ path }: { path: string }) => path);
    expect(requestPaths).toEqual(
      expect.arrayContaining([requestPath({ id: 7, family }), decisionPath({ id: 7, family })]),
    );
  });

  test("deleting a comment removes excerpts of earlier versions, which have no id", async () => {
    const fixture = await scene();
    const id = await comment(fixture, "Operation");
    await server.owner.query(
      `WITH told AS (UPDATE notification SET "values" = "values" - 'comment' WHERE tenant_id = $1),
         told_event AS (UPDATE notification_event SET "values" = "values" - 'comment' WHERE tenant_id = $1)
       UPDATE domain_event SET data = data #- '{data,values,comment}' WHERE tenant_id = $1`,
      [fixture.world.tenantId],
    );
    requireOk(await fixture.employee.delete(`/approvals/comment/${id}`));
    expect(await copiesOf(fixture.world, "Operation")).toEqual([]);
  });

  test("deleting one of two comments with the same text keeps the other's excerpt", async () => {
    const fixture = await scene();
    const ids = [await comment(fixture, "Operation"), await comment(fixture, "Operation")];
    requireOk(await fixture.employee.delete(`/approvals/comment/${ids[0]}`));
    const tables = (await copiesOf(fixture.world, "Operation")).map((row) => row.split(" ")[0]);
    expect(tables).toEqual(["notification", "notification_event", "domain_event", "request_comment"]);
    requireOk(await fixture.employee.delete(`/approvals/comment/${ids[1]}`));
    expect(await copiesOf(fixture.world, "Operation")).toEqual([]);
  });

  test("deleting a comment keeps a later one grouped in the same notification", async () => {
    const fixture = await scene();
    const id = await comment(fixture, "Operation");
    await comment(fixture, "On Monday");
    requireOk(await fixture.employee.delete(`/approvals/comment/${id}`));
    expect(await copiesOf(fixture.world, "Operation")).toEqual([]);
    expect((await copiesOf(fixture.world, "On Monday")).length).toBeGreaterThan(2);
  });
});

describe("users who lost access to a request", () => {
  const heard = async ({ world, employee, request }: Awaited<ReturnType<typeof scene>>, comment: string) => {
    const mark = server.published.length;
    await runWorkerAfter(server, world, async () =>
      requireOk(await employee.post(`/approvals/request/${request}/comment`, { comment })),
    );
    const events = world.events(mark).filter(({ event }) => event.type === "request.commented");
    return [events.map(({ stream }) => stream).sort(), notificationsSince(world, mark).map(({ user }) => user)];
  };

  test("a commenter who lost access gets no events or notifications", async () => {
    const fixture = await scene();
    const { world, people, request, hr } = fixture;
    requireOk(await hr.post(`/approvals/request/${request}/comment`, { comment: "Which dates?" }));
    const ids = [people.employee.id, people.manager.id, people.hr.id];
    expect((await heard(fixture, "From Monday"))[0]).toEqual(ids.map((id) => `user:${id}`).sort());
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.hr.id }, { roleId: world.roles.employee }));
    expect((await hr.get(`/approvals/request/${request}`)).status).toBe(404);
    const [streams, notified] = await heard(fixture, "It is an operation");
    expect(streams).toEqual([`user:${people.employee.id}`, `user:${people.manager.id}`].sort());
    expect(notified).toEqual([people.manager.id]);
  });

  test("an approver who became external doesn't see decided requests", async () => {
    const fixture = await scene();
    const { world, employee, manager, people, request } = fixture;
    requireOk(await manager.put(`/leave/leave-request/${request}/approve`, {}));
    const decided = async () => requireOk(await manager.get("/approvals/decided")).body.data.length;
    expect(await decided()).toBe(1);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { external: true }));
    expect(await decided()).toBe(0);
    const [streams] = await heard(fixture, "It is an operation");
    expect(streams).not.toContain(`user:${people.manager.id}`);
    const mark = server.published.length;
    requireOk(await employee.put(`/leave/leave-request/${request}/cancel`, {}));
    expect(world.events(mark).map(({ stream }) => stream)).not.toContain(`user:${people.manager.id}`);
  });
});

test("a request's file requires access to the request and can be deleted", async () => {
  const { world, employee, manager, stranger, request } = await scene();
  const { file, id } = requireOk(await attach(employee, request)).body.data;
  expect((await manager.get(file.url)).status).toBe(200);
  expect((await stranger.get(file.url)).status).toBe(404);
  expect((await world.api(world.hr).get(file.url)).status).toBe(200);
  requireOk(await employee.delete(`/approvals/attachment/${id}`));
  expect((await employee.get(file.url)).status).toBe(404);
  await sweepOrphanedFiles((work) => world.tx(work), server.platform.files);
  await expectNoOrphans(server, world);
});
