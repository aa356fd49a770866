import { permissions, scopes as everyScope } from "../../../shared/access";
import { projectPermissions } from "../../../shared/kernel/permissions";
import type { Scope } from "../../../shared/kernel/scopes";
import { apiTokenPrefix } from "../../../server/platform/session";
import { apiTokensOf, createApiToken } from "../../../server/identity/session/api-token.service";
import { housekeepingSchedule } from "../../../workers/platform/housekeeping";
import { maxApiTokens } from "../../../shared/identity/session/api-token.contract";
import { RoleEntity } from "../../../server/administration/roles/role.entity";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { recordsOf } from "../../factories/records";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import type { Answer, Api } from "../../support/api";
import { password, type Person, type World } from "../../support/world";
import { newBoard, requireOk } from "../../work/tasks/board";
import { secondFactorSteps } from "./second-factor-steps";

const server = testServer();
const { longAgo, kinds } = secondFactorSteps(server);
const path = "/auth/token";
const tokenInput = { name: "Weekly report", scopes: ["project-view"] as Scope[], days: 30 };

const ask = (world: World, who: Person, input: object = {}) => world.api(who).post(path, { ...tokenInput, ...input });

async function programOf(world: World, who: Person, scopes: readonly string[]): Promise<Person> {
  const answer = await ask(world, who, { scopes });
  expect(answer.status).toBe(201);
  return { ...who, token: answer.body.data.token };
}

const change = (world: World, text: string, values: unknown[] = []) =>
  world.tx((tx) => tx.rows(unnamedSql(text), values));

test("a token opens no generated file, whatever its scopes", async () => {
  const world = await server.world();
  const api = world.api(await programOf(world, world.admin, everyScope));
  const paths = [
    "/accounting/export/1/file",
    "/analytics/report/file?screen=department",
    "/audit/changes/export",
    "/audit/security-log/export",
    "/employment-entry/1/letter",
    "/expense/claim/1/pdf",
    "/expense/export",
    "/finance/export",
    "/finance/finance-request/1/pdf",
    "/leave/export/balances",
    "/leave/export/requests",
    "/payment/batch/1/file",
    "/payroll/2026-01/export",
    "/reservations/report/export",
    "/users/export",
  ];
  for (const path of paths) {
    const answer = await api.get(path);
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, "session.needed"]);
  }
});

describe("creating an API token", () => {
  test("creating a token without a recently confirmed password is refused", async () => {
    const world = await server.world();
    await longAgo(world, world.employee);
    expect((await ask(world, world.employee)).body.code).toBe("session.confirmFirst");
    await world.api(world.employee).post("/auth/second-factor/confirm", { password });
    expect((await ask(world, world.employee)).status).toBe(201);
  });

  test("a token without scopes, or with scopes that its user lacks, is refused", async () => {
    const world = await server.world();
    const wrong = async (input: object) => (await ask(world, world.employee, input)).body.errors;
    expect(await wrong({ scopes: ["project-view", "role-edit"] })).toEqual({
      scopes: ["Only permissions you have yourself"],
    });
    expect(await wrong({ scopes: [] })).toHaveProperty("scopes");
    expect(await wrong({ scopes: ["everything"] })).toHaveProperty(["scopes.0"]);
    expect(await wrong({ days: 366 })).toHaveProperty("days");
    expect(await wrong({ name: " " })).toHaveProperty("name");
    expect((await world.api(world.employee).get(path)).body.data).toEqual([]);
  });

  test("a token is shown once and stored as a hash", async () => {
    const world = await server.world();
    const { token, ...tokenRecord } = (await ask(world, world.employee)).body.data;
    expect(token).toMatch(new RegExp(`^${apiTokenPrefix}[\\w-]{43}$`));
    expect((await world.api(world.employee).get(path)).body.data).toEqual([tokenRecord]);
    expect(tokenRecord).toMatchObject({ name: "Weekly report", scopes: ["project-view"], last_used_at: null });
    expect(Math.round((Date.parse(tokenRecord.expires_at) - Date.parse(tokenRecord.created_at)) / 86_400_000)).toBe(30);
    expect(await kinds(world)).toContain("api_token_created done");
  });

  test("creating two tokens concurrently at the limit: the second is refused", async () => {
    const world = await server.world();
    const actor = { ...world.employee, permissions: new Set(permissions) } as never;
    const make = (tx: Parameters<typeof createApiToken>[0]) => createApiToken(tx, actor, tokenInput);
    for (let n = 1; n < maxApiTokens; n++) await world.tx(make);
    const [first, second] = await runSerialized(server, world, make);
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "apiToken.limit" } });
    expect(await world.tx((tx) => apiTokensOf(tx, actor))).toHaveLength(maxApiTokens);
    // Expired tokens don't count toward the limit.
    await change(
      world,
      "UPDATE api_token SET expires_at = now() - interval '1 second' WHERE id = (SELECT min(id) FROM api_token)",
    );
    expect((await ask(world, world.employee)).status).toBe(201);
  });
});

