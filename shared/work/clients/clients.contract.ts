import { array, type InferType, object } from "yup";
import { reply } from "../../kernel/fields";
import { recordCalls, recordShape, verbPaths } from "../../kernel/records";
import { clientSchema, clientSorts, maxClients } from "./clients.schema";

export const clientReply = object({
  ...recordShape,
  fullname: reply.text(),
  code: reply.textOrNull(),
  location: reply.textOrNull(),
  phone_number: reply.textOrNull(),
  email: reply.textOrNull(),
  image: reply.textOrNull(),
  /** Projects of the client that the reader may see. */
  projects: array(object({ id: reply.id(), title: reply.text(), code: reply.text(), color: reply.text() })).required(),
});
export type Client = InferType<typeof clientReply>;

export const {
  list: listClients,
  single: singleClient,
  select: selectClients,
  create: createClient,
  update: updateClient,
  remove: deleteClient,
} = recordCalls({
  noun: "client",
  limit: maxClients,
  paths: verbPaths("/client"),
  sorts: clientSorts,
  body: clientSchema,
  reply: clientReply,
  single: clientReply,
  choice: object({ id: reply.id(), fullname: reply.text(), image: reply.textOrNull() }),
  example: { fullname: "Harbour Foods Ltd.", location: "Basra", phone_number: "+964 40 555 0122" },
  successor: true,
  details: {
    list: {
      summary: "Lists clients by name, with their projects. `query` matches names, codes, locations and addresses.",
      expensive: "unlessPaged",
    },
    select: { permission: ["client-list", "project-create", "project-edit"] },
    create: {
      summary: "Creates a client, with an optional picture as `image`: JPEG, PNG, GIF or SVG under 2 MB.",
      file: "image",
    },
    update: { method: "POST", file: "image" },
  },
});
