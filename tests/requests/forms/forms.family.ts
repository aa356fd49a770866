import type { FamilyTests } from "../../approvals/approvals/family-tests";
import { requireOk } from "../../work/tasks/board";
import { formsFixture, equipmentForm } from "./fixtures";

const scopes = ["mine", "team", "all"].map((scope) => ({ scope }));

export const familyTests: FamilyTests = {
  code: "form",
  url: "/vas/vas-request",
  seenBy: { hr: true, finance: false },
  async drafts(world) {
    const { publish, fill } = await formsFixture(world);
    const form = await publish(equipmentForm);
    return async () => requireOk(await fill(form, { draft: true, answers: { f1: "c2" } })).body.data.id;
  },
  asked: [...scopes, { scope: "all", status: "approved" }],
};
