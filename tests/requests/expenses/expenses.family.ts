import type { FamilyTests } from "../../approvals/approvals/family-tests";
import { claimsUrl, expenseFixture } from "./fixtures";

const scopes = ["mine", "team", "all"].map((scope) => ({ scope }));

export const familyTests: FamilyTests = {
  code: "expense",
  url: claimsUrl,
  seenBy: { hr: false, finance: true },
  async drafts(world) {
    const { draft } = await expenseFixture(world);
    return () => draft();
  },
  decidesThen: ({ finance }) => finance,
  asked: [...scopes, { scope: "all", status: "approved" }],
};
