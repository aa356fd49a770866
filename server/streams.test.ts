import "./features";
import type { LiveEvent, StreamKind, StreamName } from "../shared/kernel/events";
import type { Tx } from "./platform/database/unit-of-work";
import { registration } from "./platform/features";
import { eventForFollowers, mayFollowStreams } from "./platform/live/stream-definitions";
import type { Actor } from "./platform/session";

const author = { id: 7, fullname: "Sara", image: null };
const event = (type: string): LiveEvent => ({ revision: 3, id: 1, type, actor: author, at: "", data: { id: 2 } });

test("emits the actor only on project and user streams", () => {
  const kinds = ["tenant", "user", ...registration.filling.streams.keys()] as StreamKind[];
  const tell = kinds.filter((kind) => eventForFollowers(`${kind}:1`, event("user.updated")).actor !== null);
  expect(tell.sort()).toEqual(["project", "user"]);
});

test("removes the actor, and all data for chart followers", () => {
  expect(eventForFollowers("cars:1", event("trip.started"))).toEqual({ ...event("trip.started"), actor: null });
  const mine = event("booking.mine");
  expect(eventForFollowers("user:1", mine)).toBe(mine);
  expect(eventForFollowers("chart:1", event("user.updated"))).toMatchObject({ type: "chart.changed", data: {} });
  expect(eventForFollowers("nobody's" as StreamName, mine).actor).toBeNull();
});

test("nobody may follow a kind of stream that doesn't exist", async () => {
  const actor = { tenantId: 1 } as Actor;
  const requests = ["constructor:1", "nothing:1"].map((stream) => ({ actor, stream: stream as StreamName }));
  expect(await mayFollowStreams({} as Tx, requests)).toEqual([false, false]);
});
