import { beginViewing, endViewing } from "../../../shared/identity/viewing/viewing.contract";
import { call } from "../../platform/api";
import { paths } from "../../platform/paths";
import { reportFailure } from "../../platform/failure";
import { onStoredChange, writeStored } from "../../platform/browser-storage";

/** Time at which this session last started or stopped viewing as another user. */
const viewingKey = "portal.viewing";

/** All loaded data belongs to a different user now, so the pages of all tabs reload. */
function reloadAllTabs(): void {
  writeStored(viewingKey, String(Date.now()));
  window.location.assign(paths.dashboard);
}

export async function startViewingAs(subject: { user_id: number } | { role_id: number }): Promise<void> {
  try {
    await call(beginViewing, { body: subject });
    reloadAllTabs();
  } catch (error) {
    reportFailure(error as Error);
  }
}

export async function stopViewingAs(): Promise<void> {
  try {
    await call(endViewing);
    reloadAllTabs();
  } catch (error) {
    reportFailure(error as Error);
  }
}

/** Reloads when viewing starts or stops in another tab of the session. Returns the unsubscribe function. */
export const reloadOnViewingChange = (): (() => void) => onStoredChange(viewingKey, () => window.location.reload());
