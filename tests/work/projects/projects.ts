import type { InferType } from "yup";
import type { projectDetailReply } from "../../../shared/work/projects/projects.contract";
import type { CommittedEvent } from "../../../server/platform/database/unit-of-work";
import type { Answer } from "../../support/api";
import type { Person, World } from "../../support/world";

export type ProjectDetail = InferType<typeof projectDetailReply>;

export async function newProject(
  world: World,
  fields: Record<string, unknown> = {},
  creator?: Person,
): Promise<ProjectDetail> {
  return requireOk(await world.api(creator ?? world.manager).post("/project", { title: "Website relaunch", ...fields }))
    .body.data;
}

export async function newTeam(world: World, fields: Record<string, unknown> = {}) {
  const viewer = await world.person("employee", { fullname: "Vera Viewer" });
  const stranger = await world.person("employee", { fullname: "Sam Stranger" });
  const project = await newProject(world, {
    members: [
      { user_id: world.employee.id, role: "member" },
      { user_id: viewer.id, role: "viewer" },
    ],
    ...fields,
  });
  return { project, owner: world.manager, member: world.employee, viewer, stranger };
}

export async function columnsOf(
  world: World,
  projectId: number,
): Promise<{ id: number; title: string; kind: string }[]> {
  return requireOk(await world.api(world.admin).get(`/project/${projectId}/task_tatus`)).body.data;
}

export async function newTask(world: World, projectId: number, fields: Record<string, unknown> = {}, creator?: Person) {
  const [column] = await columnsOf(world, projectId);
  const body = { title: "Write the copy", task_status_id: column?.id, ...fields };
  return requireOk(await world.api(creator ?? world.admin).post("/task", body)).body.data as {
    id: number;
    key: string;
  };
}

export async function newGroup(world: World, people: readonly Person[], title = "Design circle"): Promise<number> {
  return world.tx(async (tx) => {
    const group = await tx.one<{ id: number }>(
      { name: "", text: "INSERT INTO user_group (tenant_id, title) VALUES (current_tenant(), $1) RETURNING id" },
      [title],
    );
    const id = group?.id as number;
    for (const person of people) {
      await tx.rows(
        {
          name: "",
          text: "INSERT INTO user_group_member (tenant_id, group_id, user_id) VALUES (current_tenant(), $1, $2)",
        },
        [id, person.id],
      );
    }
    return id;
  });
}

export function sortedStatuses(answers: readonly Answer[]): number[] {
  return answers.map((answer) => answer.status).sort((a, b) => a - b);
}

/** Returns the response, or throws if the call failed. Used for setup. */
export function requireOk(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}

export function eventStreams(
  events: readonly CommittedEvent[],
  peopleByName: Readonly<Record<string, { id: number }>> = {},
): string[] {
  const names = new Map(Object.entries(peopleByName).map(([name, { id }]) => [`user:${id}`, name]));
  return events.map(({ stream, event }) => `${event.type} → ${names.get(stream) ?? stream.split(":")[0]}`).sort();
}
