import type { FamilyTests } from "../../approvals/approvals/family-tests";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, requestsUrl } from "./fixtures";

export const familyTests: FamilyTests = {
  code: "finance",
  url: requestsUrl,
  seenBy: { hr: false, finance: true },
  async drafts(world) {
    const { ask } = await financeFixture(world);
    return async () => requireOk(await ask({ draft: true })).body.data.id;
  },
  decidesThen: ({ finance }) => finance,
  asked: [
    ...["mine", "team", "all"].map((scope) => ({ scope, archived: "0" })),
    { scope: "all", archived: "0", status: ["paid", "approved"] },
    { scope: "all", archived: "1" },
    { scope: "all", archived: "0", min: "100", type: ["payment"] },
  ],
};
