import { maxScannedEvents } from "../../../workers/communication/notifications/notifications.recipients";
import { projectStream } from "../../../shared/kernel/events";
import { columnsOf, newGroup, newProject, newTask, requireOk } from "../../work/projects/projects";
import { testServer } from "../../support/server";
import { recordStatementNames } from "../../support/statements/sent";
import { measureWorkOf } from "../../support/statements/work";
import type { Person, World } from "../../support/world";
import { multipart } from "../../support/multipart";
import { consumeEvents, notificationsSince, runWorkerAfter } from "./worker";

const server = testServer();

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function newScene(world: World) {
  const peopleByName = Object.fromEntries(
    await Promise.all(
      ["Ann", "Bob", "Cat", "Dan"].map(async (fullname) => [fullname, await world.person("employee", { fullname })]),
    ),
  ) as Record<"Ann" | "Bob" | "Cat" | "Dan", Person>;
  const people = Object.values(peopleByName);
  const members = people.map(({ id }) => ({ user_id: id }));
  const project = await newProject(world, { members });
  const group = await newGroup(world, [peopleByName.Bob]);
  requireOk(await world.api(world.manager).put(`/project/${project.id}/members`, { groups: [group] }));
  const fields = { users: [peopleByName.Ann.id], groups: [group], title: "Copy" };
  const task = await newTask(world, project.id, fields, world.manager);
  await world.tx((tx) =>
    tx.rows({ name: "", text: "INSERT INTO task_watcher VALUES (current_tenant(), $1, $2)" }, [
      task.id,
      peopleByName.Cat.id,
    ]),
  );
  const columns = await columnsOf(world, project.id);
  const names = new Map([...people, world.manager].map(({ id, fullname }) => [id, fullname.split(" ")[0]]));
  const recipients = (mark: number) =>
    notificationsSince(world, mark)
      .map(({ user, kind, because }) => `${names.get(user)}: ${kind}${because ? `, ${because}` : ""}`)
      .sort();
  return { project, task, columns, peopleByName, recipients, api: world.api(world.manager) };
}

test("followers who opted in are notified of moves with the reason; the actor isn't", async () => {
  const world = await server.world();
  const { task, columns, recipients, peopleByName } = await newScene(world);
  const quiet = server.published.length;
  await runWorkerAfter(server, world, async () => {
    requireOk(
      await world.api(peopleByName.Dan).put(`/task/${task.id}/status-update`, { task_status_id: columns[2]?.id }),
    );
  });
  expect(recipients(quiet)).toEqual([]); // moves are off by default, as the board shows them live
  for (const person of [peopleByName.Ann, peopleByName.Bob, peopleByName.Cat, peopleByName.Dan, world.manager]) {
    requireOk(await world.api(person).put("/notification/settings", { topics: { moved: { in_app: true } } }));
  }
  const mark = server.published.length;
  await runWorkerAfter(server, world, async () => {
    const body = { task_status_id: columns[1]?.id };
    requireOk(await world.api(peopleByName.Dan).put(`/task/${task.id}/status-update`, body));
    requireOk(await world.api(peopleByName.Dan).put(`/task/${task.id}/status-update`, body));
  });
  expect(recipients(mark)).toEqual([
    "Ann: task.moved, Because it’s assigned to you",
    "Bob: task.moved, Because it’s assigned to your group",
    "Cat: task.moved, Because you’re watching it",
    "Mia: task.moved, Because you created it",
  ]);
  expect(notificationsSince(world, mark)[0]?.message).toBe(`Dan moved ${task.key} Copy to ${columns[1]?.title}`);
});

