import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { changeUsers } from "../../../shared/people/people/user-bulk.contract";
import * as changes from "../../../shared/people/people/user-changes.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import { storeUploads } from "../../platform/files/files.service";
import { replayOrRun } from "../../platform/http/idempotency";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction, type RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { hashPassword } from "../../platform/password-hash";
import type { Actor } from "../../platform/session";
import { hireIntoVacancy } from "../vacancies/vacancies.service";
import { notifyPreviousAddress } from "../../identity/session/account-mails";
import {
  inviteNewcomer,
  mailInvitation,
  createInvitation,
  revokeInvitations,
  randomPassword,
} from "../../identity/session/invitation.service";
import { requireHardToGuess } from "../../identity/session/password.policy";
import { mayAssignRole } from "../../identity/session/account.policy";
import { readUserDetail, loadVisibleUser } from "./read-person.service";
import { assignableRoles } from "./account-change.policy";
import {
  addPerson,
  changeEachPerson,
  changePerson,
  emitPerson,
  removePerson,
  setPersonActive,
} from "./change-person.service";
import { checkPicture, type PictureKind } from "../../platform/files/pictures";
import { savePicture, setPicture } from "./pictures.service";
import { UserEntity } from "./user.entity";

export function registerUserChangesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, changes.readUserRoles, async ({ tx, actor }) => ({ data: await assignableRoles(tx, actor) }));

  serveMultiTransaction(app, changes.createUser, async ({ unit, actor, body, text, request, reply }) => {
    const pictures = await picturesOf(app, actor, request);
    const { password } = body;
    if (password) await unit((tx) => requireHardToGuess(tx, password, body));
    // An invited user's initial password is random and unknown.
    const hashed = await hashPassword(password ?? randomPassword(), actor);
    const uploads = pictures.map(({ upload }) => upload);
    let invitation: { id: number; token: string } | null = null;
    const answer = await storeUploads(unit, actor, app.platform.files, uploads, (tx, keep) => {
      invitation = null; // the transaction may run again
      return replayOrRun<CreatedUser>(tx, request, actor.id, changes.createUser.status, async () => {
        const id = await hireIntoVacancy(tx, body, (input) => addPerson(tx, actor, input, hashed));
        const token = password ? null : await inviteNewcomer(tx, id, body.invite ?? "first_day");
        for (const { kind, upload } of pictures)
          await savePicture(tx, actor, { kind, userId: id, keep: () => keep(upload) });
        if (token) invitation = { id, token };
        return {
          message: text(token ? "people.invited" : password ? "people.added" : "people.invitedLater"),
          data: await readUserDetail(tx, actor, id),
        };
      });
    });
    mailInvitationTo(app, { unit, reply }, invitation);
    return answer as CreatedUser;
  });

  serveMultiTransaction(
    app,
    changes.updateUser,
    async ({ unit, actor, params: { id }, body, text, request, reply }) => {
      const pictures = await picturesOf(app, actor, request);
      const previousAddress = await unit((tx) => changePerson(tx, actor, id, body));
      notifyPreviousAddress(app.platform, { unit, reply }, previousAddress);
      for (const { kind, upload } of pictures)
        await setPicture(unit, actor, app.platform.files, { kind, userId: id, upload });
      return { message: text("people.saved"), data: await unit((tx) => readUserDetail(tx, actor, id)) };
    },
  );

  serveEndpoint(app, changes.toggleUser, async ({ tx, actor, params: { id }, text }) => {
    await setPersonActive(tx, actor, id);
    const data = await readUserDetail(tx, actor, id);
    return { message: text(data.active ? "people.activated" : "people.deactivated"), data };
  });

  serveMultiTransaction(app, changeUsers, async ({ unit, actor, body, text, request }) => {
    const data = await changeEachPerson(unit, actor, body, { text, log: request.log });
    return { message: text("people.changedSome", { count: data.filter(({ done }) => done).length }), data };
  });

  serveEndpoint(app, changes.deleteUser, async ({ tx, actor, params: { id }, text }) => {
    await removePerson(tx, actor, id);
    return { message: text("people.deleted"), id };
  });

  serveMultiTransaction(app, changes.uploadUserImage, async ({ unit, actor, body, text, request }) => {
    const userId = body.user_id ?? actor.id;
    if (userId !== actor.id && !actor.permissions.has("user-edit")) throw new Problem("permission.denied");
    const upload = request.uploads?.find(({ field }) => field === "image");
    if (!upload) throw invalidFieldProblem("image", "file.missing");
    const checked = await checkPicture(app.platform.childProcesses, actor, "image", upload);
    const image = await setPicture(unit, actor, app.platform.files, { kind: "image", userId, upload: checked });
    return { message: text("people.pictureSaved"), image };
  });

  serveEndpoint(app, changes.inviteUser, async ({ tx, actor, params: { id }, text, reply }) => {
    await requireInvited(tx, actor, id);
    const token = await createInvitation(tx, id);
    await emitPerson(tx, "user.updated", id);
    const unit: RunTransaction = (work) => app.platform.unitOfWork({ tenantId: actor.tenantId }, work);
    mailInvitation(app.platform, { unit, reply }, id, token);
    return { message: text("people.invited"), data: await readUserDetail(tx, actor, id) };
  });

  serveEndpoint(app, changes.revokeInvitation, async ({ tx, actor, params: { id }, text }) => {
    await requireInvited(tx, actor, id);
    await revokeInvitations(tx, id);
    await emitPerson(tx, "user.updated", id);
    return { message: text("people.invitationRevoked"), data: await readUserDetail(tx, actor, id) };
  });
}

type CreatedUser = ReplyOf<typeof changes.createUser>;

/** Sends nothing when the response of an earlier call was repeated, which has sent the invitation. */
function mailInvitationTo(
  app: FastifyInstance,
  call: Parameters<typeof mailInvitation>[1],
  invitation: { id: number; token: string } | null,
): void {
  if (invitation) mailInvitation(app.platform, call, invitation.id, invitation.token);
}

async function picturesOf(app: FastifyInstance, actor: Actor, request: FastifyRequest) {
  const pictures = [];
  for (const kind of ["image", "signature"] as const satisfies readonly PictureKind[]) {
    const upload = request.uploads?.find(({ field }) => field === kind);
    if (upload) pictures.push({ kind, upload: await checkPicture(app.platform.childProcesses, actor, kind, upload) });
  }
  return pictures;
}

/** @throws Problem 404; 403 for an account with governing permissions the actor lacks; 409 when the user has set a password. */
async function requireInvited(tx: Tx, actor: Actor, id: number): Promise<void> {
  const person = await loadVisibleUser(tx, actor, id);
  if (!mayAssignRole(actor, person)) throw new Problem("permission.denied");
  const row = await tx.repo(UserEntity).findOne({ id });
  if (!row?.invitedAt || !row.active) throw new Problem("user.notInvited");
}
