import { sql } from "../../../server/platform/database/unit-of-work";
import { recordStatementNames } from "../../support/statements/sent";
import { testServer } from "../../support/server";
import type { Api, Answer } from "../../support/api";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

const updateFullname = sql(
  "test.boardTagRename",
  "UPDATE app_user SET fullname = $2 WHERE tenant_id = current_tenant() AND id = $1",
);
const deleteMemberships = sql(
  "test.boardTagLeave",
  "DELETE FROM project_member WHERE tenant_id = current_tenant() AND user_id = $1",
);
const updateExternal = sql(
  "test.boardTagExternal",
  "UPDATE app_user SET external = true WHERE tenant_id = current_tenant() AND id = $1",
);

type Tag = Answer["headers"]["etag"];

const urlOf = (board: TestBoard) => `/project/${board.id}/task_tatus`;
const read = (board: TestBoard, by: Api, tag?: Tag, headers: Record<string, string> = {}) =>
  by.get(urlOf(board), { headers: { ...headers, ...(tag === undefined ? {} : { "if-none-match": String(tag) }) } });
const tagOf = (answer: Answer) => answer.headers.etag;

test("an unchanged board returns 304 by one statement that reads no cards", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const first = requireOk(await read(board, board.member));
  expect(first.headers).toMatchObject({
    etag: expect.stringMatching(/^"\d+\/[\da-f]{12}-[\w-]{22}"$/),
    "cache-control": "private, no-cache",
  });
  const whole = await recordStatementNames(() => read(board, board.member));
  let again: Answer | undefined;
  const statements = await recordStatementNames(async () => (again = await read(board, board.member, tagOf(first))));
  expect(again).toMatchObject({
    status: 304,
    text: "",
    headers: { etag: tagOf(first), "cache-control": "private, no-cache" },
  });
  expect(statements).toEqual(whole);
  expect((await read(board, board.member, `W/${tagOf(first)}`)).status).toBe(304);
  expect((await read(board, board.viewer, tagOf(first))).status).toBe(304);
});

test("a changed card, user, group or language returns the whole board with a new tag", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const tag = tagOf(await read(board, board.member));
  const changed = async (old: Tag, headers?: Record<string, string>) => {
    const answer = requireOk(await read(board, board.member, old, headers));
    expect(answer.body).toEqual(requireOk(await read(board, board.member, undefined, headers)).body);
    expect(tagOf(answer)).not.toBe(old);
    return answer;
  };
  expect((await changed(tag, { "accept-language": "de" })).body.message).not.toBe("");
  requireOk(await board.owner.post(`/task/${board.tasks[0]?.[0]}`, { title: "Changed" }));
  const moved = await changed(tag);
  expect(moved.text).toContain("Changed");
  await world.tx((tx) => tx.rows(updateFullname, [board.people.viewer.id, "Vera Renamed"]));
  expect((await changed(tagOf(moved))).text).toContain("Vera Renamed");
});

test("a tag gives no access: strangers, former members and other tenants get 404", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const tag = tagOf(await read(board, board.viewer));
  const elsewhere = await server.world();
  expect((await read(board, board.stranger, tag)).status).toBe(404);
  expect((await read(board, elsewhere.api(elsewhere.admin), tag)).status).toBe(404);
  expect((await read(board, world.api(), tag)).status).toBe(401);
  await world.tx((tx) => tx.rows(deleteMemberships, [board.people.viewer.id]));
  expect((await read(board, board.viewer, tag)).status).toBe(404);
});

test("an external user with an employee's tag gets their own board without hours", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const tag = tagOf(await read(board, board.viewer));
  await world.tx((tx) => tx.rows(updateExternal, [board.people.viewer.id]));
  const answer = requireOk(await read(board, board.viewer, tag));
  expect(answer.text).toContain('"spent_minutes":null');
  expect(tagOf(answer)).not.toBe(tag);
  expect((await read(board, board.viewer, tagOf(answer))).status).toBe(304);
});

test("a filtered board has no tag", async () => {
  const board = await newBoard(await server.world());
  const tag = tagOf(await read(board, board.member));
  const answer = requireOk(
    await board.member.get(`${urlOf(board)}?q=Card`, { headers: { "if-none-match": String(tag) } }),
  );
  expect(answer.headers).toMatchObject({ "cache-control": "no-store" });
  expect(answer.headers).not.toHaveProperty("etag");
});
