import { testServer } from "../../support/server";
import { newGroup, newProject, newTask, newTeam, requireOk, eventStreams } from "./projects";

const server = testServer();

describe("refused member changes", () => {
  test("a member list without an active owner as direct member is refused", async () => {
    const world = await server.world();
    const left = await world.person("manager");
    const { project, member } = await newTeam(world);
    const api = world.api(world.manager);
    const group = await newGroup(world, [member]);
    const tries = [
      { members: [] },
      { members: [{ user_id: member.id, role: "member" }] },
      { members: [{ user_id: world.manager.id, role: "viewer" }], groups: [group] },
    ];
    for (const body of tries) {
      const answer = await api.put(`/project/${project.id}/members`, body);
      expect([answer.status, answer.body.errors]).toEqual([422, { members: ["A project needs at least one owner"] }]);
    }
    const both = [world.manager, left].map((person) => ({ user_id: person.id, role: "owner" }));
    requireOk(await api.put(`/project/${project.id}/members`, { members: both }));
    await world.tx((tx) => tx.rows({ name: "", text: "UPDATE app_user SET active = false WHERE id = $1" }, [left.id]));
    const answer = await api.put(`/project/${project.id}/members`, { members: [{ user_id: left.id, role: "owner" }] });
    expect(answer.status).toBe(422);
  });

  test("only owners can add, change or remove owners", async () => {
    const world = await server.world();
    const { project, member, viewer } = await newTeam(world);
    // A manager who may edit all projects, is a member of this one, and can't delete any.
    const editor = await world.person("manager");
    const team = (...more: object[]) => [
      { user_id: world.manager.id, role: "owner" },
      { user_id: member.id, role: "member" },
      { user_id: viewer.id, role: "viewer" },
      ...more,
    ];
    const members = `/project/${project.id}/members`;
    requireOk(await world.api(world.manager).put(members, { members: team({ user_id: editor.id, role: "member" }) }));
    const api = world.api(editor);
    const words = ["Only a project owner can add or change owners"];
    const self = { members: team({ user_id: editor.id, role: "owner" }) };
    for (const answer of [await api.put(members, self), await api.post(`/project/update/${project.id}`, self)])
      expect([answer.status, answer.body.errors]).toEqual([422, { "members.3.role": words }]);
    const down = team({ user_id: editor.id, role: "member" }).with(0, { user_id: world.manager.id, role: "viewer" });
    expect(Object.keys((await api.put(members, { members: down })).body.errors)).toEqual(["members.0.role"]);
    const out = team({ user_id: editor.id, role: "owner" }).slice(1);
    expect(Object.keys((await api.put(members, { members: out })).body.errors)).toEqual(["members.2.role", "members"]);
    expect((await api.delete(`/project/${project.id}`)).status).toBe(403);
    requireOk(
      await api.put(members, {
        members: team({ user_id: editor.id, role: "member" }).filter(
          (one) => !("user_id" in one) || one.user_id !== viewer.id,
        ),
      }),
    );
  });

  test("users and groups of another tenant get 422", async () => {
    const world = await server.world();
    const other = await server.world();
    const project = await newProject(world);
    const group = await newGroup(other, [other.employee]);
    const members = [{ user_id: world.manager.id, role: "owner" }, { user_id: other.employee.id }];
    const answer = await world.api(world.manager).put(`/project/${project.id}/members`, { members, groups: [group] });
    expect(Object.keys(answer.body.errors).sort()).toEqual(["groups", "members.1.user_id"]);
  });
});

test("joining, leaving and role changes emit on the project and user streams", async () => {
  const world = await server.world();
  const { project, member, viewer, stranger } = await newTeam(world);
  const mark = server.published.length;
  const members = [
    { user_id: world.manager.id, role: "owner" },
    { user_id: viewer.id, role: "member" },
    { user_id: stranger.id, role: "viewer" },
  ];
  const answer = requireOk(await world.api(world.manager).put(`/project/${project.id}/members`, { members }));
  expect(answer.body.data.project_members).toHaveLength(3);
  expect(eventStreams(world.events(mark), { member, viewer, stranger })).toEqual([
    "member.added → project",
    "member.added → stranger",
    "member.removed → member",
    "member.removed → project",
    "member.updated → project",
  ]);
  expect((await world.api(member).get(`/project/single/${project.id}`)).status).toBe(404);
  requireOk(await world.api(stranger).get(`/project/single/${project.id}`));
});

