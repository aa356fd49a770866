import { testServer } from "../../support/server";
import { columnsOf, newGroup, newProject, requireOk, sortedStatuses, eventStreams } from "./projects";

const server = testServer();

describe("refused new projects", () => {
  test("creating a project returns 403 without project-create", async () => {
    const world = await server.world();
    const answer = await world.api(world.employee).post("/project", { title: "Mine" });
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
  });

  test("creating a project returns all invalid fields together", async () => {
    const world = await server.world();
    const answer = await world.api(world.manager).post("/project", {
      title: " ",
      code: "1X",
      color: "pink",
      status: "sleeping",
      budget: "-3",
      start_date: "2026-02-30",
      members: [{ user_id: "x", role: "king" }],
    });
    expect(answer.status).toBe(422);
    const fields = ["budget", "code", "color", "members.0.role", "members.0.user_id", "start_date", "status", "title"];
    expect(Object.keys(answer.body.errors).sort()).toEqual(fields);
  });

  test("a project that ends before it starts gets 422", async () => {
    const world = await server.world();
    const dates = { start_date: "2026-05-02", end_date: "2026-05-01" };
    const answer = await world.api(world.manager).post("/project", { title: "Mine", ...dates });
    expect(Object.keys(answer.body.errors)).toEqual(["end_date"]);
  });

  test("unknown references get 422 with their fields", async () => {
    const world = await server.world();
    const other = await server.world();
    const strangers = await newGroup(other, [other.employee]);
    const left = await world.person("employee", { active: false });
    const answer = await world.api(world.manager).post("/project", {
      title: "Mine",
      client_id: 999_999_999,
      department_id: 999_999_999,
      members: [{ user_id: world.employee.id }, { user_id: other.employee.id }, { user_id: left.id }],
      groups: [strangers],
    });
    expect(answer.status).toBe(422);
    const fields = ["client_id", "department_id", "groups", "members.1.user_id", "members.2.user_id"];
    expect(Object.keys(answer.body.errors).sort()).toEqual(fields);
  });

  test("a project code already used in the same tenant gets 422", async () => {
    const world = await server.world();
    const other = await server.world();
    await newProject(world, { code: "WEB" });
    const answer = await world.api(world.manager).post("/project", { title: "Again", code: "web" });
    expect([answer.status, answer.body.errors]).toEqual([422, { code: ["This is already in use"] }]);
    expect((await newProject(other, { code: "WEB" })).code).toBe("WEB");
  });

  test("creating a project over the plan limit gets 403; archived ones don't count", async () => {
    const world = await server.world({ plan: "free" });
    const projects = [await newProject(world), await newProject(world), await newProject(world)];
    const manager = world.api(world.manager);
    const answer = await manager.post("/project", { title: "One too many" });
    expect([answer.status, answer.body.code]).toEqual([403, "plan_limit_reached"]);
    expect(answer.body.message).toMatch(/^Your plan includes 3 projects/);
    requireOk(await manager.put(`/project/${projects[0]?.id}/archive`));
    await newProject(world);
    const back = await manager.put(`/project/${projects[0]?.id}/restore`);
    expect([back.status, back.body.code]).toEqual([403, "plan_limit_reached"]);
  });
});

test("a new project has an owner and three columns in the creator's language", async () => {
  const world = await server.world();
  const german = world.api(world.manager).with({ "accept-language": "de" });
  const answer = requireOk(await german.post("/project", { title: "Müller & Söhne Umzug" }));
  const project = answer.body.data;
  expect(answer.body.message).toBe("Das Projekt wurde angelegt.");
  expect(project).toMatchObject({
    code: "MSU",
    status: "active",
    archived: false,
    progress: 0,
    task_count: 0,
    members: [{ id: world.manager.id }],
    project_members: [{ user: { id: world.manager.id }, role: "owner" }],
    can: { edit: true, archive: true, delete: true, members: true, create_task: true, edit_columns: true },
  });
  const columns = await columnsOf(world, project.id);
  expect(columns.map(({ title, kind }) => [title, kind])).toEqual([
    ["Zu erledigen", "todo"],
    ["In Arbeit", "doing"],
    ["Erledigt", "done"],
  ]);
});

