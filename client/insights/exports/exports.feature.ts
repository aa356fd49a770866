import { profileTabs } from "../../people/profile/profile.slots";
import { defineFeature } from "../../platform/feature/feature";
import { lazyScreenPart } from "../../ui/states/chunks";

const OwnData = lazyScreenPart(async () => (await import("./ExportPanel")).OwnExportPanel);

export const exportsFeature = defineFeature({
  live: async () => (await import("./exports.live")).exportsLive,
  fills: [profileTabs.fill({ key: "data", label: "profile.tab.data", order: 3, Tab: OwnData })],
});
