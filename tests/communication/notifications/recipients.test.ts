import { columnsOf, newGroup, newProject, newTask, newTeam, requireOk } from "../../work/projects/projects";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { consumeEvents, notificationsSince, runWorkerAfter } from "./worker";

const server = testServer();

const kinds = (world: World, mark: number, peopleByName: Record<string, Person>) => {
  const names = new Map(Object.entries(peopleByName).map(([name, { id }]) => [id, name]));
  return notificationsSince(world, mark)
    .map(({ user, kind }) => `${names.get(user) ?? user} ${kind}`)
    .sort();
};

const mention = (person: Person) => `<span data-mention="${person.id}">@${person.fullname}</span>`;

async function newScene(world: World) {
  const team = await newTeam(world);
  const other = await world.person("employee", { fullname: "Olga Other" });
  const members = [
    ...team.project.project_members.map(({ user, role }) => ({ user_id: user.id, role })),
    { user_id: other.id },
  ];
  requireOk(await world.api(world.manager).put(`/project/${team.project.id}/members`, { members }));
  const task = await newTask(world, team.project.id, { users: [team.member.id] }, world.manager);
  return { ...team, other, task, api: world.api(world.manager), mark: server.published.length };
}

describe("no notifications", () => {
  test("own actions send no notification", async () => {
    const world = await server.world();
    const { project, task, member } = await newScene(world);
    const mark = server.published.length;
    await runWorkerAfter(server, world, async () => {
      await newTask(world, project.id, { users: [member.id] }, member);
      requireOk(
        await world
          .api(member)
          .post("/comments", { task_id: task.id, comment: `<p>${mention(member)} note to self</p>` }),
      );
    });
    expect(kinds(world, mark, { member, manager: world.manager })).toEqual(["manager comment.created"]);
  });

  test("users who lost access or were deactivated get no notification", async () => {
    const world = await server.world();
    const { project, task, member, other, api } = await newScene(world);
    const mark = server.published.length;
    requireOk(
      await api.post("/comments", { task_id: task.id, comment: `<p>${mention(member)} ${mention(other)}</p>` }),
    );
    const events = world.events(mark);
    const rest = [{ user_id: world.manager.id, role: "owner" }, { user_id: other.id }];
    requireOk(await api.put(`/project/${project.id}/members`, { members: rest }));
    await world.tx((tx) => tx.rows({ name: "", text: "UPDATE app_user SET active = false WHERE id = $1" }, [other.id]));
    await consumeEvents(world, events);
    expect(notificationsSince(world, mark)).toEqual([]);
  });

  test("deleted comments and tasks send no notification", async () => {
    const world = await server.world();
    const { project, task, member, api } = await newScene(world);
    const mark = server.published.length;
    const comment = requireOk(await api.post("/comments", { task_id: task.id, comment: mention(member) })).body.data;
    const deletedTask = await newTask(world, project.id, { users: [member.id] }, world.manager);
    const events = world.events(mark);
    requireOk(await api.delete(`/comments/${comment.id}`));
    requireOk(await api.delete(`/task/${deletedTask.id}`));
    await consumeEvents(world, events);
    expect(notificationsSince(world, mark)).toEqual([]);
  });

  test("a change without new assignees sends no notification", async () => {
    const world = await server.world();
    const { task, api } = await newScene(world);
    const mark = server.published.length;
    await runWorkerAfter(server, world, async () => {
      requireOk(await api.post(`/task/${task.id}`, { progress: 40 }));
      requireOk(await api.patch(`/task/${task.id}`, { groups: [] }));
    });
    expect(notificationsSince(world, mark)).toEqual([]);
  });
});

test("assigning on creation, later or by group notifies each user once", async () => {
  const world = await server.world();
  const { project, task, member, other, stranger, api } = await newScene(world);
  const group = await newGroup(world, [member, other, stranger]);
  requireOk(await api.put(`/project/${project.id}/members`, { groups: [group] }));
  const peopleByName = { member, other, stranger };

  let mark = server.published.length;
  await runWorkerAfter(server, world, () =>
    newTask(world, project.id, { users: [member.id, world.manager.id] }, world.manager),
  );
  expect(kinds(world, mark, peopleByName)).toEqual(["member task.assigned"]);

  mark = server.published.length;
  await runWorkerAfter(server, world, async () =>
    requireOk(await api.patch(`/task/${task.id}`, { users: [member.id, other.id] })),
  );
  expect(kinds(world, mark, peopleByName)).toEqual(["other task.assigned"]);

  mark = server.published.length;
  await runWorkerAfter(server, world, async () => requireOk(await api.patch(`/task/${task.id}`, { groups: [group] })));
  expect(kinds(world, mark, peopleByName)).toEqual(["stranger task.assigned"]);

  mark = server.published.length;
  await runWorkerAfter(server, world, async () =>
    requireOk(await api.patch(`/task/${task.id}`, { users: [stranger.id], groups: [] })),
  );
  expect(kinds(world, mark, peopleByName)).toEqual(["member task.unassigned", "other task.unassigned"]);
});

