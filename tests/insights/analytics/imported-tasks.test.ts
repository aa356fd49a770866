import { catchUpFlow, rebuildFlow } from "../../../server/insights/analytics/flow.service";
import { createFlowConsumer } from "../../../workers/insights/analytics/flow.consumer";
import { runConsumers } from "../../../workers/platform/process-events";
import { multipart } from "../../support/multipart";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/projects/projects";
import { analyticsRowsOf } from "./logged-events";

const server = testServer();

const card = (number: number, name: string, list: string, closed = false) => ({
  id: `65f0c0a${number}aaaaaaaaaaaaaaaa`,
  idShort: number,
  name,
  idList: list,
  pos: number,
  closed,
});
const move = (number: number, date: string, before: string, after: string) => ({
  type: "updateCard",
  date,
  data: { card: { id: card(number, "", "").id }, listBefore: { id: before }, listAfter: { id: after } },
});
const list = (id: string, name: string, pos: number) => ({ id, name, pos, closed: false });

/** Newest action first, as in Trello's files. */
const board = {
  id: "b1",
  name: "Move",
  lists: [list("L1", "To do", 1), list("L2", "Doing", 2), list("L3", "Done", 3)],
  cards: [card(1, "Waiting", "L1"), card(2, "Started", "L2"), card(3, "Finished", "L3"), card(4, "Old", "L3", true)],
  actions: [move(3, "2026-03-04T10:00:00.000Z", "L2", "L3"), move(3, "2026-03-02T10:00:00.000Z", "L1", "L2")],
};
const createdAt = (number: number) => new Date(Number.parseInt(card(number, "", "").id.slice(0, 8), 16) * 1_000);

const send = (world: World, url: string, content: object) =>
  world.api(world.manager).send({
    method: "POST",
    url,
    ...multipart([
      { name: "file", value: Buffer.from(JSON.stringify(content)), filename: "board.json" },
      { name: "title", value: "Move" },
    ]),
  });

interface Stay {
  task_id: number;
  task_status_id: number;
  archived: boolean;
  entered_at: string;
  left_at: string | null;
}

async function importedBoard() {
  const world = await server.world();
  const { project } = requireOk(await send(world, "/project-imports", board)).body.data;
  const id = project.id as number;
  const { data } = requireOk(await world.api(world.manager).get(`/project/${id}/task_tatus`)).body;
  const columns = data as { id: number; title: string; tasks: { id: number; title: string }[] }[];
  const columnIds = ["To do", "Doing", "Done"].map((title) => columns.find((column) => column.title === title)?.id);
  const archivedTasks = requireOk(await world.api(world.manager).get(`/project/${id}/archived-tasks`)).body.data as {
    id: number;
    title: string;
  }[];
  const taskIds = new Map(
    [...columns.flatMap(({ tasks }) => tasks), ...archivedTasks].map((task) => [task.title, task.id]),
  );
  const readStays = async (title: string) => {
    await world.tx((tx) => catchUpFlow(tx, id));
    const { stays } = await analyticsRowsOf(server, world, id);
    return (stays as unknown as Stay[]).filter(({ task_id }) => task_id === taskIds.get(title));
  };
  return { world, id, columnIds, taskIds, readStays, api: world.api(world.manager) };
}

test("imported tasks have the moves of their cards, or their days of creation", async () => {
  const { columnIds, readStays } = await importedBoard();
  const [todo, doing, done] = columnIds;
  const placesOf = async (title: string) =>
    (await readStays(title)).map(({ task_status_id, archived }) => (archived ? "archive" : task_status_id));
  expect([await placesOf("Waiting"), await placesOf("Started")]).toEqual([[todo], [todo, doing]]);
  expect([await placesOf("Finished"), await placesOf("Old")]).toEqual([
    [todo, doing, done],
    [todo, done, "archive"],
  ]);
  const stays = await readStays("Finished");
  expect(stays.map(({ entered_at }) => new Date(entered_at).toISOString())).toEqual([
    createdAt(3).toISOString(),
    "2026-03-02T10:00:00.000Z",
    "2026-03-04T10:00:00.000Z",
  ]);
  expect(stays.map(({ left_at }) => left_at && new Date(left_at).toISOString())).toEqual([
    "2026-03-02T10:00:00.000Z",
    "2026-03-04T10:00:00.000Z",
    null,
  ]);
});

test("the consumer counts imported tasks at the event of the import", async () => {
  const world = await server.world();
  const mark = server.published.length;
  const { project } = requireOk(await send(world, "/project-imports", board)).body.data;
  const { consumer, stop } = createFlowConsumer({ unitOfWork: server.platform.unitOfWork, log: server.platform.log });
  await world.tx((tx) => runConsumers(tx, [consumer], world.events(mark)));
  await stop();
  const { tasks } = await analyticsRowsOf(server, world, project.id);
  expect(tasks.map(({ kind }) => kind).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    "doing",
    "done",
    "done",
    "todo",
  ]);
});

test("moves here and in later files continue the stays, and a rebuild is equal", async () => {
  const { world, id, columnIds, taskIds, readStays, api } = await importedBoard();
  const [todo, doing, done] = columnIds;
  await readStays("Waiting");
  requireOk(await api.put(`/task/${taskIds.get("Started")}/status-update`, { task_status_id: done }));
  const later = {
    ...board,
    cards: board.cards.map((each) => (each.name === "Waiting" ? { ...each, idList: "L2" } : each)),
  };
  requireOk(await send(world, `/project/${id}/imports`, later));
  requireOk(await api.put(`/task/${taskIds.get("Waiting")}/status-update`, { task_status_id: done }));
  const places = (stays: readonly Stay[]) =>
    stays.map(({ task_status_id, left_at }) => [task_status_id, left_at === null]);
  expect(places(await readStays("Waiting"))).toEqual([
    [todo, false],
    [doing, false],
    [done, true],
  ]);
  expect(places(await readStays("Started"))).toEqual([
    [todo, false],
    [doing, false],
    [done, true],
  ]);
  const rows = await analyticsRowsOf(server, world, id);
  await world.tx((tx) => rebuildFlow(tx, id));
  expect(await analyticsRowsOf(server, world, id)).toEqual(rows);
});

test("a deleted imported task is in no figure, also after a rebuild", async () => {
  const { world, id, taskIds, readStays, api } = await importedBoard();
  requireOk(await api.delete(`/task/${taskIds.get("Waiting")}`));
  expect(await readStays("Waiting")).toEqual([]);
  await world.tx((tx) => rebuildFlow(tx, id));
  expect(await readStays("Waiting")).toEqual([]);
});
