import { signInRulePanels } from "../../identity/security/security.slots";
import { defineFeature } from "../../platform/feature/feature";
import { lazyScreenPart } from "../../ui/states/chunks";

const ScimPanel = lazyScreenPart(async () => (await import("./ScimPanel")).ScimPanel);

export const scimFeature = defineFeature({
  fills: [signInRulePanels.fill({ permission: "tenant-edit", Panel: ScimPanel })],
});
