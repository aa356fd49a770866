import type { DomainEvent } from "../../../shared/kernel/events";
import { permissions } from "../../../shared/access";
import { updateGroup } from "../../../server/people/groups/groups.service";
import { maxIndividualEvents } from "../../../server/work/projects/projects-groups.service";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import { applyWatcherEvent } from "../../../shared/work/tasks/tasks.detail-watchers";
import { projectConsumers } from "../../../workers/communication/notifications/project.consumers";
import { runConsumers } from "../../../workers/platform/process-events";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk } from "../../work/tasks/board";
import { recordStatementNames } from "../../support/statements/sent";

const server = testServer();
const boss = { permissions: new Set(permissions) } as never;
const memberCount = maxIndividualEvents / 2 + 1;

async function crowd(world: World) {
  const admin = world.api(world.admin);
  const group = requireOk(await admin.post("/groups", { title: "Crowd", users: [] })).body.data.id as number;
  const board = await newBoard(world, { project: { groups: [group] } });
  const second = await newBoard(world, { project: { groups: [group] } });
  const rows: { id: number }[] = await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO app_user (tenant_id, fullname, email, password_hash, role_id)
       SELECT u.tenant_id, 'One of many ' || n, 'many' || n || '@crowd.example', 'x', u.role_id
       FROM app_user u CROSS JOIN generate_series(1, $2::int) AS n
       WHERE u.tenant_id = current_tenant() AND u.id = $1 RETURNING id`,
      [world.employee.id, memberCount],
    ),
  );
  const people = rows.map(({ id }) => Number(id));
  const setMembers = (users: number[]) => admin.put(`/groups/${group}`, { title: "Crowd", users });
  return { group, boards: [board, second] as const, people, setMembers };
}

function countsOf(events: ReturnType<World["events"]>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { stream, event } of events) {
    const kind = `${stream.split(":")[0]} ${event.type}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const together = {
  "directory group.updated": 1,
  "project group.updated": 2,
  "user group.projects_changed": memberCount,
};

test("adding or removing many group members emits once per project and user", async () => {
  const world = await server.world();
  const { boards, people, setMembers } = await crowd(world);
  const [board] = boards;
  for (const users of [people, []]) {
    const before = boardFromReply(await board.read());
    const mark = server.published.length;
    const sent = await recordStatementNames(async () => requireOk(await setMembers(users)));
    expect(sent.filter((name) => name.startsWith("securityLog."))).toEqual([
      "securityLog.insertMany",
      "securityLog.insertMany",
    ]);
    const events = world.events(mark);
    expect(countsOf(events)).toEqual(together);
    const own = events.filter(({ stream }) => stream === `project:${board.id}`).map(({ event }) => event);
    expect(applyEvents(before, own as DomainEvent[])).toEqual(boardFromReply(await board.read()));
    await world.tx((tx) => runConsumers(tx, projectConsumers, events));
  }
  const noted = await world.tx((tx) =>
    tx.manager.query(
      `SELECT facts->>'role' AS role, count(*)::int FROM security_event
       WHERE tenant_id = current_tenant() AND kind = 'access_changed' AND subject_id = ANY($1) GROUP BY 1 ORDER BY 1`,
      [people],
    ),
  );
  expect(noted).toEqual(["member", "none"].map((role) => ({ role, count: 2 * memberCount })));
  const counts = await world.tx((tx) =>
    tx.manager.query(
      `SELECT kind, count(*)::int FROM notification WHERE tenant_id = current_tenant() AND user_id = ANY($1) GROUP BY 1 ORDER BY 1`,
      [people],
    ),
  );
  expect(counts).toEqual(["project.added", "project.removed"].map((kind) => ({ kind, count: 2 * memberCount })));
});

test("direct project members keep access after leaving a group", async () => {
  const world = await server.world();
  const { boards, people, setMembers } = await crowd(world);
  const [board] = boards;
  requireOk(await setMembers([...people, world.employee.id])); // direct member of both projects
  const id = board.tasks[0]?.[0] as number;
  const [first] = people as [number];
  requireOk(await board.owner.post(`/task/${id}`, { users: [first] }));
  const before = requireOk(await board.owner.get(`/task/${id}`)).body.data;
  expect(before.watchers.map((one: { id: number }) => one.id)).toContain(first);
  const mark = server.published.length;
  requireOk(await setMembers([]));
  const events = world.events(mark).filter(({ stream }) => stream === `project:${board.id}`);
  const update = events.find(({ event }) => event.type === "group.updated")?.event as Extract<
    DomainEvent,
    { type: "group.updated" }
  >;
  expect(update.data.gone?.toSorted((a, b) => a - b)).toEqual(people.toSorted((a, b) => a - b));
  const after = requireOk(await board.owner.get(`/task/${id}`)).body.data;
  expect(applyWatcherEvent(before, update, { id: 0 }).watchers).toEqual(after.watchers);
  expect(after.user_ids).toEqual([]);
});

test("changes of too many members in too many projects are refused", async () => {
  const world = await server.world();
  const { group, people } = await crowd(world);
  await world.tx((tx) =>
    tx.manager.query(
      `WITH p AS (INSERT INTO project (tenant_id, title, code)
         SELECT current_tenant(), 'Many ' || n, 'M' || n FROM generate_series(1, 400) AS n RETURNING id)
       INSERT INTO project_group (tenant_id, project_id, group_id) SELECT current_tenant(), id, $1 FROM p`,
      [group],
    ),
  );
  const change = world.tx((tx) => updateGroup(tx, boss, group, { title: "Crowd", users: people } as never));
  await expect(change).rejects.toMatchObject({ code: "request.tooMuch" });
});
