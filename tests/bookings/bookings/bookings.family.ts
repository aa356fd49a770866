import { newRoom } from "./rooms";
import type { FamilyTests } from "../../approvals/approvals/family-tests";
import { requireOk } from "../../work/tasks/board";
import { requestRooms, assignManager } from "./fixtures";

const scopes = ["mine", "team", "all"].map((scope) => ({ scope }));

export const familyTests: FamilyTests = {
  code: "booking",
  url: "/reservations/request",
  seenBy: { hr: false, finance: false },
  sentAtOnce: true,
  async drafts(world) {
    await assignManager(world);
    const ask = requestRooms(world, await newRoom(world, "Board room", { auto_approve: false }));
    return async () => (await ask()).id;
  },
  async cancel(world, id) {
    const api = world.api(world.employee);
    const { booking } = requireOk(await api.get(`/reservations/request/${id}`)).body.data;
    requireOk(await api.delete(`/booking/${booking.id}`));
  },
  asked: [...scopes, { scope: "all", status: "approved" }, { bookable_type: "room" }, { bookable_type: "car" }],
};
