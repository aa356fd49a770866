import type { InferType } from "yup";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { readUser } from "../../../shared/people/people/users.contract";
import type { profileSchema } from "../../../shared/people/profile/profile.schema";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { lockSeats } from "../../billing/subscription/plan-limits.service";
import { presentUser } from "../people/people.present";
import { toColumnValues } from "../people/people.private";
import { readUserDetail, loadVisibleUser } from "../people/read-person.service";
import { setPrivateReader } from "../people/private-reader";
import { emitPerson } from "../people/change-person.service";
import { UserPrivateEntity } from "../people/user-private.entity";
import { UserEntity } from "../people/user.entity";
import { foldText } from "../../../shared/kernel/text/fold";

/** Whether holidays or news depend on one of the locations $1. */
const selectLocationDependency = sql(
  "ownProfile.decidedBy",
  `SELECT FROM holiday WHERE tenant_id = current_tenant() AND location_key = ANY($1)
   UNION ALL SELECT FROM news_audience WHERE tenant_id = current_tenant() AND location_key = ANY($1) LIMIT 1`,
);

/** Rejects a change of location that would change the user's holidays and thereby their leave, or would give access to news. */
async function requireNoLocationBenefit(
  tx: Tx,
  previousLocation: string | null,
  nextLocation: string | null,
): Promise<void> {
  if (nextLocation === previousLocation) return;
  const places = [previousLocation, nextLocation].flatMap((place) => (place ? foldText(place) : []));
  if ((await tx.rows(selectLocationDependency, [places])).length > 0)
    throw invalidFieldProblem("location", "field.locationDecides");
}

/**
 * Updates fields users may change themselves, none of which affects position, permissions or entitlements.
 * @throws Problem 409 when the version is stale; 422 for a location that affects entitlements.
 */
export async function changeOwnProfile(
  tx: Tx,
  actor: Actor,
  input: InferType<typeof profileSchema>,
): Promise<ReplyOf<typeof readUser>["data"]> {
  await lockSeats(tx); // serializes with other changes of users
  const now = await loadVisibleUser(tx, actor, actor.id);
  if (input.version !== undefined && input.version !== now.version)
    throw new Problem("user.stale", { record: presentUser(actor, now) });
  if (input.location !== undefined) await requireNoLocationBenefit(tx, now.location ?? null, input.location ?? null);
  const own = toColumnValues({ phone_number: "phoneNumber", location: "location" }, input);
  await tx.repo(UserEntity).update({ id: actor.id }, { ...own, version: () => "version + 1" });
  const hidden = toColumnValues({ address: "address", city: "city" }, input);
  if (Object.keys(hidden).length > 0) await saveOwnPrivate(tx, actor.id, hidden);
  await emitPerson(tx, "user.updated", actor.id);
  return readUserDetail(tx, actor, actor.id);
}

/** Row policies allow users to write their own private row. */
async function saveOwnPrivate(tx: Tx, userId: number, row: Partial<UserPrivateEntity>): Promise<void> {
  await setPrivateReader(tx, userId);
  const rows = tx.repo(UserPrivateEntity);
  if (await rows.findOne({ userId })) await rows.update({ userId }, row);
  else await rows.insert({ userId, ...row });
}
