import { requestFamilies } from "../../shared/requests/families";
import { keepQueriesTrue } from "../platform/live/live-cache";
import type { KeepTrue } from "../platform/live/live-cache.later";
import { watchFamily } from "../platform/live/live-queries.families";
import { clientFamilies } from "./families";

/** What keeps answers true, with what each family brings to it. */
export async function liveAnswers(): Promise<KeepTrue> {
  await Promise.all(requestFamilies.map(async (family) => watchFamily(family, await clientFamilies[family].live())));
  return keepQueriesTrue;
}