test("a comment notifies assignees, the reporter and commenters once each", async () => {
  const world = await server.world();
  const { task, member, other, viewer, api } = await newScene(world);
  const peopleByName = { member, other, viewer, manager: world.manager };
  let mark = server.published.length;
  await runWorkerAfter(server, world, async () =>
    requireOk(await world.api(other).post("/comments", { task_id: task.id, comment: "Hm" })),
  );
  expect(kinds(world, mark, peopleByName)).toEqual(["manager comment.created", "member comment.created"]);

  mark = server.published.length;
  const text = `<p>${mention(other)} and ${mention(viewer)}: look</p>`;
  await runWorkerAfter(server, world, async () =>
    requireOk(await api.post("/comments", { task_id: task.id, comment: text })),
  );
  expect(kinds(world, mark, peopleByName)).toEqual([
    "member comment.created",
    "other comment.mentioned",
    "viewer comment.mentioned",
  ]);
});

test("a changed comment notifies newly mentioned users", async () => {
  const world = await server.world();
  const { task, member, viewer, api } = await newScene(world);
  const comment = requireOk(await api.post("/comments", { task_id: task.id, comment: `<p>${mention(member)}</p>` }))
    .body.data;
  const mark = server.published.length;
  const text = `<p>${mention(member)} ${mention(viewer)}</p>`;
  await runWorkerAfter(server, world, async () =>
    requireOk(await api.put(`/comments/${comment.id}`, { comment: text })),
  );
  expect(kinds(world, mark, { member, viewer })).toEqual(["viewer comment.mentioned"]);
});

test("adding a user to a project directly and by group notifies once", async () => {
  const world = await server.world();
  const grouped = await world.person("employee");
  const group = await newGroup(world, [grouped, world.employee]);
  const mark = server.published.length;
  await runWorkerAfter(server, world, () =>
    newProject(world, { title: "Depot", members: [{ user_id: world.employee.id }], groups: [group] }),
  );
  expect(notificationsSince(world, mark).sort((a, b) => a.user - b.user)).toEqual(
    [world.employee, grouped]
      .map(({ id }) => ({
        user: id,
        kind: "project.added",
        message: "Mia Manager added you to Depot",
        path: expect.stringMatching(/^\/projects\/\d+\/tasks$/),
        because: null,
        next: null,
      }))
      .sort((a, b) => a.user - b.user),
  );
});

test("a notification has actor, text and task in the recipient's language", async () => {
  const world = await server.world();
  const { task, member, api } = await newScene(world);
  await world.tx((tx) => tx.rows({ name: "", text: "UPDATE app_user SET language = 'de' WHERE id = $1" }, [member.id]));
  const mark = server.published.length;
  let commentId = 0;
  await runWorkerAfter(server, world, async () => {
    const comment = { task_id: task.id, comment: `<p>${mention(member)} sieh &lt;hier&gt;</p>` };
    commentId = requireOk(await api.post("/comments", comment)).body.data.id;
  });
  const [notification] = notificationsSince(world, mark);
  expect(notification?.path).toBe(`/project/tasks-details/${task.id}?comment=${commentId}`);
  expect(notification?.message).toBe(
    `Mia Manager hat Sie bei ${task.key} Write the copy erwähnt: @${member.fullname} sieh <hier>`,
  );
  const inbox = requireOk(await world.api(member).get("/notification")).body.data[0];
  expect(inbox.data).toMatchObject({ group: task.key, sender: { id: world.manager.id }, kind: "comment.mentioned" });
  const korean = requireOk(await world.api(member).with({ "accept-language": "ko" }).get("/notification")).body.data[0];
  expect(korean.data.message).not.toBe(inbox.data.message);
});

describe("exactly once", () => {
  test("processing the same events twice notifies once", async () => {
    const world = await server.world();
    const { task, member, other, api } = await newScene(world);
    const mark = server.published.length;
    const text = `<p>${mention(member)} ${mention(other)}</p>`;
    const events = await runWorkerAfter(server, world, async () =>
      requireOk(await api.post("/comments", { task_id: task.id, comment: text })),
    );
    for (let run = 0; run < 3; run++) await consumeEvents(world, events);
    expect(kinds(world, mark, { member, other })).toEqual(["member comment.mentioned", "other comment.mentioned"]);
    expect(requireOk(await world.api(member).get("/notification")).body.meta).toMatchObject({
      total: 1,
      unread_count: 1,
    });
  });

  test("four workers processing the same batch notify once with correct counts", async () => {
    const world = await server.world();
    const { project, task, member, other } = await newScene(world);
    const [todo] = await columnsOf(world, project.id);
    const mark = server.published.length;
    for (let n = 0; n < 10; n++) {
      const body = { task_id: task.id, comment: `<p>${mention(member)} ${mention(other)} ${n}</p>` };
      requireOk(await world.api(world.manager).post("/comments", body));
      await newTask(world, project.id, { task_status_id: todo?.id, users: [other.id, member.id] }, world.manager);
    }
    const events = world.events(mark);
    const batches = [events, [...events].reverse(), events.slice(5), events];
    await Promise.all(batches.map((batch) => consumeEvents(world, batch)));
    for (const person of [member, other]) {
      const own = world
        .events(mark)
        .filter(({ stream, event }) => stream === `user:${person.id}` && event.type.startsWith("notification."))
        .sort((a, b) => a.event.revision - b.event.revision);
      // Ten assignments by one user share one notification; ten mentions on one task share a second notification.
      expect(own.filter(({ event }) => event.type === "notification.created")).toHaveLength(2);
      expect(own.filter(({ event }) => event.type === "notification.updated")).toHaveLength(18);
      const last = own.at(-1)?.event.data as { unread_count: number };
      expect(last.unread_count).toBe(2);
      const inbox = requireOk(await world.api(person).get("/notification?about=mentions")).body;
      expect(inbox.data.map((each: { data: { count: number } }) => each.data.count)).toEqual([10]);
    }
  });
});
