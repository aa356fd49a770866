import { mostOfGone } from "../../workers/notifications/notifications.recipients";
import { projectStream } from "../../shared/kernel/events";
import { columnsOf, newGroup, newProject, newTask, ok } from "../projects/projects";
import { testServer } from "../support/server";
import { statementsOf } from "../support/statements/sent";
import { workOf } from "../support/statements/work";
import type { Person, World } from "../support/world";
import { multipart } from "../support/multipart";
import { consume, toldSince, worked } from "./worker";

const server = testServer();

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A project with a task that the manager reported, one follower of each sort, and someone who follows nothing. */
async function newScene(world: World) {
  const named = Object.fromEntries(
    await Promise.all(
      ["Ann", "Bob", "Cat", "Dan"].map(async (fullname) => [fullname, await world.person("employee", { fullname })]),
    ),
  ) as Record<"Ann" | "Bob" | "Cat" | "Dan", Person>;
  const people = Object.values(named);
  const members = people.map(({ id }) => ({ user_id: id }));
  const project = await newProject(world, { members });
  const group = await newGroup(world, [named.Bob]);
  ok(await world.api(world.manager).put(`/project/${project.id}/members`, { groups: [group] }));
  const fields = { users: [named.Ann.id], groups: [group], title: "Copy" };
  const task = await newTask(world, project.id, fields, world.manager);
  await world.tx((tx) =>
    tx.rows({ name: "", text: "INSERT INTO task_watcher VALUES (current_tenant(), $1, $2)" }, [task.id, named.Cat.id]),
  );
  const columns = await columnsOf(world, project.id);
  const names = new Map([...people, world.manager].map(({ id, fullname }) => [id, fullname.split(" ")[0]]));
  const told = (mark: number) =>
    toldSince(world, mark)
      .map(({ user, kind, because }) => `${names.get(user)}: ${kind}${because ? `, ${because}` : ""}`)
      .sort();
  return { project, task, columns, named, told, api: world.api(world.manager) };
}

test("whoever follows a task and wants to hear of its moves does, and why; who moved it doesn't", async () => {
  const world = await server.world();
  const { task, columns, told, named } = await newScene(world);
  const quiet = server.published.length;
  await worked(server, world, async () => {
    ok(await world.api(named.Dan).put(`/task/${task.id}/status-update`, { task_status_id: columns[2]?.id }));
  });
  expect(told(quiet)).toEqual([]); // the board tells it live: nobody has asked for more
  for (const person of [named.Ann, named.Bob, named.Cat, named.Dan, world.manager]) {
    ok(await world.api(person).put("/notification/settings", { topics: { moved: { in_app: true } } }));
  }
  const mark = server.published.length;
  await worked(server, world, async () => {
    const body = { task_status_id: columns[1]?.id };
    ok(await world.api(named.Dan).put(`/task/${task.id}/status-update`, body));
    ok(await world.api(named.Dan).put(`/task/${task.id}/status-update`, body)); // within the column: no news
  });
  expect(told(mark)).toEqual([
    "Ann: task.moved, Because it’s assigned to you",
    "Bob: task.moved, Because it’s assigned to your group",
    "Cat: task.moved, Because you’re watching it",
    "Mia: task.moved, Because you created it",
  ]);
  expect(toldSince(world, mark)[0]?.message).toBe(`Dan moved ${task.key} to ${columns[1]?.title}`);
});

test("changed fields, newly mentioned in the description, unassigned", async () => {
  const world = await server.world();
  const { task, told, named, api } = await newScene(world);
  const mark = server.published.length;
  await worked(server, world, async () => {
    const description = `<p><span data-mention="${named.Dan.id}">@Dan</span> knows</p>`;
    ok(await api.post(`/task/${task.id}`, { due_date: "2031-05-01", priority: "high", description, users: [] }));
  });
  expect(told(mark).map((line) => line.split(",")[0])).toEqual([
    "Ann: task.unassigned",
    "Bob: task.changed",
    "Cat: task.changed",
    "Dan: task.mentioned",
  ]);
  const bob = toldSince(world, mark).find(({ user }) => user === named.Bob.id);
  expect(bob?.message).toBe(`Mia Manager changed ${task.key}: description, priority, and due date`);
});

