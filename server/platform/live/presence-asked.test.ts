import { projectStream } from "../../../shared/kernel/events";
import { roomOf } from "./broadcast";
import type { LiveServer } from "./live";
import { Presence } from "./presence";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const people = 1_000;
const crowds = Array.from({ length: 30 }, (_, at) => projectStream(at + 1));

test("a server that asks is told once for however often it asks, and of crowds in their organisation's turn", () => {
  const ids = Array.from({ length: people }, (_, at) => `${at + 1}`);
  const rooms = new Map(crowds.map((stream) => [roomOf(1, stream), new Set(ids)]));
  const sockets = new Map(
    ids.map((id) => [id, { data: { tenantId: 1, person: { id: Number(id), fullname: id, image: null }, focus: {} } }]),
  );
  const handlers = new Map<string, (message: object) => void>();
  const said: string[] = [];
  const io = {
    on: (name: string, handler: (message: object) => void) => handlers.set(name, handler),
    serverSideEmit: (name: string) => said.push(name),
    of: () => ({ adapter: { rooms }, sockets }),
  };
  const presence = new Presence(io as unknown as LiveServer, false);
  for (let second = 0; second < 10; second++) {
    for (let n = 0; n < 50; n++) handlers.get("presence-who")?.({ tenantId: 1, stream: crowds[n % crowds.length] });
    jest.advanceTimersByTime(1_000);
  }
  presence.stop();
  const answers = said.filter((name) => name === "presence-here").length;
  expect(answers).toBeGreaterThan(5);
  expect(answers).toBeLessThan(15);
});
