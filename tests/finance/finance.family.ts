import type { FamilyTests } from "../requests/family-tests";
import { ok } from "../tasks/board";
import { office, requests } from "./office";

export const familyTests: FamilyTests = {
  code: "finance",
  url: requests,
  seenBy: { hr: false, finance: true },
  async drafts(world) {
    const { ask } = await office(world);
    return async () => ok(await ask({ draft: true })).body.data.id;
  },
  decidesThen: ({ finance }) => finance,
  asked: [
    ...["mine", "team", "all"].map((scope) => ({ scope, archived: "0" })),
    { scope: "all", archived: "0", status: ["paid", "approved"] },
    { scope: "all", archived: "1" },
    { scope: "all", archived: "0", min: "100", type: ["payment"] },
  ],
};
