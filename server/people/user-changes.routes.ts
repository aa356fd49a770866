import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid, Problem } from "../../shared/kernel/problems";
import { changeUsers } from "../../shared/people/user-bulk.contract";
import * as changes from "../../shared/people/user-changes.contract";
import type { Tx } from "../platform/database/unit-of-work";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps, type Unit } from "../platform/http/serve/serve-in-steps";
import { hashPassword } from "../platform/password-hash";
import type { Actor } from "../platform/session";
import { hireInto } from "../org-chart/vacancies.service";
import { mailAddressChanged } from "../session/address-changed.service";
import { mailInvitation, makeInvitation, revokeInvitations, unknownPassword } from "../session/invitation.service";
import { requireHardToGuess } from "../session/password-check.service";
import { changeEachPerson } from "./bulk-change.service";
import { mayGive } from "./people.policy";
import { userDetail, visibleUser } from "./read-person.service";
import { givableRoles } from "./account-change.service";
import { addPerson, changePerson, removePerson, switchPerson } from "./change-person.service";
import { checkPicture, type PictureKind, setPicture } from "./pictures.service";
import { UserEntity } from "./user.entity";

export function registerUserChangesRoutes(app: FastifyInstance): void {
  serve(app, changes.userRoles, async ({ tx, actor }) => ({ data: await givableRoles(tx, actor) }));

  serveInSteps(app, changes.createUser, async ({ unit, actor, body, text, request, reply }) => {
    const pictures = await picturesOf(app, actor, request);
    const { password } = body;
    if (password) await unit((tx) => requireHardToGuess(tx, password, body));
    // Nobody knows the first one of somebody invited.
    const hashed = await hashPassword(password ?? unknownPassword(), actor);
    const { id, token } = await unit(async (tx) => {
      const added = await hireInto(tx, body, (input) => addPerson(tx, actor, input, hashed));
      return { id: added, token: password ? null : await makeInvitation(tx, added) };
    });
    for (const { kind, upload } of pictures)
      await setPicture(unit, actor, app.platform.files, { kind, userId: id, upload });
    if (token) mailInvitation(app.platform, { unit, reply }, id, token);
    return {
      message: text(token ? "people.invited" : "people.added"),
      data: await unit((tx) => userDetail(tx, actor, id)),
    };
  });

  serveInSteps(app, changes.updateUser, async ({ unit, actor, params: { id }, body, text, request, reply }) => {
    const pictures = await picturesOf(app, actor, request);
    const former = await unit((tx) => changePerson(tx, actor, id, body));
    mailAddressChanged(app.platform, { unit, reply }, former);
    for (const { kind, upload } of pictures)
      await setPicture(unit, actor, app.platform.files, { kind, userId: id, upload });
    return { message: text("people.saved"), data: await unit((tx) => userDetail(tx, actor, id)) };
  });

  serve(app, changes.toggleUser, async ({ tx, actor, params: { id }, text }) => {
    await switchPerson(tx, actor, id);
    const data = await userDetail(tx, actor, id);
    return { message: text(data.active ? "people.activated" : "people.deactivated"), data };
  });

  serveInSteps(app, changeUsers, async ({ unit, actor, body, text, request }) => {
    const data = await changeEachPerson(unit, actor, body, { language: text.language, log: request.log });
    return { message: text("people.changedSome", { count: data.filter(({ done }) => done).length }), data };
  });

  serve(app, changes.deleteUser, async ({ tx, actor, params: { id }, text }) => {
    await removePerson(tx, actor, id);
    return { message: text("people.deleted"), id };
  });

  serveInSteps(app, changes.uploadUserImage, async ({ unit, actor, body, text, request }) => {
    const userId = body.user_id ?? actor.id;
    if (userId !== actor.id && !actor.permissions.has("user-edit")) throw new Problem("permission.denied");
    const upload = request.uploads?.find(({ field }) => field === "image");
    if (!upload) throw invalid("image", "file.missing");
    const checked = await checkPicture(app.platform.childProcesses, actor, "image", upload);
    const image = await setPicture(unit, actor, app.platform.files, { kind: "image", userId, upload: checked });
    return { message: text("people.pictureSaved"), image };
  });

  serve(app, changes.inviteUser, async ({ tx, actor, params: { id }, text, reply }) => {
    await requireInvited(tx, actor, id);
    const token = await makeInvitation(tx, id);
    const unit: Unit = (work) => app.platform.unitOfWork({ tenantId: actor.tenantId }, work);
    mailInvitation(app.platform, { unit, reply }, id, token);
    return { message: text("people.invited"), data: await userDetail(tx, actor, id) };
  });

  serve(app, changes.revokeInvitation, async ({ tx, actor, params: { id }, text }) => {
    await requireInvited(tx, actor, id);
    await revokeInvitations(tx, id);
    return { message: text("people.invitationRevoked"), data: await userDetail(tx, actor, id) };
  });
}

/** What was sent along, checked before anything is changed. @throws Problem 422. */
async function picturesOf(app: FastifyInstance, actor: Actor, request: FastifyRequest) {
  const pictures = [];
  for (const kind of ["image", "signature"] as const satisfies readonly PictureKind[]) {
    const upload = request.uploads?.find(({ field }) => field === kind);
    if (upload) pictures.push({ kind, upload: await checkPicture(app.platform.childProcesses, actor, kind, upload) });
  }
  return pictures;
}

/** @throws Problem 404; 403 for an account that allows more than the actor may; 409 for one with a password of its own. */
async function requireInvited(tx: Tx, actor: Actor, id: number): Promise<void> {
  const person = await visibleUser(tx, actor, id);
  if (!mayGive(actor, person)) throw new Problem("permission.denied");
  const row = await tx.repo(UserEntity).findOne({ id });
  if (!row?.invitedAt || !row.active) throw new Problem("user.notInvited");
}
