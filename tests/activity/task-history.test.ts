import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { taskActivity } from "../../shared/activity/activity.contract";
import { columnsOf, newGroup, newTask, newTeam, ok } from "../projects/projects";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";

const server = testServer();

type History = ReplyOf<typeof taskActivity>;

const historyOf = async (world: World, person: Person, taskId: number, query = ""): Promise<History> =>
  ok(await world.api(person).get(`/task/${taskId}/activity${query}`)).body as History;

describe("refused", () => {
  test("to whoever may not see the task, of whichever tenant", async () => {
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

test("page by page, newest first, each line once", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const { id } = await newTask(world, project.id);
  const api = world.api(member);
  for (let n = 1; n <= 5; n++) ok(await api.post(`/task/${id}`, { title: `Title ${n}` }));
  const first = await historyOf(world, member, id, "?per_page=4");
  expect([first.data.length, first.more]).toEqual([4, true]);
  const rest = await historyOf(world, member, id, `?per_page=4&before=${first.data.at(-1)?.id}`);
  expect([rest.data.map(({ type }) => type), rest.more]).toEqual([["task.updated", "task.created"], false]);
  const ids = [...first.data, ...rest.data].map((line) => line.id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
});

test("a card that only changed its place in its column has no line", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const first = await newTask(world, project.id);
  const second = await newTask(world, project.id);
  const [column] = await columnsOf(world, project.id);
  const body = { task_status_id: column?.id, after_id: first.id };
  ok(await world.api(member).put(`/task/${second.id}/status-update`, body));
  expect((await historyOf(world, member, second.id)).data.map(({ type }) => type)).toEqual(["task.created"]);
});

test("everything it names has its name, also what is gone since", async () => {
  const world = await server.world();
  const group = await newGroup(world, [world.hr], "Design circle");
  const { project, member, owner } = await newTeam(world, { groups: [group] });
  const api = world.api(owner);
  const tag = ok(await api.post("/project/tags", { project_id: project.id, name: "Design" })).body.data as {
    id: number;
  };
  const column = ok(await api.post("/task_status", { project_id: project.id, title: "Waiting" })).body.data;
  const blocker = await newTask(world, project.id, { title: "Ask first" });
  const { id } = await newTask(world, project.id);
  ok(await api.post(`/task/${id}`, { users: [member.id], groups: [group], tags: [tag.id], blockers: [blocker.id] }));
  ok(await api.put(`/task/${id}/status-update`, { task_status_id: column.id }));
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
  ok(await api.delete(`/project/tags/${tag.id}`));
  ok(await api.delete(`/task/${blocker.id}`));
  ok(await api.delete(`/task_status/${column.id}?target_id=${first?.id}`));
  const later = (await historyOf(world, member, id)).names;
  expect(later).toMatchObject(expected);
  expect(later.columns).toContainEqual({ id: column.id, name: "Waiting" });
  const detail = ok(await world.api(member).get(`/task/${id}`)).body.data;
  expect(detail.names).toEqual(later);
});

test("a task that is in another project by now is called as it was when it went", async () => {
  const world = await server.world();
  const { project, member, owner } = await newTeam(world);
  const api = world.api(owner);
  const { id } = await newTask(world, project.id);
  const blocker = await newTask(world, project.id, { title: "Before" });
  ok(await api.put(`/task/${id}/blockers/${blocker.id}`));
  const other = ok(await api.post("/project", { title: "Closed circle", code: "CLO" })).body.data.id as number;
  ok(await api.put(`/task/${blocker.id}/project`, { project_id: other }));
  ok(await api.post(`/task/${blocker.id}`, { title: "Dismiss the board" }));
  const { names } = await historyOf(world, member, id);
  expect(names.tasks).toEqual([{ id: blocker.id, name: `${blocker.key} Before` }]);
  // What is in the circle isn't told of where the other came from either.
  const from = await newTask(world, project.id, { title: "Stays" });
  ok(await api.put(`/task/${blocker.id}/project`, { project_id: project.id }));
  ok(await api.put(`/task/${blocker.id}/blockers/${from.id}`));
  ok(await api.put(`/task/${blocker.id}/project`, { project_id: other }));
  ok(await api.post(`/task/${from.id}`, { title: "Renamed since" }));
  expect(JSON.stringify((await historyOf(world, owner, blocker.id)).names)).not.toContain("Renamed since");
});

test("columns and tags of a project that it has left are called as they were when it went", async () => {
  const world = await server.world();
  const { project, member, owner } = await newTeam(world);
  const api = world.api(owner);
  const closed = ok(await api.post("/project", { title: "Closed circle", code: "CLO" })).body.data.id as number;
  const [first, second, third] = await columnsOf(world, closed);
  const tag = ok(await api.post("/project/tags", { project_id: closed, name: "Urgent" })).body.data.id as number;
  const { id } = await newTask(world, closed, { tags: [tag] }, owner);
  const column = (of: { id: number } | undefined, title: string) => api.put(`/task_status/${of?.id}`, { title });
  ok(await column(second, "Weighed"));
  for (const to of [second, third]) ok(await api.put(`/task/${id}/status-update`, { task_status_id: to?.id }));
  ok(await api.put(`/task/${id}/project`, { project_id: project.id }));
  const called = async () => {
    const { names } = await historyOf(world, member, id);
    const of = (kind: "columns" | "tags", wanted: number | undefined) => names[kind].find((one) => one.id === wanted);
    return [first, second, third].map((one) => of("columns", one?.id)?.name).concat(of("tags", tag)?.name);
  };
  const before = [first?.title, "Weighed", third?.title, "Urgent"];
  expect(await called()).toEqual(before);
  for (const title of ["Dismissals", "Dismissals of today"]) ok(await column(second, title));
  ok(await api.patch(`/project/tags/${tag}`, { name: "Dismissed" }));
  expect(await called()).toEqual(before);
  ok(await api.delete(`/task_status/${second?.id}`));
  expect(await called()).toEqual(before);
});

describe("of a long text its history has the beginning in plain words", () => {
  const long = (word: string) => `<p>${word} &amp; ${`<strong>${word}</strong> `.repeat(1_500)}</p>`;
  const beginning = (word: string) => new RegExp(`^${word} &amp; (${word} )+\\w*…$`);

  /** Twice described at length, once in a few words; and a long comment. */
  async function newWords() {
    const world = await server.world();
    const { project, member } = await newTeam(world);
    const api = world.api(member);
    const { id } = await newTask(world, project.id);
    for (const description of [long("First"), long("Second"), "<p>Short</p>"])
      ok(await api.post(`/task/${id}`, { description }));
    ok(await api.post("/comments", { task_id: id, comment: long("Said").slice(0, 15_000) }));
    return { world, project, member, api, id };
  }

  test("wherever it is answered", async () => {
    const { world, project, member, api, id } = await newWords();
    const detail = ok(await api.get(`/task/${id}`)).body.data.activities;
    const feed = ok(await api.get(`/activity?project_id=${project.id}&per_page=4`)).body.data;
    const own = (await historyOf(world, member, id)).data;
    for (const lines of [detail, feed, own] as History["data"][]) {
      const [comment, third, second, first] = lines.map(({ data }) => data) as Record<string, unknown>[];
      expect(JSON.stringify(lines).length).toBeLessThan(8_000);
      expect(comment).toMatchObject({ comment: expect.stringMatching(beginning("Said")), shortened: true });
      const was = expect.stringMatching(beginning("Second"));
      expect(third).toMatchObject({ description: "<p>Short</p>", before: { description: was }, shortened: true });
      expect(second).toMatchObject({
        description: was,
        before: { description: expect.stringMatching(beginning("First")) },
      });
      expect(first).toMatchObject({ id, before: { description: null }, shortened: true });
    }
  });

  test("and a line that is asked for alone has all of it", async () => {
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

  test("and a change without a long text is answered as it was told", async () => {
    const { world, member, api, id } = await newWords();
    ok(await api.post(`/task/${id}`, { title: "Short", due_date: null, priority: "high" }));
    const [line] = (await historyOf(world, member, id)).data;
    const [told] = await server.owner.query("SELECT data FROM domain_event WHERE id = $1", [line?.id]);
    expect(line?.data).toEqual(told.data);
  });
});
