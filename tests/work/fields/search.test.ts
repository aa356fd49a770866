import { testServer } from "../../support/server";
import { newBoard, requireOk } from "../tasks/board";
import type { Api } from "../../support/api";

const server = testServer();

const findTasks = async (api: Api, q: string): Promise<number[]> =>
  requireOk(await api.get(`/search?q=${encodeURIComponent(q)}&kinds=task`)).body.data.map(
    ({ id }: { id: number }) => id,
  );

async function boardWithValues() {
  const world = await server.world();
  const board = await newBoard(world, { cards: [3, 0, 0] });
  const url = `/project/${board.id}/fields`;
  const create = async (body: object) => requireOk(await board.owner.post(url, body)).body.data;
  const text = await create({ title: "Supplier", kind: "text" });
  const link = await create({ title: "Offer", kind: "link" });
  const options = [
    { title: "Übergröße", color: "green" },
    { title: "Small", color: "rose" },
  ];
  const choice = await create({ title: "Size", kind: "choices", options });
  const [first, second, third] = board.tasks[0] as [number, number, number];
  const write = async (id: number, field_values: object) =>
    requireOk(await board.owner.post(`/task/${id}`, { field_values }));
  await write(first, { [text.id]: "Marmalade Brothers" });
  await write(second, { [link.id]: "https://example.com/quotation-4711" });
  await write(third, { [choice.id]: [choice.options[0].id] });
  return { world, board, url, text, choice, first, second, third };
}

test("texts, links and options are found, with another spelling and with a typo", async () => {
  const { board, first, second, third } = await boardWithValues();
  expect(await findTasks(board.owner, "marmalade")).toEqual([first]);
  expect(await findTasks(board.owner, "Marmelade")).toEqual([first]);
  expect(await findTasks(board.owner, "quotation-4711")).toEqual([second]);
  expect(await findTasks(board.owner, "ubergrosse")).toEqual([third]);
  expect(await findTasks(board.owner, "Small")).toEqual([]);
});

test("values are hidden from those who don't see the project, and from other tenants", async () => {
  const { board } = await boardWithValues();
  const elsewhere = await server.world();
  expect(await findTasks(board.stranger, "marmalade")).toEqual([]);
  expect(await findTasks(elsewhere.api(elsewhere.admin), "marmalade")).toEqual([]);
});

test("values of a field in the bin aren't found until it is restored", async () => {
  const { board, url, text, choice, first, third } = await boardWithValues();
  for (const { id } of [text, choice]) requireOk(await board.owner.delete(`${url}/${id}`));
  expect(await findTasks(board.owner, "marmalade")).toEqual([]);
  expect(await findTasks(board.owner, "ubergrosse")).toEqual([]);
  for (const { id } of [text, choice]) requireOk(await board.owner.post(`${url}/${id}/restore`));
  expect(await findTasks(board.owner, "marmalade")).toEqual([first]);
  expect(await findTasks(board.owner, "ubergrosse")).toEqual([third]);
});

test("a value that was removed or changed isn't found any more", async () => {
  const { board, text, first } = await boardWithValues();
  requireOk(await board.owner.post(`/task/${first}`, { field_values: { [text.id]: "Honey Sisters" } }));
  expect(await findTasks(board.owner, "marmalade")).toEqual([]);
  expect(await findTasks(board.owner, "honey")).toEqual([first]);
});
