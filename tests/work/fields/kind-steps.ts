import type { DomainEvent } from "../../../shared/kernel/events";
import type { FieldKindChange, ProjectField } from "../../../shared/work/fields/fields.contract";
import type { TestServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

export const labels = { yes: "Yes", no: "No" };

export const projectEvents = (world: World, board: TestBoard): DomainEvent[] =>
  world.events().flatMap(({ stream, event }) => (stream === `project:${board.id}` ? [event as DomainEvent] : []));

export async function createField(board: TestBoard, body: Record<string, unknown>): Promise<ProjectField> {
  return requireOk(await board.owner.post(`/project/${board.id}/fields`, { title: "Size", ...body })).body.data;
}

export const setValue = async (board: TestBoard, task: number, field: ProjectField, value: unknown) =>
  requireOk(await board.owner.post(`/task/${task}`, { field_values: { [field.id]: value } }));

export const kindUrl = (board: TestBoard, field: { id: number }) => `/project/${board.id}/fields/${field.id}/kind`;

export const preview = async (board: TestBoard, field: ProjectField, kind: string): Promise<FieldKindChange> =>
  requireOk(await board.owner.get(`${kindUrl(board, field)}?kind=${kind}`)).body.data;

export async function changeKind(board: TestBoard, field: ProjectField, kind: string): Promise<ProjectField> {
  const { value_count, lost_count } = await preview(board, field, kind);
  const body = { kind, version: field.version, value_count, lost_count };
  return requireOk(await board.owner.put(kindUrl(board, field), body)).body.data;
}

export async function boardWithTexts(server: TestServer, texts: readonly string[]) {
  const world = await server.world();
  const board = await newBoard(world, { cards: [texts.length, 0, 0] });
  const field = await createField(board, { kind: "text" });
  const cards = board.tasks[0] as number[];
  for (const [at, text] of texts.entries()) await setValue(board, cards[at] as number, field, text);
  return { world, board, field, cards };
}

/** An administrator, for services that are called directly. */
export const actorOf = (person: { id: number }) =>
  ({ id: person.id, permissions: new Set(["project-all", "task-edit"]), external: false }) as never;
