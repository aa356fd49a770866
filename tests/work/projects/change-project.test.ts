import { sweepOrphanedFiles } from "../../../server/platform/files/orphaned-files.service";
import { newStorageKey } from "../../../server/platform/files/file-store";
import { testServer } from "../../support/server";
import { columnsOf, newProject, newTask, newTeam, requireOk, sortedStatuses, eventStreams } from "./projects";

const server = testServer();

describe("refused project changes", () => {
  test("members and viewers get 403 for project changes", async () => {
    const world = await server.world();
    const { project, member, viewer } = await newTeam(world);
    for (const person of [member, viewer]) {
      const api = world.api(person);
      const answers = [
        await api.post(`/project/update/${project.id}`, { title: "Mine" }),
        await api.put(`/project/${project.id}/members`, { groups: [] }),
        await api.put(`/project/${project.id}/archive`),
        await api.put(`/project/${project.id}/restore`),
        await api.delete(`/project/${project.id}`),
      ];
      expect(answers.map((answer) => answer.body.code)).toEqual(answers.map(() => "permission.denied"));
    }
  });

  test("a stale version gets 409 with the current project", async () => {
    const world = await server.world();
    const { project, owner } = await newTeam(world);
    const api = world.api(owner);
    requireOk(await api.post(`/project/update/${project.id}`, { title: "First", version: project.version }));
    const answer = await api.post(`/project/update/${project.id}`, { title: "Second", version: project.version });
    expect([answer.status, answer.body.code]).toEqual([409, "project.stale"]);
    expect(answer.body.data).toMatchObject({ title: "First", version: project.version + 1 });
  });

  test("changing the code to another project's code gets 422", async () => {
    const world = await server.world();
    await newProject(world, { code: "WEB" });
    const project = await newProject(world, { code: "APP" });
    const answer = await world.api(world.manager).post(`/project/update/${project.id}`, { code: "WEB" });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["code"]]);
    requireOk(await world.api(world.manager).post(`/project/update/${project.id}`, { code: "APP" }));
  });

  test("an archived project can't be changed until it is restored", async () => {
    const world = await server.world();
    const { project, owner } = await newTeam(world);
    const api = world.api(owner);
    const tag = requireOk(await api.post("/project/tags", { project_id: project.id, name: "Design" })).body.data;
    const task = await newTask(world, project.id);
    requireOk(await api.put(`/project/${project.id}/archive`));
    const answers = [
      await api.post(`/project/update/${project.id}`, { title: "Mine" }),
      await api.put(`/project/${project.id}/members`, { groups: [] }),
      await api.post("/project/tags", { project_id: project.id, name: "Other" }),
      await api.patch(`/project/tags/${tag.id}`, { name: "Other" }),
      await api.delete(`/project/tags/${tag.id}`),
      await api.post("/comments", { task_id: task.id, comment: "Too late" }),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
      answers.map(() => [409, "project.archived"]),
    );
    const detail = requireOk(await api.get(`/project/single/${project.id}`)).body.data;
    expect(detail).toMatchObject({
      archived: true,
      can: { edit: false, archive: true, delete: true, create_task: false },
    });
    requireOk(await api.put(`/project/${project.id}/restore`));
    requireOk(await api.post(`/project/update/${project.id}`, { title: "Mine again" }));
  });

  test("dates that exclude existing tasks get 422", async () => {
    const world = await server.world();
    const project = await newProject(world, { start_date: "2026-01-01", end_date: "2026-12-31" });
    const task = await newTask(world, project.id, { start_date: "2026-03-01", due_date: "2026-06-01" });
    const api = world.api(world.manager);
    const both = { start_date: "2026-03-02", end_date: "2026-05-31" };
    const answer = await api.post(`/project/update/${project.id}`, both);
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, ["end_date", "start_date"]]);
    requireOk(await api.post(`/project/update/${project.id}`, { start_date: "2026-03-01", end_date: "2026-06-01" }));
    requireOk(await api.post(`/project/update/${project.id}`, { start_date: null, end_date: null }));
    requireOk(await api.put(`/task/${task.id}/archive`));
    requireOk(await api.post(`/project/update/${project.id}`, both));
  });

  test("changing the end to before the existing start gets 422", async () => {
    const world = await server.world();
    const project = await newProject(world, { start_date: "2026-05-01", end_date: "2026-12-31" });
    const answer = await world.api(world.manager).post(`/project/update/${project.id}`, { end_date: "2026-04-30" });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["end_date"]]);
  });
});

