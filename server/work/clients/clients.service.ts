import type { InferType } from "yup";
import { directoryStream } from "../../../shared/kernel/events";
import type { Client } from "../../../shared/work/clients/clients.contract";
import { maxClients, type clientSchema } from "../../../shared/work/clients/clients.schema";
import type { FileEntity } from "../../platform/files/file.entity";
import { createRecords, emitter, entityWriter } from "../../platform/records/record.service";
import { projectsOfClients } from "../projects/related-projects.read";
import { ClientEntity } from "./client.entity";
import * as statements from "./clients.sql";

/** The fields of a client and its uploaded image, if any. */
type Input = InferType<typeof clientSchema> & { image?: FileEntity | null };

export const clientRecords = createRecords<Omit<Client, "can" | "projects">, Input, Client>({
  noun: "client",
  limit: { most: maxClients, field: "fullname" },
  rules: { client_code_once: "code" },
  statements: statements.clientStatements,
  nameOf: ({ fullname }) => fullname,
  stream: directoryStream,
  emit: emitter("client", ({ id }) => ({ id })),
  async present(tx, actor, rows) {
    const ids = rows.map(({ id }) => id);
    const projects = await projectsOfClients(tx, actor, ids);
    return rows.map((row) => ({ ...row, projects: projects.get(row.id) ?? [] }));
  },
  write: entityWriter(
    ClientEntity,
    ({ fullname, code, location, phone_number, email, remove_image, image }: Input) => ({
      fullname,
      code,
      location,
      phoneNumber: phone_number,
      email,
      ...(remove_image && { image: null, imageFileId: null }),
      ...(image && { image: `/files/${image.id}/${encodeURIComponent(image.name)}`, imageFileId: image.id }),
    }),
  ),
  uses: (tx, id) => tx.rows(statements.selectClientUses, [id, tx.actor?.id ?? null]),
  async moveUses(tx, _, id, successorId) {
    for (const move of statements.moveClientReferences) await tx.rows(move, [id, successorId]);
  },
});
