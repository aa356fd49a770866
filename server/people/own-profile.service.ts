import type { InferType } from "yup";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { readUser } from "../../shared/people/users.contract";
import type { profileSchema } from "../../shared/profile/profile.schema";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { lockSeats } from "../subscription/plan-limits.service";
import { presentUser } from "./people.present";
import { rowOf } from "./people.private";
import { userDetail, visibleUser } from "./read-person.service";
import { readPrivateAs } from "./private-reader.service";
import { emitPerson } from "./change-person.service";
import { UserPrivateEntity } from "./user-private.entity";
import { UserEntity } from "./user.entity";

/** Whether holidays, or news, go by one of the places $1. */
const decidedBy = sql(
  "ownProfile.decidedBy",
  `SELECT FROM holiday WHERE tenant_id = current_tenant() AND lower(location) = ANY($1)
   UNION ALL SELECT FROM news_audience WHERE tenant_id = current_tenant() AND lower(location) = ANY($1) LIMIT 1`,
);

/** Who moves to where there are more holidays has more leave, and reads what was written for those who work there. */
async function requireNothingByPlace(tx: Tx, was: string | null, wanted: string | null): Promise<void> {
  if (wanted === was) return;
  const places = [was, wanted].flatMap((place) => place?.toLowerCase() ?? []);
  if ((await tx.rows(decidedBy, [places])).length > 0) throw invalid("location", "field.locationDecides");
}

/**
 * Changes what people may change of themselves: nothing that says what they are here, what they may or what they get.
 * @throws Problem 409 when somebody else changed them meanwhile; 422 for a place that decides what they get.
 */
export async function changeOwnProfile(
  tx: Tx,
  actor: Actor,
  input: InferType<typeof profileSchema>,
): Promise<ReplyOf<typeof readUser>["data"]> {
  await lockSeats(tx); // whoever changes people waits for whoever does
  const now = await visibleUser(tx, actor, actor.id);
  if (input.version !== undefined && input.version !== now.version)
    throw new Problem("user.stale", { record: presentUser(actor, now) });
  if (input.location !== undefined) await requireNothingByPlace(tx, now.location ?? null, input.location ?? null);
  const own = rowOf({ phone_number: "phoneNumber", location: "location" }, input);
  await tx.repo(UserEntity).update({ id: actor.id }, { ...own, version: () => "version + 1" });
  const hidden = rowOf({ address: "address", city: "city" }, input);
  if (Object.keys(hidden).length > 0) await saveOwnPrivate(tx, actor.id, hidden);
  await emitPerson(tx, "user.updated", actor.id);
  return userDetail(tx, actor, actor.id);
}

/** The database lets people write their own. */
async function saveOwnPrivate(tx: Tx, userId: number, row: Partial<UserPrivateEntity>): Promise<void> {
  await readPrivateAs(tx, userId);
  const rows = tx.repo(UserPrivateEntity);
  if (await rows.findOne({ userId })) await rows.update({ userId }, row);
  else await rows.insert({ userId, ...row });
}
