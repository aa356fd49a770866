import { sql } from "../../../server/platform/database/unit-of-work";
import type { TestServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

const updateTimerStart = sql(
  "test.setBack",
  "UPDATE timer SET started_at = $2 WHERE tenant_id = current_tenant() AND user_id = $1",
);

export const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

/** A time zone where it is about noon, so that a short timer stays within one day. */
export const zoneAtNoon = (): string => {
  const offset = 12 - new Date().getUTCHours();
  return offset === 0 ? "UTC" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
};

export interface TimerBoard {
  world: World;
  board: TestBoard;
  task: number;
  other: number;
  since(at: Date | string): Promise<unknown>;
  zone(name: string): ReturnType<TestBoard["member"]["patch"]>;
  start(id?: number): ReturnType<TestBoard["member"]["post"]>;
  booked(): Promise<ReturnType<typeof requireOk>["body"]["data"]>;
}

export async function timerBoard(server: TestServer): Promise<TimerBoard> {
  const world = await server.world();
  const board = await newBoard(world);
  const [task, other] = board.tasks[0] as [number, number];
  return {
    world,
    board,
    task,
    other,
    since: (at) => world.tx((tx) => tx.rows(updateTimerStart, [world.employee.id, at])),
    zone: (name) => board.member.patch("/auth/user/settings", { time_zone: name }),
    start: (id = task) => board.member.post("/timer/start", { task_id: id }),
    booked: async () => requireOk(await board.member.get(`/time-entry?task_id=${task}`)).body.data,
  };
}
