import { newRoom } from "../bookings/rooms";
import type { FamilyTests } from "../requests/family-tests";
import { ok } from "../tasks/board";
import { grantedRoom, managed } from "./asking";

const scopes = ["mine", "team", "all"].map((scope) => ({ scope }));

export const familyTests: FamilyTests = {
  code: "booking",
  url: "/reservations/request",
  seenBy: { hr: false, finance: false },
  sentAtOnce: true,
  async drafts(world) {
    await managed(world);
    const ask = grantedRoom(world, await newRoom(world, "Board room", { auto_approve: false }));
    return async () => (await ask()).id;
  },
  async cancel(world, id) {
    const api = world.api(world.employee);
    const { booking } = ok(await api.get(`/reservations/request/${id}`)).body.data;
    ok(await api.delete(`/booking/${booking.id}`));
  },
  asked: [...scopes, { scope: "all", status: "approved" }, { bookable_type: "room" }, { bookable_type: "car" }],
};