test("only the sent fields change; the event has the old values", async () => {
  const world = await server.world();
  const project = await newProject(world, { description: "Old words", color: "blue", end_date: "2026-12-31" });
  const mark = server.published.length;
  const change = { title: "New name", description: "", end_date: "" };
  const answer = requireOk(await world.api(world.manager).post(`/project/update/${project.id}`, change));
  expect(answer.body.data).toMatchObject({
    title: "New name",
    description: null,
    end_date: null,
    color: "blue",
    version: project.version + 1,
  });
  const [event, ...others] = world.events(mark);
  expect(others).toEqual([]);
  expect(event?.event.data).toEqual({
    id: project.id,
    version: project.version + 1,
    title: "New name",
    description: null,
    end_date: null,
    before: { title: "Website relaunch", description: "<p>Old words</p>", end_date: "2026-12-31" },
  });
});

test("saving an unchanged project keeps its version and emits nothing", async () => {
  const world = await server.world();
  const project = await newProject(world, { budget: "10" });
  const mark = server.published.length;
  const same = { title: project.title, budget: "10.00", code: project.code };
  const answer = requireOk(await world.api(world.manager).post(`/project/update/${project.id}`, same));
  expect(answer.body.data.version).toBe(project.version);
  expect(world.events(mark)).toEqual([]);
});

test("the event of a budget change doesn't contain the amounts", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const mark = server.published.length;
  requireOk(await world.api(world.manager).post(`/project/update/${project.id}`, { budget: "99000.5" }));
  expect(world.events(mark).map(({ event }) => event.data)).toEqual([{ id: project.id, version: 2, before: {} }]);
  expect(requireOk(await world.api(world.manager).get(`/project/${project.id}/edit`)).body.data).toMatchObject({
    budget: "99000.50",
    budget_currency: "USD",
  });
});

test("users with the edit permission may edit only projects they are members of", async () => {
  const world = await server.world();
  const other = await world.person("manager");
  const project = await newProject(world, { members: [{ user_id: other.id, role: "member" }] });
  requireOk(await world.api(other).post(`/project/update/${project.id}`, { title: "By another manager" }));
  requireOk(
    await world.api(world.manager).put(`/project/${project.id}/members`, {
      members: [
        { user_id: world.manager.id, role: "owner" },
        { user_id: other.id, role: "viewer" },
      ],
    }),
  );
  expect((await world.api(other).post(`/project/update/${project.id}`, { title: "No" })).status).toBe(403);
});

test("multipart bodies with nested keys work like JSON", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const boundary = "----x";
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const payload = `${field("title", "From a form")}${field("members[0][user_id]", String(world.manager.id))}${field(
    "members[0][role]",
    "owner",
  )}${field("members[1][user_id]", String(member.id))}--${boundary}--\r\n`;
  const answer = requireOk(
    await world.api(world.manager).send({
      method: "POST",
      url: `/project/update/${project.id}`,
      payload,
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    }),
  );
  expect(answer.body.data.title).toBe("From a form");
  expect(answer.body.data.project_members.map((each: { role: string }) => each.role)).toEqual(["owner", "member"]);
});

test("archiving emits to the project, restoring to all users who can see it", async () => {
  const world = await server.world();
  const { project, member, viewer, stranger } = await newTeam(world);
  const peopleByName = { admin: world.admin, manager: world.manager, member, viewer, stranger };
  const api = world.api(world.manager);
  let mark = server.published.length;
  requireOk(await api.put(`/project/${project.id}/archive`));
  requireOk(await api.put(`/project/${project.id}/archive`));
  expect(eventStreams(world.events(mark), peopleByName)).toEqual(["project.archived → project"]);
  mark = server.published.length;
  requireOk(await api.put(`/project/${project.id}/restore`));
  requireOk(await api.put(`/project/${project.id}/restore`));
  expect(eventStreams(world.events(mark), peopleByName)).toEqual([
    "project.restored → admin",
    "project.restored → manager",
    "project.restored → member",
    "project.restored → project",
    "project.restored → viewer",
  ]);
});

