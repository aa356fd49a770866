import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { newGroup, newProject, newTeam, requireOk, type ProjectDetail } from "./projects";

const server = testServer();
const listed = 20;

interface Listed extends Pick<ProjectDetail, "id" | "title" | "members" | "member_count" | "mine"> {}

const list = async (world: World, who: Person, query: Record<string, string | number> = {}): Promise<Listed[]> =>
  requireOk(await world.api(who).get("/project/list", { query })).body.data;

async function crowd(world: World, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let n = 1; n <= count; n++)
    people.push(await world.person("employee", { fullname: `Aa ${String(n).padStart(2, "0")}` }));
  return people;
}

test("the list has 20 members per project, owners first; the project page has all", async () => {
  const world = await server.world();
  const people = await crowd(world, 25);
  const group = await newGroup(world, people);
  const inactive = await world.person("employee", { fullname: "Aa 00", active: false });
  const large = await newProject(world, { title: "Large", groups: [group, await newGroup(world, [inactive], "Gone")] });
  const [smallProject, crowdedProject] = [
    await newProject(world, { title: "A few" }),
    (await list(world, world.manager))[1] as Listed,
  ];
  expect(crowdedProject.members).toHaveLength(listed);
  expect(crowdedProject.members.map(({ fullname }) => fullname)).toEqual(
    [world.manager, ...people].slice(0, listed).map(({ fullname }) => fullname),
  );
  expect(crowdedProject).toMatchObject({ title: "Large", member_count: 26 });
  expect((await list(world, world.manager))[0]).toMatchObject({
    id: smallProject.id,
    member_count: 1,
    members: [{ id: world.manager.id }],
  });
  for (const path of [`/project/single/${large.id}`, `/project/${large.id}/edit`]) {
    const { members, member_count } = requireOk(await world.api(world.manager).get(path)).body.data;
    expect([members.length, member_count]).toEqual([26, 26]);
  }
});

test("filtering by member includes group members and lists that member first", async () => {
  const world = await server.world();
  const people = await crowd(world, 25);
  const last = people.at(-1) as Person;
  await newProject(world, { title: "By group", groups: [await newGroup(world, people)] });
  await newProject(world, { title: "By name", members: [{ user_id: last.id, role: "viewer" }] });
  await newProject(world, { title: "Not theirs" });
  const theirs = await list(world, world.manager, { member: last.id });
  expect(theirs.map(({ title }) => title)).toEqual(["By group", "By name"]);
  for (const { members } of theirs)
    expect(members.map(({ id }) => id).slice(0, 2)).toEqual([last.id, world.manager.id]);
  expect(theirs.map(({ members, member_count }) => [members.length, member_count])).toEqual([
    [listed, 26],
    [2, 2],
  ]);
  const query = { member: last.id, page: 1, per_page: 1 };
  expect(requireOk(await world.api(world.manager).get("/project/list", { query })).body.meta.total).toBe(2);
  expect(await list(world, world.manager, { member: "" })).toHaveLength(3);
});

test("filtering by unknown or former members returns nothing; invalid ids get 422", async () => {
  const world = await server.world();
  const other = await server.world();
  const { project, member } = await newTeam(world);
  await newProject(other, { members: [{ user_id: other.employee.id }] });
  for (const id of [1_000_000_000, other.employee.id, world.hr.id])
    expect(await list(world, world.admin, { member: id })).toEqual([]);
  expect((await list(world, world.admin, { member: member.id })).map(({ id }) => id)).toEqual([project.id]);
  requireOk(await world.api(world.hr).patch(`/user/${member.id}/status`));
  expect(await list(world, world.admin, { member: member.id })).toEqual([]);
  expect((await world.api(world.admin).get("/project/list?member=me")).status).toBe(422);
});

test("filtering by member returns only projects visible to the caller", async () => {
  const world = await server.world();
  const { member, stranger } = await newTeam(world);
  expect(await list(world, stranger, { member: member.id })).toEqual([]);
});

test("the project list marks the caller's own projects for users who see all", async () => {
  const world = await server.world();
  await newProject(world, { title: "Own", groups: [await newGroup(world, [world.admin])] });
  await newProject(world, { title: "Seen" });
  const mine = async (who: Person) => (await list(world, who)).map((one) => [one.title, one.mine]);
  expect(await mine(world.admin)).toEqual([
    ["Own", true],
    ["Seen", false],
  ]);
  expect(await mine(world.manager)).toEqual([
    ["Own", true],
    ["Seen", true],
  ]);
});

test("with overlapping groups, the list's members match the project page", async () => {
  const world = await server.world();
  const people = await crowd(world, 30);
  const inactive = await world.person("employee", { fullname: "Aa 00", active: false });
  const [first, second] = [
    await newGroup(world, [...people.slice(0, 18), inactive, world.hr], "First"),
    await newGroup(world, [...people.slice(10, 28), world.external], "Second"),
  ];
  const directMembers = [
    { user_id: (people[29] as Person).id, role: "owner" },
    { user_id: (people[12] as Person).id, role: "viewer" },
    { user_id: (people[28] as Person).id, role: "member" },
    { user_id: (people[27] as Person).id, role: "owner" },
  ];
  for (const [title, groups, members] of [
    ["both", [first, second], directMembers],
    ["both again", [second, first], []],
    ["one", [first], directMembers],
    ["the other", [second], directMembers.slice(0, 2)],
    ["nobody else", [], []],
  ] as const)
    await newProject(world, { title, groups, members });
  const all = await list(world, world.admin);
  const sought = people[25] as Person;
  const theirs = new Map((await list(world, world.admin, { member: sought.id })).map((one) => [one.id, one]));
  for (const { id, title, members, member_count } of all) {
    const page = requireOk(await world.api(world.admin).get(`/project/single/${id}`)).body.data as ProjectDetail;
    expect([title, members, member_count]).toEqual([title, page.members.slice(0, listed), page.members.length]);
    const among = page.members.filter((one) => one.id === sought.id);
    expect([title, theirs.has(id)]).toEqual([title, among.length > 0]);
    const rest = page.members.filter((one) => one.id !== sought.id);
    if (among.length > 0) expect(theirs.get(id)?.members).toEqual([...among, ...rest].slice(0, listed));
  }
  expect(theirs.size).toBe(3);
});