test("archived, brought back, deleted: the deleted one's followers come out of its history", async () => {
  const world = await server.world();
  const { project, task, columns, told, named } = await newScene(world);
  const api = world.api(world.admin);
  ok(await world.api(named.Dan).post("/comments", { task_id: task.id, comment: "Here" })); // and watches from now on
  // Whoever only changed it, or had it once, isn't one of them.
  const late = [await world.person("manager"), await world.person("manager")] as const;
  const owner = { user_id: world.manager.id, role: "owner" };
  const members = [owner, ...[...Object.values(named), ...late].map(({ id }) => ({ user_id: id }))];
  ok(await world.api(world.manager).put(`/project/${project.id}/members`, { members }));
  for (const users of [[late[1].id], [named.Ann.id]])
    ok(await world.api(late[0]).post(`/task/${task.id}`, { title: `Copy for ${users[0]}`, users }));
  await server.owner.query("DELETE FROM task_watcher WHERE user_id = ANY($1)", [late.map(({ id }) => id)]);
  const heard: string[][] = [];
  for (const act of [
    () => api.put(`/task/${task.id}/archive`),
    () => api.put(`/task/${task.id}/restore`, { task_status_id: columns[0]?.id }),
    () => api.delete(`/task/${task.id}`),
  ]) {
    const mark = server.published.length;
    await worked(server, world, async () => ok(await act()));
    heard.push(told(mark));
  }
  const all = (kind: string) => ["Ann", "Bob", "Cat", "Dan", "Mia"].map((name) => `${name}: ${kind}`);
  const kinds = heard.map((lines) => lines.map((line) => line.split(",")[0]));
  expect(kinds.slice(0, 2)).toEqual([all("task.archived"), all("task.restored")]);
  expect(heard[2]).toEqual([
    "Ann: task.deleted, Because it’s assigned to you",
    "Bob: task.deleted, Because it’s assigned to your group",
    "Dan: task.deleted, Because you commented on it",
    "Mia: task.deleted, Because you created it",
  ]);
});

test("of a deleted one whose history is long, its latest events are read; who made it is told all the same", async () => {
  const world = await server.world();
  const { project, task, told, named } = await newScene(world);
  const event = { project_id: project.id, task_id: task.id, comment_id: 1, emoji: "👍", user: named.Dan };
  await world.tx(async (tx) => {
    for (let n = 0; n < 2 * mostOfGone; n++) tx.emit("reaction.added", projectStream(project.id), event as never);
  });
  ok(await world.api(named.Dan).post("/comments", { task_id: task.id, comment: "Here" }));
  const mark = server.published.length;
  ok(await world.api(world.admin).delete(`/task/${task.id}`));
  const works = await workOf(() => consume(world, world.events(mark)));
  const read = works.find(({ name }) => name === "notify.loggedPeople");
  expect(read?.rows).toBeGreaterThan(mostOfGone);
  expect(read?.rows).toBeLessThan(6 * mostOfGone);
  expect(told(mark)).toEqual([
    "Dan: task.deleted, Because you commented on it",
    "Mia: task.deleted, Because you created it",
  ]);
});

test("when what blocked it is done, and nothing else blocks it", async () => {
  const world = await server.world();
  const { project, task, columns, named, api, told } = await newScene(world);
  const done = columns.find(({ kind }) => kind === "done")?.id;
  const blockers = [await newTask(world, project.id, {}, named.Dan), await newTask(world, project.id, {}, named.Dan)];
  ok(await api.post(`/task/${task.id}`, { blockers: blockers.map(({ id }) => id) }));
  const finish = (id: number) =>
    worked(server, world, async () =>
      ok(await world.api(named.Dan).put(`/task/${id}/status-update`, { task_status_id: done })),
    );
  let mark = server.published.length;
  await finish(blockers[0]?.id as number);
  expect(told(mark)).toEqual([]);
  mark = server.published.length;
  const events = await finish(blockers[1]?.id as number);
  await consume(world, events);
  expect(told(mark).map((line) => line.split(",")[0])).toEqual(
    ["Ann", "Bob", "Cat", "Mia"].map((n) => `${n}: task.unblocked`),
  );
});

test("of thousands that it blocked the first are told of, and of those no further than thousands of people", async () => {
  const world = await server.world();
  const { project, task, columns, named, told } = await newScene(world);
  const done = columns.find(({ kind }) => kind === "done")?.id;
  const blocker = await newTask(world, project.id, {}, named.Dan);
  const insertWaiting = (most: number) =>
    server.owner.query(
      `WITH made AS (
         INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
         SELECT tenant_id, project_id, task_status_id, 10000 + $3 + n, 'Waits', 'f' || lpad(($3 + n)::text, 6, '0')
         FROM task, generate_series(1, $3::int) AS n WHERE id = $1 RETURNING tenant_id, project_id, id
       ), given AS (
         INSERT INTO task_user (tenant_id, project_id, task_id, user_id) SELECT tenant_id, project_id, id, $4 FROM made
       )
       INSERT INTO task_blocker (tenant_id, project_id, task_id, blocker_id) SELECT tenant_id, project_id, id, $2 FROM made`,
      [task.id, blocker.id, most, named.Ann.id],
    );
  await insertWaiting(300);
  const mark = server.published.length;
  ok(await world.api(named.Dan).put(`/task/${blocker.id}/status-update`, { task_status_id: done }));
  const moved = world.events(mark);
  const works = await workOf(() => consume(world, moved));
  expect(told(mark)).toHaveLength(100);
  expect(works.filter(({ name }) => name === "notify.followers")).toHaveLength(100);
});