describe("calling with an API token", () => {
  test("a token is limited to its scopes, even if its user has more permissions", async () => {
    const world = await server.world();
    const reader = await programOf(world, world.admin, ["project-view"]);
    const list = await world.api(reader).get("/project/list");
    expect(list.body.code).toBe("apiToken.scopeMissing");
    expect((await world.api(reader).get("/task/mine")).status).toBe(200);
    expect((await world.api(reader).post("/task", {})).body.code).toBe("apiToken.scopeMissing");
    const writer = await programOf(world, world.admin, ["task-create"]);
    expect((await world.api(writer).post("/task", {})).status).toBe(422);
  });

  test("a token is limited to its user's current permissions", async () => {
    const world = await server.world();
    const program = await programOf(world, world.manager, ["project-list", "project-view"]);
    expect((await world.api(program).get("/project/list")).status).toBe(200);
    const [role] = await world.tx(async (tx) => [await tx.repo(RoleEntity).insert({ name: "Less", permissions: [] })]);
    await change(world, "UPDATE app_user SET role_id = $1 WHERE id = $2", [role?.id, world.manager.id]);
    expect((await world.api(program).get("/project/list")).body.code).toBe("permission.denied");
  });

  // Some fields, lists and other users' records need more than the endpoint's own permission.
  test("a token's scopes limit its user's permissions in projects", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [2, 0, 0] });
    const [task, other] = board.tasks[0] as [number, number];
    const comment = { task_id: task, comment: "<p>Mine</p>" };
    const { id: commentId } = requireOk(await board.member.post("/comments", comment)).body.data;
    const { id: subtask } = requireOk(await board.owner.post("/sub_task", { task_id: task, name: "Part" })).body.data;
    const elsewhere = await newBoard(world, { project: { title: "Another", code: "OTH" } });
    const members = [{ user_id: world.hr.id, role: "owner" as const }];
    const tried = async (scopes: readonly Scope[], call: (api: Api) => Promise<Answer>) =>
      (await call(world.api(await programOf(world, world.manager, scopes)))).body.code;
    const refused = "apiToken.scopeMissing";
    const update = (api: Api) => api.post(`/project/update/${board.id}`, { members });
    expect(await tried(["project-edit"], update)).toBe(refused);
    expect(await tried(["comment-create"], (api) => api.delete(`/comments/${commentId}`))).toBe(refused);
    expect(await tried(["task-edit"], (api) => api.delete(`/sub_task/${subtask}`))).toBe(refused);
    const moved = { task_status_id: board.columns[1] };
    const changes = [{ id: other, ...moved }];
    expect(await tried(["task-edit"], (api) => api.post("/task/bulk", { changes }))).toBe(refused);
    const away = { project_id: elsewhere.id };
    expect(await tried(["task-move"], (api) => api.put(`/task/${task}/project`, away))).toBe(refused);
    expect(await tried(["task-create"], (api) => api.post(`/sub_task/${subtask}/task`))).toBe(refused);
    // A token's scopes limit the `can` flags, too.
    const card = await world
      .api(await programOf(world, world.manager, ["project-view", "task-edit"]))
      .get(`/task/${task}`);
    expect(card.body.data.can).toMatchObject({ edit: true, move: false, delete: false, comment: false });
    expect(await tried(["task-edit", "task-delete"], (api) => api.delete(`/sub_task/${subtask}`))).toBeUndefined();
    expect(await tried(["project-edit", "member-edit"], update)).toBeUndefined();
  });

  test("an administrator's token sees all projects only with the scope", async () => {
    const world = await server.world();
    const { project } = await recordsOf(world, "MINE");
    await change(world, "DELETE FROM project_member WHERE user_id = $1", [world.admin.id]);
    const blind = await programOf(world, world.admin, ["project-view"]);
    const seeing = await programOf(world, world.admin, ["project-view", "project-all"]);
    expect((await world.api(blind).get(`/project/${project}/tasks`)).status).toBe(404);
    expect((await world.api(seeing).get(`/project/${project}/tasks`)).status).toBe(200);
  });

  // For audited salaries, the database checks only the reader's role, not the token's scopes.
  test("an administrator's token reads audited salaries only with the scope", async () => {
    const world = await server.world();
    const raised = { salary: "1250.50", currency: "EUR" };
    requireOk(await world.api(world.hr).post(`/user/${world.employee.id}`, raised));
    const read = async (scopes: readonly Scope[]) => {
      const api = world.api(await programOf(world, world.admin, scopes));
      const list = requireOk(await api.get("/audit/changes", { query: { kind: "salary" } })).body.data as {
        after: string;
      }[];
      return list.map(({ after }) => after);
    };
    expect(await read(["audit-list"])).toEqual([null]);
    expect(await read(["audit-list", "user-edit"])).toEqual(["1250.5 EUR"]);
  });

  test("endpoints that require a session refuse tokens", async () => {
    const world = await server.world();
    const all = [...permissions, ...projectPermissions];
    const program = await programOf(world, world.admin, [...new Set(all)]);
    const api = world.api(program);
    for (const answer of [
      await api.get(path),
      await api.post(path, tokenInput),
      await api.get("/auth/sessions"),
      await api.get("/auth/second-factor"),
      await api.put("/user/password", { current_password: password, password: "x", password_confirmation: "x" }),
      await api.post("/leave/calendar-feed", { scope: "own" }),
      await api.post("/approvals/approve", { ids: [1] }),
      await api.put("/reservations/request/1/approve", {}),
      await api.put("/reservations/request/1/reject", { reason: "No" }),
      await api.put("/booking/1/approve", {}),
      await api.put("/booking/1/reject", { reason: "No" }),
      await api.put("/time-week/2026-11-16/approve", { user_id: 1 }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, "session.needed"]);
    }
  });

  test.each([
    ["the token has expired", "UPDATE api_token SET expires_at = now() WHERE user_id = $1"],
    ["its user was deactivated", "UPDATE app_user SET active = false WHERE id = $1"],
  ])("a token is refused once %s", async (_, text) => {
    const world = await server.world();
    const program = await programOf(world, world.manager, ["project-view"]);
    await change(world, text, [world.manager.id]);
    expect((await world.api(program).get("/task/mine")).body.code).toBe("session.required");
  });

  test("a token is refused at another tenant's host", async () => {
    const [world, other] = [await server.world(), await server.world()];
    const program = await programOf(world, world.manager, ["project-view"]);
    expect((await other.api(program).get("/task/mine")).body.code).toBe("session.required");
  });

  test("using a token records the time of the call", async () => {
    const world = await server.world();
    const program = await programOf(world, world.employee, ["project-view"]);
    await world.api(program).get("/task/mine");
    const used = async () => (await world.api(world.employee).get(path)).body.data[0].last_used_at !== null;
    await waitUntil("the use is noted", used);
  });

  test("an API token can't open sockets", async () => {
    const world = await server.world();
    const program = await programOf(world, world.employee, [...projectPermissions]);
    const found = await server.platform.unitOfWork({ tenantId: world.tenantId }, async (tx) => {
      const { findActor, findCaller } = await import("../../../server/platform/session");
      return [await findActor(tx, program.token), await findCaller(tx, program.token)];
    });
    expect(found[0]).toBeNull();
    expect(found[1]?.actor).toMatchObject({ id: world.employee.id, sessionId: null });
  });
});