test("an unchanged member list emits nothing", async () => {
  const world = await server.world();
  const { project } = await newTeam(world);
  const members = project.project_members.map(({ user, role }) => ({ user_id: user.id, role }));
  const mark = server.published.length;
  requireOk(await world.api(world.manager).put(`/project/${project.id}/members`, { members, groups: [] }));
  expect(world.events(mark)).toEqual([]);
});

test("a group adds and removes its members; direct members stay", async () => {
  const world = await server.world();
  const { project, member, stranger } = await newTeam(world);
  const group = await newGroup(world, [member, stranger]);
  const peopleByName = { member, stranger };
  const api = world.api(world.manager);
  let mark = server.published.length;
  requireOk(await api.put(`/project/${project.id}/members`, { groups: [group] }));
  expect(eventStreams(world.events(mark), peopleByName)).toEqual(["group.added → project", "member.added → stranger"]);
  requireOk(await world.api(stranger).get(`/project/single/${project.id}`));

  mark = server.published.length;
  requireOk(await api.put(`/project/${project.id}/members`, { groups: [] }));
  expect(eventStreams(world.events(mark), peopleByName)).toEqual([
    "group.removed → project",
    "member.removed → project",
    "member.removed → stranger",
  ]);
  expect((await world.api(stranger).get(`/project/single/${project.id}`)).status).toBe(404);
  requireOk(await world.api(member).get(`/project/single/${project.id}`));
});

test("leaving removes the user or group from tasks; events have the new assignees", async () => {
  const world = await server.world();
  const { project, member, viewer } = await newTeam(world);
  const group = await newGroup(world, [viewer]);
  const api = world.api(world.manager);
  requireOk(await api.put(`/project/${project.id}/members`, { groups: [group] }));
  const owner = { user_id: world.manager.id, role: "owner" };
  const users = [member.id, world.manager.id].toSorted((a, b) => a - b);
  const task = await newTask(world, project.id, { users, groups: [group] });
  const changed = async (body: object) => {
    const mark = server.published.length;
    requireOk(await api.put(`/project/${project.id}/members`, body));
    return world.events(mark).flatMap(({ event }) => {
      const { id, user_ids, group_ids, before } = event.data as Record<string, unknown>;
      return event.type === "task.updated" && id === task.id ? [{ user_ids, group_ids, before }] : [];
    });
  };
  const membersBody = { members: [owner, { user_id: viewer.id, role: "viewer" }] };
  expect(await changed({ ...membersBody, groups: [group] })).toEqual([
    { user_ids: [world.manager.id], group_ids: undefined, before: { user_ids: users } },
  ]);
  expect(await changed({ ...membersBody, groups: [] })).toEqual([
    { user_ids: undefined, group_ids: [], before: { group_ids: [group] } },
  ]);
});

test("leaving removes assignees from archived tasks without emitting events", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const api = world.api(world.manager);
  const users = [member.id, world.manager.id];
  const tasks = [await newTask(world, project.id, { users }), await newTask(world, project.id, { users })];
  const [archived, live] = tasks.map(({ id }) => id);
  requireOk(await api.put(`/task/${archived}/archive`));
  const [before] = await server.owner.query("SELECT version FROM task WHERE id = $1", [archived]);
  const mark = server.published.length;
  requireOk(
    await api.put(`/project/${project.id}/members`, { members: [{ user_id: world.manager.id, role: "owner" }] }),
  );
  const updates = world.events(mark).filter(({ event }) => event.type === "task.updated");
  expect(updates.map(({ event }) => (event.data as { id: number }).id)).toEqual([live]);
  const [after] = await server.owner.query(
    "SELECT version, ARRAY(SELECT user_id FROM task_user WHERE task_id = task.id) AS users FROM task WHERE id = $1",
    [archived],
  );
  expect(after).toEqual({ version: before.version + 1, users: [world.manager.id] });
});

test("a removed direct member remains a member through a group", async () => {
  const world = await server.world();
  const { project, viewer } = await newTeam(world);
  const group = await newGroup(world, [viewer]);
  const api = world.api(world.manager);
  let mark = server.published.length;
  requireOk(await api.put(`/project/${project.id}/members`, { groups: [group] }));
  expect(eventStreams(world.events(mark))).toEqual(["group.added → project", "member.updated → project"]);
  mark = server.published.length;
  requireOk(
    await api.put(`/project/${project.id}/members`, { members: [{ user_id: world.manager.id, role: "owner" }] }),
  );
  expect(eventStreams(world.events(mark), { viewer })).toEqual(["member.removed → project", "member.removed → user"]);
  requireOk(await world.api(viewer).get(`/project/single/${project.id}`));
});

