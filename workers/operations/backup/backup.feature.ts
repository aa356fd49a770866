import type { WorkerFeature } from "../../platform/features";
import { NightlyBackup } from "./nightly-backup";

export const backupFeature: WorkerFeature = {
  // Not a schedule, because schedules run one after the other and a backup takes minutes.
  loops: (context) => [new NightlyBackup(context).loop],
};
