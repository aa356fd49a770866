import "../../features";
import { projectStream } from "../../../shared/kernel/events";
import { streamRoomOf } from "./broadcast";
import type { LiveServer } from "./live";
import { PresenceTracker } from "./presence";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const people = 1_000;
const onBoard = { board: true, taskId: null, dragging: false, over: null };
const crowds = Array.from({ length: 30 }, (_, at) => projectStream(at + 1));

test("answers repeated requests of a server only once", () => {
  const ids = Array.from({ length: people }, (_, at) => `${at + 1}`);
  const rooms = new Map(crowds.map((stream) => [streamRoomOf(1, stream), new Set(ids)]));
  const sockets = new Map(
    ids.map((id) => {
      const focus = Object.fromEntries(crowds.map((stream) => [stream, onBoard]));
      return [id, { data: { tenantId: 1, person: { id: Number(id), fullname: id, image: null }, focus } }];
    }),
  );
  const handlers = new Map<string, (message: object) => void>();
  const sent: string[] = [];
  const io = {
    on: (name: string, handler: (message: object) => void) => handlers.set(name, handler),
    serverSideEmit: (name: string) => sent.push(name),
    of: () => ({ adapter: { rooms }, sockets }),
  };
  const presence = new PresenceTracker(io as unknown as LiveServer, false);
  for (let second = 0; second < 10; second++) {
    for (let n = 0; n < 50; n++) handlers.get("presence-who")?.({ tenantId: 1, stream: crowds[n % crowds.length] });
    jest.advanceTimersByTime(1_000);
  }
  presence.stop();
  const answers = sent.filter((name) => name === "presence-here").length;
  expect(answers).toBeGreaterThan(5);
  expect(answers).toBeLessThan(15);
});