test("an owner may leave if another owner remains", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const members = [{ user_id: member.id, role: "owner" }];
  const answer = requireOk(await world.api(world.manager).put(`/project/${project.id}/members`, { members }));
  expect(answer.body.data.can).toMatchObject({ edit: false, members: false });
  expect((await world.api(world.manager).get(`/project/single/${project.id}`)).status).toBe(404);
});

test("of two owners removing each other concurrently, one remains", async () => {
  const world = await server.world();
  for (let round = 0; round < 5; round++) {
    const other = await world.person("manager");
    const owners = [world.manager, other];
    const project = await newProject(world, { members: owners.map(({ id }) => ({ user_id: id, role: "owner" })) });
    const answers = await Promise.all(
      owners.map((own) =>
        world.api(own).put(`/project/${project.id}/members`, { members: [{ user_id: own.id, role: "owner" }] }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(1);
    const left = requireOk(await world.api(world.admin).get(`/project/single/${project.id}`)).body.data.project_members;
    expect(left.length).toBeGreaterThanOrEqual(1);
    expect(left.some((member: { role: string }) => member.role === "owner")).toBe(true);
  }
});

test("adding a second group keeps the first", async () => {
  const world = await server.world();
  const { id } = await newProject(world);
  const groups = [await newGroup(world, [world.employee], "One"), await newGroup(world, [world.hr], "Two")];
  const set = (groupIds: number[]) => world.api(world.manager).put(`/project/${id}/members`, { groups: groupIds });
  requireOk(await set(groups.slice(0, 1)));
  requireOk(await set(groups));
  const { data } = requireOk(await world.api(world.manager).get(`/project/single/${id}`)).body;
  expect(data.groups.map((group: { id: number }) => group.id)).toEqual(groups);
});

describe("member changes from an older list", () => {
  test("keeps the members and groups that another user added or removed", async () => {
    const world = await server.world();
    const { project, member, viewer, stranger } = await newTeam(world);
    const url = `/project/${project.id}/members`;
    const api = world.api(world.manager);
    const [first, second] = [await newGroup(world, [world.hr], "One"), await newGroup(world, [world.hr], "Two")];
    const base = project.project_members.map(({ user, role }) => ({ user_id: user.id, role }));
    const other = base.filter((one) => one.user_id !== viewer.id);
    requireOk(await api.put(url, { members: [...other, { user_id: stranger.id, role: "viewer" }], groups: [first] }));
    const members = base.flatMap((one) => {
      if (one.user_id === viewer.id) return [{ ...one, role: "member" }];
      return one.user_id === member.id ? [] : [one];
    });
    const body = { members: [...members, { user_id: world.hr.id, role: "viewer" }], groups: [second] };
    const answer = requireOk(await api.put(url, { ...body, base_members: base, base_groups: [] }));
    const roles = (answer.body.data.project_members as typeof project.project_members).map(({ user, role }) => [
      user.id,
      role,
    ]);
    expect(new Map(roles as [number, string][])).toEqual(
      new Map([
        [world.manager.id, "owner"],
        [stranger.id, "viewer"],
        [world.hr.id, "viewer"],
      ]),
    );
    expect(new Set(answer.body.data.groups.map(({ id }: { id: number }) => id))).toEqual(new Set([first, second]));
  });

  test("the edit form applies only the differences as well", async () => {
    const world = await server.world();
    const { project, stranger } = await newTeam(world);
    const api = world.api(world.manager);
    const base = project.project_members.map(({ user, role }) => ({ user_id: user.id, role }));
    requireOk(
      await api.put(`/project/${project.id}/members`, { members: [...base, { user_id: stranger.id, role: "viewer" }] }),
    );
    requireOk(
      await api.post(`/project/update/${project.id}`, {
        members: [...base, { user_id: world.hr.id, role: "viewer" }],
        base_members: base,
        version: project.version,
      }),
    );
    const { data } = requireOk(await api.get(`/project/single/${project.id}`)).body;
    const ids = data.project_members.map(({ user }: { user: { id: number } }) => user.id);
    expect(ids).toEqual(expect.arrayContaining([stranger.id, world.hr.id]));
  });
});
