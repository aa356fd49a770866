import type { FamilyTests } from "../requests/family-tests";
import { ok } from "../tasks/board";
import { office, week } from "./office";

const scopes = ["mine", "team", "all"].map((scope) => ({ scope }));

export const familyTests: FamilyTests = {
  code: "leave",
  url: "/leave/leave-request",
  seenBy: { hr: true, finance: false },
  async drafts(world) {
    const { ask } = await office(world);
    let weeks = 0;
    return async () => ok(await ask({ ...week(++weeks, 2), draft: true })).body.data.id;
  },
  asked: [...scopes, { scope: "all", status: "approved" }, { from: "2100-01-01" }],
};
