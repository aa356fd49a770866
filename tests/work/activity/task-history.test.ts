import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { listTaskActivity } from "../../../shared/work/activity/activity.contract";
import { columnsOf, newGroup, newTask, newTeam, requireOk } from "../projects/projects";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

const server = testServer();

type History = ReplyOf<typeof listTaskActivity>;

const historyOf = async (world: World, person: Person, taskId: number, query = ""): Promise<History> =>
  requireOk(await world.api(person).get(`/task/${taskId}/activity${query}`)).body as History;

describe("access to task history", () => {
  test("returns 404 for users who can't see the task, in any tenant", async () => {
    const world = await server.world();
    const other = await server.world();
    const { project, stranger } = await newTeam(world);
    const { id } = await newTask(world, project.id);
    for (const api of [world.api(stranger), world.api(world.external), other.api(other.admin)]) {
      expect((await api.get(`/task/${id}/activity`)).status).toBe(404);
    }
    expect((await world.api().get(`/task/${id}/activity`)).status).toBe(401);
    expect((await world.api(world.manager).get(`/task/${id}/activity?per_page=201`)).status).toBe(422);
  });
});

test("task history is paged newest first, without duplicates", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const { id } = await newTask(world, project.id);
  const api = world.api(member);
  for (let n = 1; n <= 5; n++) requireOk(await api.post(`/task/${id}`, { title: `Title ${n}` }));
  const first = await historyOf(world, member, id, "?per_page=4");
  expect([first.data.length, first.more]).toEqual([4, true]);
  const rest = await historyOf(world, member, id, `?per_page=4&before=${first.data.at(-1)?.id}`);
  expect([rest.data.map(({ type }) => type), rest.more]).toEqual([["task.updated", "task.created"], false]);
  const ids = [...first.data, ...rest.data].map((line) => line.id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
});

test("reordering a task within its column adds no history entry", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const first = await newTask(world, project.id);
  const second = await newTask(world, project.id);
  const [column] = await columnsOf(world, project.id);
  const body = { task_status_id: column?.id, after_id: first.id };
  requireOk(await world.api(member).put(`/task/${second.id}/status-update`, body));
  expect((await historyOf(world, member, second.id)).data.map(({ type }) => type)).toEqual(["task.created"]);
});

test("task history contains the names of all referenced records, even deleted ones", async () => {
  const world = await server.world();
  const group = await newGroup(world, [world.hr], "Design circle");
  const { project, member, owner } = await newTeam(world, { groups: [group] });
  const api = world.api(owner);
  const tag = requireOk(await api.post("/project/tags", { project_id: project.id, name: "Design" })).body.data as {
    id: number;
  };
  const column = requireOk(await api.post("/task_status", { project_id: project.id, title: "Waiting" })).body.data;
  const blocker = await newTask(world, project.id, { title: "Ask first" });
  const { id } = await newTask(world, project.id);
  requireOk(
    await api.post(`/task/${id}`, { users: [member.id], groups: [group], tags: [tag.id], blockers: [blocker.id] }),
  );
  requireOk(await api.put(`/task/${id}/status-update`, { task_status_id: column.id }));
  const expected = {
    users: [{ id: member.id, name: member.fullname }],
    groups: [{ id: group, name: "Design circle" }],
    tags: [{ id: tag.id, name: "Design" }],
    tasks: [{ id: blocker.id, name: `${blocker.key} Ask first` }],
  };
  const now = (await historyOf(world, member, id)).names;
  expect(now).toMatchObject(expected);
  expect(now.columns).toContainEqual({ id: column.id, name: "Waiting" });

  const [first] = await columnsOf(world, project.id);
  requireOk(await api.delete(`/project/tags/${tag.id}`));
  requireOk(await api.delete(`/task/${blocker.id}`));
  requireOk(await api.delete(`/task_status/${column.id}?target_id=${first?.id}`));
  const later = (await historyOf(world, member, id)).names;
  expect(later).toMatchObject(expected);
  expect(later.columns).toContainEqual({ id: column.id, name: "Waiting" });
  const detail = requireOk(await world.api(member).get(`/task/${id}`)).body.data;
  expect(detail.names).toEqual(later);
});

test("history shows a task moved elsewhere with the title it had when it moved", async () => {
  const world = await server.world();
  const { project, member, owner } = await newTeam(world);
  const api = world.api(owner);
  const { id } = await newTask(world, project.id);
  const blocker = await newTask(world, project.id, { title: "Before" });
  requireOk(await api.put(`/task/${id}/blockers/${blocker.id}`));
  const other = requireOk(await api.post("/project", { title: "Closed circle", code: "CLO" })).body.data.id as number;
  requireOk(await api.put(`/task/${blocker.id}/project`, { project_id: other }));
  requireOk(await api.post(`/task/${blocker.id}`, { title: "Dismiss the board" }));
  const { names } = await historyOf(world, member, id);
  expect(names.tasks).toEqual([{ id: blocker.id, name: `${blocker.key} Before` }]);
  // Conversely, readers of the closed project must not get the current title of a task in the blocker's former project.
  const from = await newTask(world, project.id, { title: "Stays" });
  requireOk(await api.put(`/task/${blocker.id}/project`, { project_id: project.id }));
  requireOk(await api.put(`/task/${blocker.id}/blockers/${from.id}`));
  requireOk(await api.put(`/task/${blocker.id}/project`, { project_id: other }));
  requireOk(await api.post(`/task/${from.id}`, { title: "Renamed since" }));
  expect(JSON.stringify((await historyOf(world, owner, blocker.id)).names)).not.toContain("Renamed since");
});