test("followers are notified of changed fields, new mentions and unassignment", async () => {
  const world = await server.world();
  const { task, recipients, peopleByName, api } = await newScene(world);
  const mark = server.published.length;
  await runWorkerAfter(server, world, async () => {
    const description = `<p><span data-mention="${peopleByName.Dan.id}">@Dan</span> knows</p>`;
    requireOk(await api.post(`/task/${task.id}`, { due_date: "2031-05-01", priority: "high", description, users: [] }));
  });
  expect(recipients(mark).map((line) => line.split(",")[0])).toEqual([
    "Ann: task.unassigned",
    "Bob: task.changed",
    "Cat: task.changed",
    "Dan: task.mentioned",
  ]);
  const bob = notificationsSince(world, mark).find(({ user }) => user === peopleByName.Bob.id);
  expect(bob?.message).toBe(`Mia Manager changed ${task.key} Copy: description, priority, and due date`);
});

test("followers except the actor are notified of changed field values by name", async () => {
  const world = await server.world();
  const { project, task, recipients, peopleByName, api } = await newScene(world);
  const create = async (body: object) => requireOk(await api.post(`/project/${project.id}/fields`, body)).body.data;
  const options = [{ title: "Large", color: "blue" }];
  const size = await create({ title: "Size", kind: "choice", options });
  const reviewer = await create({ title: "Reviewer", kind: "person" });
  const set = (field_values: object) => world.api(peopleByName.Dan).post(`/task/${task.id}`, { field_values });
  const values = { [size.id]: size.options[0].id, [reviewer.id]: peopleByName.Ann.id };
  const mark = server.published.length;
  await runWorkerAfter(server, world, async () => requireOk(await set(values)));
  expect(recipients(mark).map((line) => line.split(",")[0])).toEqual(
    ["Ann", "Bob", "Cat", "Mia"].map((name) => `${name}: task.changed`),
  );
  expect(notificationsSince(world, mark)[0]?.message).toBe(
    `Dan changed ${task.key} Copy: Size (Large) and Reviewer (Ann)`,
  );
  const later = server.published.length;
  await runWorkerAfter(server, world, async () => requireOk(await set({ [size.id]: null })));
  const messages = notificationsSince(world, later).map(({ message }) => message);
  expect(messages.every((message) => message.includes("Size"))).toBe(true);
  expect(messages).toHaveLength(4);
});

