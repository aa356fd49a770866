import type { InferType } from "yup";
import type { Client } from "../../shared/clients/clients.contract";
import type { clientSchema } from "../../shared/clients/clients.schema";
import { directoryStream } from "../../shared/kernel/events";
import { maybePageOf, pageMetaOf, wholeMeta } from "../../shared/kernel/paging";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Use } from "../../shared/kernel/uses";
import type { FileEntity } from "../files/file.entity";
import { unlessTaken } from "../platform/database/constraints";
import { soughtIn } from "../platform/database/like";
import { requireRoomFor } from "../platform/database/room-for";
import type { Tx } from "../platform/database/unit-of-work";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import { projectsOfClients } from "../projects/projects-of.service";
import { ClientEntity } from "./client.entity";
import * as statements from "./clients.sql";

type Input = InferType<typeof clientSchema>;
type Search = { q?: string; query?: string; search?: string };
type ListQuery = Search & { sort?: statements.ClientSort; page?: number; per_page?: number; perPage?: number };
type ClientRow = Omit<Client, "can" | "projects">;

const rules = { client_code_once: "code" } as const;

/** Clients as this reader sees them: with what they may do, and the projects that they may see. */
async function present(tx: Tx, actor: Actor, rows: readonly ClientRow[]): Promise<Client[]> {
  const ids = rows.map(({ id }) => id);
  const projects = await projectsOfClients(tx, actor, ids);
  const can = { edit: actor.permissions.has("client-edit"), delete: actor.permissions.has("client-delete") };
  return rows.map(({ id, fullname, code, location, phone_number, email, image, version }) => ({
    id,
    fullname,
    code,
    location,
    phone_number,
    email,
    image,
    version,
    projects: projects.get(id) ?? [],
    can,
  }));
}

/** A page of clients, or all of them where nobody asks for a page. */
export async function clientList(tx: Tx, actor: Actor, query: ListQuery) {
  const page = maybePageOf(query);
  const statement = statements.listClients(query.sort ?? "fullname");
  const values = [soughtIn(query), page?.perPage ?? null, page?.offset ?? 0];
  const rows = await tx.rows<ClientRow & { total: number }>(statement, values);
  const total = rows[0]?.total ?? 0;
  const revision = await streamRevision(tx, directoryStream(tx.tenantId));
  return { data: await present(tx, actor, rows), revision, meta: page ? pageMetaOf(page, total) : wholeMeta(total) };
}

export const clientChoices = (tx: Tx, query: Search) =>
  tx.rows<{ id: number; fullname: string; image: string | null }>(statements.selectClients, [soughtIn(query)]);

/** One client. @throws Problem 404. */
export async function clientRecord(tx: Tx, actor: Actor, id: number): Promise<Client> {
  const row = await tx.one<ClientRow>(statements.clientById, [id]);
  const [client] = row ? await present(tx, actor, [row]) : [];
  if (!client) throw new Problem("notFound");
  return client;
}

const rowOf = ({ fullname, code, location, phone_number, email, remove_image }: Input, image: FileEntity | null) => ({
  fullname,
  ...(code !== undefined && { code }),
  ...(location !== undefined && { location }),
  ...(phone_number !== undefined && { phoneNumber: phone_number }),
  ...(email !== undefined && { email }),
  ...(remove_image && { image: null, imageFileId: null }),
  ...(image && { image: `/files/${image.id}/${encodeURIComponent(image.name)}`, imageFileId: image.id }),
});

/** Adds a client, with the picture that was kept for it. @throws Problem 422 when the code is taken, and for one too many. */
export async function createClient(tx: Tx, actor: Actor, input: Input, image: FileEntity | null): Promise<Client> {
  await requireRoomFor(tx, "client", "fullname");
  const { id } = await unlessTaken(rules, () => tx.repo(ClientEntity).insert(rowOf(input, image)));
  tx.emit("client.created", directoryStream(tx.tenantId), { id });
  return clientRecord(tx, actor, id);
}

interface Change {
  id: number;
  input: Input;
  image: FileEntity | null;
}

/** @throws Problem 404; 409 when somebody else changed it meanwhile; 422 when the code is taken. */
export async function updateClient(tx: Tx, actor: Actor, { id, input, image }: Change): Promise<Client> {
  if (!(await tx.one(statements.lockClient, [id]))) throw new Problem("notFound");
  const now = await clientRecord(tx, actor, id);
  if (input.version !== undefined && input.version !== now.version) {
    throw new Problem("organisation.stale", { record: now });
  }
  const row = { ...rowOf(input, image), version: () => "version + 1" };
  await unlessTaken(rules, () => tx.repo(ClientEntity).update({ id }, row));
  tx.emit("client.updated", directoryStream(tx.tenantId), { id });
  return clientRecord(tx, actor, id);
}

/**
 * Deletes a client; its projects are its successor's from now on.
 * @throws Problem 404; 409 with what names it when there is no successor; 422 for one that can't be it.
 */
export async function deleteClient(tx: Tx, id: number, successorId: number | null): Promise<void> {
  const locked = await tx.rows<{ id: number }>(statements.lockForDeletion, [[id, successorId ?? id]]);
  if (!locked.some((row) => row.id === id)) throw new Problem("notFound");
  if (successorId === null) {
    const rows = await tx.rows<Omit<Use, "names"> & { names: string[] | null }>(statements.clientUses, [
      id,
      tx.actor?.id ?? null,
    ]);
    const uses = rows.filter(({ count }) => count > 0).map((use) => ({ ...use, names: use.names ?? [] }));
    if (uses.length > 0) throw new Problem("organisation.inUse", { record: { uses } });
  } else {
    if (successorId === id || !locked.some((row) => row.id === successorId)) {
      throw invalid("successor_id", "field.unknown");
    }
    for (const move of statements.moveClient) await tx.rows(move, [id, successorId]);
  }
  await tx.repo(ClientEntity).delete({ id });
  tx.emit("client.deleted", directoryStream(tx.tenantId), { id, successor_id: successorId });
}
