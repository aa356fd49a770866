import type { ProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import { maxTagBreakdown } from "../../../server/insights/analytics/project.sql";
import { catchUpFlow } from "../../../server/insights/analytics/flow.service";
import { columnsOf, newProject, newTask, newTeam, requireOk } from "../../work/projects/projects";
import { addDays } from "../../../shared/kernel/days";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

const server = testServer();

const unnamed = (text: string) => ({ name: "", text });

async function analyticsOf(world: World, id: number, query = "", person: Person = world.manager) {
  return requireOk(await world.api(person).get(`/analytics/project/${id}${query}`)).body.data as ProjectAnalytics;
}

/** Logs an event of a task at noon some days ago. */
const logTaskEvent = (world: World, projectId: number, type: string, data: object, ago: number) =>
  world.tx((tx) =>
    tx.rows(
      unnamed(`WITH s AS (UPDATE event_stream SET revision = revision + 1 WHERE tenant_id = current_tenant() AND name = 'project:' || $1::bigint RETURNING revision)
        INSERT INTO domain_event (tenant_id, stream, revision, type, data, at, processed_at)
        SELECT current_tenant(), 'project:' || $1::bigint, revision, $2, $3::jsonb,
               tenant_today() - $4 * interval '1 day' + interval '12 hours', now() FROM s`),
      [projectId, type, JSON.stringify({ project_id: projectId, ...data }), ago],
    ),
  );

async function history(world: World, projectId: number, spans: readonly [number, number | null][]) {
  const [todo, doing, done] = await columnsOf(world, projectId);
  const ids: number[] = [];
  for (const [started, finished] of spans) {
    const task = await newTask(world, projectId, { title: `From ${started} to ${finished}` });
    ids.push(task.id);
    await world.tx(async (tx) => {
      const set = (column: number | undefined) =>
        tx.rows(
          unnamed(
            "UPDATE task SET task_status_id = $2, rank = rank || id WHERE tenant_id = current_tenant() AND id = $1",
          ),
          [task.id, column],
        );
      await tx.rows(
        unnamed(
          "UPDATE domain_event SET at = tenant_today() - $2 * interval '1 day' + interval '6 hours' WHERE tenant_id = current_tenant() AND task_id = $1",
        ),
        [task.id, started + 2],
      );
      const moved = (from: number | undefined, to: number | undefined, ago: number) =>
        tx.rows(
          unnamed(`WITH s AS (UPDATE event_stream SET revision = revision + 1 WHERE tenant_id = current_tenant() AND name = 'project:' || $1::bigint RETURNING revision)
            INSERT INTO domain_event (tenant_id, stream, revision, type, data, at, processed_at)
            SELECT current_tenant(), 'project:' || $1::bigint, revision, 'task.moved',
                   jsonb_build_object('id', $2::bigint, 'project_id', $1::bigint, 'from_task_status_id', $3::bigint, 'task_status_id', $4::bigint),
                   tenant_today() - $5 * interval '1 day' + interval '12 hours', now() FROM s`),
          [projectId, task.id, from, to, ago],
        );
      await moved(todo?.id, doing?.id, started);
      if (finished !== null) await moved(doing?.id, done?.id, finished);
      await set(finished === null ? doing?.id : done?.id);
    });
  }
  await world.tx((tx) => catchUpFlow(tx, projectId));
  return ids;
}

const six: [number, number | null][] = [
  [12, 10],
  [9, 8],
  [9, 5],
  [8, 3],
  [7, 2],
  [6, 1],
];

describe("access to project analytics", () => {
  test("project analytics require the permission, the feature and project access", async () => {
    const world = await server.world();
    const { project } = await newTeam(world, { members: [{ user_id: world.external.id, role: "member" }] });
    const paths = [`/analytics/project/${project.id}`, `/analytics/project/${project.id}/list?figure=finished`];
    const other = await server.world();
    for (const path of paths) {
      const statusFor = async (api: World["api"], person: Person) => (await api(person).get(path)).status;
      expect(await statusFor(world.api, world.employee)).toBe(403);
      expect(await statusFor(world.api, world.external)).toBe(403);
      // The finance user has the permission but isn't in the project.
      expect(await statusFor(world.api, world.finance)).toBe(404);
      expect(await statusFor(other.api, other.admin)).toBe(404);
      expect(await statusFor(world.api, world.manager)).toBe(200);
    }
    await world.change({ plan: "free" });
    expect((await world.api(world.manager).get(paths[0] as string)).body.code).toBe("feature_not_in_plan");
  });

  test("project figures of another user require the permission or leading that user", async () => {
    const world = await server.world();
    const project = await newProject(world, { members: [{ user_id: world.finance.id, role: "owner" }] });
    const statusFor = async (person: Person, of: Person) =>
      (await world.api(person).get(`/analytics/project/${project.id}?user_id=${of.id}`)).status;
    expect(await statusFor(world.finance, world.employee)).toBe(403);
    expect(await statusFor(world.finance, world.finance)).toBe(200);
    expect(await statusFor(world.manager, world.employee)).toBe(200);
  });

  test("the project list holds only projects the caller can see", async () => {
    const world = await server.world();
    const mine = await newProject(world, { members: [{ user_id: world.finance.id, role: "viewer" }] });
    await newProject(world, { title: "Hidden" });
    await history(world, mine.id, [
      [3, 1],
      [4, null],
    ]);
    const { data } = requireOk(await world.api(world.finance).get("/analytics/project")).body;
    expect(data).toEqual([expect.objectContaining({ id: mine.id, open: 1, doing: 1, finished: 1 })]);
  });
});

describe("project figures", () => {
  let world: World;
  let id: number;
  beforeAll(async () => {
    world = await server.world();
    id = (await newProject(world)).id;
    await history(world, id, [...six, [5, null], [20, null]]);
  });

  test("each project figure matches the number of tasks in its list", async () => {
    const data = await analyticsOf(world, id, "?by=day");
    const { figures, throughput, cycle } = data;
    expect([figures.finished.value, figures.doing.value, figures.open.value, figures.reopened.value]).toEqual([
      6, 2, 2, 0,
    ]);
    const counted: [number | null, string][] = [
      [figures.finished.value, figures.finished.query],
      [figures.doing.value, figures.doing.query],
      [figures.open.value, figures.open.query],
      [figures.reopened.value, figures.reopened.query],
      ...throughput.map(({ count, query }): [number, string] => [count, query]).filter(([count]) => count > 0),
      ...cycle.histogram.map(({ count, query }): [number, string] => [count, query]),
    ];
    for (const [count, query] of counted) {
      const list = requireOk(await world.api(world.manager).get(query)).body;
      expect([query, list.meta.total]).toEqual([query, count]);
    }
  });

  test("project percentiles are returned from five finished tasks on", async () => {
    const data = await analyticsOf(world, id);
    expect([data.cycle.p50, data.cycle.p85, data.cycle.p95]).toEqual([4, 5, 5]);
    expect(data.cycle.points.map(({ days }) => days)).toEqual([2, 1, 4, 5, 5, 5]);
    const since = unnamed(
      "SELECT extract(epoch FROM now() - (tenant_today() - d * interval '1 day' + interval '12 hours'))::float / 86400 AS days FROM unnest(ARRAY[20, 5]) d",
    );
    const ages = await world.tx((tx) => tx.rows<{ days: number }>(since));
    expect(data.age.map(({ days }) => days)).toEqual(ages.map(({ days }) => expect.closeTo(days, 1)));
    expect(data.figures.cycle.value).toBe(4);
    const few = await newProject(world, { title: "Few" });
    await history(world, few.id, six.slice(0, 4));
    const { cycle, forecast, figures } = await analyticsOf(world, few.id);
    expect([cycle.p50, cycle.p85, figures.cycle.value, forecast.p85]).toEqual([null, null, null, null]);
    expect(cycle.points).toHaveLength(4);
  });

  test("cumulative flow counts each column at day's end and agrees with its lists", async () => {
    const { flow, today } = await analyticsOf(world, id);
    const last = flow.days.at(-1);
    expect([last?.day, last?.counts]).toEqual([today, [0, 2, 6]]);
    expect(flow.days.at(-8)?.counts).toEqual([2, 4, 2]);
    for (const { day, counts } of [flow.days.at(-1), flow.days.at(-8)] as typeof flow.days) {
      for (const [at, column] of flow.columns.entries()) {
        const path = `/analytics/project/${id}/list?figure=column&to=${day}&column_id=${column.id}`;
        expect(requireOk(await world.api(world.manager).get(path)).body.meta.total).toBe(counts[at]);
      }
    }
  });

  test("project figures include the previous period, and the forecast is repeatable", async () => {
    const data = await analyticsOf(world, id, `?from=${(await analyticsOf(world, id)).to}&compare=true`);
    expect(data.figures.finished).toMatchObject({ value: 0, previous: 6 });
    expect(data.forecast).toMatchObject({ remaining: 2, finished: 6 });
    const again = await analyticsOf(world, id);
    expect(again.forecast).toEqual(data.forecast);
    expect((again.forecast.p50 as string) <= (again.forecast.p95 as string)).toBe(true);
    // The oldest task is from 22 days ago. With 6 finished tasks in 12 weeks, the median would be about three weeks.
    expect(again.forecast.query).toContain(`from=${addDays(again.today, -22)}`);
    expect((again.forecast.p50 as string) <= addDays(again.today, 14)).toBe(true);
  });

  test("tags above the limit form one group, and all groups sum to the total", async () => {
    const project = await newProject(world, { title: "Tagged" });
    const [first, second] = await history(world, project.id, six);
    const open = [await newTask(world, project.id), await newTask(world, project.id)].map((task) => task.id);
    const tagCount = maxTagBreakdown + 2;
    await world.tx((tx) =>
      tx.rows(
        unnamed(`WITH tag AS (INSERT INTO project_tag (tenant_id, project_id, name)
            SELECT current_tenant(), $1::bigint, 'Tag ' || n FROM generate_series(1, $4::int) AS n RETURNING id),
          placed AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM tag)
          INSERT INTO task_tag (tenant_id, project_id, task_id, tag_id)
          SELECT current_tenant(), $1, task_id, id FROM placed, unnest($2::bigint[]) AS task_id WHERE place <= $5
          UNION ALL SELECT current_tenant(), $1, ($3::bigint[])[place - $5], id FROM placed WHERE place > $5`),
        [project.id, open, [first, second], tagCount, maxTagBreakdown],
      ),
    );
    const { groups, throughput } = await analyticsOf(world, project.id, "?group=tag");
    expect(groups.map(({ key }) => key).slice(maxTagBreakdown)).toEqual(["others", "none"]);
    for (const { parts, count } of throughput) expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(count);
    const listed = [];
    for (const { parts } of throughput)
      listed.push(...requireOk(await world.api(world.manager).get(parts[maxTagBreakdown]?.query as string)).body.data);
    expect(new Set(listed.map(({ id }: { id: number }) => id))).toEqual(new Set([first, second]));
  });

  test("priority groups sum to the total, and a reversed period gets 422", async () => {
    const { throughput, groups } = await analyticsOf(world, id, "?group=priority");
    expect(groups.map(({ key }) => key)).toEqual(["high", "medium", "low"]);
    for (const { parts, count } of throughput) expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(count);
    expect((await analyticsOf(world, id, "?priority=high")).figures.open.value).toBe(0);
    const api = world.api(world.manager);
    for (const [query, field] of [
      ["from=2026-02-02&to=2026-02-01", "to"],
      ["from=2024-01-01&to=2026-01-01", "to"],
      ["by=year", "by"],
      ["figure=nothing", "figure"],
    ]) {
      const refused = await api.get(`/analytics/project/${id}/list?figure=open&${query}`);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
    }
  });

  test("blocked time runs until the blocker is done or removed", async () => {
    const project = await newProject(world, { title: "Waits" });
    const [blocker, waiting, free] = await history(world, project.id, [
      [9, 4],
      [8, 2],
      [8, 3],
    ]);
    const waits = (ids: (number | undefined)[], ago: number) =>
      logTaskEvent(world, project.id, "task.updated", { id: waiting, blocker_ids: ids, before: {} }, ago);
    await waits([blocker], 6);
    expect((await analyticsOf(world, project.id)).behind).toBe(true);
    await world.tx((tx) => catchUpFlow(tx, project.id));
    const { figures } = await analyticsOf(world, project.id);
    expect(figures.blocked.value).toBe(2);
    const rows = requireOk(await world.api(world.manager).get(figures.blocked.query)).body.data;
    expect(rows).toEqual([expect.objectContaining({ id: waiting, blocked_days: 2 })]);
    expect(free).toBeDefined();
    await waits([], 5);
    await world.tx((tx) => catchUpFlow(tx, project.id));
    expect((await analyticsOf(world, project.id)).figures.blocked.value).toBe(1);
  });

  test("blocked time ends when the blocker is deleted or leaves the project", async () => {
    const project = await newProject(world, { title: "Departures" });
    const [finished, first, open, second] = await history(world, project.id, [
      [9, 4],
      [8, 2],
      [9, null],
      [8, 2],
    ]);
    const log = (type: string, data: object, ago: number) => logTaskEvent(world, project.id, type, data, ago);
    await log("task.updated", { id: first, blocker_ids: [finished], before: {} }, 6);
    await log("task.updated", { id: second, blocker_ids: [open], before: {} }, 6);
    await log("task.left", { id: open }, 3);
    await log("task.deleted", { id: finished }, 1);
    await world.tx((tx) => catchUpFlow(tx, project.id));
    const { figures } = await analyticsOf(world, project.id);
    const rows = requireOk(await world.api(world.manager).get(figures.blocked.query)).body.data as {
      id: number;
      blocked_days: number;
    }[];
    const blockedDays = new Map(rows.map((row) => [row.id, row.blocked_days]));
    // The first blocker was done four days ago, the second one left the project three days ago.
    expect([blockedDays.get(first as number), blockedDays.get(second as number)]).toEqual([2, 3]);
  });

  test("blocked time omits times when the blocker was finished, archived or away", async () => {
    const project = await newProject(world, { title: "Returns" });
    const spans: [number, number | null][] = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? [29, null] : [28, 2]));
    const ids = (await history(world, project.id, spans)) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const [reopened, first, archived, second, deleted, third, moved, fourth] = ids;
    const [, doing, done] = (await columnsOf(world, project.id)).map(({ id }) => id);
    const log = (type: string, data: object, ago: number) => logTaskEvent(world, project.id, type, data, ago);
    for (const [blocker, id] of [
      [reopened, first],
      [archived, second],
      [deleted, third],
      [moved, fourth],
    ])
      await log("task.updated", { id, blocker_ids: [blocker], before: {} }, 22);
    await log("task.moved", { id: reopened, task_status_id: done, from_task_status_id: doing }, 20);
    await log("task.moved", { id: reopened, task_status_id: doing, from_task_status_id: done }, 6);
    await log("task.archived", { id: archived, task_status_id: doing }, 19);
    await log("task.deleted", { id: deleted }, 18);
    await log("task.restored", { id: deleted, task_status_id: doing }, 5);
    await log("task.left", { id: moved }, 17);
    await log("task.arrived", { id: moved, task_status_id: doing, blocker_ids: [] }, 9);
    await world.tx((tx) => catchUpFlow(tx, project.id));
    const { figures } = await analyticsOf(world, project.id);
    const rows = requireOk(await world.api(world.manager).get(figures.blocked.query)).body.data as {
      id: number;
      blocked_days: number;
    }[];
    const blockedDays = new Map(rows.map((row) => [row.id, row.blocked_days]));
    expect([first, second, third, fourth].map((id) => blockedDays.get(id))).toEqual([2 + 4, 3, 4 + 3, 5]);
    // The dependency is added again after the return.
    await log("task.updated", { id: fourth, blocker_ids: [moved], before: {} }, 8);
    await world.tx((tx) => catchUpFlow(tx, project.id));
    const again = await analyticsOf(world, project.id);
    const after = requireOk(await world.api(world.manager).get(again.figures.blocked.query)).body.data;
    expect(after.find(({ id }: { id: number }) => id === fourth)?.blocked_days).toBe(5 + 6);
  });

  test("a deleted task isn't counted, even before its event is processed", async () => {
    const project = await newProject(world, { title: "Deleted" });
    const [first] = await history(world, project.id, six);
    requireOk(await world.api(world.manager).delete(`/task/${first}`));
    const { figures, behind } = await analyticsOf(world, project.id);
    expect([figures.finished.value, behind]).toEqual([5, true]);
    await world.tx((tx) => catchUpFlow(tx, project.id));
    const after = await analyticsOf(world, project.id);
    expect([after.figures.finished.value, after.behind, after.flow.days.at(-1)?.counts[2]]).toEqual([5, false, 5]);
  });
});