test("followers are notified of archiving, restoring and deletion", async () => {
  const world = await server.world();
  const { project, task, columns, recipients, peopleByName } = await newScene(world);
  const api = world.api(world.admin);
  requireOk(await world.api(peopleByName.Dan).post("/comments", { task_id: task.id, comment: "Here" }));
  // Users who only edited the task, or were assigned earlier, aren't followers.
  const late = [await world.person("manager"), await world.person("manager")] as const;
  const owner = { user_id: world.manager.id, role: "owner" };
  const members = [owner, ...[...Object.values(peopleByName), ...late].map(({ id }) => ({ user_id: id }))];
  requireOk(await world.api(world.manager).put(`/project/${project.id}/members`, { members }));
  for (const users of [[late[1].id], [peopleByName.Ann.id]])
    requireOk(await world.api(late[0]).post(`/task/${task.id}`, { title: `Copy for ${users[0]}`, users }));
  await server.owner.query("DELETE FROM task_watcher WHERE user_id = ANY($1)", [late.map(({ id }) => id)]);
  const heard: string[][] = [];
  for (const act of [
    () => api.put(`/task/${task.id}/archive`),
    () => api.put(`/task/${task.id}/restore`, { task_status_id: columns[0]?.id }),
    () => api.delete(`/task/${task.id}`),
  ]) {
    const mark = server.published.length;
    await runWorkerAfter(server, world, async () => requireOk(await act()));
    heard.push(recipients(mark));
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

test("deleting a task reads only part of a long history and notifies its reporter", async () => {
  const world = await server.world();
  const { project, task, recipients, peopleByName } = await newScene(world);
  const event = { project_id: project.id, task_id: task.id, comment_id: 1, emoji: "👍", user: peopleByName.Dan };
  await world.tx(async (tx) => {
    for (let n = 0; n < 2 * maxScannedEvents; n++) tx.emit("reaction.added", projectStream(project.id), event as never);
  });
  requireOk(await world.api(peopleByName.Dan).post("/comments", { task_id: task.id, comment: "Here" }));
  const mark = server.published.length;
  requireOk(await world.api(world.admin).delete(`/task/${task.id}`));
  const works = await measureWorkOf(() => consumeEvents(world, world.events(mark)));
  const read = works.find(({ name }) => name === "notify.loggedPeople");
  expect(read?.rows).toBeGreaterThan(maxScannedEvents);
  expect(read?.rows).toBeLessThan(6 * maxScannedEvents);
  expect(recipients(mark)).toEqual([
    "Dan: task.deleted, Because you commented on it",
    "Mia: task.deleted, Because you created it",
  ]);
});

test("assignees are notified when the last blocker is done", async () => {
  const world = await server.world();
  const { project, task, columns, peopleByName, api, recipients } = await newScene(world);
  const done = columns.find(({ kind }) => kind === "done")?.id;
  const blockers = [
    await newTask(world, project.id, {}, peopleByName.Dan),
    await newTask(world, project.id, {}, peopleByName.Dan),
  ];
  requireOk(await api.post(`/task/${task.id}`, { blockers: blockers.map(({ id }) => id) }));
  const finish = (id: number) =>
    runWorkerAfter(server, world, async () =>
      requireOk(await world.api(peopleByName.Dan).put(`/task/${id}/status-update`, { task_status_id: done })),
    );
  let mark = server.published.length;
  await finish(blockers[0]?.id as number);
  expect(recipients(mark)).toEqual([]);
  mark = server.published.length;
  const events = await finish(blockers[1]?.id as number);
  await consumeEvents(world, events);
  expect(recipients(mark).map((line) => line.split(",")[0])).toEqual(
    ["Ann", "Bob", "Cat", "Mia"].map((n) => `${n}: task.unblocked`),
  );
});

test("completing a blocker of thousands of tasks notifies a limited number of users", async () => {
  const world = await server.world();
  const { project, task, columns, peopleByName, recipients } = await newScene(world);
  const done = columns.find(({ kind }) => kind === "done")?.id;
  const blocker = await newTask(world, project.id, {}, peopleByName.Dan);
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
      [task.id, blocker.id, most, peopleByName.Ann.id],
    );
  await insertWaiting(300);
  const mark = server.published.length;
  requireOk(await world.api(peopleByName.Dan).put(`/task/${blocker.id}/status-update`, { task_status_id: done }));
  const moved = world.events(mark);
  const works = await measureWorkOf(() => consumeEvents(world, moved));
  expect(recipients(mark)).toHaveLength(100);
  expect(works.filter(({ name }) => name === "notify.followers")).toHaveLength(100);
});

test("moving a task notifies members of the target project, with the new key", async () => {
  const world = await server.world();
  const { task, peopleByName, recipients } = await newScene(world);
  const members = [peopleByName.Ann, peopleByName.Dan].map(({ id }) => ({ user_id: id }));
  const target = await newProject(world, { title: "Quay", code: "QUA", members });
  const mark = server.published.length;
  await runWorkerAfter(server, world, async () => {
    requireOk(await world.api(peopleByName.Dan).put(`/task/${task.id}/project`, { project_id: target.id }));
  });
  expect(recipients(mark)).toEqual([
    "Ann: task.relocated, Because it’s assigned to you",
    "Mia: task.relocated, Because you created it",
  ]);
  expect(notificationsSince(world, mark)[0]).toMatchObject({
    message: "Dan moved QUA-1 Copy to another project: Quay",
    path: `/project/tasks-details/${task.id}`,
  });
});

test("assignees are notified of subtasks, followers of files on their tasks", async () => {
  const world = await server.world();
  const { task, peopleByName, recipients } = await newScene(world);
  const api = world.api(peopleByName.Dan);
  let mark = server.published.length;
  await runWorkerAfter(server, world, async () => {
    const subtask = requireOk(await api.post("/sub_task", { task_id: task.id, name: "Boil water" })).body.data;
    requireOk(await api.put(`/sub_task/${subtask.id}`, { assignee_id: peopleByName.Cat.id }));
    requireOk(await api.put(`/sub_task/${subtask.id}`, { name: "Boil more water" }));
  });
  expect(recipients(mark)).toEqual(["Cat: subtask.assigned, Because it’s assigned to you"]);
  expect(notificationsSince(world, mark)[0]?.message).toBe(
    `Dan assigned a subtask of ${task.key} Copy to you: Boil water`,
  );

  mark = server.published.length;
  const form = multipart([
    { name: "task_id", value: String(task.id) },
    { name: "title", value: "Kettle" },
    { name: "file", value: png, filename: "kettle.png", type: "image/png" },
  ]);
  await runWorkerAfter(server, world, async () =>
    requireOk(await api.send({ method: "POST", url: "/tasks/attachments", ...form })),
  );
  expect(recipients(mark).map((line) => line.split(",")[0])).toEqual(
    ["Ann", "Bob", "Cat", "Mia"].map((n) => `${n}: attachment.added`),
  );
});

test("members are notified of role changes, date changes, archiving and removal", async () => {
  const world = await server.world();
  const { project, peopleByName, api, recipients } = await newScene(world);
  const heard: string[][] = [];
  const { Ann, Dan } = peopleByName;
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
    await runWorkerAfter(server, world, async () => requireOk(await act()));
    heard.push(recipients(mark));
  }
  const [role, removed, dates, archived] = heard;
  expect(role).toEqual(expect.arrayContaining(["Ann: project.role"]));
  expect(removed).toEqual(["Ann: project.removed"]);
  expect(dates).toEqual(["Dan: project.dates, Because you’re in this project"]);
  expect(archived).toEqual(["Dan: project.archived, Because you’re in this project"]);
});

test("comments in a burst share one notification until it is read", async () => {
  const world = await server.world();
  const { task, peopleByName } = await newScene(world);
  const ann = world.api(peopleByName.Ann);
  const say = (who: Person, comment: string) =>
    runWorkerAfter(server, world, async () =>
      requireOk(await world.api(who).post("/comments", { task_id: task.id, comment })),
    );
  for (const who of [peopleByName.Dan, peopleByName.Cat, peopleByName.Cat, world.manager])
    await say(who, `From ${who.fullname}`);
  const about = "/notification?about=comments";
  const first = requireOk(await ann.get(about)).body;
  expect(first.data).toHaveLength(1);
  expect(first.data[0].data).toMatchObject({ count: 4, others: 2, sender: { id: world.manager.id } });
  expect(first.data[0].data.message).toBe(`Mia Manager and 2 others commented on ${task.key} Copy: From Mia Manager`);
  expect(first.meta.unread_about.comments).toBe(1);
  requireOk(await ann.patch("/notification/mark-as-read", {}));
  await say(peopleByName.Dan, "Again");
  expect(requireOk(await ann.get(about)).body.data.map((each: { data: { count: number } }) => each.data.count)).toEqual(
    [1, 4],
  );
});

test("notifying fifty followers takes a few statements", async () => {
  const world = await server.world();
  const people = await Promise.all(Array.from({ length: 50 }, () => world.person("employee")));
  const project = await newProject(world, { members: people.map(({ id }) => ({ user_id: id })) });
  const users = people.map(({ id }) => id);
  const task = await newTask(world, project.id, { users }, world.manager);
  const mark = server.published.length;
  requireOk(await world.api(world.admin).post("/comments", { task_id: task.id, comment: "All hands" }));
  const events = world.events(mark);
  const sent = await recordStatementNames(() => consumeEvents(world, events));
  expect(notificationsSince(world, mark)).toHaveLength(51);
  expect(sent.length).toBeLessThanOrEqual(11);
});