describe("deleting a project", () => {
  test("deleting a project deletes its records and emits to all users who could see it", async () => {
    const world = await server.world();
    const { project, member, viewer, stranger } = await newTeam(world);
    const task = await newTask(world, project.id, { users: [member.id] });
    requireOk(await world.api(member).post("/comments", { task_id: task.id, comment: "Bye" }));
    const mark = server.published.length;
    const answer = requireOk(await world.api(world.manager).delete(`/project/${project.id}`));
    expect(answer.body).toEqual({ message: "The project was deleted.", id: project.id });
    expect(
      eventStreams(world.events(mark), { admin: world.admin, manager: world.manager, member, viewer, stranger }),
    ).toEqual([
      "project.deleted → admin",
      "project.deleted → manager",
      "project.deleted → member",
      "project.deleted → viewer",
    ]);
    for (const path of [`/project/single/${project.id}`, `/task/${task.id}`]) {
      expect((await world.api(world.admin).get(path)).status).toBe(404);
    }
  });

  test("deleting a project permanently removes its attachments after the commit", async () => {
    const world = await server.world();
    const project = await newProject(world);
    const task = await newTask(world, project.id);
    const key = newStorageKey(world.tenantId);
    await server.platform.files.put(key, Buffer.from("paper"), "application/pdf");
    await world.tx(async (tx) => {
      const file = await tx.one<{ id: number }>(
        {
          name: "",
          text: `INSERT INTO file (tenant_id, name, type, size, storage_key)
                 VALUES (current_tenant(), 'a.pdf', 'application/pdf', 5, $1) RETURNING id`,
        },
        [key],
      );
      await tx.rows(
        {
          name: "",
          text: "INSERT INTO task_attachment (tenant_id, task_id, title, file_id) VALUES (current_tenant(), $1, 'A', $2)",
        },
        [task.id, file?.id],
      );
    });
    requireOk(await world.api(world.manager).delete(`/project/${project.id}`));
    await sweepOrphanedFiles(world.tx, server.platform.files);
    expect(await server.platform.files.get(key)).not.toBeNull();
    requireOk(await world.api(world.manager).delete(`/bin/projects/${project.id}`));
    await sweepOrphanedFiles(world.tx, server.platform.files);
    expect(await server.platform.files.get(key)).toBeNull();
    const left = await world.tx((tx) =>
      tx.rows({ name: "", text: "SELECT 1 FROM file WHERE storage_key = $1" }, [key]),
    );
    expect(left).toEqual([]);
  });

  test("tasks moved during the project's deletion are moved or get 404", async () => {
    const world = await server.world();
    const { project, member } = await newTeam(world);
    const [todo, doing] = await columnsOf(world, project.id);
    const tasks = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => newTask(world, project.id, { task_status_id: todo?.id })),
    );
    const [deleted, ...moved] = await Promise.all([
      world.api(world.manager).delete(`/project/${project.id}`),
      ...tasks.map((task) => world.api(member).put(`/task/${task.id}/status-update`, { task_status_id: doing?.id })),
    ]);
    expect(deleted?.status).toBe(200);
    for (const answer of moved) expect([200, 404]).toContain(answer.status);
  });
});

test("of two concurrent changes of the same version, the second gets 409", async () => {
  const world = await server.world();
  const { project, owner } = await newTeam(world);
  for (let version = project.version; version < project.version + 5; version++) {
    const answers = await Promise.all(
      ["Left", "Right"].map((side) =>
        world.api(owner).post(`/project/update/${project.id}`, { title: `${side} ${version}`, version }),
      ),
    );
    expect(sortedStatuses(answers)).toEqual([200, 409]);
    const [winner, loser] = answers.sort((a, b) => a.status - b.status);
    expect(loser?.body.data.title).toBe(winner?.body.data.title);
  }
});