test("moved to another project: by its new key, to those who see that project; the others aren't told where it went", async () => {
  const world = await server.world();
  const { task, named, told } = await newScene(world);
  const members = [named.Ann, named.Dan].map(({ id }) => ({ user_id: id }));
  const target = await newProject(world, { title: "Quay", code: "QUA", members });
  const mark = server.published.length;
  await worked(server, world, async () => {
    ok(await world.api(named.Dan).put(`/task/${task.id}/project`, { project_id: target.id }));
  });
  expect(told(mark)).toEqual([
    "Ann: task.relocated, Because it’s assigned to you",
    "Mia: task.relocated, Because you created it",
  ]);
  expect(toldSince(world, mark)[0]).toMatchObject({
    message: "Dan moved QUA-1 to another project: Quay",
    path: `/project/tasks-details/${task.id}`,
  });
});

test("a subtask of one's own, and a file on what one follows", async () => {
  const world = await server.world();
  const { task, named, told } = await newScene(world);
  const api = world.api(named.Dan);
  let mark = server.published.length;
  await worked(server, world, async () => {
    const subtask = ok(await api.post("/sub_task", { task_id: task.id, name: "Boil water" })).body.data;
    ok(await api.put(`/sub_task/${subtask.id}`, { assignee_id: named.Cat.id }));
    ok(await api.put(`/sub_task/${subtask.id}`, { name: "Boil more water" }));
  });
  expect(told(mark)).toEqual(["Cat: subtask.assigned, Because it’s assigned to you"]);
  expect(toldSince(world, mark)[0]?.message).toBe(`Dan assigned a subtask of ${task.key} to you: Boil water`);

  mark = server.published.length;
  const form = multipart([
    { name: "task_id", value: String(task.id) },
    { name: "title", value: "Kettle" },
    { name: "file", value: png, filename: "kettle.png", type: "image/png" },
  ]);
  await worked(server, world, async () => ok(await api.send({ method: "POST", url: "/tasks/attachments", ...form })));
  expect(told(mark).map((line) => line.split(",")[0])).toEqual(
    ["Ann", "Bob", "Cat", "Mia"].map((n) => `${n}: attachment.added`),
  );
});

test("in a project: the role, dates, the archive, and being removed, which leaves nothing but the name", async () => {
  const world = await server.world();
  const { project, named, api, told } = await newScene(world);
  const heard: string[][] = [];
  const { Ann, Dan } = named;
  const rest = [{ user_id: world.manager.id, role: "owner" }, { user_id: Dan.id }];
  for (const act of [
    () =>
      api.put(`/project/${project.id}/members`, {
        members: [...rest, { user_id: Ann.id, role: "viewer" }],
        groups: [],
      }),
    () => api.put(`/project/${project.id}/members`, { members: rest }),
    () => api.post(`/project/update/${project.id}`, { end_date: "2033-01-01" }),
    () => api.put(`/project/${project.id}/archive`),
  ]) {
    const mark = server.published.length;
    await worked(server, world, async () => ok(await act()));
    heard.push(told(mark));
  }
  const [role, removed, dates, archived] = heard;
  expect(role).toEqual(expect.arrayContaining(["Ann: project.role"]));
  expect(removed).toEqual(["Ann: project.removed"]);
  expect(dates).toEqual(["Dan: project.dates, Because you’re in this project"]);
  expect(archived).toEqual(["Dan: project.archived, Because you’re in this project"]);
});

test("a burst is one notification that counts and names the latest; read, it begins anew", async () => {
  const world = await server.world();
  const { task, named } = await newScene(world);
  const ann = world.api(named.Ann);
  const say = (who: Person, comment: string) =>
    worked(server, world, async () => ok(await world.api(who).post("/comments", { task_id: task.id, comment })));
  for (const who of [named.Dan, named.Cat, named.Cat, world.manager]) await say(who, `From ${who.fullname}`);
  const about = "/notification?about=comments";
  const first = ok(await ann.get(about)).body;
  expect(first.data).toHaveLength(1);
  expect(first.data[0].data).toMatchObject({ count: 4, others: 2, sender: { id: world.manager.id } });
  expect(first.data[0].data.message).toBe(`Mia Manager and 2 others commented on ${task.key}: From Mia Manager`);
  expect(first.meta.unread_about.comments).toBe(1);
  ok(await ann.patch("/notification/mark-as-read", {}));
  await say(named.Dan, "Again");
  expect(ok(await ann.get(about)).body.data.map((each: { data: { count: number } }) => each.data.count)).toEqual([
    1, 4,
  ]);
});

test("telling fifty followers takes a handful of statements", async () => {
  const world = await server.world();
  const people = await Promise.all(Array.from({ length: 50 }, () => world.person("employee")));
  const project = await newProject(world, { members: people.map(({ id }) => ({ user_id: id })) });
  const users = people.map(({ id }) => id);
  const task = await newTask(world, project.id, { users }, world.manager);
  const mark = server.published.length;
  ok(await world.api(world.admin).post("/comments", { task_id: task.id, comment: "All hands" }));
  const events = world.events(mark);
  const sent = await statementsOf(() => consume(world, events));
  expect(toldSince(world, mark)).toHaveLength(51);
  expect(sent.length).toBeLessThanOrEqual(11);
});