test("the creator becomes owner regardless of the sent role and is listed once", async () => {
  const world = await server.world();
  const members = [
    { user_id: world.manager.id, role: "viewer" },
    { user_id: world.employee.id, role: "member" },
  ];
  const mark = server.published.length;
  const { data } = requireOk(await world.api(world.manager).post("/project", { title: "Mine", members })).body;
  expect(data.project_members).toMatchObject([
    { user: { id: world.manager.id }, role: "owner" },
    { user: { id: world.employee.id }, role: "member" },
  ]);
  const joined = world
    .events(mark)
    .filter(({ event, stream }) => event.type === "member.added" && stream.startsWith("project:"));
  expect(joined).toHaveLength(2);
});

test("a missing code is derived from the title and made unique", async () => {
  const world = await server.world();
  const codes: string[] = [];
  for (const title of ["Website relaunch", "Wild roses", "Wild roses", "مشروع", "7 wonders"]) {
    codes.push((await newProject(world, { title })).code);
  }
  expect(codes).toEqual(["WR", "WR2", "WR3", "PRJ", "WOND"]);
});

test("new members and administrators get events on their own streams", async () => {
  const world = await server.world();
  const grouped = await world.person("employee");
  const group = await newGroup(world, [grouped, world.employee]);
  const mark = server.published.length;
  const project = await newProject(world, {
    members: [{ user_id: world.employee.id, role: "viewer" }],
    groups: [group],
  });
  expect(
    eventStreams(world.events(mark), { admin: world.admin, manager: world.manager, employee: world.employee, grouped }),
  ).toEqual(
    [
      "project.created → project",
      "project.created → admin",
      "member.added → project",
      "member.added → manager",
      "member.added → project",
      "member.added → employee",
      "member.added → grouped",
      "group.added → project",
    ].sort(),
  );
  // The stronger role applies: viewer as direct member, member through the group.
  const asMember = requireOk(await world.api(world.employee).get(`/project/single/${project.id}`)).body.data;
  expect(asMember.can).toMatchObject({ edit: false, create_task: true });
});

test("a repeated request with the same idempotency key creates one project", async () => {
  const world = await server.world();
  const once = world.api(world.manager).with({ "idempotency-key": "make-it" });
  const first = requireOk(await once.post("/project", { title: "Once" })).body.data;
  expect(requireOk(await once.post("/project", { title: "Once" })).body.data.id).toBe(first.id);
  expect(requireOk(await once.get("/project/list")).body.data).toHaveLength(1);
});

test("ten concurrent requests for the last three projects of a plan create three", async () => {
  const world = await server.world({ plan: "free" });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => world.api(world.manager).post("/project", { title: `Race ${at}` })),
  );
  expect(sortedStatuses(answers)).toEqual([201, 201, 201, 403, 403, 403, 403, 403, 403, 403]);
});

test("ten concurrent projects with the same title get ten codes", async () => {
  const world = await server.world();
  const projects = await Promise.all(Array.from({ length: 10 }, () => newProject(world, { title: "Big race" })));
  expect(new Set(projects.map((project) => project.code)).size).toBe(10);
});

test("a description keeps its markup without executable parts", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const evil = '<p onclick="steal()">All of <b>it</b><script>steal()</script><img src=x onerror=steal()></p>';
  const createdProject = requireOk(await api.post("/project", { title: "Website", description: evil })).body.data;
  expect(createdProject.description).toBe("<p>All of <strong>it</strong></p>");
  const changed = requireOk(await api.post(`/project/update/${createdProject.id}`, { description: evil })).body.data;
  expect(changed).toMatchObject({ description: createdProject.description, version: createdProject.version });
});