test("history keeps former titles of columns and tags in a project the task left", async () => {
  const world = await server.world();
  const { project, member, owner } = await newTeam(world);
  const api = world.api(owner);
  const closed = requireOk(await api.post("/project", { title: "Closed circle", code: "CLO" })).body.data.id as number;
  const [first, second, third] = await columnsOf(world, closed);
  const tag = requireOk(await api.post("/project/tags", { project_id: closed, name: "Urgent" })).body.data.id as number;
  const { id } = await newTask(world, closed, { tags: [tag] }, owner);
  const column = (of: { id: number } | undefined, title: string) => api.put(`/task_status/${of?.id}`, { title });
  requireOk(await column(second, "Weighed"));
  for (const to of [second, third]) requireOk(await api.put(`/task/${id}/status-update`, { task_status_id: to?.id }));
  requireOk(await api.put(`/task/${id}/project`, { project_id: project.id }));
  const called = async () => {
    const { names } = await historyOf(world, member, id);
    const of = (kind: "columns" | "tags", id: number | undefined) => names[kind].find((one) => one.id === id);
    return [first, second, third].map((one) => of("columns", one?.id)?.name).concat(of("tags", tag)?.name);
  };
  const before = [first?.title, "Weighed", third?.title, "Urgent"];
  expect(await called()).toEqual(before);
  for (const title of ["Dismissals", "Dismissals of today"]) requireOk(await column(second, title));
  requireOk(await api.patch(`/project/tags/${tag}`, { name: "Dismissed" }));
  expect(await called()).toEqual(before);
  requireOk(await api.delete(`/task_status/${second?.id}`));
  expect(await called()).toEqual(before);
});

describe("long texts in task history", () => {
  const long = (word: string) => `<p>${word} &amp; ${`<strong>${word}</strong> `.repeat(1_500)}</p>`;
  const beginning = (word: string) => new RegExp(`^${word} &amp; (${word} )+\\w*…$`);

  async function newWords() {
    const world = await server.world();
    const { project, member } = await newTeam(world);
    const api = world.api(member);
    const { id } = await newTask(world, project.id);
    for (const description of [long("First"), long("Second"), "<p>Short</p>"])
      requireOk(await api.post(`/task/${id}`, { description }));
    requireOk(await api.post("/comments", { task_id: id, comment: long("Said").slice(0, 15_000) }));
    return { world, project, member, api, id };
  }

  test("long texts are shortened to plain text in every history and feed", async () => {
    const { world, project, member, api, id } = await newWords();
    const detail = requireOk(await api.get(`/task/${id}`)).body.data.activities;
    const feed = requireOk(await api.get(`/activity?project_id=${project.id}&per_page=4`)).body.data;
    const own = (await historyOf(world, member, id)).data;
    for (const lines of [detail, feed, own] as History["data"][]) {
      const [comment, third, second, first] = lines.map(({ data }) => data) as Record<string, unknown>[];
      expect(JSON.stringify(lines).length).toBeLessThan(8_000);
      expect(comment).toMatchObject({ comment: expect.stringMatching(beginning("Said")), shortened: true });
      const previousDescription = expect.stringMatching(beginning("Second"));
      expect(third).toMatchObject({
        description: "<p>Short</p>",
        before: { description: previousDescription },
        shortened: true,
      });
      expect(second).toMatchObject({
        description: previousDescription,
        before: { description: expect.stringMatching(beginning("First")) },
      });
      expect(first).toMatchObject({ id, before: { description: null }, shortened: true });
    }
  });

  test("a history entry read on its own has the full text", async () => {
    const { world, member, id } = await newWords();
    const [, , second] = (await historyOf(world, member, id)).data;
    const [line] = (await historyOf(world, member, id, `?per_page=1&before=${(second?.id ?? 0) + 1}`)).data;
    expect(line).toMatchObject({ id: second?.id, data: { before: {} } });
    expect(line?.data.shortened).toBeUndefined();
    const { description, before } = (line as { data: unknown }).data as Record<"before", { description: string }> & {
      description: string;
    };
    expect([description.length, before.description.length]).toEqual(
      [long("Second"), long("First")].map((html) => html.trim().length),
    );
  });

  test("a change without long texts is returned exactly as stored", async () => {
    const { world, member, api, id } = await newWords();
    requireOk(await api.post(`/task/${id}`, { title: "Short", due_date: null, priority: "high" }));
    const [line] = (await historyOf(world, member, id)).data;
    const [storedEvent] = await server.owner.query("SELECT data FROM domain_event WHERE id = $1", [line?.id]);
    expect(line?.data).toEqual(storedEvent.data);
  });
});