describe("revoking an API token", () => {
  test("users can revoke only their own tokens, with immediate effect", async () => {
    const world = await server.world();
    const program = await programOf(world, world.employee, ["project-view"]);
    const [{ id }] = (await world.api(world.employee).get(path)).body.data;
    expect((await world.api(world.admin).delete(`${path}/${id}`)).status).toBe(404);
    expect((await world.api(program).get("/task/mine")).status).toBe(200);
    expect((await world.api(world.employee).delete(`${path}/${id}`)).status).toBe(200);
    expect((await world.api(program).get("/task/mine")).body.code).toBe("session.required");
    expect(await kinds(world)).toContain("api_token_ended done");
  });

  test("changing the password revokes all tokens of that user only", async () => {
    const world = await server.world();
    const mine = await programOf(world, world.employee, ["project-view"]);
    const managerProgram = await programOf(world, world.manager, ["project-view"]);
    const fresh = { password: "Fresh1234", password_confirmation: "Fresh1234" };
    const changed = await world.api(world.employee).put("/user/password", { current_password: password, ...fresh });
    expect(changed.status).toBe(200);
    expect((await world.api(mine).get("/task/mine")).body.code).toBe("session.required");
    expect((await world.api(managerProgram).get("/task/mine")).status).toBe(200);
  });

  test("deactivating a user revokes the user's tokens permanently", async () => {
    const world = await server.world();
    const program = await programOf(world, world.employee, ["project-view"]);
    for (const active of [false, true]) {
      expect((await world.api(world.admin).patch(`/user/${world.employee.id}/status`)).status).toBe(200);
      expect(
        (await change(world, "SELECT id FROM app_user WHERE id = $1 AND active = $2", [world.employee.id, active]))
          .length,
      ).toBe(1);
    }
    expect((await world.api(program).get("/task/mine")).body.code).toBe("session.required");
  });

  test("an expired token is listed for a month", async () => {
    const world = await server.world();
    for (const days of [29, 31]) {
      await programOf(world, world.employee, ["project-view"]);
      const long = `UPDATE api_token SET created_at = now() - interval '90 days', expires_at = now() - interval '${days} days' WHERE expires_at > now()`;
      await change(world, long);
    }
    const left = async () => (await world.api(world.employee).get(path)).body.data.length;
    expect(await left()).toBe(1);
    await housekeepingSchedule(await server.workerDatabase(world), server.platform.log).run();
    const rows = await change(world, "SELECT id FROM api_token WHERE expires_at < now()");
    expect([await left(), rows.length]).toEqual([1, 1]);
  });
});

test("project and tenant scopes have distinct codes", () => {
  expect(new Set(everyScope).size).toBe(everyScope.length);
});
