import { eventForFollowers } from "../../../shared/kernel/parts";
import { type LiveEvent, type StreamName, streamKinds } from "../../../shared/kernel/events";

const author = { id: 7, fullname: "Sara", image: null };
const event = (type: string): LiveEvent => ({ revision: 3, id: 1, type, actor: author, at: "", data: { id: 2 } });

test("who did it is told to whoever follows a project, and to whom it concerns; on no stream that many follow", () => {
  const tell = streamKinds.filter((kind) => eventForFollowers(`${kind}:1`, event("user.updated")).actor !== null);
  expect(tell.sort()).toEqual(["project", "user"]);
});

test("nothing else of an event is another, and a part of a stream has no more than it had", () => {
  expect(eventForFollowers("cars:1", event("trip.started"))).toEqual({ ...event("trip.started"), actor: null });
  const mine = event("booking.mine");
  expect(eventForFollowers("user:1", mine)).toBe(mine);
  expect(eventForFollowers("chart:1", event("user.updated"))).toMatchObject({ type: "chart.changed", data: {} });
  expect(eventForFollowers("nobody's" as StreamName, mine).actor).toBeNull();
});
