import type { BoardReply, BoardTask } from "../../../shared/work/tasks/tasks.contract";
import type { Api, Answer } from "../../support/api";
import type { Person, World } from "../../support/world";

export interface TestBoard {
  id: number;
  columns: [number, number, number];
  tasks: number[][];
  /** The manager, who created the project. */
  owner: Api;
  member: Api;
  viewer: Api;
  /** A user who isn't in the project, but has all permissions of an employee. */
  stranger: Api;
  people: { owner: Person; member: Person; viewer: Person };
  read(): Promise<BoardReply>;
  order(column: number): Promise<number[]>;
  card(id: number): Promise<BoardTask>;
  add(column: number, fields?: Record<string, unknown>): Promise<BoardTask>;
}

interface BoardOptions {
  cards?: readonly [number, number, number];
  project?: Record<string, unknown>;
}

export async function newBoard(world: World, options: BoardOptions = {}): Promise<TestBoard> {
  const { manager, employee } = world;
  const viewerPerson = await world.person("employee", { fullname: "Vera Viewer" });
  const stranger = await world.person("employee", { fullname: "Sam Stranger" });
  const owner = world.api(manager);
  const reply = requireOk(
    await owner.post("/project", {
      title: "Website relaunch",
      members: [
        { user_id: employee.id, role: "member" },
        { user_id: viewerPerson.id, role: "viewer" },
      ],
      ...options.project,
    }),
  );
  const id = reply.body.data.id as number;
  const read = async () => requireOk(await owner.get(`/project/${id}/task_tatus`)).body as BoardReply;
  const columns = (await read()).data.map((column) => column.id) as TestBoard["columns"];
  const add: TestBoard["add"] = async (column, fields = {}) =>
    requireOk(await owner.post("/task", { title: "Write the copy", task_status_id: column, ...fields })).body.data;
  const tasks: number[][] = [];
  for (const [at, count] of (options.cards ?? [3, 2, 0]).entries()) {
    const ids: number[] = [];
    for (let n = 1; n <= count; n++) ids.push((await add(columns[at] as number, { title: `Card ${at}.${n}` })).id);
    tasks.push(ids);
  }
  return {
    id,
    columns,
    tasks,
    owner,
    member: world.api(employee),
    viewer: world.api(viewerPerson),
    stranger: world.api(stranger),
    people: { owner: manager, member: employee, viewer: viewerPerson },
    read,
    order: async (column) => {
      const found = (await read()).data.find((each) => each.id === column);
      return (found?.tasks ?? []).map((task) => task.id);
    },
    card: async (task) => {
      const found = (await read()).data.flatMap((column) => column.tasks).find((each) => each.id === task);
      if (!found) throw new Error(`Task ${task} isn't on the board`);
      return found;
    },
    add,
  };
}

/** Returns the response, or throws if the call failed. Used for setup. */
export function requireOk(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}

/** Fields like `a[b][0]=1`, as a browser form sends them. */
export function multipart(fields: Record<string, string>): { payload: string; headers: Record<string, string> } {
  const boundary = "----test";
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    payload: `${parts.join("")}--${boundary}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
