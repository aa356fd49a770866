import { randomUUID } from "node:crypto";
import { createProject, deleteProject } from "../../../shared/work/projects/projects.contract";
import { createColumn, updateColumn } from "../../../shared/work/tasks/columns.contract";
import { type BoardTask, createTask, readBoard } from "../../../shared/work/tasks/tasks.contract";
import type { Api } from "./api";
import { demoAccounts, type PersonFactory } from "./people";

export interface TestProjectOptions {
  owner?: string;
  members?: { email: string; role: "owner" | "member" | "guest" | "viewer" }[];
}

export class TestProject {
  constructor(
    readonly owner: Api,
    readonly projectId: number,
    readonly title: string,
    readonly columns: Readonly<Record<string, number>>,
  ) {}

  get path(): string {
    return `/projects/${this.projectId}/tasks`;
  }

  async titles(): Promise<Record<string, string[]>> {
    const { data } = await this.read();
    return Object.fromEntries(data.map((column) => [column.title, column.tasks.map(({ title }) => title)]));
  }

  async task(title: string): Promise<BoardTask> {
    const { data } = await this.read();
    const task = data.flatMap(({ tasks }) => tasks).find((one) => one.title === title);
    if (!task) throw new Error(`There is no task "${title}".`);
    return task;
  }

  read() {
    return this.owner.call(readBoard, { params: { id: this.projectId } });
  }

  column(title: string): number {
    const id = this.columns[title];
    if (id === undefined) throw new Error(`There is no column "${title}".`);
    return id;
  }

  async add(title: string, column: string): Promise<BoardTask> {
    const body = { title, task_status_id: this.column(column) };
    return (await this.owner.call(createTask, { body })).data;
  }

  async limit(column: string, wip_limit: number): Promise<void> {
    await this.owner.call(updateColumn, { params: { id: this.column(column) }, body: { wip_limit } });
  }

  async remove(): Promise<void> {
    await this.owner.status(deleteProject, { params: { id: this.projectId } });
  }
}

export async function createTestProject(
  people: PersonFactory,
  tasks: Record<string, string[]>,
  { owner: email = demoAccounts.manager, members }: TestProjectOptions = {},
): Promise<TestProject> {
  const owner = (await people.apiOf(email)).api;
  const others = await Promise.all(
    (members ?? [{ email: demoAccounts.colleague, role: "member" as const }]).map(async (member) => ({
      user_id: (await people.apiOf(member.email)).user.id,
      role: member.role,
    })),
  );
  const title = `Harbour ${randomUUID().slice(0, 6)}`;
  const { data: project } = await owner.call(createProject, { body: { title, members: others } });
  const { data: first } = await owner.call(readBoard, { params: { id: project.id } });
  const columns = Object.fromEntries(first.map((column) => [column.title, column.id]));
  for (const name of Object.keys(tasks)) {
    if (name in columns) continue;
    columns[name] = (await owner.call(createColumn, { body: { project_id: project.id, title: name } })).data.id;
  }
  const testProject = new TestProject(owner, project.id, title, columns);
  for (const [column, titles] of Object.entries(tasks)) for (const one of titles) await testProject.add(one, column);
  return testProject;
}
