import { beginViewing, endViewing } from "../../shared/roles/viewing.contract";
import { call } from "../platform/api";
import { paths } from "../platform/paths";
import { reportFailure } from "../platform/failure";
import { onStoredElsewhere, storedKeys, writeStored } from "../platform/stored";

/** Everything that was read is another person's from now on: pages begin anew, those of other tabs too. */
function beginAnew(): void {
  writeStored(storedKeys.viewing, String(Date.now()));
  window.location.assign(paths.dashboard);
}

/** The session sees the product as somebody, or as a role. */
export async function viewAs(seen: { user_id: number } | { role_id: number }): Promise<void> {
  try {
    await call(beginViewing, { body: seen });
    beginAnew();
  } catch (error) {
    reportFailure(error as Error);
  }
}

/** Back to one's own eyes. */
export async function stopViewing(): Promise<void> {
  try {
    await call(endViewing);
    beginAnew();
  } catch (error) {
    reportFailure(error as Error);
  }
}

/** Begun or ended in another tab of the same session. Returns the way to stop listening. */
export const followViewing = (): (() => void) => onStoredElsewhere(storedKeys.viewing, () => window.location.reload());
