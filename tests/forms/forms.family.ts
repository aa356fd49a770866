import type { FamilyTests } from "../requests/family-tests";
import { ok } from "../tasks/board";
import { desk, equipment } from "./desk";

const scopes = ["mine", "team", "all"].map((scope) => ({ scope }));

export const familyTests: FamilyTests = {
  code: "form",
  url: "/vas/vas-request",
  seenBy: { hr: true, finance: false },
  async drafts(world) {
    const { publish, fill } = await desk(world);
    const form = await publish(equipment);
    return async () => ok(await fill(form, { draft: true, answers: { f1: "c2" } })).body.data.id;
  },
  asked: [...scopes, { scope: "all", status: "approved" }],
};
