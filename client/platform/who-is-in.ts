import { currentUser } from "../../shared/session/session.contract";
import { call } from "./api";
import type { CurrentUser } from "./session.types";
import { readStored, storedKeys } from "./stored";

/**
 * Whose this browser's token is. Another tab may have signed in as somebody else while it was asked: then the answer, good or
 * bad, is about a session that isn't this browser's any more. How much is unread came with the answer like with any other, and
 * live events that came before it are newer.
 */
export async function whoIsIn(signal: AbortSignal): Promise<CurrentUser> {
  const token = readStored(storedKeys.token);
  const isOfAnother = () => ![token, null].includes(readStored(storedKeys.token));
  try {
    const { data } = await call(currentUser, { signal });
    return isOfAnother() ? await whoIsIn(signal) : (data as CurrentUser);
  } catch (error) {
    if (!isOfAnother()) throw error;
    return whoIsIn(signal);
  }
}
