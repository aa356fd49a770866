import type { ExportedTask, ProjectExport } from "../../../shared/work/project-export/project-export.schema";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { multipart } from "../../support/multipart";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { zip } from "../../support/zip";
import { downloadExport } from "../project-export/fixtures";
import { newBoard, requireOk } from "../tasks/board";

const server = testServer();

const send = (world: World, url: string, content: ProjectExport, fields: Record<string, string> = {}) =>
  world.api(world.manager).send({
    method: "POST",
    url,
    ...multipart([
      {
        name: "file",
        value: zip([{ name: "project.json", content: JSON.stringify(content) }]),
        filename: "project.zip",
      },
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ]),
  });

/** A project with the tasks "One", "Two" and "Three", of which "One" blocks "Two", imported from `content`. */
async function importedProject() {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const one = await board.add(board.columns[0], { title: "One" });
  await board.add(board.columns[0], { title: "Two", blockers: [one.id] });
  await board.add(board.columns[0], { title: "Three" });
  const { content } = await downloadExport(server, world, board.id);
  const { project } = requireOk(await send(world, "/project-imports", content, { title: "Copy" })).body.data;
  const url = `/project/${project.id}/imports`;
  const update = async (blockers: Record<string, string[]>) =>
    requireOk(await send(world, url, withBlockers(content, blockers))).body.data;
  const tasks = () => tasksOf(world, project.id);
  return { world, content, url, update, tasks };
}

function withBlockers(content: ProjectExport, blockers: Record<string, string[]>): ProjectExport {
  const numberOf = (title: string) => content.tasks.find((task) => task.title === title)?.number as number;
  const tasks = content.tasks.map(
    (task): ExportedTask => ({ ...task, blockers: (blockers[task.title] ?? []).map(numberOf) }),
  );
  return { ...content, tasks };
}

async function tasksOf(world: World, projectId: number): Promise<BoardTask[]> {
  const { data } = requireOk(await world.api(world.manager).get(`/project/${projectId}/task_tatus`)).body;
  return (data as { tasks: BoardTask[] }[]).flatMap(({ tasks }) => tasks);
}

/** Titles of the blockers by title of the task. */
function linksOf(tasks: readonly BoardTask[]): Record<string, string[]> {
  const titleOf = (id: number) => tasks.find((task) => task.id === id)?.title ?? "";
  return Object.fromEntries(
    tasks.flatMap(({ title, blocker_ids }) => (blocker_ids.length > 0 ? [[title, blocker_ids.map(titleOf)]] : [])),
  );
}

test("an update adds and removes dependencies, and repeating it changes nothing", async () => {
  const { update, tasks } = await importedProject();
  const changed = { Three: ["Two"] };
  expect((await update(changed)).counts).toMatchObject({ dependencies: 2, updated: 2 });
  expect(linksOf(await tasks())).toEqual(changed);
  expect((await update(changed)).counts).toMatchObject({ dependencies: 0, updated: 0 });
});

test("dependencies that were removed or added here aren't changed", async () => {
  const { world, update, tasks } = await importedProject();
  const all = await tasks();
  const [two, three] = ["Two", "Three"].map((title) => all.find((task) => task.title === title)) as BoardTask[];
  const api = world.api(world.manager);
  requireOk(await api.post(`/task/${two?.id}`, { blockers: [three?.id] }));
  expect((await update({ Two: ["One"] })).counts).toMatchObject({ dependencies: 0, updated: 0 });
  expect(linksOf(await tasks())).toEqual({ Two: ["Three"] });
});

test("a new dependency that would close a cycle here is left out and counted", async () => {
  const { update, tasks } = await importedProject();
  const { losses } = await update({ Two: ["One"], One: ["Two"] });
  expect(losses).toEqual([{ code: "cycle", name: null, count: 1 }]);
  expect(linksOf(await tasks())).toEqual({ Two: ["One"] });
});
