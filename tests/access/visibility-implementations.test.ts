import { GroupEntity, GroupMemberEntity } from "../../server/people/groups/group.entity";
import { ProjectGroupEntity, ProjectMemberEntity } from "../../server/work/projects/member.entity";
import { mayFollowProject, type Viewer, filterProjectViewers } from "../../server/work/access/projects.policy";
import { permissionsOf } from "../../server/platform/session";
import { RoleEntity } from "../../server/administration/roles/role.entity";
import type { RoleCode } from "../../server/administration/roles/seeded-roles";
import { projectStream } from "../../shared/kernel/events";
import { uploadAttachment } from "../work/attachments/attachments";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { newBoard, requireOk, type TestBoard } from "../work/tasks/board";

/**
 * Project visibility is implemented in TypeScript and again in SQL for lists, files and notifications. Tests that the implementations agree
 * for every role (external or not), membership and project state.
 */
const server = testServer();

const roles = ["administrator", "manager", "employee"] as const satisfies readonly RoleCode[];
const memberships = ["none", "viewer", "guest", "member", "owner", "group"] as const;
const states = ["open", "archived"] as const;

interface Candidate {
  person: Person;
  viewer: Viewer;
  name: string;
  sees: boolean;
}

async function allCandidates(world: World): Promise<(Candidate & { standing: (typeof memberships)[number] })[]> {
  const all: (Candidate & { standing: (typeof memberships)[number] })[] = [];
  const rows = await world.tx((tx) => tx.repo(RoleEntity).find({}));
  for (const code of roles) {
    for (const external of [false, true]) {
      for (const standing of memberships) {
        if (external && (standing === "owner" || standing === "member")) continue; // external users can't be owners or members here
        const person = await world.person(code, { external });
        const { permissions } = rows.find((role) => role.code === code) as RoleEntity;
        const heldPermissions = permissionsOf({ external, role_code: code, permissions });
        all.push({
          person,
          viewer: { id: person.id, external, permissions: heldPermissions },
          name: `${code}${external ? " from outside" : ""}, ${standing}`,
          standing,
          sees: standing !== "none" || (code === "administrator" && !external),
        });
      }
    }
  }
  return all;
}

async function project(world: World, people: readonly { person: Person; standing: string }[]) {
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const task = board.tasks[0]?.[0] as number;
  const { file } = requireOk(await uploadAttachment(board.owner, task, { bytes: png() })).body.data;
  await world.tx(async (tx) => {
    const group = await tx.repo(GroupEntity).insert({ title: `Group of ${board.id}` });
    await tx.repo(ProjectGroupEntity).insert({ projectId: board.id, groupId: group.id });
    for (const { person, standing } of people) {
      if (standing === "none") continue;
      if (standing === "group") await tx.repo(GroupMemberEntity).insert({ groupId: group.id, userId: person.id });
      else
        await tx.repo(ProjectMemberEntity).insert({ projectId: board.id, userId: person.id, role: standing as never });
    }
  });
  return { board, task, file: file.url as string };
}

function copies(
  world: World,
  { board, task, file }: { board: TestBoard; task: number; file: string },
  archived: boolean,
) {
  const found = async (person: Person, url: string) => (await world.api(person).get(url)).status === 200;
  const listed = async (person: Person, url: string) =>
    (requireOk(await world.api(person).get(url)).body.data as { id: number }[]).some(({ id }) => id === board.id);
  return {
    project: ({ person }: Candidate) => found(person, `/project/single/${board.id}`),
    board: ({ person }: Candidate) => found(person, `/project/${board.id}/task_tatus`),
    tasks: ({ person }: Candidate) => found(person, `/project/${board.id}/tasks`),
    task: ({ person }: Candidate) => found(person, `/task/${task}`),
    history: ({ person }: Candidate) => found(person, `/task/${task}/activity`),
    file: ({ person }: Candidate) => found(person, file),
    list: ({ person }: Candidate) => listed(person, `/project/list?per_page=100&archived=${archived ? 1 : 0}`),
    notified: ({ person }: Candidate) =>
      world.tx(async (tx) => (await filterProjectViewers(tx, board.id, [person.id])).length === 1),
    live: ({ viewer }: Candidate) => world.tx((tx) => mayFollowProject(tx, viewer, projectStream(board.id))),
  };
}

test.each(states)(
  "all visibility implementations agree for a project that is %s",
  async (state) => {
    const world = await server.world();
    const people = await allCandidates(world);
    const createdProject = await project(world, people);
    if (state === "archived")
      requireOk(await createdProject.board.owner.put(`/project/${createdProject.board.id}/archive`));
    const implementations = copies(world, createdProject, state === "archived");
    for (const one of people) {
      const results = Object.fromEntries(
        await Promise.all(Object.entries(implementations).map(async ([copy, ask]) => [copy, await ask(one)])),
      );
      expect([one.name, results]).toEqual([
        one.name,
        Object.fromEntries(Object.keys(implementations).map((copy) => [copy, one.sees])),
      ]);
    }
  },
  120_000,
);
