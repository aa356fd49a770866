import { GroupEntity, GroupMemberEntity } from "../../server/groups/group.entity";
import { ProjectGroupEntity, ProjectMemberEntity } from "../../server/projects/member.entity";
import { mayFollowProject, type Viewer, whoSees } from "../../server/projects/projects.policy";
import { permissionsOf } from "../../server/platform/session";
import { RoleEntity } from "../../server/roles/role.entity";
import type { RoleCode } from "../../server/roles/seeded-roles.service";
import { projectStream } from "../../shared/kernel/events";
import { attach } from "../attachments/attachments";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { newBoard, ok, type TestBoard } from "../tasks/board";

/**
 * Who sees a project is decided in TypeScript and, for lists, files and who is told, again in SQL. Each copy is asked
 * for everybody: role × from outside or not × how they are in the project × state of the project.
 */
const server = testServer();

const roles = ["administrator", "manager", "employee"] as const satisfies readonly RoleCode[];
const standings = ["none", "viewer", "guest", "member", "owner", "group"] as const;
const states = ["open", "archived"] as const;

interface Somebody {
  person: Person;
  viewer: Viewer;
  name: string;
  sees: boolean;
}

async function everybody(world: World): Promise<(Somebody & { standing: (typeof standings)[number] })[]> {
  const all: (Somebody & { standing: (typeof standings)[number] })[] = [];
  const rows = await world.tx((tx) => tx.repo(RoleEntity).find({}));
  for (const code of roles) {
    for (const external of [false, true]) {
      for (const standing of standings) {
        if (external && (standing === "owner" || standing === "member")) continue; // nobody makes them that here
        const person = await world.person(code, { external });
        const { permissions } = rows.find((role) => role.code === code) as RoleEntity;
        const held = permissionsOf({ external, role_code: code, permissions });
        all.push({
          person,
          viewer: { id: person.id, external, permissions: held },
          name: `${code}${external ? " from outside" : ""}, ${standing}`,
          standing,
          sees: standing !== "none" || (code === "administrator" && !external),
        });
      }
    }
  }
  return all;
}

/** A board with a file on a task, and everybody in it as they are. */
async function project(world: World, people: readonly { person: Person; standing: string }[]) {
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const task = board.tasks[0]?.[0] as number;
  const { file } = ok(await attach(board.owner, task, { bytes: png() })).body.data;
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

/** Each copy of the rule, as what it says of one person and one project. */
function copies(
  world: World,
  { board, task, file }: { board: TestBoard; task: number; file: string },
  archived: boolean,
) {
  const found = async (person: Person, url: string) => (await world.api(person).get(url)).status === 200;
  const listed = async (person: Person, url: string) =>
    (ok(await world.api(person).get(url)).body.data as { id: number }[]).some(({ id }) => id === board.id);
  return {
    project: ({ person }: Somebody) => found(person, `/project/single/${board.id}`),
    board: ({ person }: Somebody) => found(person, `/project/${board.id}/task_tatus`),
    tasks: ({ person }: Somebody) => found(person, `/project/${board.id}/tasks`),
    task: ({ person }: Somebody) => found(person, `/task/${task}`),
    history: ({ person }: Somebody) => found(person, `/task/${task}/activity`),
    file: ({ person }: Somebody) => found(person, file),
    list: ({ person }: Somebody) => listed(person, `/project/list?per_page=100&archived=${archived ? 1 : 0}`),
    told: ({ person }: Somebody) => world.tx(async (tx) => (await whoSees(tx, board.id, [person.id])).length === 1),
    live: ({ viewer }: Somebody) => world.tx((tx) => mayFollowProject(tx, viewer, projectStream(board.id))),
  };
}

test.each(states)(
  "every copy says the same of everybody: a project that is %s",
  async (state) => {
    const world = await server.world();
    const people = await everybody(world);
    const made = await project(world, people);
    if (state === "archived") ok(await made.board.owner.put(`/project/${made.board.id}/archive`));
    const asked = copies(world, made, state === "archived");
    for (const one of people) {
      const said = Object.fromEntries(
        await Promise.all(Object.entries(asked).map(async ([copy, ask]) => [copy, await ask(one)])),
      );
      expect([one.name, said]).toEqual([
        one.name,
        Object.fromEntries(Object.keys(asked).map((copy) => [copy, one.sees])),
      ]);
    }
  },
  120_000,
);
